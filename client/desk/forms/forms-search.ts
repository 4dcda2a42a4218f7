import type { FormSubmission } from '#shared/submissions/api.ts'

/** Those in which every word that was typed occurs somewhere, in whatever case and with or without accents. */
export function matching(list: readonly FormSubmission[], typed: string): FormSubmission[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return list.filter(({ data }) => {
    const text = plain(Object.values(data).join(' '))
    return words.every((word) => text.includes(word))
  })
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}
