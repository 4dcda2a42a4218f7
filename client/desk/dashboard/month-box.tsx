import { Box } from '#client/desk/kit/box.tsx'
import { monthName } from '#client/desk/kit/day-words.ts'
import { Ledger, type LedgerLine } from '#client/desk/kit/ledger.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { Dashboard } from '#shared/desk/api.ts'
import { formatFigure } from '#shared/lib/money.ts'
import styles from './month-box.module.css'
import { PaymentStrokes } from './payment-strokes.tsx'

type Month = Dashboard['month']

interface MonthBoxProps {
  month: Month
  className: string | undefined
}

/** What came in this month, from verified money alone. */
export function MonthBox({ month, className }: MonthBoxProps) {
  const { payments, currency, total } = month
  return (
    <Box
      title={`${monthName(month.month)} so far`}
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
            {formatFigure(total)}
          </p>
          <p className={styles.note}>{countOf(payments.length)}</p>
          {payments.length > 0 ? <PaymentStrokes month={month} /> : null}
        </div>
        <Ledger lines={linesOf(month)} />
      </div>
    </Box>
  )
}

function countOf(payments: number): string {
  if (payments === 0) return 'Nothing was paid this month yet.'
  return `Received from ${payments === 1 ? '1 payment' : `${payments} payments`}.`
}

function linesOf({ services, refunded, waiting, vat, total }: Month): LedgerLine[] {
  const lines: LedgerLine[] = services.map(({ serviceType, bookings, received }) => ({
    term: catalogue[serviceType].title,
    note: bookings === 1 ? '1 payment' : `${bookings} payments`,
    amount: formatFigure(received),
  }))
  if (refunded > 0)
    lines.push({ term: 'Refunded', amount: `−${formatFigure(refunded)}`, look: 'minus' })
  if (waiting > 0)
    lines.push({ term: 'Refunds on their way', amount: `−${formatFigure(waiting)}`, look: 'minus' })
  lines.push({ term: `25% VAT included in ${formatFigure(total)}`, amount: formatFigure(vat) })
  return lines
}
