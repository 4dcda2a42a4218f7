import * as v from 'valibot'
import type { ServiceType } from '#shared/content/service.ts'
import { ServiceTypeText } from '#shared/content/service-type.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import type { ReceiptKind } from '#shared/payment/receipt.ts'
import type { VatOutcome } from '#shared/payment/vat.ts'
import { PlainDateText } from '#shared/schedule/schema.ts'
import { isValidPeriod } from './periods.ts'

// Money is in minor units, VAT included; dates are in the owner's time zone.

export const salesCurrency = 'nok'

/**
 * A numbered document of money that was verified: received, gone back by a refund or a lost dispute
 * (negative), or back with us after a failed refund or a won appeal.
 */
export interface ReceiptRecord {
  kind: ReceiptKind
  /** The number as it is printed. */
  label: string
  bookingId: string
  serviceType: ServiceType
  /** As the document names it. */
  serviceTitle: string
  client: string
  amount: number
  /** The part of the amount that is VAT. */
  vat: number
  /** Percent; 0 if there is none. */
  vatRate: number
  vatReason: VatOutcome['reason']
  /** Where the buyer lives or, for a company, has its seat. ISO 3166. */
  country: string
  /** ISO 8601. */
  issuedAt: string
}

/** A receipt, credit note or correction with the date of its issue. */
export interface Sale extends ReceiptRecord {
  date: PlainDate
}

/** A refund that was decided and is not done yet. */
interface PendingRefund {
  bookingId: string
  /** Positive. */
  amount: number
  /** The date on which it was decided. */
  date: PlainDate
}

export interface SalesLedger {
  sales: readonly Sale[]
  pendingRefunds: readonly PendingRefund[]
}

const ServiceTotals = v.object({
  serviceType: ServiceTypeText,
  /** As the latest of its documents names it. */
  serviceTitle: v.string(),
  bookings: v.number(),
  received: v.number(),
  refunded: v.number(),
})

export type ServiceTotals = v.InferOutput<typeof ServiceTotals>

const totals = {
  received: v.number(),
  /** Sum of what went back by refunds and lost disputes, as a positive amount. */
  refunded: v.number(),
  /** Number of the credit notes that no correction took back. */
  refundCount: v.number(),
  /** Sum of the refunds under way; not part of any other sum. */
  pendingRefundTotal: v.number(),
  bookings: v.number(),
  services: v.array(ServiceTotals),
}

const MonthTotals = v.object({
  /** `2026-11` */
  month: v.string(),
  /** Received minus refunded. */
  revenue: v.number(),
  ...totals,
})

export type MonthTotals = v.InferOutput<typeof MonthTotals>

const RecentSale = v.object({
  /** Id of the booking. */
  id: v.string(),
  service: v.string(),
  client: v.string(),
  amount: v.number(),
  /** When its receipt was issued, ISO 8601. */
  date: v.string(),
  /** What was refunded since, and whether a further refund is under way. */
  refunded: v.number(),
  hasPendingRefund: v.boolean(),
})

export type RecentSale = v.InferOutput<typeof RecentSale>

export const SalesSummary = v.object({
  from: v.string(),
  /** The last date of the period, included. */
  to: v.string(),
  /** Received minus refunded. */
  totalRevenue: v.number(),
  totalBookings: v.number(),
  /** Average of what was received, before refunds; 0 without bookings. */
  averageBookingValue: v.number(),
  recentSales: v.array(RecentSale),
  monthlyRevenue: v.array(MonthTotals),
  ...v.omit(v.object(totals), ['bookings']).entries,
  /** The two parts of `totalRevenue`. */
  vat: v.number(),
  withoutVat: v.number(),
  /** The same for each rate, the highest first; sales without VAT are rate 0. */
  vatByRate: v.array(v.object({ rate: v.number(), vat: v.number(), withoutVat: v.number() })),
})

export type SalesSummary = v.InferOutput<typeof SalesSummary>

/** Without dates: everything until today. */
const PeriodQuery = v.pipe(
  v.object({ from: v.optional(PlainDateText), to: v.optional(PlainDateText) }),
  v.check(
    ({ from, to }) => from === undefined || to === undefined || isValidPeriod({ from, to }),
    'These dates are not in order, or too far apart.',
  ),
)

const reportSettings = {
  currency: v.string(),
  /** The owner's time zone, in which the dates are. */
  timeZone: v.string(),
  /** Today's date in that zone. */
  today: v.string(),
  /** True if all sales are invented for a demonstration: no money moved. */
  demo: v.optional(v.boolean(), false),
}

/** The summary of the requested period. */
export const SalesAnswer = v.object({ ...SalesSummary.entries, ...reportSettings })

export type SalesAnswer = v.InferOutput<typeof SalesAnswer>

/**
 * The desk asks it only where the device can store nothing, and until its first sync is complete: otherwise the
 * device sums up its own records.
 */
export const getSales = defineEndpoint({
  name: 'get-sales',
  method: 'GET',
  access: 'owner',
  input: PeriodQuery,
  output: SalesAnswer,
  failure: 'Failed to fetch sales data',
})

/** A CSV file of every receipt and credit note of the period. */
export const exportSales = defineEndpoint({
  name: 'export-sales',
  method: 'POST',
  access: 'owner',
  needsRecentSignIn: true,
  input: PeriodQuery,
  output: v.string(),
  failure: 'Failed to export sales data',
})
