import { diffComm } from 'node-diff3'
import type { Piece } from '#client/desk/kit/dialogs/choice-sheet.tsx'

/** Splits a value into pieces and marks the words that the other value lacks at that place. */
export function wordMarks(value: string, other: string): Piece[] {
  const pieces: Piece[] = []
  for (const { common, buffer1 } of diffComm(partsOf(value), partsOf(other))) {
    const text = (common ?? buffer1).join('')
    if (text !== '') pieces.push({ text, marked: !common })
  }
  return joined(pieces).flatMap(bared)
}

/** Words, runs of white space and single other characters. */
function partsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|\s+|./gu) ?? []
}

/** Joins two marked pieces that only white space separates. */
function joined(pieces: readonly Piece[]): Piece[] {
  return pieces.reduce<Piece[]>((before, { text, marked }, at) => {
    const space = !marked && text.trim() === '' && pieces[at - 1]?.marked && pieces[at + 1]?.marked
    const last = before.at(-1)
    if (last?.marked && (marked || space)) last.text += text
    else before.push({ text, marked })
    return before
  }, [])
}

/** Moves white space and a leading comma or semicolon out of the mark. */
function bared({ text, marked }: Piece): Piece[] {
  const [, lead = '', words = '', rest = ''] = /^([,;]?\s*)(.*?)(\s*)$/su.exec(text) ?? []
  if (!marked || words === '') return [{ text, marked: marked && text.trim() !== '' }]
  return [
    { text: lead, marked: false },
    { text: words, marked: true },
    { text: rest, marked: false },
  ].filter((piece) => piece.text !== '')
}
