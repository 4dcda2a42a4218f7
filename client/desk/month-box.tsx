import { catalogue } from '../../shared/booking/catalogue.ts'
import type { Dashboard } from '../../shared/desk/api.ts'
import { Box } from './box.tsx'
import { monthName } from './day-words.ts'
import { Ledger, type LedgerLine } from './ledger.tsx'
import styles from './month-box.module.css'
import { amountWords, PaymentStrokes } from './payment-strokes.tsx'
import { TextAction } from './text-action.tsx'

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
            {amountWords(total)}
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
    amount: amountWords(received),
  }))
  if (refunded > 0)
    lines.push({ term: 'Refunded', amount: `−${amountWords(refunded)}`, look: 'minus' })
  if (waiting > 0)
    lines.push({ term: 'Refunds on their way', amount: `−${amountWords(waiting)}`, look: 'minus' })
  lines.push({ term: `25% VAT included in ${amountWords(total)}`, amount: amountWords(vat) })
  return lines
}
