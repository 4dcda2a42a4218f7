import { versionOf } from '#server/booking/desk-queries.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { type Booking, readEvents } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import { troubledJobs } from '#server/jobs/store.ts'
import { guestName } from '#server/mail/meeting.ts'
import type { WaitingBooking } from '#shared/desk/api.ts'
import { bookingsWithoutLink } from './store.ts'

/** The soonest are enough: the others follow as these are given theirs. */
const SHOWN = 8

/** Coming bookings that get no link unless the owner gives one, the soonest first. */
export function waitingForLink(tx: Tx, { clock, rooms }: BookingParts): WaitingBooking[] {
  const roomless = rooms ? bookingsInTrouble(tx) : undefined
  const isLeft = ({ id, place }: Booking) =>
    place === 'link' || roomless === undefined || roomless.has(id)
  return bookingsWithoutLink(tx, clock())
    .filter(isLeft)
    .slice(0, SHOWN)
    .map((booking) => ({
      id: booking.id,
      clientName: guestName(booking),
      start: new Date(booking.starts_at).toISOString(),
      why: booking.place === 'link' ? ('link' as const) : ('room' as const),
      version: versionOf(booking, readEvents(tx, [booking.id])),
    }))
}

function bookingsInTrouble(tx: Tx): Set<string> {
  return new Set(
    troubledJobs(tx, 'room').map(
      ({ payload }) => (JSON.parse(payload) as { bookingId: string }).bookingId,
    ),
  )
}
