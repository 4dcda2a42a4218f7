import { diffComm } from 'node-diff3'
import type { TextPiece } from '#client/desk/kit/dialogs/choice-sheet.tsx'

/** Splits a value into pieces and marks the words that the other value lacks at that place. */
export function diffTexts(value: string, other: string): TextPiece[] {
  const pieces: TextPiece[] = []
  for (const { common, buffer1 } of diffComm(splitWords(value), splitWords(other))) {
    const text = (common ?? buffer1).join('')
    if (text !== '') pieces.push({ text, isDifferent: !common })
  }
  return joinMarks(pieces).flatMap(trimMark)
}

/** Words, runs of white space and single other characters. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|\s+|./gu) ?? []
}

/** Joins two marked pieces that only white space separates. */
function joinMarks(pieces: readonly TextPiece[]): TextPiece[] {
  return pieces.reduce<TextPiece[]>((before, { text, isDifferent }, at) => {
    const space =
      !isDifferent &&
      text.trim() === '' &&
      pieces[at - 1]?.isDifferent &&
      pieces[at + 1]?.isDifferent
    const last = before.at(-1)
    if (last?.isDifferent && (isDifferent || space)) last.text += text
    else before.push({ text, isDifferent })
    return before
  }, [])
}

/** Moves white space and a leading comma or semicolon out of the mark. */
function trimMark({ text, isDifferent }: TextPiece): TextPiece[] {
  const [, lead = '', core = '', rest = ''] = /^([,;]?\s*)(.*?)(\s*)$/su.exec(text) ?? []
  if (!isDifferent || core === '') return [{ text, isDifferent: isDifferent && text.trim() !== '' }]
  return [
    { text: lead, isDifferent: false },
    { text: core, isDifferent: true },
    { text: rest, isDifferent: false },
  ].filter((piece) => piece.text !== '')
}
