import { parse } from 'papaparse'
import { cleanCell } from '#shared/clients/import/cell-format.ts'
import { findLabelColumns, readColumnNames } from '#shared/clients/import/import-columns.ts'
import { isGenericLabel } from '#shared/clients/import/value-labels.ts'
import { unescapeFormulas } from '#shared/lib/csv.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { findContactColumns, hasContactDetails, isFullNameCell } from './recognize-columns.ts'

/** Lets other tasks of the worker run. */
export type Pause = () => Promise<void>

/** A file as rows of cells with named columns. */
export interface Table {
  columns: string[]
  /** Includes empty rows. */
  rows: string[][]
  /** For each row, by column: what the file calls the value, such as `Cabin` for a telephone number. */
  labels: (readonly (string | undefined)[])[]
  /** Row number of each row in the file, from 1, as a spreadsheet counts. */
  rowNumbers: number[]
  /** Text that belongs to no client and is left out, such as a title above the column names. */
  leftOut: string[]
}

interface NumberedRow {
  /** Index of the row in the file. */
  at: number
  row: string[]
}

const SEPARATORS = [',', ';', '\t', '|']
/** A first line that declares the separator, as for Excel. */
const SEPARATOR_LINE = /^"?sep=(\\t|.)"?[;,\t]*(?:\n|$)/i
/** Rows at the start of a file in which the column names are looked for. */
const MAX_TITLE_ROWS = 20

/** Parses CSV. If no row at the start has column names, columns are numbered. */
export async function readTable(text: string, pause: Pause): Promise<Table> {
  const body = text.replace(/^\ufeff+/, '').replaceAll(/\r\n?/g, '\n')
  const declared = SEPARATOR_LINE.exec(body)
  const separator = declared?.[1] === '\\t' ? '\t' : declared?.[1]
  const data = await parseRows(
    declared ? body.slice(declared[0].length) : body,
    separator ?? detectSeparator(body),
    pause,
  )
  const all = data.map((row, at): NumberedRow => ({ at: at + (declared ? 2 : 1), row }))
  const { head, titles, clients } = splitHead(all)
  const width = all.reduce((most, { row }) => Math.max(most, row.length), 0)
  const columns = nameColumns(head?.row ?? [], width)
  const isNoClient = ({ row }: NumberedRow) =>
    isRuledLine(row) || row.join('\n') === head?.row.join('\n')
  const kept = clients.filter((row) => !isNoClient(row))
  const labelled = kept.map(({ row }) => row)
  const labels = takeLabels(columns, labelled)
  return {
    columns,
    rows: labelled,
    labels,
    rowNumbers: kept.map(({ at }) => at),
    leftOut: [...titles, ...clients.filter(isNoClient)].map(
      ({ at, row }) => `Row ${at}: ${row.filter(Boolean).join(', ')}`,
    ),
  }
}

/** Splits a file at the row with the column names, which may have a title above it. */
function splitHead(all: readonly NumberedRow[]) {
  const begins = all.findIndex(({ row }) => !isEmptyRow(row))
  if (begins < 0) return { head: undefined, titles: [], clients: [] }
  const at = findHead(all, begins)
  if (at === undefined) {
    const from = begins + countTitles(all.slice(begins))
    const titles = all.slice(begins, from).filter(({ row }) => !isEmptyRow(row))
    return { head: undefined, titles, clients: all.slice(from) }
  }
  const titles = all.slice(begins, at).filter(({ row }) => !isEmptyRow(row))
  return { head: all[at], titles, clients: all.slice(at + 1) }
}

/** How many rows at the start of a list without column names are titles: one cell, and no name. */
function countTitles(all: readonly NumberedRow[]): number {
  const isSingle = ({ row }: NumberedRow) => countFilled(row) < 2
  const isTitle = (one: NumberedRow) =>
    isSingle(one) && !hasContactDetails(one.row) && !one.row.some(isFullNameCell)
  const count = Math.max(
    0,
    all.findIndex((one) => !isTitle(one)),
  )
  const below = all.slice(count).filter(({ row }) => !isEmptyRow(row))
  return below.filter(isSingle).length * 2 < below.length ? count : 0
}

/** Index of the row with the column names; undefined if there is none. */
function findHead(all: readonly NumberedRow[], begins: number): number | undefined {
  const first = all[begins]?.row ?? []
  if (readColumnNames(first) < 2)
    for (let at = begins + 1; at < Math.min(all.length, begins + MAX_TITLE_ROWS); at++) {
      if (hasContactDetails(all[at - 1]?.row ?? [])) break
      if (isHeadBelow(all.slice(begins, at), all[at]?.row ?? [])) return at
    }
  return isHeading(first, all.slice(begins + 1)) ? begins : undefined
}

/** Below a title, which has one cell, one known name is enough in a row of several cells. */
function isHeadBelow(above: readonly NumberedRow[], row: readonly string[]): boolean {
  if (hasContactDetails(row)) return false
  const known = readColumnNames(row)
  const isTitle = above.every((one) => countFilled(one.row) < 2)
  return known > 1 || (known === 1 && isTitle && countFilled(row) > 1)
}

/** Rows per slice between two pauses. */
const SLICE_ROWS = 2000

/**
 * A missing closing quote would merge the following rows into one cell. The line of such a quote is
 * parsed without quotes, and parsing starts again at the next line.
 */
