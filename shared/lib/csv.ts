/** A number is written as it is; anything that a person may have typed must be a string. */
export type Cell = string | number

/** Characters at which a program that does not split at commas may begin a new cell. */
const BREAK = '[;\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]'
/** Characters that such a program ignores at the start of a cell. */
const SKIPPED = `(?:(?!${BREAK})[\\s\\p{Cc}\\p{Cf}"])*`
/** Characters that begin a formula, with the wide, small and raised forms that some accept. */
const FORMULA = '[=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻−]'

/**
 * A telephone number with `+`. It is no formula and gets no apostrophe, which other programs would
 * import as part of the number.
 */
const TELEPHONE = `${SKIPPED}\\+[() \\u00a0-]*\\d[\\d() \\u00a0-]*(?:$|${BREAK})`

const RUNS = new RegExp(
  `^(?=[\\t\\r])|(?:^|(?<=${BREAK}))(?!${TELEPHONE})(?=${SKIPPED}${FORMULA})`,
  'gu',
)

/**
 * Protects against CSV injection: puts an apostrophe before each part that a spreadsheet would run
 * as a formula. Also inside the text, because a spreadsheet whose list separator is a semicolon, as
 * in Norway, does not split at our commas.
 */
export function harmless(text: string): string {
  return text.replace(RUNS, "'")
}

const MADE_HARMLESS = new RegExp(
  `^'(?=[\\t\\r])|(?:^|(?<=${BREAK}))'(?=${SKIPPED}${FORMULA})`,
  'gu',
)

/** Undoes `harmless`, and the same apostrophe where a spreadsheet has added it. */
export function asTyped(cell: string): string {
  return cell.replace(MADE_HARMLESS, '')
}

/** A table as RFC 4180 CSV, with a byte order mark, by which spreadsheets recognise UTF-8. */
export function csv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvHead(columns) + csvLines(rows)
}

/** The start of a CSV file whose rows follow from `csvLines`. */
export function csvHead(columns: readonly string[]): string {
  return `\ufeff${csvLines([columns])}`
}

export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  return `"${harmless(cell).replaceAll('"', '""')}"`
}
