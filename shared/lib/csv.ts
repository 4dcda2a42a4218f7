/** A number is written as it is; anything that a person may have typed must be a string. */
export type CsvCell = string | number

/** Characters at which a program that does not split at commas may begin a new cell. */
const CELL_BREAK = '[;\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]'
/** Characters that such a program ignores at the start of a cell. */
const SKIPPED = `(?:(?!${CELL_BREAK})[\\s\\p{Cc}\\p{Cf}"])*`
/** Characters that begin a formula, with the wide, small and raised forms that some accept. */
const FORMULA = '[=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻−]'

/**
 * A telephone number with `+`. It is no formula and gets no apostrophe, which other programs would
 * import as part of the number.
 */
const TELEPHONE = `${SKIPPED}\\+[() \\u00a0-]*\\d[\\d() \\u00a0-]*(?:$|${CELL_BREAK})`

const FORMULA_START = new RegExp(
  `^(?=[\\t\\r])|(?:^|(?<=${CELL_BREAK}))(?!${TELEPHONE})(?=${SKIPPED}${FORMULA})`,
  'gu',
)

/**
 * Protects against CSV injection: puts an apostrophe before each part that a spreadsheet would run
 * as a formula. Also inside the text, because a spreadsheet whose list separator is a semicolon, as
 * in Norway, does not split at our commas.
 */
export function escapeFormulas(text: string): string {
  return text.replace(FORMULA_START, "'")
}

const ESCAPED_FORMULA = new RegExp(
  `^'(?=[\\t\\r])|(?:^|(?<=${CELL_BREAK}))'(?=${SKIPPED}${FORMULA})`,
  'gu',
)

/** Undoes `escapeFormulas`, and the same apostrophe where a spreadsheet has added it. */
export function unescapeFormulas(cell: string): string {
  return cell.replace(ESCAPED_FORMULA, '')
}

/** A table as RFC 4180 CSV, with a byte order mark, by which spreadsheets recognise UTF-8. */
export function formatCsv(
  columns: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): string {
  return formatCsvHeader(columns) + formatCsvRows(rows)
}

/** The start of a CSV file whose rows follow from `formatCsvRows`. */
export function formatCsvHeader(columns: readonly string[]): string {
  return `\ufeff${formatCsvRows([columns])}`
}

export function formatCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  return `"${escapeFormulas(cell).replaceAll('"', '""')}"`
}
