import { setImmediate as others } from 'node:timers/promises'
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { formatLocationLine, toMeetingLocation } from '#server/booking/location/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { sendRefusal } from '#server/http/responses.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fingerprint, isSameSecret } from '#server/lib/ids.ts'
import { type Address, UID_DOMAIN } from '#server/mail/address.ts'
import { bothTimes, guestName, serviceTitle } from '#server/mail/meeting-text.ts'
import { toHeaderName, toSingleLine } from '#server/mail/typed-text.ts'
import { formatCalendarLocation } from '#shared/booking/meeting-location.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { getBookingsFeed } from '#shared/schedule/feed-api.ts'
import { type Booking, findBookingsFrom } from './store.ts'

interface CalendarContext {
  /** Organizer of the invitation: the address that our mail comes from. */
  organizer: Address
  /** Absolute URL of the guest's signed booking page. */
  manageUrl: string
  now: number
}

/**
 * The invitation inside a mail. REQUEST, not PUBLISH: only for an invitation do Gmail, Outlook and
 * Apple Mail show the event in the mail, replace it when SEQUENCE rises and remove it on CANCEL;
 * with PUBLISH each move would leave a second entry. The guest chose the time, so no answer is
 * asked for.
 */
export function renderInvitation(booking: Booking, context: CalendarContext): string {
  const { REQUEST, CANCEL } = ICalCalendarMethod
  return renderCalendar(booking, context, isWithdrawn(booking) ? CANCEL : REQUEST)
}

/** Whether the booking's time is given up, so that the guest's calendar has to remove the entry. */
export function isWithdrawn({ status }: Booking): boolean {
  return status === 'cancelled' || status === 'needs_new_time'
}

/** The file behind "Add to calendar": a plain event, since an opened file invites nobody. */
export function renderCalendarFile(booking: Booking, context: CalendarContext): string {
  return renderCalendar(booking, context, ICalCalendarMethod.PUBLISH)
}

function renderCalendar(
  booking: Booking,
  context: CalendarContext,
  method: ICalCalendarMethod,
): string {
  const { organizer, manageUrl, now } = context
  const calendar = ical({
    method,
    prodId: { company: getBusiness().name, product: 'Bookings', language: 'EN' },
  })
  const event = calendar.createEvent({
    id: eventUid(booking),
    sequence: booking.sequence,
    stamp: new Date(now),
    start: new Date(booking.starts_at),
    end: new Date(booking.ends_at),
    summary: `${serviceTitle(booking)}, ${getBusiness().name}`,
    description: formatDescription(booking, manageUrl),
    location: formatCalendarLocation(toMeetingLocation(booking)),
    url: manageUrl,
    organizer: { name: escapeQuotes(organizer.name), email: organizer.address },
    status: isWithdrawn(booking) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (method !== ICalCalendarMethod.PUBLISH)
    event.createAttendee({
      name: toHeaderName(guestName(booking)) ?? booking.email,
      email: booking.email,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    })
  return `${calendar.toString().trimEnd()}\r\n`
}

/** The event's UID, which must never change, as the addresses of site and business may. */
function eventUid({ id }: Pick<Booking, 'id'>): string {
  return `${id}@${UID_DOMAIN}`
}

/** The UIDs of our entries in calendars, of bookings that start at this instant or later. */
export async function listEventUids(tx: Tx, from: number): Promise<string[]> {
  const bookings = tx.selectFrom('booking').select('id').where('starts_at', '>=', from)
  return (await bookings.orderBy('starts_at').execute()).map(eventUid)
}

/** iCalendar writes parameter values in quotes and cannot escape a quote inside them. */
function escapeQuotes(name: string): string {
  return toSingleLine(name).replace(/["\\^]/g, "'")
}

function formatDescription(booking: Booking, manageUrl: string): string {
  return [
    ...bothTimes(booking, booking.starts_at),
    formatLocationLine(booking),
    `See, move or cancel: ${manageUrl}`,
  ].join('\n')
}

/** How far back the feed reaches, ms: calendars delete events that a feed no longer contains. */
const FEED_PAST = 90 * 86_400_000

interface FeedRouteParts {
  db: Database
  clock: Clock
  /** Fingerprint of the token in the feed's address; undefined if the owner has created none. */
  readTokenHash(tx: Tx): Promise<string | undefined>
}

/** Serves our bookings to the owner's own calendar, at an address that contains a secret token. */
export function registerOwnerFeedRoute(
  routes: FunctionRoutes,
  { db, clock, readTokenHash }: FeedRouteParts,
): void {
  let events: EventCache = new Map()
  routes.custom(getBookingsFeed, async ({ token }, _caller, res) => {
    const known = await readTokenHash(db.read)
    if (!known || !isSameSecret(fingerprint(token), known))
      return sendRefusal(res, 404, { code: 'not_found', error: getBookingsFeed.failure })
    const feed = await renderOwnerFeed(await findBookingsFrom(db.read, clock() - FEED_PAST), events)
    events = feed.events
    const { file } = feed
    const etag = `"${fingerprint(file)}"`
    res.set({ 'Cache-Control': 'private, no-cache', ETag: etag })
    if (res.req.headers['if-none-match'] === etag) return void res.status(304).end()
    res.type('text/calendar; charset=utf-8').send(file)
  })
}

const feedStatuses: Partial<Record<BookingStatus, ICalEventStatus>> = {
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  no_show: ICalEventStatus.CONFIRMED,
  requested: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
}

const BEGIN = 'BEGIN:VEVENT'
const END = 'END:VEVENT\r\n'

function emptyCalendar() {
  return ical({
    name: `${getBusiness().name}, bookings`,
    prodId: { company: getBusiness().name, product: 'Bookings', language: 'EN' },
  })
}

/** Events rendered before yielding to the event loop: each takes nearly a millisecond. */
const BATCH_SIZE = 10

/** Events of the last feed by booking id: an event is rendered again once its booking changes. */
type EventCache = Map<string, { of: string; text: string }>

/** The same bookings give the same bytes, so that the ETag stays the same. */
async function renderOwnerFeed(bookings: Booking[], before: EventCache) {
  const events: EventCache = new Map()
  let written = 0
  for (const booking of bookings) {
    const of = serializeBooking(booking)
    const known = before.get(booking.id)
    if (known?.of === of) {
      events.set(booking.id, known)
      continue
    }
    events.set(booking.id, { of, text: renderEvent(booking) })
    if (++written % BATCH_SIZE === 0) await others()
  }
  const calendar = `${emptyCalendar().toString().trimEnd()}\r\n`
  const end = calendar.lastIndexOf('END:VCALENDAR')
  const texts = [...events.values()].map(({ text }) => text).join('')
  return { file: calendar.slice(0, end) + texts + calendar.slice(end), events }
}

function serializeBooking(booking: Booking): string {
  return JSON.stringify(booking)
}

/** Empty for a booking that the feed does not show. */
function renderEvent(booking: Booking): string {
  const status = feedStatuses[booking.status]
  if (status === undefined) return ''
  const calendar = emptyCalendar()
  calendar.createEvent({
    id: eventUid(booking),
    sequence: booking.sequence,
    stamp: new Date(booking.updated_at),
    start: new Date(booking.starts_at),
    end: new Date(booking.ends_at),
    summary: `${serviceTitle(booking)}, ${guestName(booking)}`,
    description: [booking.email, booking.phone].map(toSingleLine).join('\n'),
    location: formatCalendarLocation(toMeetingLocation(booking), 'owner'),
    status,
  })
  const text = calendar.toString()
  return text.slice(text.indexOf(BEGIN), text.lastIndexOf(END) + END.length)
}
