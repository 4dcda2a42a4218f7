import type { BookingMoneyRecord } from '#shared/booking/booking-record.ts'
import { sortServices } from '#shared/content/services.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { createDateFinder } from '#shared/lib/wall-time.ts'
import type {
  MonthTotals,
  ReceiptRecord,
  RecentSale,
  Sale,
  SalesLedger,
  SalesSummary,
  ServiceTotals,
} from './api.ts'
import { listMonths, type Period } from './periods.ts'

/** How many of the latest sales are listed. */
export const RECENT_SALES_COUNT = 6

interface StoredSales {
  receipts: ReadonlyMap<string, ReceiptRecord>
  /** By booking. */
  money: ReadonlyMap<string, BookingMoneyRecord>
}

/** All sales in the order of their issue, and the refunds under way, dated in the owner's time zone. */
export function buildLedger({ receipts, money }: StoredSales, timeZone: string): SalesLedger {
  const dateOf = createDateFinder(timeZone)
  const sales = [...receipts.values()]
    .sort((a, b) => (a.issuedAt < b.issuedAt ? -1 : 1))
    .map((receipt) => ({ ...receipt, date: dateOf(Date.parse(receipt.issuedAt)) }))
  // Money that arrived too late is refunded, too, but it was no sale.
  const pendingRefunds = splitByKind(sales).receipts.flatMap(({ bookingId }) =>
    (money.get(bookingId)?.events ?? []).flatMap((event) =>
      event.kind === 'refund' && event.state === 'waiting'
        ? [{ bookingId, amount: event.amount, date: dateOf(event.at) }]
        : [],
    ),
  )
  return { sales, pendingRefunds }
}

/** The sums of a period; the months add up to the total exactly. */
export function summarizeSales(books: SalesLedger, period: Period): SalesSummary {
  const own = filterByPeriod(books, period)
  const { bookings, ...whole } = calculateTotals(own)
  const totalRevenue = whole.received - whole.refunded
  const vat = sum(own.sales, ({ vat }) => vat)
  return {
    ...period,
    totalRevenue,
    totalBookings: bookings,
    averageBookingValue: bookings === 0 ? 0 : Math.round(whole.received / bookings),
    recentSales: listRecentSales(own, books),
    monthlyRevenue: sumByMonth(own, period),
    ...whole,
    vat,
    withoutVat: totalRevenue - vat,
    vatByRate: sumByVatRate(own.sales),
  }
}

function sumByVatRate(sales: readonly Sale[]): SalesSummary['vatByRate'] {
  return [...groupBy(sales, ({ vatRate }) => vatRate)]
    .map(([rate, some]) => {
      const vat = sum(some, (sale) => sale.vat)
      return { rate, vat, withoutVat: sum(some, ({ amount }) => amount) - vat }
    })
    .sort((a, b) => b.rate - a.rate)
}

function sumByMonth({ sales, pendingRefunds }: SalesLedger, period: Period): MonthTotals[] {
  const salesBy = groupByMonth(sales)
  const pendingBy = groupByMonth(pendingRefunds)
  return listMonths(period).map((month) => {
    const sums = calculateTotals({
      sales: salesBy.get(month) ?? [],
      pendingRefunds: pendingBy.get(month) ?? [],
    })
    return { month, revenue: sums.received - sums.refunded, ...sums }
  })
}

function groupByMonth<Entry extends { date: string }>(entries: readonly Entry[]) {
  return groupBy(entries, ({ date }) => date.slice(0, 7))
}

function calculateTotals({ sales, pendingRefunds }: SalesLedger) {
  const { receipts, notes } = splitByKind(sales)
  return {
    received: sum(receipts, ({ amount }) => amount),
    refunded: sum(notes, ({ amount }) => -amount),
    refundCount: countCreditNotes(notes),
    pendingRefundTotal: sum(pendingRefunds, ({ amount }) => amount),
    bookings: receipts.length,
    services: sumByService(sales),
  }
}

/** Only services with a sale or a refund. */
function sumByService(sales: readonly Sale[]): ServiceTotals[] {
  return sortServices([...new Set(sales.map(({ serviceType }) => serviceType))]).map(
    (serviceType) => {
      const own = sales.filter((sale) => sale.serviceType === serviceType)
      const { receipts, notes } = splitByKind(own)
      const latest = own.reduce((a, b) => (b.issuedAt > a.issuedAt ? b : a))
      return {
        serviceType,
        serviceTitle: latest.serviceTitle,
        bookings: receipts.length,
        received: sum(receipts, ({ amount }) => amount),
        refunded: sum(notes, ({ amount }) => -amount),
      }
    },
  )
}

/** The latest sales of the period, with their refunds, also those after the period. */
function listRecentSales(own: SalesLedger, books: SalesLedger): RecentSale[] {
  const { receipts } = splitByKind(own.sales)
  const { notes } = splitByKind(books.sales)
  const latest = receipts
    .sort((a, b) => (a.issuedAt < b.issuedAt ? 1 : -1))
    .slice(0, RECENT_SALES_COUNT)
  return latest.map(({ bookingId, serviceTitle, client, amount, issuedAt }) => ({
    id: bookingId,
    service: serviceTitle,
    client,
    amount,
    date: issuedAt,
    refunded: sum(
      notes.filter((note) => note.bookingId === bookingId),
      ({ amount }) => -amount,
    ),
    hasPendingRefund: books.pendingRefunds.some((refund) => refund.bookingId === bookingId),
  }))
}

function filterByPeriod(books: SalesLedger, { from, to }: Period): SalesLedger {
  const inside = ({ date }: { date: string }) => date >= from && date <= to
  return { sales: books.sales.filter(inside), pendingRefunds: books.pendingRefunds.filter(inside) }
}

function splitByKind(sales: readonly Sale[]) {
  return {
    receipts: sales.filter(({ kind }) => kind === 'receipt'),
    /** Credit notes and their corrections. */
    notes: sales.filter(({ kind }) => kind !== 'receipt'),
  }
}

/** A credit note and its correction count as none; the note may be of an earlier period. */
function countCreditNotes(notes: readonly Sale[]): number {
  const corrections = notes.filter(({ kind }) => kind === 'correction').length
  return Math.max(0, notes.length - 2 * corrections)
}

function sum<T>(list: readonly T[], value: (entry: T) => number): number {
  return list.reduce((total, entry) => total + value(entry), 0)
}
