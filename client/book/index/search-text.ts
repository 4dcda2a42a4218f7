import { FIELD_END } from '#client/book/store/heads.ts'
import { foldFast } from './fold-fast.ts'
import type { Segment } from './segment.ts'

/**
 * The words that must all occur, the longest first, which occurs the least. Digits with signs between
 * them are words of their own: a telephone number is kept without.
 */
export function wordsOf(typed: string): string[] {
  const words = foldFast(typed)
    .split(/\s+/)
    .flatMap((word) => (/^[\d+().\-/]*\d[\d+().\-/]*$/.test(word) ? word.split(/\D+/) : [word]))
    .filter((word) => word !== '')
  return [...new Set(words)].sort((a, b) => b.length - a.length)
}

/** Whether nothing that these words find was missed by the words before. */
export function isNarrower(words: readonly string[], before: readonly string[]): boolean {
  return before.every((old) => words.some((word) => word.includes(old)))
}

/**
 * Tells of each record of the segment that has all words, by its place in it, and where in the text
 * the first of the words stands.
 */
export function findIn(
  { head, size }: Segment,
  words: readonly string[],
  found: (i: number, at: number) => void,
): void {
  const [first = '', ...others] = words
  const { text, starts } = head
  let i = 0
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, starts[i])) {
    i = lineAt(starts, at, { from: i, to: size })
    if (others.length === 0 || hasAll(text.slice(starts[i], starts[i + 1]), others)) found(i, at)
    i += 1
    if (i >= size) return
  }
}

export function hasAll(line: string, words: readonly string[]): boolean {
  return words.every((word) => line.includes(word))
}

/**
 * Whether the client's name has all words; it is the first field of a line. `at` is where the first of
 * them stands first in that line: mostly behind the name, and then no more is looked at.
 */
export function isInName({ head }: Segment, i: number, { words, at }: Hit): boolean {
  const { text, starts } = head
  const start = starts[i] ?? 0
  const end = text.indexOf(FIELD_END, start)
  if (at >= end) return false
  return words.length === 1 || hasAll(text.slice(start, end), words)
}

/** Where the first of these words, which a record has, stands in the text. */
export function firstAt({ head }: Segment, i: number, [first = '']: readonly string[]): number {
  return head.text.indexOf(first, head.starts[i])
}

interface Hit {
  words: readonly string[]
  at: number
}

/** The line in which a place of the text lies. */
function lineAt(starts: Uint32Array, at: number, within: { from: number; to: number }): number {
  let { from, to } = within
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if ((starts[middle] ?? 0) <= at) from = middle
    else to = middle
  }
  return from
}
