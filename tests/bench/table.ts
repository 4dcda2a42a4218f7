/** One line of the benchmark's result. */
export interface Row {
  label: string
  value: string
  /** Ratio to the floor in the same run; more is better. */
  ratio?: number
  target?: string
}

export function printRows(title: string, rows: Row[]): void {
  const width = Math.max(...rows.map(({ label: what }) => what.length))
  console.log(`\n${title}`)
  for (const { label: what, value, ratio, target: aim } of rows) {
    const compared = ratio === undefined ? '' : `  ×${ratio.toFixed(2)} of the floor`
    console.log(`  ${what.padEnd(width)}  ${value}${compared}${aim ? `  (aim ${aim})` : ''}`)
  }
}
