import type { Dashboard } from '#shared/desk/api.ts'
import { daysBetween } from '#shared/lib/date.ts'
import { formatPrice } from '#shared/lib/money.ts'
import styles from './payment-strokes.module.css'

/** The tallest stroke, rem. */
const TALL = 2.4

/** One line for each payment, on its day of the month, as tall as its amount. */
export function PaymentStrokes({ month }: { month: Dashboard['month'] }) {
  const { payments, currency } = month
  const amounts = [...new Set(payments.map(({ amount }) => amount))].sort((a, b) => b - a)
  const [most = 1] = amounts
  const length = daysIn(month.month)
  const place = (day: number) => `${(100 * (day - 0.5)) / length}%`
  return (
    <>
      <div className={styles.strokes} aria-hidden="true">
        {payments.map(({ date, amount }, index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be alike in all.
            key={index}
            className={amount < most ? styles.less : undefined}
            style={{
              left: place(Number(date.slice(8))),
              height: `${Math.max(0.4, (TALL * amount) / most)}rem`,
            }}
          />
        ))}
        {[1, 10, 20, length].map((day) => (
          <small key={day} style={{ left: place(day) }}>
            {day}
          </small>
        ))}
      </div>
      <p className={styles.legend}>{legendOf(amounts, currency)}</p>
    </>
  )
}

function legendOf(amounts: readonly number[], currency: string): string {
  const [most = 0, least = 0, ...others] = amounts.map((amount) => formatPrice(amount, currency))
  if (amounts.length === 1) return `One line per payment of ${most}.`
  return others.length === 0
    ? `One line per payment. Long: ${most}. Short: ${least}.`
    : `One line per payment. The longest: ${most}.`
}

function daysIn(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
  return daysBetween(`${month}-01`, next)
}
