import * as v from 'valibot'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { defineCollection } from '#shared/lib/define-collection.ts'

/** The mark on the list: bookings made later are new to the owner. */
export const LIST_MARK_ID = 'bookings'

/** The mark on one booking: changes by its guest that came later are new to the owner. */
export function toBookingMarkId(bookingId: string): string {
  return `booking-${bookingId}`
}

/**
 * Until when the owner has seen a booking, or the list of bookings. An instant, because a restored server may give
 * the numbers of events again.
 */
export const bookingMarkCollection = defineCollection({
  name: 'booking-mark',
  noun: 'Mark of a booking',
  fields: {
    seenUntil: {
      /** UTC milliseconds. */
      schema: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      empty: 0,
      label: 'Seen mark',
      merge: 'latest',
    },
  },
  maxFields: 10,
  // With the prefix, at most the 64 characters of a `SyncId`.
  idForm: /^(bookings|booking-[A-Za-z0-9_-]{22,56})$/,
  parent: null,
  // The server erases it with its booking.
  personalData: { kind: 'of nobody' },
  exported: null,
  rows: 'single',
  isMark: true,
  page: { title: 'Bookings', path: '/admin/bookings' },
  about: {
    find: (markId) =>
      markId === LIST_MARK_ID
        ? undefined
        : { coll: 'booking', id: markId.slice('booking-'.length) },
    describe: (_markId, { id, data: { clientName } }) => ({
      name: `Booking of ${clientName}`,
      path: `/admin/bookings/${id}`,
    }),
  },
  describeEdit: () => 'Seen',
  // Another device may have seen more, earlier.
  pickAccepted: ({ set }, current) =>
    Number(set.seenUntil) > Number(current.seenUntil) ? set : undefined,
})

/** Whether the owner has not seen a booking yet; `seenUntil` is that of the list. */
export function isNewBooking(
  { createdAt, status }: Pick<DeskBooking, 'createdAt' | 'status'>,
  seenUntil: number,
): boolean {
  return status !== 'cancelled' && status !== 'expired' && Date.parse(createdAt) > seenUntil
}

/** How long a guest's change of a booking is news if the owner does not open the booking, ms. */
const GUEST_CHANGES_PERIOD = 30 * 86_400_000

/** Whether a guest's change at an instant (UTC milliseconds) is news; `seenUntil` is the mark on its booking. */
export function isNewChange(
  at: number,
  { seenUntil, now }: { seenUntil: number; now: number },
): boolean {
  return at > seenUntil && at > now - GUEST_CHANGES_PERIOD
}
