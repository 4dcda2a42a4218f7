import ical, { ICalEventStatus } from 'ical-generator'
import { placeLocation } from '../../shared/booking/place.ts'
import type { BookingStatus } from '../../shared/booking/status.ts'
import { bookingsFeed } from '../../shared/schedule/feed-api.ts'
import { business } from '../../shared/site/business.ts'
import type { Database, Tx } from '../db/database.ts'
import { type FunctionRoutes, sendRefusal } from '../http/functions.ts'
import type { Clock } from '../lib/clock.ts'
import { fingerprint, sameSecret } from '../lib/ids.ts'
import { oneLine } from '../mail/clean.ts'
import { guestName, serviceTitle } from '../mail/meeting.ts'
import { eventId } from './calendar-file.ts'
import { meetingPlace } from './place/queries.ts'
import { type Booking, bookingsFrom } from './store.ts'

/** Calendars remove what a feed does not hold any more; so much of the past stays. */
const PAST = 90 * 86_400_000

interface FeedRouteParts {
  db: Database
  clock: Clock
  /** The fingerprint of the address's token; undefined where the owner made none. */
  readToken(tx: Tx): string | undefined
}

/** Our bookings for the owner's own calendar, for whoever has the address. */
export function ownerFeedRoute(
  routes: FunctionRoutes,
  { db, clock, readToken }: FeedRouteParts,
): void {
  routes.custom(bookingsFeed, ({ token }, _caller, res) => {
    const known = readToken(db.read)
    if (!known || !sameSecret(fingerprint(token), known))
      return sendRefusal(res, 404, { code: 'not_found', error: bookingsFeed.failure })
    const file = ownerFeed(bookingsFrom(db.read, clock() - PAST))
    const etag = `"${fingerprint(file)}"`
    res.set({ 'Cache-Control': 'private, no-cache', ETag: etag })
    if (res.req.headers['if-none-match'] === etag) return void res.status(304).end()
    res.type('text/calendar; charset=utf-8').send(file)
  })
}

const shown: Partial<Record<BookingStatus, ICalEventStatus>> = {
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  no_show: ICalEventStatus.CONFIRMED,
  requested: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
}

/** Always the same for the same bookings, so that it can be recognised by its fingerprint. */
function ownerFeed(bookings: Booking[]): string {
  const calendar = ical({
    name: `${business.name}, bookings`,
    prodId: { company: business.name, product: 'Bookings', language: 'EN' },
  })
  for (const booking of bookings) {
    const status = shown[booking.status]
    if (status === undefined) continue
    calendar.createEvent({
      id: eventId(booking),
      sequence: booking.sequence,
      stamp: new Date(booking.updated_at),
      start: new Date(booking.starts_at),
      end: new Date(booking.ends_at),
      summary: `${serviceTitle(booking)}, ${guestName(booking)}`,
      description: [booking.email, booking.phone].map(oneLine).join('\n'),
      location: placeLocation(meetingPlace(booking), 'owner'),
      status,
    })
  }
  return `${calendar.toString().trimEnd()}\r\n`
}
