import type { Database, Tx } from '#server/db/database.ts'
import { changesPage } from '#server/db/desk-changes.ts'
import type { Clock } from '#server/lib/clock.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { AskedChanges } from '#shared/desk/changes.ts'
import { csvHead, csvLines } from '#shared/lib/csv.ts'
import { isoTime, type PlainDate } from '#shared/lib/date.ts'
import { dateFinder, spanOfDates } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { receiptLabel } from '#shared/payment/receipt.ts'
import type { Books, Sale, SalesAnswer } from '#shared/sales/api.ts'
import { isPeriod, type Period } from '#shared/sales/periods.ts'
import { RECENT, summarise } from '#shared/sales/sums.ts'
import {
  type Document,
  documentsOf,
  documentsWithin,
  firstIssuedAt,
  laterCreditNotes,
  seriesOfSales,
  waitingRefunds,
} from './store.ts'

export interface SalesParts {
  db: Database
  clock: Clock
  /** The owner's time zone, which decides the date of a sale. */
  ownerZone(tx: Tx): string
}

type AskedPeriod = { [Bound in keyof Period]?: PlainDate | undefined }

export const salesCurrency = catalogue['bespoke-planning'].currency

/** The requested period, by default from the first sale until today; undefined if not valid. */
export function periodAsked(parts: SalesParts, asked: AskedPeriod): Period | undefined {
  const tx = parts.db.read
  const timeZone = parts.ownerZone(tx)
  const to = asked.to ?? wallOf(parts.clock(), timeZone).date
  const first = firstIssuedAt(tx)
  const begin = first === undefined ? to : wallOf(first, timeZone).date
  const period = { from: asked.from ?? (begin < to ? begin : to), to }
  return isPeriod(period) ? period : undefined
}

/** The sums of a period; undefined if the period is not valid. */
export function readSales(parts: SalesParts, asked: AskedPeriod): SalesAnswer | undefined {
  const tx = parts.db.read
  const period = periodAsked(parts, asked)
  if (!period) return undefined
  const settings = settingsOf(tx, parts)
  return { ...summarise(booksWithin(tx, period, settings.timeZone), period), ...settings }
}

function settingsOf(tx: Tx, { clock, ownerZone }: SalesParts) {
  const timeZone = ownerZone(tx)
  return {
    currency: salesCurrency,
    timeZone,
    today: wallOf(clock(), timeZone).date,
    demonstration: seriesOfSales(tx) === 'demo',
  }
}

/**
 * What the sums of a period need: its documents, refunds under way, and later credit notes for its
 * `RECENT` latest sales.
 */
export function booksWithin(tx: Tx, period: Period, timeZone: string): Books {
  const within = spanOfDates(period.from, period.to, timeZone)
  const documents = documentsWithin(tx, within)
  const latest = documents.filter(({ kind }) => kind === 'receipt').slice(-RECENT)
  const later = laterCreditNotes(tx, {
    since: within.end,
    bookings: latest.map((one) => one.booking_id),
  })
  const toSale = saleIn(tx, timeZone)
  return { sales: [...documents, ...later].map(toSale), waiting: waitingIn(tx, timeZone) }
}

function saleIn(tx: Tx, timeZone: string): (document: Document) => Sale {
  const series = seriesOfSales(tx)
  const dateOf = dateFinder(timeZone)
  return ({ kind, number, booking_id, serviceType, buyer, amount, vat, issued_at }) => ({
    kind,
    label: receiptLabel(series, number),
    bookingId: booking_id,
    serviceType,
    client: buyer,
    amount,
    vat,
    date: dateOf(issued_at),
    issuedAt: isoTime(issued_at),
  })
}

function waitingIn(tx: Tx, timeZone: string): Books['waiting'] {
  const dateOf = dateFinder(timeZone)
  return waitingRefunds(tx).map(({ booking_id, serviceType, amount, created_at }) => ({
    bookingId: booking_id,
    serviceType,
    amount,
    date: dateOf(created_at),
  }))
}

/** The documents of a period in order of their numbers, page by page. */
export function* salesWithin(parts: SalesParts, period: Period): Generator<Sale[]> {
  const tx = parts.db.read
  const timeZone = parts.ownerZone(tx)
  const within = spanOfDates(period.from, period.to, timeZone)
  let after = 0
  for (;;) {
    const documents = documentsOf(tx, { ...within, after })
    const last = documents.at(-1)
    if (!last) return
    yield documents.map(saleIn(tx, timeZone))
    after = last.number
  }
}

/** Part of the epoch. Raise it when records change their shape without a write to the database. */
const SHAPE = 1

/**
 * The documents that changed after the cursor. Their dates are in the owner's time zone, so the
 * zone is part of the epoch: after a change of zone all documents are sent again.
 */
export function saleChanges(parts: SalesParts & { epoch(tx: Tx): string }, asked: AskedChanges) {
  const tx = parts.db.read
  const settings = settingsOf(tx, parts)
  const { timeZone, demonstration } = settings
  return changesPage(tx, asked, {
    kind: 'sale',
    epoch: [SHAPE, parts.epoch(tx), timeZone, String(demonstration)].join(' '),
    read: (_tx, ids) => {
      const series = seriesOfSales(tx)
      const numbers = ids.flatMap((id) => {
        const [of, number] = id.split(':')
        return of === series ? [Number(number)] : []
      })
      const toSale = saleIn(tx, timeZone)
      const documents = documentsOf(tx, { numbers })
      return new Map(documents.map((one) => [`${series}:${one.number}`, toSale(one)]))
    },
    about: { ...settings, waiting: waitingIn(tx, timeZone) },
  })
}

const columns = [
  'number',
  'date',
  'kind',
  'service',
  'client',
  'booking',
  'without_vat',
  'vat',
  'total',
  'currency',
]

const kinds = { receipt: 'Receipt', credit_note: 'Credit note' } as const

/** One CSV row per document; money in major units with a decimal point, negative for refunds. */
export function* salesFile(pages: Iterable<Sale[]>, currency: string): Generator<string> {
  yield csvHead(columns)
  for (const sales of pages) yield csvLines(sales.map((sale) => cellsOf(sale, currency)))
}

function cellsOf(sale: Sale, currency: string) {
  const { label, date, kind, serviceType, client, bookingId, amount, vat } = sale
  return [
    label,
    date,
    kinds[kind],
    catalogue[serviceType].title,
    client,
    bookingId,
    (amount - vat) / 100,
    vat / 100,
    amount / 100,
    currency.toUpperCase(),
  ]
}
