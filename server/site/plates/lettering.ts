import fs from 'node:fs'
import opentype from 'opentype.js'
import subsetFont from 'subset-font'
import { element } from './pen.ts'

// A picture in an <img> has no fonts: its letters are outlines from the site's own faces.

const fontFolder = new URL('../../../client/styles/fonts/', import.meta.url)
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZÅÆØabcdefghijklmnopqrstuvwxyzåæø0123456789'

async function openFace(file: string) {
  const packed = fs.readFileSync(new URL(file, fontFolder))
  const font = await subsetFont(packed, LETTERS, { targetFormat: 'sfnt' })
  return opentype.parse(new Uint8Array(font).buffer)
}

const faces = {
  upright: await openFace('newsreader-text.woff2'),
  italic: await openFace('newsreader-text-italic.woff2'),
}

type Face = keyof typeof faces

/** Units to the em of an outline that is drawn large; its points are on whole numbers. */
const EM = 66

/** Path data of one letter on the base line, in units of the em. */
function outline(face: Face, letter: string, em: number): string {
  let path = ''
  let last = ''
  let pen = [0, 0]
  const draw = (name: string, ...points: number[]) => {
    const steps = points.map((value, index) => Math.round(value) - (pen[index % 2] ?? 0))
    pen = points.slice(-2).map(Math.round)
    if (steps.every((step) => step === 0)) return
    // A command that follows its like needs no letter.
    path += name === last && (steps[0] ?? 0) >= 0 ? ' ' : name === last ? '' : name
    path += steps.map((step, index) => (index && step >= 0 ? ` ${step}` : step)).join('')
    last = name
  }
  for (const { type, x, y, x1, y1, x2, y2 } of faces[face].charToGlyph(letter).getPath(0, 0, em)
    .commands) {
    if (type === 'L') draw('l', x, y)
    else if (type === 'Q') draw('q', x1, y1, x, y)
    else if (type === 'C') draw('c', x1, y1, x2, y2, x, y)
    else if (type === 'Z') path += last = 'z'
    else {
      pen = [0, 0]
      draw('M', x, y)
    }
  }
  return path
}

type Anchor = 'start' | 'middle' | 'end'

export interface Line {
  text: string
  x: number
  y: number
  anchor?: Anchor
}

export interface Name {
  text: string
  /** The middle of the base line. */
  x: number
  y: number
  size: number
  /** Degrees, clockwise. */
  rotation: number
  /** Space between letters, as a share of the size. */
  spacing: number
}

/** Lines of letters that share their outlines. `prefix` keeps the ids of two pictures apart. */
export class Lettering {
  readonly #ids = new Map<string, string>()

  constructor(
    readonly face: Face,
    readonly prefix: string,
    readonly em = EM,
  ) {}

  /** Level lines of one size, in the ink of what they stand in. */
  write(lines: readonly Line[], size: number): string {
    const scale = size / this.em
    const letters = lines.map((line) =>
      this.#set({ ...line, x: line.x / scale, y: line.y / scale }),
    )
    return element('g', { transform: `scale(${shorten(scale)})` }, letters.join(''))
  }

  /** A name, level or not. */
  writeName({ text, x, y, size, rotation, spacing }: Name): string {
    const transform = `translate(${x} ${y}) rotate(${rotation}) scale(${shorten(size / this.em)})`
    return element('g', { transform }, this.#set({ text, x: 0, y: 0 }, spacing))
  }

  /** The outlines of all letters that were written; to stand in the picture's `<defs>`. */
  outlines(): string {
    return [...this.#ids]
      .map(([letter, id]) => element('path', { id, d: outline(this.face, letter, this.em) }))
      .join('')
  }

  #set({ text, x, y, anchor = 'middle' }: Line, spacing = 0): string {
    const { places, width } = setLetters(this.face, text, spacing)
    const start = { start: 0, middle: width / 2, end: width }[anchor]
    const letters = [...text].map((letter, index) => {
      const place = Math.round(x + ((places[index] ?? 0) - start) * this.em)
      const href = `#${this.#identify(letter)}`
      return element('use', { href, x: place || undefined, y: Math.round(y) || undefined })
    })
    return letters.join('')
  }

  #identify(letter: string): string {
    const id = this.#ids.get(letter) ?? `${this.prefix}${this.#ids.size.toString(36)}`
    this.#ids.set(letter, id)
    return id
  }
}

/** Where each letter begins, and how wide the line is, in ems. */
function setLetters(face: Face, text: string, spacing: number) {
  const font = faces[face]
  const glyphs = [...text].map((letter) => font.charToGlyph(letter))
  const places: number[] = []
  let width = 0
  glyphs.forEach((glyph, index) => {
    const before = glyphs[index - 1]
    if (before) width += font.getKerningValue(before, glyph) / font.unitsPerEm + spacing
    places.push(width)
    width += glyph.advanceWidth / font.unitsPerEm
  })
  return { places, width }
}

/** How wide a line of italics is. */
export function measureText(text: string, size: number, spacing: number): number {
  return setLetters('italic', text, spacing).width * size
}

function shorten(value: number): string {
  return value.toFixed(3).replace(/^0/, '').replace(/0+$/, '')
}
