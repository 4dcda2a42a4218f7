import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import { toReference } from '#shared/booking/booking-id.ts'
import { formatCsvHeader, formatCsvRows } from '#shared/lib/csv.ts'
import { type PlainDate, toIsoTime } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { createDateFinder, getDateInterval } from '#shared/lib/wall-time.ts'
import { formatReceiptLabel, type Receipt, receiptNames } from '#shared/payment/receipt.ts'
import {
  type ReceiptRecord,
  type Sale,
  type SalesAnswer,
  type SalesLedger,
  salesCurrency,
} from '#shared/sales/api.ts'
import { isValidPeriod, type Period } from '#shared/sales/periods.ts'
import { RECENT_SALES_COUNT, summarizeSales } from '#shared/sales/sales-summary.ts'
import {
  findDocuments,
  findLaterCorrections,
  findPendingRefunds,
  readDocumentsWithin,
  readFirstIssuedAt,
  readSalesSeries,
  type SalesDocument,
} from './store.ts'

export interface SalesParts {
  db: Database
  clock: Clock
  /** The owner's time zone, which decides the date of a sale. */
  readOwnerZone(tx: Tx): Promise<string>
}

type PeriodInput = { [Bound in keyof Period]?: PlainDate | undefined }

/** The requested period, by default from the first sale until today; undefined if not valid. */
export async function readPeriod(
  tx: Tx,
  parts: SalesParts,
  input: PeriodInput,
): Promise<Period | undefined> {
  const timeZone = await parts.readOwnerZone(tx)
  const to = input.to ?? toWallTime(parts.clock(), timeZone).date
  const first = await readFirstIssuedAt(tx)
  const begin = first === undefined ? to : toWallTime(first, timeZone).date
  const period = { from: input.from ?? (begin < to ? begin : to), to }
  return isValidPeriod(period) ? period : undefined
}

/** The sums of a period; undefined if the period is not valid. */
export async function readSales(
  parts: SalesParts,
  input: PeriodInput,
): Promise<SalesAnswer | undefined> {
  return parts.db.read.transaction().execute(async (tx) => {
    const period = await readPeriod(tx, parts, input)
    if (!period) return undefined
    const settings = await readReportSettings(tx, parts)
    const ledger = await readSalesLedger(tx, period, settings.timeZone)
    return { ...summarizeSales(ledger, period), ...settings }
  })
}

async function readReportSettings(tx: Tx, { clock, readOwnerZone }: SalesParts) {
  const timeZone = await readOwnerZone(tx)
  return {
    currency: salesCurrency,
    timeZone,
    today: toWallTime(clock(), timeZone).date,
    demo: (await readSalesSeries(tx)) === 'demo',
  }
}

/**
 * What the sums of a period need: its documents, refunds under way, and later credit notes and corrections for its
 * `RECENT_SALES_COUNT` latest sales.
 */
async function readSalesLedger(tx: Tx, period: Period, timeZone: string): Promise<SalesLedger> {
  const within = getDateInterval(period.from, period.to, timeZone)
  const documents = await readDocumentsWithin(tx, within)
  const latest = documents.filter(({ kind }) => kind === 'receipt').slice(-RECENT_SALES_COUNT)
  const later = await findLaterCorrections(tx, {
    since: within.end,
    bookings: latest.map((one) => one.booking_id),
  })
  const toSale = await createSaleMapper(tx, timeZone)
  return {
    sales: [...documents, ...later].map(toSale),
    pendingRefunds: await readPendingRefunds(tx, timeZone),
  }
}

async function createSaleMapper(
  tx: Tx,
  timeZone: string,
): Promise<(document: SalesDocument) => Sale> {
  const series = await readSalesSeries(tx)
  const dateOf = createDateFinder(timeZone)
  return (document) => ({ ...toRecord(series, document), date: dateOf(document.issued_at) })
}

function toRecord(
  series: Receipt['series'],
  { number, booking_id, buyer, issued_at, ...fields }: SalesDocument,
): ReceiptRecord {
  return {
    ...fields,
    label: formatReceiptLabel(series, number),
    bookingId: booking_id,
    client: buyer,
    issuedAt: toIsoTime(issued_at),
  }
}

/** The documents among `ids` that sales consist of, for the devices; an id is series and number: `real:12`. */
export async function readReceiptRecords(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, ReceiptRecord>> {
  const series = await readSalesSeries(tx)
  const numbers = ids.flatMap((id) => {
    const [of, number] = id.split(':')
    return of === series ? [Number(number)] : []
  })
  const documents = await findDocuments(tx, { numbers })
  return new Map(documents.map((one) => [`${series}:${one.number}`, toRecord(series, one)]))
}

async function readPendingRefunds(
  tx: Tx,
  timeZone: string,
): Promise<SalesLedger['pendingRefunds']> {
  const dateOf = createDateFinder(timeZone)
  return (await findPendingRefunds(tx)).map(({ booking_id, amount, created_at }) => ({
    bookingId: booking_id,
    amount,
    date: dateOf(created_at),
  }))
}

/** The documents of a period in order of their numbers, page by page. */
export async function* readSalesPages(parts: SalesParts, period: Period): AsyncGenerator<Sale[]> {
  const tx = parts.db.read
  const timeZone = await parts.readOwnerZone(tx)
  const within = getDateInterval(period.from, period.to, timeZone)
  let after = 0
  for (;;) {
    const documents = await findDocuments(tx, { ...within, after })
    const last = documents.at(-1)
    if (!last) return
    yield documents.map(await createSaleMapper(tx, timeZone))
    after = last.number
  }
}

const csvColumns = [
  'number',
  'date',
  'kind',
  'service',
  'client',
  'booking',
  'country',
  'vat_rate',
  'vat_reason',
  'without_vat',
  'vat',
  'total',
  'currency',
]

/** One CSV row per document; money in major units with a decimal point, negative for what went back. */
export async function* formatSalesCsv(
  pages: AsyncIterable<Sale[]>,
  currency: string,
): AsyncGenerator<string> {
  yield formatCsvHeader(csvColumns)
  for await (const sales of pages) yield formatCsvRows(sales.map((sale) => toCells(sale, currency)))
}

function toCells(sale: Sale, currency: string) {
  const { label, date, kind, serviceTitle, client, bookingId, country, amount, vat } = sale
  return [
    label,
    date,
    receiptNames[kind],
    serviceTitle,
    client,
    toReference(bookingId),
    country,
    sale.vatRate,
    sale.vatReason,
    (amount - vat) / 100,
    vat / 100,
    amount / 100,
    currency.toUpperCase(),
  ]
}
