/** Prices in NOK include it. */
export const VAT_RATE = 0.25

/** The two parts of a price that includes VAT; all minor units, and they add up. */
export function splitVat(amount: number): { net: number; vat: number } {
  const net = Math.round(amount / (1 + VAT_RATE))
  return { net, vat: amount - net }
}

/**
 * `4 000,00 kr`, as money is written in Norway; `amount` in minor units. For the payment step alone,
 * where it is asked for: everywhere else money is written as `formatPrice` does.
 */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('nb-NO', { style: 'currency', currency: currency.toUpperCase() })
    .format(amount / 100)
    .replaceAll(/\s/g, '\u00a0')
}

const wholeFigure = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const exactFigure = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** `4,000`, `1,500.50`, `−400`: in a column that names its currency; `amount` in minor units. */
export function formatFigure(amount: number): string {
  const format = amount % 100 === 0 ? wholeFigure : exactFigure
  // Nothing refunded is no negative nothing.
  return format.format((amount || 0) / 100).replace('-', '−')
}

/** `NOK 4,000`: whole kroner lose their decimals. */
export function formatPrice(amount: number, currency: string): string {
  return `${currency.toUpperCase()}\u00a0${formatFigure(amount)}`
}

export function taxNote(currency: string): string {
  return currency.toLowerCase() === 'nok' ? '25% VAT included' : 'Tax included'
}

/** Money that came for a booking, or goes back; minor units, UTC milliseconds. */
export interface MoneyEvent {
  bookingId: string
  at: number
  kind: 'paid' | 'refund'
  amount: number
  /** Of a refund; `settled`: it failed, and the owner gave the money back in another way. */
  state: 'waiting' | 'done' | 'failed' | 'settled'
  refundId?: string
}

/** What has gone back, or is on its way. */
export function refundedOf(money: readonly MoneyEvent[]): number {
  const back = money.filter(({ kind, state }) => kind === 'refund' && state !== 'failed')
  return back.reduce((sum, { amount }) => sum + amount, 0)
}
