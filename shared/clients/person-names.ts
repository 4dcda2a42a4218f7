import { normalizeForSearch } from '#shared/lib/normalize-text.ts'

/** Shown for a client without a name. */
export const UNNAMED = 'No name'

/** Titles before or after a name; names are compared without them. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'dr', 'prof', 'jr', 'sr', 'herr', 'fru', 'frk'])

/**
 * Whether two names may belong to one person: each word of the shorter name is a word of the longer
 * one, or an initial of one. True for `A. Hellevik` and `HELLEVIK, Astrid`; false for
 * `Astrid Hellevik` and `Ola Hellevik`.
 */
export function canBeSamePerson(a: string, b: string): boolean {
  if (normalizeForSearch(a) === normalizeForSearch(b)) return true
  const [shorter = [], longer = []] = [splitNameWords(a), splitNameWords(b)].sort(
    (x, y) => x.length - y.length,
  )
  if (shorter.length === 0) return false
  const remaining = [...longer]
  // Longer words first, so that an initial does not use up a word that another one needs.
  return shorter
    .toSorted((x, y) => y.length - x.length)
    .every((word) => {
      const exact = remaining.indexOf(word)
      const at = exact < 0 ? remaining.findIndex((other) => isInitialOf(word, other)) : exact
      if (at >= 0) remaining.splice(at, 1)
      return at >= 0
    })
}

function splitNameWords(name: string): string[] {
  const words = normalizeForSearch(name).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !TITLES.has(word))
}

function isInitialOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return [...short].length === 1 && long.startsWith(short)
}

/** `Elisabeth and Thomas`, `Ada, Bo and Claire`; empty for nobody. */
export function formatFirstNames(names: readonly string[]): string {
  return formatNames(names.map((name) => name.trim().split(/\s+/)[0] ?? ''))
}

/** `Elisabeth Vance and Thomas Reed`; empty for nobody. */
export function formatNames(names: readonly string[]): string {
  const known = names.filter(Boolean)
  const last = known.pop() ?? ''
  return known.length > 0 ? `${known.join(', ')} and ${last}` : last
}
