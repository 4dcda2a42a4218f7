import type { Tx } from '#server/db/database.ts'
import { changesPage } from '#server/db/desk-changes.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { AskedChanges, ChangesPage } from '#shared/desk/changes.ts'
import { firstInstantFrom } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { deskRecords } from './desk-queries.ts'
import type { BookingParts } from './ports.ts'
import { type Booking, bookingsBeside, bookingsIn, findBookings } from './store.ts'

/** How many bookings are told of from today on, and of the past. */
const MOST_AHEAD = 60
const MOST_PAST = 40

/** The nearest bookings from today on and the latest before, the latest start first. */
export function nearBookings(tx: Tx, parts: BookingParts): DeskBooking[] {
  return deskRecords(tx, parts, bookingsNear(tx, parts))
}

function bookingsNear(tx: Tx, parts: BookingParts): Booking[] {
  const { timeZone } = parts.readSchedule(tx)
  const instant = firstInstantFrom(wallOf(parts.clock(), timeZone).date, 0, timeZone)
  const ahead = bookingsBeside(tx, { instant, side: 'from', limit: MOST_AHEAD })
  const past = bookingsBeside(tx, { instant, side: 'before', limit: MOST_PAST })
  return [...ahead.reverse(), ...past]
}

/** Raised with each change of what a record says that no write to the database goes with. */
const SHAPE = 1

/** What changed since; times in records are in the owner's zone, so that another zone renews them all. */
export function bookingChanges(
  tx: Tx,
  parts: BookingParts,
  { asked, epoch }: { asked: AskedChanges; epoch: string },
): ChangesPage<DeskBooking> | undefined {
  const { timeZone } = parts.readSchedule(tx)
  return changesPage(tx, asked, {
    kind: 'booking',
    epoch: [SHAPE, epoch, timeZone].join(' '),
    read: (_tx, ids) => {
      const records = deskRecords(tx, parts, findBookings(tx, ids))
      return new Map(records.map((record) => [record.id, record]))
    },
    about: { timeZone },
    // Which of the times offered are still open depends on all other bookings, and on the clock.
    also: (page) =>
      (page === 'first' ? bookingsNear(tx, parts) : bookingsIn(tx, 'needs_new_time')).map(
        ({ id }) => id,
      ),
  })
}
