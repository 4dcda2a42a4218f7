const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** `12,345` */
export function countText(count: number): string {
  return whole.format(count)
}

/** `1.4`, with at most one decimal. */
export function tenthsText(size: number): string {
  return tenths.format(size)
}
