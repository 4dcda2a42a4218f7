/** `4,000`, `1,500.50`, `−400`: in a column that names its currency; `amount` in minor units. */
export function figure(amount: number): string {
  const whole = amount % 100 === 0
  return (
    new Intl.NumberFormat('en-GB', {
      minimumFractionDigits: whole ? 0 : 2,
      maximumFractionDigits: whole ? 0 : 2,
    })
      // Nothing refunded is no negative nothing.
      .format((amount || 0) / 100)
      .replace('-', '−')
  )
}
