import { catalogue, serviceTypes } from '#shared/booking/catalogue.ts'
import { groupBy } from '#shared/lib/group.ts'
import type { Books, MonthSums, RecentSale, Sale, SalesSummary, ServiceSums } from './api.ts'
import { monthsOf, type Period } from './periods.ts'

/** How many of the latest sales are listed. */
export const RECENT = 6

/** The sums of a period; the months add up to the total exactly. */
export function summarise(books: Books, period: Period): SalesSummary {
  const own = within(books, period)
  const { bookings, ...whole } = sumsOf(own)
  const totalRevenue = whole.received - whole.refunded
  const vat = sum(own.sales, ({ vat }) => vat)
  return {
    ...period,
    totalRevenue,
    totalBookings: bookings,
    averageBookingValue: bookings === 0 ? 0 : Math.round(whole.received / bookings),
    recentSales: recentSales(own, books),
    monthlyRevenue: monthlySums(own, period),
    ...whole,
    vat,
    withoutVat: totalRevenue - vat,
  }
}

function monthlySums({ sales, waiting }: Books, period: Period): MonthSums[] {
  const salesBy = byMonth(sales)
  const waitingBy = byMonth(waiting)
  return monthsOf(period).map((month) => {
    const sums = sumsOf({ sales: salesBy.get(month) ?? [], waiting: waitingBy.get(month) ?? [] })
    return { month, revenue: sums.received - sums.refunded, ...sums }
  })
}

function byMonth<Entry extends { date: string }>(entries: readonly Entry[]) {
  return groupBy(entries, ({ date }) => date.slice(0, 7))
}

function sumsOf({ sales, waiting }: Books) {
  const { receipts, notes } = parted(sales)
  return {
    received: sum(receipts, ({ amount }) => amount),
    refunded: sum(notes, ({ amount }) => -amount),
    refunds: notes.length,
    waiting: sum(waiting, ({ amount }) => amount),
    bookings: receipts.length,
    services: servicesOf(sales),
  }
}

/** Only services with a sale or a refund, in the catalogue's order. */
function servicesOf(sales: readonly Sale[]): ServiceSums[] {
  return serviceTypes.flatMap((serviceType) => {
    const own = sales.filter((sale) => sale.serviceType === serviceType)
    const { receipts, notes } = parted(own)
    if (own.length === 0) return []
    return {
      serviceType,
      bookings: receipts.length,
      received: sum(receipts, ({ amount }) => amount),
      refunded: sum(notes, ({ amount }) => -amount),
    }
  })
}

/** The latest sales of the period, with their refunds, also those after the period. */
function recentSales(own: Books, books: Books): RecentSale[] {
  const { receipts } = parted(own.sales)
  const { notes } = parted(books.sales)
  const latest = receipts.sort((a, b) => (a.issuedAt < b.issuedAt ? 1 : -1)).slice(0, RECENT)
  return latest.map(({ bookingId, serviceType, client, amount, issuedAt }) => ({
    id: bookingId,
    service: catalogue[serviceType].title,
    client,
    amount,
    date: issuedAt,
    refunded: sum(
      notes.filter((note) => note.bookingId === bookingId),
      ({ amount }) => -amount,
    ),
    refundWaiting: books.waiting.some((refund) => refund.bookingId === bookingId),
  }))
}

function within(books: Books, { from, to }: Period): Books {
  const inside = ({ date }: { date: string }) => date >= from && date <= to
  return { sales: books.sales.filter(inside), waiting: books.waiting.filter(inside) }
}

function parted(sales: readonly Sale[]) {
  return {
    receipts: sales.filter(({ kind }) => kind === 'receipt'),
    notes: sales.filter(({ kind }) => kind === 'credit_note'),
  }
}

function sum<T>(list: readonly T[], value: (entry: T) => number): number {
  return list.reduce((total, entry) => total + value(entry), 0)
}
