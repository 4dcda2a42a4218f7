import { Box } from '#client/desk/kit/box.tsx'
import { formatMonthName } from '#client/desk/kit/format-date.ts'
import { AmountList, type AmountListRow } from '#client/desk/kit/lists/amount-list.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type from '#client/ui/type.module.css'
import { daysBetween } from '#shared/lib/date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatFigure, formatPrice } from '#shared/lib/money.ts'
import type { SalesAnswer } from '#shared/sales/api.ts'
import styles from './month-box.module.css'
import type { MonthIncome } from './use-dashboard.ts'

interface MonthBoxProps {
  income: MonthIncome
  className: string | undefined
}

/** Income of this month; only verified payments count. */
export function MonthBox({ income, className }: MonthBoxProps) {
  const { sales, payments = [] } = income
  const { currency, totalRevenue, totalBookings } = sales
  return (
    <Box
      title={`${formatMonthName(sales.from.slice(0, 7))} so far`}
      aside={
        <div className={styles.aside}>
          <TextAction to="/admin/sales">All sales</TextAction>
        </div>
      }
      className={className}
    >
      <div className={styles.money}>
        <div>
          <p className={styles.total}>
            <small>{currency.toUpperCase()}</small>
            {formatFigure(totalRevenue)}
          </p>
          <p className={styles.note}>{formatPaymentCount(totalBookings)}</p>
          {payments.length > 0 ? <PaymentStrokes sales={sales} payments={payments} /> : null}
        </div>
        <AmountList lines={toAmountRows(sales)} />
      </div>
    </Box>
  )
}

function formatPaymentCount(payments: number): string {
  if (payments === 0) return 'No payments this month yet.'
  return `Received from ${pluralize(payments, 'payment')}.`
}

function toAmountRows({
  services,
  refunded,
  pendingRefundTotal,
  vat,
  totalRevenue,
}: SalesAnswer): AmountListRow[] {
  const lines: AmountListRow[] = services.map(({ serviceTitle, bookings, received }) => ({
    term: serviceTitle,
    note: pluralize(bookings, 'payment'),
    amount: formatFigure(received),
  }))
  if (refunded > 0)
    lines.push({ term: 'Refunded', amount: `−${formatFigure(refunded)}`, look: 'minus' })
  if (pendingRefundTotal > 0)
    lines.push({
      term: 'Refunds under way',
      amount: `−${formatFigure(pendingRefundTotal)}`,
      look: 'minus',
    })
  if (lines.length > 0)
    lines.push({ term: `VAT included in ${formatFigure(totalRevenue)}`, amount: formatFigure(vat) })
  return lines
}

/** The height of the tallest stroke, rem. */
const MAX_STROKE_HEIGHT = 2.4

type Payment = NonNullable<MonthIncome['payments']>[number]

/** A stroke for each payment, placed on its day of the month, as tall as its amount. */
function PaymentStrokes({ sales, payments }: { sales: SalesAnswer; payments: Payment[] }) {
  const { currency, from } = sales
  const amounts = [...new Set(payments.map(({ amount }) => amount))].sort((a, b) => b - a)
  const [most = 1] = amounts
  const length = countDays(from.slice(0, 7))
  const place = (day: number) => `${(100 * (day - 0.5)) / length}%`
  return (
    <>
      <div className={styles.strokes} aria-hidden="true">
        {payments.map(({ date, amount }, index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be alike in all.
            key={index}
            className={`${kit.forcedColorFill} ${amount < most ? styles.shorter : ''}`}
            style={{
              left: place(Number(date.slice(8))),
              height: `${Math.max(0.4, (MAX_STROKE_HEIGHT * amount) / most)}rem`,
            }}
          />
        ))}
        {[1, 10, 20, length].map((day) => (
          <small key={day} style={{ left: place(day) }}>
            {day}
          </small>
        ))}
      </div>
      <p className={`${type.fine} ${styles.legend}`}>{formatLegend(amounts, currency)}</p>
    </>
  )
}

function formatLegend(amounts: readonly number[], currency: string): string {
  const [most = 0, least = 0, ...others] = amounts.map((amount) => formatPrice(amount, currency))
  if (amounts.length === 1) return `Each bar is one payment of ${most}.`
  return others.length === 0
    ? `Each bar is one payment, from ${least} to ${most}.`
    : `Each bar is one payment, up to ${most}.`
}

function countDays(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
  return daysBetween(`${month}-01`, next)
}
