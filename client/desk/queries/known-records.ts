import * as v from 'valibot'
import { serviceTypes } from '#shared/booking/catalogue.ts'
import { DeskBooking } from '#shared/booking/desk-api.ts'
import { receiptKinds } from '#shared/payment/receipt.ts'
import { disputeStates, refundStates } from '#shared/payment/reversals.ts'
import { formNames } from '#shared/submissions/form-post.ts'
import type { ReadOnlyCollection } from '#shared/sync/read-only-collections.ts'

const bookingFields = DeskBooking.entries
const history = v.array(v.pick(bookingFields.history.item, ['kind']))

const KnownEvent = v.variant('kind', [
  v.object({ kind: v.literal('paid') }),
  v.object({ kind: v.literal('refund'), state: v.picklist(refundStates) }),
  v.object({ kind: v.literal('dispute'), state: v.picklist(disputeStates) }),
])

/**
 * The fields in which a newer server may use values that this version does not know. A record with such a
 * value is left out of what screens show.
 */
export const knownRecords: Readonly<Record<ReadOnlyCollection, v.GenericSchema>> = {
  booking: v.object({
    ...v.pick(DeskBooking, ['serviceType', 'status', 'payment', 'locationKind']).entries,
    history,
  }),
  'booking-money': v.object({
    purchase: bookingFields.purchase,
    events: v.array(KnownEvent),
    history,
  }),
  'busy-times': v.array(v.object({ start: v.number(), end: v.number() })),
  submission: v.object({ form: v.picklist(formNames) }),
  receipt: v.object({ kind: v.picklist(receiptKinds), serviceType: v.picklist(serviceTypes) }),
}

export function isReadOnlyCollection(coll: string): coll is ReadOnlyCollection {
  return Object.hasOwn(knownRecords, coll)
}
