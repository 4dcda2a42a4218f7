import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

// `npm run fonts` makes the font files from the Fontsource packages, with only the part of each
// axis that the design uses. Each face has two files: the characters of our own pages, which the
// first view waits for, and the rest of Latin-1, which a browser fetches when a text needs it.
// The results are committed.

const stylesFolder = fileURLToPath(new URL('../../../client/styles/', import.meta.url))
const require = createRequire(import.meta.url)

const toCodeRange = (from: number, to = from) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const toCodePoints = (text: string) => [...text].map((letter) => letter.codePointAt(0) ?? 0)

const SITE_CHARACTERS = [
  ...toCodeRange(0x20, 0x7e),
  ...toCodeRange(0xa0),
  ...toCodePoints('©°·×ÄÅÆÉÖØäåæéöø‐‑–—‘’“”•…−'),
]
const OTHER_LATIN_CHARACTERS = [...toCodeRange(0xa1, 0xff), ...toCodePoints('ŒœŠšŽž‚„′″‹›€™→←↑↓№')]
const subsets = [
  { suffix: '', characters: SITE_CHARACTERS },
  {
    suffix: '-more',
    characters: OTHER_LATIN_CHARACTERS.filter((code) => !SITE_CHARACTERS.includes(code)),
  },
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

const createSerifFace = (cut: 'Display' | 'Text', style: Face['style']): Face => ({
  family: `Newsreader ${cut}`,
  file: `newsreader-${cut.toLowerCase()}${style === 'italic' ? '-italic' : ''}`,
  style,
  weight: cut === 'Display' ? '300' : '400',
  source: `${newsreader}-${style}.woff2`,
  axes: cut === 'Display' ? { opsz: 72, wght: 300 } : { opsz: 16, wght: 400 },
})

const faces: Face[] = [
  createSerifFace('Display', 'normal'),
  createSerifFace('Display', 'italic'),
  createSerifFace('Text', 'normal'),
  createSerifFace('Text', 'italic'),
  {
    family: 'Hanken Grotesk',
    file: 'hanken',
    style: 'normal',
    weight: '400 700',
    source: hanken,
    axes: { wght: { min: 400, max: 700 } },
  },
]

const fontFaceRules: string[] = []
for (const { family, file, style, weight, source, axes } of faces) {
  const whole = fs.readFileSync(require.resolve(source))
  for (const { suffix, characters } of subsets) {
    const name = `${file}${suffix}.woff2`
    const small = await subsetFont(whole, String.fromCodePoint(...characters), {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: FEATURES,
    })
    fs.writeFileSync(path.join(stylesFolder, 'fonts', name), small)
    process.stdout.write(`${name.padEnd(36)} ${(small.length / 1024).toFixed(1)} KiB\n`)
    fontFaceRules.push(
      formatFontFace([
        `font-family: "${family}"`,
        `src: url("./fonts/${name}") format("woff2")`,
        `font-weight: ${weight}`,
        `font-style: ${style}`,
        'font-display: swap',
        `unicode-range:\n    ${formatUnicodeRange(characters)}`,
      ]),
    )
  }
}
fs.writeFileSync(
  path.join(stylesFolder, 'faces.css'),
  `/* Made by npm run fonts. */\n${fontFaceRules.join('')}`,
)

function formatFontFace(declarations: string[]): string {
  return `@font-face {\n${declarations.map((line) => `  ${line};\n`).join('')}}\n`
}

/** The characters as a CSS `unicode-range`, with neighbours joined to ranges. */
function formatUnicodeRange(characters: number[]): string {
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
