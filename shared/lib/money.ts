/**
 * `NOK 4 000`, with figures in the Norwegian format; `amount` in minor units. Only for the payment
 * step; everywhere else use `formatPrice`.
 */
export function formatAmount(amount: number, currency: string): string {
  const figure = new Intl.NumberFormat('nb-NO', {
    minimumFractionDigits: amount % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(amount / 100)
  return `${currency.toUpperCase()} ${figure}`.replaceAll(/\s/g, '\u00a0')
}

const wholeFigure = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const exactFigure = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** `4,000`, `1,500.50`, `−400`: for a column that names its currency; `amount` in minor units. */
export function formatFigure(amount: number): string {
  const format = amount % 100 === 0 ? wholeFigure : exactFigure
  // `|| 0` turns -0, such as the negative of no refund, into 0.
  return format.format((amount || 0) / 100).replace('-', '−')
}

/** `NOK 4,000`: whole amounts have no decimals; `amount` in minor units. */
export function formatPrice(amount: number, currency: string): string {
  return `${currency.toUpperCase()}\u00a0${formatFigure(amount)}`
}

const CURRENCY = /^(?:NOK|KR\.?)|(?:NOK|KR\.?|,-|\.-)$/gi
/** Whole groups of three digits after one kind of sign, and one or two decimals after another. */
const GROUPED = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?(?:(?!\1)[.,]\d{1,2})?$/
const PLAIN = /^\d{1,12}(?:[.,]\d{1,2})?$/

/**
 * A typed amount in minor units; undefined if it is none for certain. As money has two decimals,
 * `1,500` and `1.500` are fifteen hundred in every country.
 */
export function parseAmount(typed: string): number | undefined {
  const plain = typed.replace(/[\s’']/g, '').replace(CURRENCY, '')
  if (!PLAIN.test(plain) && !GROUPED.test(plain)) return undefined
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  return Number(whole.replace(/[.,]/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
}
