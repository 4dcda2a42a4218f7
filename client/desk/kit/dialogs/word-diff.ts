import { diffComm } from 'node-diff3'
import type { TextPiece } from './choice-sheet.tsx'

/** Splits a value into pieces and marks the words that the other value lacks at that place. */
export function diffTexts(value: string, other: string): TextPiece[] {
  const pieces: TextPiece[] = []
  // `buffer1` is the differing part of `value`; it is empty where only `other` has words.
  for (const { common, buffer1 } of diffComm(splitWords(value), splitWords(other))) {
    const text = (common ?? buffer1).join('')
    if (text !== '') pieces.push({ text, isDifferent: !common })
  }
  return joinMarks(pieces).flatMap(trimMark)
}

/** Words, times of day, runs of white space and single other characters. */
function splitWords(text: string): string[] {
  return text.match(/\d\d:\d\d|[\p{L}\p{M}\p{N}]+|\s+|./gu) ?? []
}

/** Joins marked pieces that are adjacent, or that only white space separates. */
function joinMarks(pieces: readonly TextPiece[]): TextPiece[] {
  return pieces.reduce<TextPiece[]>((joined, { text, isDifferent }, index) => {
    const isGap =
      !isDifferent &&
      text.trim() === '' &&
      pieces[index - 1]?.isDifferent &&
      pieces[index + 1]?.isDifferent
    const last = joined.at(-1)
    if (last?.isDifferent && (isDifferent || isGap)) last.text += text
    else joined.push({ text, isDifferent })
    return joined
  }, [])
}

/**
 * Moves white space and a leading comma or semicolon out of the mark. A leading one only connects
 * the marked words to those before them; one at the end stays with the words that it follows.
 */
function trimMark({ text, isDifferent }: TextPiece): TextPiece[] {
  const [, lead = '', core = '', rest = ''] = /^([,;]?\s*)(.*?)(\s*)$/su.exec(text) ?? []
  if (!isDifferent || core === '') return [{ text, isDifferent: isDifferent && text.trim() !== '' }]
  return [
    { text: lead, isDifferent: false },
    { text: core, isDifferent: true },
    { text: rest, isDifferent: false },
  ].filter((piece) => piece.text !== '')
}
