import type { Clients } from '#client/book/use-book.ts'
import { countText } from '#shared/lib/number-words.ts'

export type Counts = Pick<Clients, 'searched' | 'total' | 'all' | 'loading'>

/** `8 clients, all available offline`, `3 of 8 clients`; while more arrive, without a number to be read out. */
export function countWords({ searched, total, all, loading }: Counts): string {
  if (loading) return all === 0 ? '' : 'More clients are on their way'
  const clients = `${countText(all)} client${all === 1 ? '' : 's'}`
  if (searched.trim() !== '') return `${countText(total)} of ${clients}`
  return all === 0 ? 'No clients' : `${clients}, ${all === 1 ? '' : 'all '}available offline`
}

/** `CM` of `Claire Marchetti`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => word?.match(/\p{L}/u)?.[0] ?? '')
    .join('')
    .toUpperCase()
}
