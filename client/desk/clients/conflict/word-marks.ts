import { diffComm } from 'node-diff3'
import type { Piece } from '#client/desk/kit/dialogs/choice-sheet.tsx'

/** One value in pieces, with the words marked that the other value does not have in that place. */
export function wordMarks(value: string, other: string): Piece[] {
  const pieces: Piece[] = []
  for (const { common, buffer1 } of diffComm(partsOf(value), partsOf(other))) {
    const text = (common ?? buffer1).join('')
    if (text !== '') pieces.push({ text, marked: !common })
  }
  return joined(pieces).flatMap(bared)
}

/** Words, and what stands between them. */
function partsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|\s+|./gu) ?? []
}

/** Two marks with nothing but space between them are one. */
function joined(pieces: readonly Piece[]): Piece[] {
  return pieces.reduce<Piece[]>((before, { text, marked }, at) => {
    const space = !marked && text.trim() === '' && pieces[at - 1]?.marked && pieces[at + 1]?.marked
    const last = before.at(-1)
    if (last?.marked && (marked || space)) last.text += text
    else before.push({ text, marked })
    return before
  }, [])
}

/** Spaces around the words, and a comma that leads up to them, stand outside the mark. */
function bared({ text, marked }: Piece): Piece[] {
  const [, lead = '', words = '', rest = ''] = /^([,;]?\s*)(.*?)(\s*)$/su.exec(text) ?? []
  if (!marked || words === '') return [{ text, marked: marked && text.trim() !== '' }]
  return [
    { text: lead, marked: false },
    { text: words, marked: true },
    { text: rest, marked: false },
  ].filter((piece) => piece.text !== '')
}
