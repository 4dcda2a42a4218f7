import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeFormulas, formatCsv } from '#shared/lib/csv.ts'
import { parseCsv } from '#tests/support/lib/csv-parser.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'

/** Cell texts that run as formulas in spreadsheets or break a CSV file. */
const hostileText = fc
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
  fc.array(fc.array(hostileText, { minLength: width, maxLength: width }), {
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
function isFormula(cell: string): boolean {
  const text = cell.replace(/^[\s\p{Cc}\p{Cf}]+/u, '')
  if (isTelephoneNumber(text)) return false
  const [first = ''] = text.normalize('NFKC')
  return ['=', '+', '-', '@', '\u2212'].includes(first)
}

test('A table reads back unchanged, except for the apostrophes added before formulas', async () => {
  await assertProperty(
    fc.asyncProperty(table, async (rows) => {
      const read = parseCsv(formatCsv(['a', 'b', 'c', 'd', 'e'], rows))
      expect(read.slice(1)).toEqual(rows.map((row) => row.map(escapeFormulas)))
    }),
  )
})

test('A cell loses and changes nothing: without the added apostrophes it is what was typed', async () => {
  await assertProperty(
    fc.asyncProperty(hostileText, async (cell) => {
      let rest = cell
      for (const char of escapeFormulas(cell)) {
        if (rest.startsWith(char)) rest = rest.slice(char.length)
        else expect(char).toBe("'")
      }
      expect(rest).toBe('')
    }),
  )
})

test('No cell runs as a formula, whether the reader’s program splits at commas, semicolons or tabs', async () => {
  await assertProperty(
    fc.asyncProperty(table, fc.constantFrom(',', ';', '\t'), async (rows, separator) => {
      const cells = parseCsv(formatCsv(['a'], rows), separator).flat()
      expect(cells.filter(isFormula)).toEqual([])
    }),
  )
})

describe('A CSV cell', () => {
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
  ])('that begins with %j is escaped so that it does not run as a formula', (text) => {
    expect(isFormula(text.replace(/^"/, ''))).toBe(true)
    const [[cell = ''] = []] = parseCsv(formatCsv([text], []))
    expect(isFormula(cell.replace(/^["\t\r]/, ''))).toBe(false)
  })

  test.each(['+47 412 09 877', '+1 (555) 010-0134', '(0047) 412-09-877', '55 50 12 34'])(
    'with the phone number %j is exported as typed, for any program that reads it',
    (text) => {
      expect(escapeFormulas(text)).toBe(text)
      expect(escapeFormulas(`Old numbers:\n${text}\n=1+1`)).toBe(`Old numbers:\n${text}\n'=1+1`)
    },
  )

  test.each(['Elisabeth', 'a=b', '2026-11-24', 'name@example.com', '', ' ', "'quoted'"])(
    'that begins with %j is exported as typed',
    (text) => {
      expect(escapeFormulas(text)).toBe(text)
    },
  )
})

test('A CSV file has a UTF-8 byte order mark, CRLF line ends, doubled quotes and unquoted numbers', () => {
  expect(formatCsv(['name', 'total'], [['He said "go"\nand left', -1500.5]])).toBe(
    '\ufeff"name","total"\r\n"He said ""go""\nand left",-1500.5\r\n',
  )
})
