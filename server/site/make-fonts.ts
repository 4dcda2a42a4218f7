import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

// `npm run fonts` makes the font files anew, from the packages of their foundries: Latin-1 and the
// punctuation that we set, and of each axis only what the design uses. The results are committed.

const folder = fileURLToPath(new URL('../../client/styles/fonts/', import.meta.url))
const require = createRequire(import.meta.url)

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„•…′″‹›€™−×→←↑↓№œŒ`

const newsreader = '@fontsource-variable/newsreader/files/newsreader-latin-standard'
const hanken = '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'

const cuts = [
  {
    name: 'newsreader-display',
    source: `${newsreader}-normal.woff2`,
    axes: { opsz: 72, wght: 300 },
  },
  {
    name: 'newsreader-display-italic',
    source: `${newsreader}-italic.woff2`,
    axes: { opsz: 72, wght: 300 },
  },
  {
    name: 'newsreader-text',
    source: `${newsreader}-normal.woff2`,
    axes: { opsz: 16, wght: 400 },
  },
  {
    name: 'newsreader-text-italic',
    source: `${newsreader}-italic.woff2`,
    axes: { opsz: 16, wght: 400 },
  },
  { name: 'hanken', source: hanken, axes: { wght: { min: 400, max: 700 } } },
]

for (const { name, source, axes } of cuts) {
  const whole = fs.readFileSync(require.resolve(source))
  const small = await subsetFont(whole, characters, { targetFormat: 'woff2', variationAxes: axes })
  fs.writeFileSync(path.join(folder, `${name}.woff2`), small)
  process.stdout.write(`${name.padEnd(28)} ${(small.length / 1024).toFixed(1)} KiB\n`)
}
