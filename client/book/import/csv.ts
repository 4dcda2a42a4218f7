import { parse } from 'papaparse'
import { isTrimmedAddress } from '#shared/clients/email-addresses.ts'
import { findTarget } from '#shared/clients/import/import-columns.ts'
import { unescapeFormulas } from '#shared/lib/csv.ts'

/** A file as rows of cells with named columns. */
export interface Table {
  columns: string[]
  /** Includes empty rows. */
  rows: string[][]
  /** Row number of each row in the file, from 1, as a spreadsheet counts. */
  rowNumbers: number[]
}

const SEPARATORS = [',', ';', '\t']

/**
 * Parses CSV. If the first row has no column names, columns are numbered and every row is a client.
 */
export function readTable(text: string): Table {
  const body = text.replace(/^\ufeff/, '')
  const separatorLine = /^sep=(.)\r?\n/i.exec(body)
  const data = parseRows(
    separatorLine ? body.slice(separatorLine[0].length) : body,
    separatorLine?.[1] ?? detectSeparator(body),
  )
  const all = data.map((row, at) => ({ at, row: row.map(unescapeFormulas) }))
  const begins = all.findIndex(({ row }) => !isEmptyRow(row))
  const first = all[begins]?.row ?? []
  const hasNames = isHeading(first, all.slice(begins + 1))
  const clients = begins < 0 ? [] : all.slice(hasNames ? begins + 1 : begins)
  const width = all.reduce((most, { row }) => Math.max(most, row.length), 0)
  return {
    columns: nameColumns(hasNames ? first : [], width),
    rows: clients.map(({ row }) => row),
    rowNumbers: clients.map(({ at }) => at + (separatorLine ? 2 : 1)),
  }
}

/**
 * A missing closing quote would merge the following rows into one cell. The line of such a quote is
 * parsed without quotes, and parsing starts again at the next line.
 */
function parseRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  for (let rest = text; rest !== ''; ) {
    const { data, errors } = parse<string[]>(rest, { delimiter })
    const broken = errors.find(({ type, row }) => type === 'Quotes' && isOverLines(data[row ?? -1]))
    if (broken?.row === undefined) {
      rows.push(...data)
      break
    }
    rows.push(...data.slice(0, broken.row))
    const from = findRowEnd(rest, delimiter, broken.row)
    const [line = ''] = rest.slice(from).split(/\r\n|\r|\n/, 1)
    rows.push(line.split(delimiter))
    rest = rest.slice(from + line.length).replace(/^(?:\r\n|\r|\n)/, '')
  }
  // The line end of the last row does not start another row.
  if (isEmptyRow(rows.at(-1) ?? []) && /[\r\n]$/.test(text)) rows.pop()
  return rows
}

function isOverLines(row: readonly string[] = []): boolean {
  return row.some((cell) => /[\r\n]/.test(cell))
}

/** Offset in the text at which the given number of rows ends. */
function findRowEnd(text: string, delimiter: string, rows: number): number {
  if (rows === 0) return 0
  return parse<string[]>(text, { delimiter, preview: rows }).meta.cursor
}

export function isEmptyRow(row: readonly string[]): boolean {
  return row.every((cell) => cell.replaceAll(/[\s\u200b\u2060]/g, '') === '')
}

/**
 * The separator that gives the most known column names in the first line; on a tie, the library's
 * guess.
 */
function detectSeparator(text: string): string {
  const [line = ''] = text.trimStart().split(/\r?\n/, 1)
  const known = (separator: string) =>
    line.split(separator).filter((cell) => findTarget(cell) !== 'rest').length
  const [best = ',', second = ';'] = SEPARATORS.toSorted((a, b) => known(b) - known(a))
  if (known(best) > known(second)) return best
  const { meta } = parse(text.slice(0, 20_000), { delimitersToGuess: SEPARATORS, preview: 50 })
  return meta.delimiter
}

/**
 * Whether the first row contains column names. A row with an address or a number is a client. If no
 * name is known, a row below must have one of these; otherwise the first row may be a client with
 * only a name.
 */
function isHeading(row: readonly string[], below: readonly { row: readonly string[] }[]): boolean {
  if (hasContactDetails(row)) return false
  if (row.some((cell) => findTarget(cell) !== 'rest')) return true
  return below.some((one) => hasContactDetails(one.row))
}

/** Whether a row has an email address or a telephone number. */
function hasContactDetails(row: readonly string[]): boolean {
  return row.some((cell) => isTrimmedAddress(cell.trim()) || /^\+?\d[\d\s-]{5,}$/.test(cell.trim()))
}

function nameColumns(names: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, at) => cleanName(names[at]) || `Column ${at + 1}`)
}

function cleanName(name = ''): string {
  return name.replaceAll(/[\u200b\u2060\ufeff]/g, '').trim()
}
