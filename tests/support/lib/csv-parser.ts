/** Parses CSV as spreadsheets do: quotes count only at a cell's start; any line end ends a row. */
export function parseCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let at = 0
  let quoted = false
  let fresh = true
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
    fresh = true
  }
  while (at < body.length) {
    const char = body[at] ?? ''
    at += 1
    if (quoted) {
      if (char !== '"') cell += char
      else if (body[at] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (char === '"' && fresh) {
      quoted = true
      fresh = false
    } else if (char === separator) endCell()
    else if (char === '\n' || char === '\r') {
      if (char === '\r' && body[at] === '\n') at += 1
      endCell()
      rows.push([])
    } else {
      cell += char
      fresh = false
    }
  }
  if (cell !== '' || rows.at(-1)?.length) endCell()
  return rows.filter((row) => row.length > 0)
}

/** The rows of a CSV file, each by column name. */
export function parseCsvRows(text: string): Record<string, string>[] {
  const [columns = [], ...rows] = parseCsv(text)
  return rows.map((row) =>
    Object.fromEntries(columns.map((name, index) => [name, row[index] ?? ''])),
  )
}
