import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csv, harmless } from '#shared/lib/csv.ts'
import { readCsv } from '#tests/support/read-csv.ts'
import { assertProperty } from '#tests/support/runs.ts'

/** Cell texts that run as formulas in spreadsheets or break a CSV file. */
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

/**
 * Whether a text is a phone number, which as a formula is only a sum. It must end there, or at a
 * quote or comma, which no formula can have at that place.
 */
const isTelephoneNumber = (text: string) => /^\+[()\s-]*\d[\d()\s-]*(?:$|[",])/.test(text)

/** Whether a spreadsheet would run the cell as a formula: by its first character, of any width. */
function runs(cell: string): boolean {
  const text = cell.replace(/^[\s\p{Cc}\p{Cf}]+/u, '')
  if (isTelephoneNumber(text)) return false
  const [first = ''] = text.normalize('NFKC')
  return ['=', '+', '-', '@', '\u2212'].includes(first)
}

test('a table reads back as it was, but for the apostrophes that were put before formulas', async () => {
  await assertProperty(
    fc.asyncProperty(table, async (rows) => {
      const read = readCsv(csv(['a', 'b', 'c', 'd', 'e'], rows))
      expect(read.slice(1)).toEqual(rows.map((row) => row.map(harmless)))
    }),
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
  )
})

test('no cell runs, wherever the reader’s program parts the cells: at commas, semicolons or tabs', async () => {
  await assertProperty(
    fc.asyncProperty(table, fc.constantFrom(',', ';', '\t'), async (rows, separator) => {
      const cells = readCsv(csv(['a'], rows), separator).flat()
      expect(cells.filter(runs)).toEqual([])
    }),
  )
})

describe('a cell that begins with', () => {
  test.each([
    '=1+1',
    '+A1',
    '+47 412+A1',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    '＠x',
    ' =1',
    '"=1',
  ])('%j is made harmless', (text) => {
    expect(runs(text.replace(/^"/, ''))).toBe(true)
    const [[cell = ''] = []] = readCsv(csv([text], []))
    expect(runs(cell.replace(/^["\t\r]/, ''))).toBe(false)
  })

  test.each(['+47 412 09 877', '+1 (555) 010-0134', '(0047) 412-09-877', '55 50 12 34'])(
    '%j is a telephone number, and stays as it was typed for whichever program reads it',
    (text) => {
      expect(harmless(text)).toBe(text)
      expect(harmless(`Old numbers:\n${text}\n=1+1`)).toBe(`Old numbers:\n${text}\n'=1+1`)
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
