import * as v from 'valibot'
import { changesEndpoint } from '#shared/desk/changes.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { PlainDateText } from '#shared/schedule/schema.ts'
import { isPeriod } from './periods.ts'
import { Sale, SalesSummary, WaitingRefund } from './schema.ts'

/** Without dates: all there is, until today. */
const AskedPeriod = v.pipe(
  v.object({ from: v.optional(PlainDateText), to: v.optional(PlainDateText) }),
  v.check(
    ({ from, to }) => from === undefined || to === undefined || isPeriod({ from, to }),
    'These dates are not in order, or too far apart.',
  ),
)

const settings = {
  currency: v.string(),
  /** The owner's zone, in which the dates are. */
  timeZone: v.string(),
  /** The date in that zone when this was asked. */
  today: v.string(),
  /** Set where everything here is invented: no money moved. */
  demonstration: v.optional(v.boolean(), false),
}

/** The summary of the period asked for. */
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

/** The documents of all sales, from which a device sums up any period. */
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