async function parseRows(text: string, delimiter: string, pause: Pause): Promise<string[][]> {
  const rows: string[][] = []
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from)
    const { data, errors, meta } = parse<string[]>(rest, {
      delimiter,
      newline: '\n',
      preview: SLICE_ROWS,
      // In the fast mode, the cursor is one row too far.
      fastMode: false,
    })
    const broken = errors.find(({ type, row }) => type === 'Quotes' && isOverLines(data[row ?? -1]))
    rows.push(...(broken?.row === undefined ? data : data.slice(0, broken.row)))
    if (broken?.row === undefined) from += meta.cursor || rest.length
    else {
      from += findRowEnd(rest, delimiter, broken.row)
      const lineEnd = text.indexOf('\n', from)
      const end = lineEnd < 0 ? text.length : lineEnd
      rows.push(text.slice(from, end).split(delimiter))
      from = end + 1
    }
    await pause()
  }
  // The line end of the last row does not start another row.
  if (isEmptyRow(rows.at(-1) ?? []) && text.endsWith('\n')) rows.pop()
  return rows.map((row) => row.map(toCellText))
}

/** Undoes what spreadsheets write around a text: an apostrophe, or a formula such as `="0047"`. */
function toCellText(cell: string): string {
  const quoted = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell)?.[1]?.replaceAll('""', '"')
  return cleanCell(quoted ?? unescapeFormulas(cell))
}

function isOverLines(row: readonly string[] = []): boolean {
  return row.some((cell) => cell.includes('\n'))
}

/** Offset in the text at which the given number of rows ends. */
function findRowEnd(text: string, delimiter: string, rows: number): number {
  if (rows === 0) return 0
  return parse<string[]>(text, { delimiter, newline: '\n', preview: rows, fastMode: false }).meta
    .cursor
}

/** A line that only separates rows, such as `|---|---|`. */
function isRuledLine(row: readonly string[]): boolean {
  return !isEmptyRow(row) && row.every((cell) => /^\s*(?:[:=_+-]{3,}\s*)?$/.test(cell))
}

function countFilled(row: readonly string[]): number {
  return row.filter((cell) => !isEmptyRow([cell])).length
}

export function isEmptyRow(row: readonly string[]): boolean {
  return row.every((cell) => cell.replaceAll(/[\s\u200b\u2060]/g, '') === '')
}

/**
 * The separator that gives the most known column names in one of the first lines; on a tie, the
 * library's guess.
 */
function detectSeparator(text: string): string {
  const lines = text.trimStart().slice(0, 100_000).split('\n', MAX_TITLE_ROWS)
  const known = (separator: string) =>
    Math.max(...lines.map((line) => readColumnNames(line.split(separator))))
  const [best = ',', second = ';'] = SEPARATORS.toSorted((a, b) => known(b) - known(a))
  if (known(best) > known(second)) return best
  const { meta } = parse(text.slice(0, 20_000), {
    delimitersToGuess: SEPARATORS,
    preview: 50,
    // An empty line counts as a row of one cell.
    skipEmptyLines: 'greedy',
  })
  return meta.delimiter
}

/**
 * Whether the first row contains column names. A row with an address or a number is a client. If no
 * name is known, there must be one above each column of addresses or numbers; otherwise the first
 * row may be a client. One word above lines of different kinds is the title of a text.
 */
function isHeading(row: readonly string[], below: readonly NumberedRow[]): boolean {
  if (hasContactDetails(row)) return false
  const clients = below.map((one) => one.row).filter((cells) => !isEmptyRow(cells))
  const isSingle = countFilled(row) < 2
  if (readColumnNames(row) > 0) return !isSingle || isRegular(clients)
  const columns = findContactColumns(clients)
  const isName = (cell: string) => isSingle && isFullNameCell(cell)
  return (
    columns.length > 0 &&
    columns.every((at) => /\p{L}{2}/u.test(row[at] ?? '')) &&
    !row.some(isName)
  )
}

/** Least part of the rows of a list that have the same number of cells. */
const REGULAR_PART = 0.8

function isRegular(rows: readonly (readonly string[])[]): boolean {
  const counts = rows.map(countFilled)
  const groups = groupBy(counts, (count) => count)
  const most = Math.max(0, ...[...groups.values()].map((same) => same.length))
  return most >= rows.length * REGULAR_PART
}

function nameColumns(names: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, at) => cleanName(names[at]) || `Column ${at + 1}`)
}

function cleanName(name = ''): string {
  return name.replaceAll(/[\u200b\u2060\ufeff]/g, '').trim()
}

/**
 * Moves the cells of columns such as `Phone 1 - Label` to the values that they name. A label without
 * a value stays where it is.
 */
function takeLabels(
  columns: readonly string[],
  rows: readonly string[][],
): (readonly (string | undefined)[])[] {
  const pairs = findLabelColumns(columns)
  const none: readonly undefined[] = []
  if (pairs.length === 0) return rows.map(() => none)
  return rows.map((row) => {
    const labels: (string | undefined)[] = []
    for (const { label, value } of pairs) {
      const text = row[label]?.replace(/^\* ?/, '').trim()
      const isNamed = row[value]?.trim() !== ''
      if (text === '') row[label] = ''
      if (!text || (!isNamed && !isGenericLabel(text))) continue
      if (isNamed) labels[value] = text
      row[label] = ''
    }
    return labels
  })
}
