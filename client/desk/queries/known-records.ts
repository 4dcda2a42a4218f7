import * as v from 'valibot'
import { serviceTypes } from '#shared/booking/catalogue.ts'
import { locationKinds } from '#shared/booking/meeting-location.ts'
import {
  bookingStatuses,
  guestChangeKinds,
  historyKinds,
  paymentStatuses,
} from '#shared/booking/status.ts'
import { receiptKinds } from '#shared/payment/receipt.ts'
import { disputeStates, refundStates } from '#shared/payment/reversals.ts'
import { vatReasons } from '#shared/payment/vat.ts'
import { feedFaults, feedNoteKinds } from '#shared/schedule/calendar-state.ts'
import { formNames } from '#shared/submissions/form-post.ts'
import type { ReadOnlyCollection } from '#shared/sync/read-only-collections.ts'

// By the lists of values alone: the schemas of endpoints would come with every page of the desk.

const history = v.array(v.object({ kind: v.picklist(historyKinds) }))

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
    serviceType: v.picklist(serviceTypes),
    status: v.picklist(bookingStatuses),
    payment: v.picklist(paymentStatuses),
    locationKind: v.picklist(locationKinds),
    guestChanges: v.array(v.object({ kind: v.picklist(guestChangeKinds) })),
    history,
  }),
  'booking-money': v.object({
    purchase: v.nullable(v.object({ vat: v.object({ reason: v.picklist(vatReasons) }) })),
    events: v.array(KnownEvent),
    history,
  }),
  'busy-times': v.array(v.object({ start: v.number(), end: v.number() })),
  'calendar-feed': v.object({
    failure: v.nullable(v.picklist(feedFaults)),
    notes: v.array(v.object({ kind: v.picklist(feedNoteKinds) })),
  }),
  submission: v.object({ form: v.picklist(formNames) }),
  receipt: v.object({ kind: v.picklist(receiptKinds), serviceType: v.picklist(serviceTypes) }),
  // Any kind of job can be shown.
  'failing-job': v.object({ kind: v.string() }),
  setting: v.object({
    locations: v.optional(v.record(v.string(), v.object({ kind: v.picklist(locationKinds) }))),
  }),
  // Any form can be its source.
  'newsletter-reader': v.object({ source: v.string() }),
  'audit-day': v.array(v.object({ action: v.string() })),
}

export function isReadOnlyCollection(coll: string): coll is ReadOnlyCollection {
  return Object.hasOwn(knownRecords, coll)
}
