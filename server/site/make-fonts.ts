import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

// `npm run fonts` makes the font files from the Fontsource packages, with only the part of each
// axis that the design uses. Each face has two files: the characters of our own pages, which the
// first view waits for, and the rest of Latin-1, which a browser fetches when a text needs it.
// The results are committed.

const styles = fileURLToPath(new URL('../../client/styles/', import.meta.url))
const require = createRequire(import.meta.url)

const codes = (from: number, to = from) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const codesOf = (text: string) => [...text].map((letter) => letter.codePointAt(0) ?? 0)

const OWN = [...codes(0x20, 0x7e), ...codes(0xa0), ...codesOf('©°·×ÄÅÆÉÖØäåæéöø‐‑–—‘’“”•…−')]
const LATIN = [...codes(0xa1, 0xff), ...codesOf('ŒœŠšŽž‚„′″‹›€™→←↑↓№')]
const parts = [
  { suffix: '', characters: OWN },
  { suffix: '-more', characters: LATIN.filter((code) => !OWN.includes(code)) },
]

/** OpenType features to keep: kerning, joining of letters, lining and tabular figures. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'tnum']

const newsreader = '@fontsource-variable/newsreader/files/newsreader-latin-standard'
const hanken = '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'

interface Face {
  family: string
  file: string
  style: 'normal' | 'italic'
  weight: string
  source: string
  axes: Record<string, number | { min: number; max: number }>
}

const serif = (cut: 'Display' | 'Text', style: Face['style']): Face => ({
  family: `Newsreader ${cut}`,
  file: `newsreader-${cut.toLowerCase()}${style === 'italic' ? '-italic' : ''}`,
  style,
  weight: cut === 'Display' ? '300' : '400',
  source: `${newsreader}-${style}.woff2`,
  axes: cut === 'Display' ? { opsz: 72, wght: 300 } : { opsz: 16, wght: 400 },
})

const faces: Face[] = [
  serif('Display', 'normal'),
  serif('Display', 'italic'),
  serif('Text', 'normal'),
  serif('Text', 'italic'),
  {
    family: 'Hanken Grotesk',
    file: 'hanken',
    style: 'normal',
    weight: '400 700',
    source: hanken,
    axes: { wght: { min: 400, max: 700 } },
  },
]

const rules: string[] = []
for (const { family, file, style, weight, source, axes } of faces) {
  const whole = fs.readFileSync(require.resolve(source))
  for (const { suffix, characters } of parts) {
    const name = `${file}${suffix}.woff2`
    const small = await subsetFont(whole, String.fromCodePoint(...characters), {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: FEATURES,
    })
    fs.writeFileSync(path.join(styles, 'fonts', name), small)
    process.stdout.write(`${name.padEnd(36)} ${(small.length / 1024).toFixed(1)} KiB\n`)
    rules.push(
      rule([
        `font-family: "${family}"`,
        `src: url("./fonts/${name}") format("woff2")`,
        `font-weight: ${weight}`,
        `font-style: ${style}`,
        'font-display: swap',
        `unicode-range:\n    ${ranges(characters)}`,
      ]),
    )
  }
}
fs.writeFileSync(path.join(styles, 'faces.css'), `/* Made by npm run fonts. */\n${rules.join('')}`)

function rule(declarations: string[]): string {
  return `@font-face {\n${declarations.map((line) => `  ${line};\n`).join('')}}\n`
}

/** The characters as a CSS `unicode-range`, with neighbours joined to ranges. */
function ranges(characters: number[]): string {
  const sorted = characters.toSorted((a, b) => a - b)
  const starts = sorted.filter((code) => !sorted.includes(code - 1))
  const ends = sorted.filter((code) => !sorted.includes(code + 1))
  const hex = (code = 0) => code.toString(16)
  return starts
    .map((from, index) =>
      from === ends[index] ? `U+${hex(from)}` : `U+${hex(from)}-${hex(ends[index])}`,
    )
    .join(', ')
}
