import { normalizeForSearch } from '#shared/lib/normalize-text.ts'

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

/** Whether a name has all words of another. */
export function includesName(name: string, words: string): boolean {
  const own = normalizeForSearch(name).split(/[\s,]+/)
  return normalizeForSearch(words)
    .split(/[\s,]+/)
    .every((word) => own.includes(word))
}

/** Whether a name says nothing beyond another: it has only words of it, or their initials. */
export function isPartOfName(name: string, whole: string): boolean {
  const known = splitNameWords(whole)
  return splitNameWords(name).every((word) =>
    known.some((one) => one === word || ([...word].length === 1 && one.startsWith(word))),
  )
}

const MEN = /^(?:mr|herr|hr|monsieur|sir)$/
const WOMEN = /^(?:mrs|ms|miss|fru|frk|froken|frau|madame|mme)$/
const GENERATION = /^(?:jr|junior|jun|sr|senior|sen|ii|iii|iv|d\.?y|d\.?e)$/
/** Words between the names of two people. */
const COUPLE = /[&+/]|\s(?:og|and|och|und|et|ja)\s/

/**
 * Whether two names with the same address are surely one person's, because families share
 * addresses: the first names, titles and generations must not differ.
 */
export function isSurelySamePerson(a: string, b: string): boolean {
  const [one, other] = [readName(a), readName(b)]
  if (one.text === other.text) return true
  if (!canBeSamePerson(a, b)) return false
  if (one.isCouple !== other.isCouple || one.generation !== other.generation) return false
  if (one.gender && other.gender && one.gender !== other.gender) return false
  if (isSameWords(one.words, other.words)) return one.gender === other.gender
  const [first = '', second = ''] = [one.words[0], other.words[0]]
  return first === second || isInitialOf(first, second)
}

function readName(name: string) {
  // `Hellevik, Astrid`
  const [last = '', first] = name.split(/,(?=[^,]*$)/)
  const text = normalizeForSearch(first === undefined ? name : `${first} ${last}`)
  const all: string[] = text.match(/[\p{L}\p{N}.]+/gu) ?? []
  const words = all.map((word) => word.replaceAll('.', ''))
  return {
    text,
    isCouple: COUPLE.test(text),
    gender: words.some((word) => MEN.test(word))
      ? 'man'
      : words.some((word) => WOMEN.test(word))
        ? 'woman'
        : '',
    generation: words.filter((word) => GENERATION.test(word)).join(' '),
    words: words.filter((word) => !TITLES.has(word) && !MEN.test(word) && !WOMEN.test(word)),
  }
}

function isSameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join(' ') === b.toSorted().join(' ')
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
  const known = names.filter(Boolean).map(isolateDirection)
  const last = known.pop() ?? ''
  return known.length > 0 ? `${known.join(', ')} and ${last}` : last
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

/** A date after a name that is written from right to left would otherwise be drawn among its letters. */
function isolateDirection(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}
