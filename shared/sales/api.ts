import * as v from 'valibot'
import { serviceTypes } from '#shared/booking/catalogue.ts'
import { changesEndpoint } from '#shared/desk/changes.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { PlainDateText } from '#shared/schedule/schema.ts'
import { isPeriod } from './periods.ts'

// Money is in minor units, VAT included; dates are in the owner's time zone.

const Service = v.picklist(serviceTypes)

/** A numbered document of money that was verified: received, or refunded (negative). */
export const Sale = v.object({
  kind: v.picklist(['receipt', 'credit_note']),
  /** The number as it is printed. */
  label: v.string(),
  bookingId: v.string(),
  serviceType: Service,
  client: v.string(),
  amount: v.number(),
  /** The part of the amount that is VAT. */
  vat: v.number(),
  date: v.string(),
  /** ISO 8601. */
  issuedAt: v.string(),
})

export type Sale = v.InferOutput<typeof Sale>

/** A refund that was decided and is not done yet. */
export const WaitingRefund = v.object({
  bookingId: v.string(),
  serviceType: Service,
  amount: v.number(),
  date: v.string(),
})

export interface Books {
  sales: readonly Sale[]
  waiting: readonly v.InferOutput<typeof WaitingRefund>[]
}

const ServiceSums = v.object({
  serviceType: Service,
  bookings: v.number(),
  received: v.number(),
  refunded: v.number(),
})

export type ServiceSums = v.InferOutput<typeof ServiceSums>

const sums = {
  received: v.number(),
  /** Sum of the refunds, as a positive amount. */
  refunded: v.number(),
  /** Number of refunds. */
  refunds: v.number(),
  /** Sum of the refunds under way; not part of any other sum. */
  waiting: v.number(),
  bookings: v.number(),
  services: v.array(ServiceSums),
}

const MonthSums = v.object({
  /** `2026-11` */
  month: v.string(),
  /** Received minus refunded. */
  revenue: v.number(),
  ...sums,
})

export type MonthSums = v.InferOutput<typeof MonthSums>

const RecentSale = v.object({
  /** Id of the booking. */
  id: v.string(),
  service: v.string(),
  client: v.string(),
  amount: v.number(),
  date: v.string(),
  /** What was refunded since, and whether a further refund is under way. */
  refunded: v.number(),
  refundWaiting: v.boolean(),
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
  monthlyRevenue: v.array(MonthSums),
  ...v.omit(v.object(sums), ['bookings']).entries,
  /** The two parts of `totalRevenue`. */
  vat: v.number(),
  withoutVat: v.number(),
})

export type SalesSummary = v.InferOutput<typeof SalesSummary>

/** Without dates: everything until today. */
const AskedPeriod = v.pipe(
  v.object({ from: v.optional(PlainDateText), to: v.optional(PlainDateText) }),
  v.check(
    ({ from, to }) => from === undefined || to === undefined || isPeriod({ from, to }),
    'These dates are not in order, or too far apart.',
  ),
)

const settings = {
  currency: v.string(),
  /** The owner's time zone, in which the dates are. */
  timeZone: v.string(),
  /** Today's date in that zone. */
  today: v.string(),
  /** True if all sales are invented for a demonstration: no money moved. */
  demonstration: v.optional(v.boolean(), false),
}

/** The summary of the requested period. */
export const SalesAnswer = v.object({ ...SalesSummary.entries, ...settings })

export type SalesAnswer = v.InferOutput<typeof SalesAnswer>

export const getSales = endpoint({
  name: 'get-sales',
  method: 'GET',
  access: 'owner',
  input: AskedPeriod,
  output: SalesAnswer,
  failure: 'Failed to fetch sales data',
})

/** The documents of all sales; the device computes the sums of any period from them. */
export const getSaleChanges = changesEndpoint(
  'get-sale-changes',
  { record: Sale, about: v.object({ ...settings, waiting: v.array(WaitingRefund) }) },
  'Failed to fetch sales data',
)

/** A CSV file of every receipt and credit note of the period. */
export const exportSales = endpoint({
  name: 'export-sales',
  method: 'POST',
  access: 'owner',
  fresh: true,
  input: AskedPeriod,
  output: v.string(),
  failure: 'Failed to export sales data',
})
