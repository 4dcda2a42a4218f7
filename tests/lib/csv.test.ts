import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csv, harmless } from '../../shared/lib/csv.ts'
import { readCsv } from '../support/read-csv.ts'
import { assertProperty } from '../support/runs.ts'

/** What attackers of spreadsheets write, and what takes a file apart. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '−', "'", '"', '""', ';', ',', '|'],
        ...['\t', '\r', '\n', '\r\n', '\v', '\u2028', ' ', '\u00a0', '\u3000', '\ufeff', '\u200b'],
        ...['\u0000', "cmd|' /C calc'!A0", 'HYPERLINK("http://evil.example")', '1+1', 'é', '🧭'],
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const table = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(fc.array(hostile, { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 6,
  }),
)

/** Whether a program would take this cell for a formula: by its first sign, in whatever width. */
function runs(cell: string): boolean {
  const [first = ''] = cell.replace(/^[\s\p{Cc}\p{Cf}]+/u, '').normalize('NFKC')
  return ['=', '+', '-', '@', '\u2212'].includes(first)
}

test('a table reads back as it was, but for the apostrophes that were put before formulas', async () => {
  await assertProperty(
    fc.asyncProperty(table, async (rows) => {
      const read = readCsv(csv(['a', 'b', 'c', 'd', 'e'], rows))
      expect(read.slice(1)).toEqual(rows.map((row) => row.map(harmless)))
    }),
    500,
  )
})

test('nothing is lost or changed in a cell: without the apostrophes put in, it is what was typed', async () => {
  await assertProperty(
    fc.asyncProperty(hostile, async (cell) => {
      let left = cell
      for (const char of harmless(cell)) {
        if (left.startsWith(char)) left = left.slice(char.length)
        else expect(char).toBe("'")
      }
      expect(left).toBe('')
    }),
    1000,
  )
})

test('no cell runs, wherever the reader’s program parts the cells: at commas, semicolons or tabs', async () => {
  await assertProperty(
    fc.asyncProperty(table, fc.constantFrom(',', ';', '\t'), async (rows, separator) => {
      const cells = readCsv(csv(['a'], rows), separator).flat()
      expect(cells.filter(runs)).toEqual([])
    }),
    1000,
  )
})

describe('a cell that begins with', () => {
  test.each(['=1+1', '+47 412', '-2', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＠x', ' =1', '"=1'])(
    '%j is made harmless',
    (text) => {
      expect(runs(text.replace(/^"/, ''))).toBe(true)
      const [[cell = ''] = []] = readCsv(csv([text], []))
      expect(runs(cell.replace(/^["\t\r]/, ''))).toBe(false)
    },
  )

  test.each(['Elisabeth', 'a=b', '2026-11-24', 'name@example.com', '', ' ', "'quoted'"])(
    '%j is left as it was typed',
    (text) => {
      expect(harmless(text)).toBe(text)
    },
  )
})

test('the file has the mark of UTF-8, lines that end in CRLF, quotes doubled, and numbers bare', () => {
  expect(csv(['name', 'total'], [['He said "go"\nand left', -1500.5]])).toBe(
    '\ufeff"name","total"\r\n"He said ""go""\nand left",-1500.5\r\n',
  )
})
