const letters: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ß: 'ss',
}

/** Text as it is compared in a search: without case, accents and double spaces. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[øæđðþłß]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
