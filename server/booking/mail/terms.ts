import { contextOf } from '#server/booking/changes.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { type Booking, readEvents } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import { type CancellationTerms, cancellationTerms } from '#shared/booking/cancellation.ts'
import { judgeAgreed } from '#shared/booking/slots.ts'
import type { BookingStatus } from '#shared/booking/status.ts'

/** An unpaid hold is given up by another way: its payment provider is asked first. */
export const guestMayCancel: readonly BookingStatus[] = ['confirmed', 'requested', 'needs_new_time']

/** A booking whose time we could not keep can be given up at any moment, for all of its money. */
export function guestTerms(booking: Booking, now: number): CancellationTerms {
  const paid = booking.payment === 'paid' ? booking.amount : 0
  const terms = cancellationTerms(booking.starts_at, paid, now)
  return booking.status === 'needs_new_time' ? { ...terms, open: true, refund: paid } : terms
}

/** The starts that were last offered to a guest who needs another time, UTC milliseconds. */
export function offersTo(tx: Tx, booking: Booking): number[] {
  if (booking.status !== 'needs_new_time') return []
  const offers = readEvents(tx, [booking.id]).filter(({ kind }) => kind === 'offered')
  return offers.at(-1)?.data.starts ?? []
}

/** Those of them that nobody has taken meanwhile. */
export function openOffersTo(tx: Tx, parts: BookingParts, booking: Booking): number[] {
  return offersTo(tx, booking).filter(
    (start) => judgeAgreed(start, contextOf(tx, parts, { booking, start })) === 'open',
  )
}
