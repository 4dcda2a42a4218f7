const plainLetters: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ß: 'ss',
}

/** Text for comparing in a search: lower case, without accents, with single spaces. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[øæđðþłß]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
