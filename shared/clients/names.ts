import { fold } from '#shared/lib/fold.ts'

/** Shown in the place of a name that was never given. */
export const NO_NAME = 'No name'

/** Before or behind a name; they tell nobody apart. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'dr', 'prof', 'jr', 'sr', 'herr', 'fru', 'frk'])

/**
 * Whether two names may be one person's: each word of the shorter is one of the longer, or an initial
 * of one. `A. Hellevik` and `HELLEVIK, Astrid` may be; `Astrid Hellevik` and `Ola Hellevik` are not.
 */
export function mayBeOnePerson(a: string, b: string): boolean {
  if (fold(a) === fold(b)) return true
  const [shorter = [], longer = []] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length)
  if (shorter.length === 0) return false
  const left = [...longer]
  // Whole words first, so that an initial takes none of them away.
  return shorter
    .toSorted((x, y) => y.length - x.length)
    .every((word) => {
      const exact = left.indexOf(word)
      const at = exact < 0 ? left.findIndex((other) => isInitialOf(word, other)) : exact
      if (at >= 0) left.splice(at, 1)
      return at >= 0
    })
}

function wordsOf(name: string): string[] {
  const words = fold(name).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !TITLES.has(word))
}

function isInitialOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return [...short].length === 1 && long.startsWith(short)
}
