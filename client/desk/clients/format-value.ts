/** `CM` of `Claire Marchetti`. */
export function getInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => word?.match(/\p{L}/u)?.[0] ?? '')
    .join('')
    .toUpperCase()
}
