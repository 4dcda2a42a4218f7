/** Numbers stand as they are; whatever a person may have typed is text. */
export type Cell = string | number

/** Where a program that splits elsewhere than at commas would begin a new cell. */
const BREAK = '[;\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]'
/** What such a program passes over before it judges a cell. */
const SKIPPED = `(?:(?!${BREAK})[\\s\\p{Cc}\\p{Cf}"])*`
/** What begins a formula, also as the wide, small and raised forms that some programs take for it. */
const FORMULA = '[=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻−]'

/** A telephone number calls nothing, and other programs would import the apostrophe with it. */
const TELEPHONE = `${SKIPPED}\\+[() \\u00a0-]*\\d[\\d() \\u00a0-]*(?:$|${BREAK})`

const RUNS = new RegExp(
  `^(?=[\\t\\r])|(?:^|(?<=${BREAK}))(?!${TELEPHONE})(?=${SKIPPED}${FORMULA})`,
  'gu',
)

/**
 * Text with an apostrophe before each part that a spreadsheet would run. Also inside: where the list
 * separator is a semicolon, as in Norway, a file with commas is split at other places.
 */
export function harmless(text: string): string {
  return text.replace(RUNS, "'")
}

const MADE_HARMLESS = new RegExp(
  `^'(?=[\\t\\r])|(?:^|(?<=${BREAK}))'(?=${SKIPPED}${FORMULA})`,
  'gu',
)

/** Text as it was before `harmless`, or before a spreadsheet marked it as text by itself. */
export function asTyped(cell: string): string {
  return cell.replace(MADE_HARMLESS, '')
}

/** A table as RFC 4180 writes it, with the mark by which spreadsheets know UTF-8. */
export function csv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvHead(columns) + csvLines(rows)
}

/** How a table begins whose rows follow by `csvLines`. */
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
