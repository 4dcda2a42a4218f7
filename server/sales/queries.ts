import { catalogue } from '../../shared/booking/catalogue.ts'
import type { PlainDate } from '../../shared/lib/date.ts'
import { wallOf } from '../../shared/lib/zone.ts'
import { receiptLabel } from '../../shared/payment/receipt.ts'
import type { SalesAnswer } from '../../shared/sales/api.ts'
import { isPeriod, type Period } from '../../shared/sales/periods.ts'
import type { Books, Sale } from '../../shared/sales/schema.ts'
import { summarise } from '../../shared/sales/sums.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { documentsOfSales, seriesOfSales, waitingRefunds } from './store.ts'

export interface SalesParts {
  db: Database
  clock: Clock
  /** Whose midnights part the months. */
  ownerZone(tx: Tx): string
}

type AskedPeriod = { [Bound in keyof Period]?: PlainDate | undefined }

/** All that is known of sales, and the sums of a period; undefined where it is no period. */
export function readSales(parts: SalesParts, asked: AskedPeriod): SalesAnswer | undefined {
  const timeZone = parts.ownerZone(parts.db.read)
  const books = readBooks(parts.db.read, timeZone)
  const today = wallOf(parts.clock(), timeZone).date
  const to = asked.to ?? today
  const from = asked.from ?? first(books, to)
  if (!isPeriod({ from, to })) return undefined
  const { currency } = catalogue['bespoke-planning']
  const demonstration = seriesOfSales(parts.db.read) === 'demo'
  return { ...summarise(books, { from, to }), currency, timeZone, today, demonstration, books }
}

/** The documents of a period, in the order of their numbers. */
export function salesWithin({ books, from, to }: SalesAnswer): Sale[] {
  return books.sales.filter(({ date }) => date >= from && date <= to)
}

function first({ sales }: Books, to: PlainDate): PlainDate {
  return sales.reduce((earliest, { date }) => (date < earliest ? date : earliest), to)
}

function readBooks(tx: Tx, timeZone: string): Books {
  const dateOf = (instant: number) => wallOf(instant, timeZone).date
  return {
    sales: documentsOfSales(tx).map(({ kind, number, booking_id, buyer, issued_at, ...rest }) => ({
      kind,
      label: receiptLabel(seriesOfSales(tx), number),
      bookingId: booking_id,
      serviceType: rest.serviceType,
      client: buyer,
      amount: rest.amount,
      vat: rest.vat,
      date: dateOf(issued_at),
      issuedAt: new Date(issued_at).toISOString(),
    })),
    waiting: waitingRefunds(tx).map(({ booking_id, serviceType, amount, created_at }) => ({
      bookingId: booking_id,
      serviceType,
      amount,
      date: dateOf(created_at),
    })),
  }
}
