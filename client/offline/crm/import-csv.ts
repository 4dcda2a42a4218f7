import { parse } from 'papaparse'
import { targetNamed } from '../../../shared/crm/import-columns.ts'
import { asTyped } from '../../../shared/lib/csv.ts'

/** A file as rows of cells under the names of its columns. */
export interface Table {
  columns: string[]
  rows: string[][]
  /** Which row of the file each is, as a spreadsheet counts them, from 1. */
  numbers: number[]
}

const SEPARATORS = [',', ';', '\t']

/** Without a row of names, the columns are numbered, and every row is a client. */
export function readTable(text: string): Table {
  const body = text.replace(/^\ufeff/, '')
  const told = /^sep=(.)\r?\n/i.exec(body)
  const { data } = parse<string[]>(told ? body.slice(told[0].length) : body, {
    delimiter: told?.[1] ?? separatorOf(body),
  })
  const filled = data.flatMap((row, at) => (isEmpty(row) ? [] : [{ at, row: row.map(asTyped) }]))
  const first = filled[0]?.row ?? []
  const hasNames = isHeading(first)
  const clients = hasNames ? filled.slice(1) : filled
  const width = filled.reduce((most, { row }) => Math.max(most, row.length), 0)
  return {
    columns: columnsOf(hasNames ? first : [], width),
    rows: clients.map(({ row }) => row),
    numbers: clients.map(({ at }) => at + (told ? 2 : 1)),
  }
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '')
}

/** By which the first line falls into the most names that are known, else the library's own guess. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const known = (separator: string) =>
    line.split(separator).filter((cell) => targetNamed(cell) !== 'rest').length
  const [best = ',', second = ';'] = SEPARATORS.toSorted((a, b) => known(b) - known(a))
  if (known(best) > known(second)) return best
  const { meta } = parse(text.slice(0, 20_000), { delimitersToGuess: SEPARATORS, preview: 50 })
  return meta.delimiter
}

/** Names of columns; a first row with an address or a number in it is a client already. */
function isHeading(row: readonly string[]): boolean {
  if (row.some((cell) => targetNamed(cell) !== 'rest')) return true
  return !row.some((cell) => /@|^\+?\d[\d\s-]{5,}$/.test(cell))
}

function columnsOf(names: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, at) => names[at]?.trim() || `Column ${at + 1}`)
}
