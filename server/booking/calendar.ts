import { setImmediate as others } from 'node:timers/promises'
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { meetingPlace, placeLine } from '#server/booking/place/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { sendRefusal } from '#server/http/responses.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fingerprint, sameSecret } from '#server/lib/ids.ts'
import { type Address, domainOf } from '#server/mail/address.ts'
import { headerName, oneLine } from '#server/mail/clean.ts'
import { guestName, instantIn, serviceTitle } from '#server/mail/meeting.ts'
import { placeLocation } from '#shared/booking/place.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { bookingsFeed } from '#shared/schedule/feed-api.ts'
import { business } from '#shared/site/business.ts'
import { type Booking, bookingsFrom } from './store.ts'

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
export function invitation(booking: Booking, context: CalendarContext): string {
  const { REQUEST, CANCEL } = ICalCalendarMethod
  return render(booking, context, isWithdrawn(booking) ? CANCEL : REQUEST)
}

/** Whether the booking's time is given up, so that the guest's calendar has to remove the entry. */
export function isWithdrawn({ status }: Booking): boolean {
  return status === 'cancelled' || status === 'needs_new_time'
}

/** The file behind "Add to calendar": a plain event, since an opened file invites nobody. */
export function calendarFile(booking: Booking, context: CalendarContext): string {
  return render(booking, context, ICalCalendarMethod.PUBLISH)
}

function render(booking: Booking, context: CalendarContext, method: ICalCalendarMethod): string {
  const { organizer, manageUrl, now } = context
  const calendar = ical({
    method,
    prodId: { company: business.name, product: 'Bookings', language: 'EN' },
  })
  const event = calendar.createEvent({
    id: eventId(booking),
    sequence: booking.sequence,
    stamp: new Date(now),
    start: new Date(booking.starts_at),
    end: new Date(booking.ends_at),
    summary: `${serviceTitle(booking)}, ${business.name}`,
    description: describe(booking, manageUrl),
    location: placeLocation(meetingPlace(booking)),
    url: manageUrl,
    organizer: { name: inQuotes(organizer.name), email: organizer.address },
    status: isWithdrawn(booking) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (method !== ICalCalendarMethod.PUBLISH)
    event.createAttendee({
      name: headerName(guestName(booking)) || booking.email,
      email: booking.email,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    })
  return `${calendar.toString().trimEnd()}\r\n`
}

/**
 * The event's UID, which must never change. It ends in the business's own mail domain, because the
 * site's address may change while the site is on trial.
 */
function eventId({ id }: Booking): string {
  return `${id}@${domainOf(business.email)}`
}

/** iCalendar writes parameter values in quotes and cannot escape a quote inside them. */
function inQuotes(name: string): string {
  return oneLine(name).replace(/["\\^]/g, "'")
}

function describe(booking: Booking, manageUrl: string): string {
  const zones = new Set([booking.time_zone, booking.owner_zone])
  return [
    ...[...zones].map((zone) => instantIn(booking.starts_at, zone)),
    placeLine(booking),
    `See, move or cancel: ${manageUrl}`,
  ].join('\n')
}

/** How far back the feed reaches, ms: calendars delete events that a feed no longer contains. */
const PAST = 90 * 86_400_000

interface FeedRouteParts {
  db: Database
  clock: Clock
  /** Fingerprint of the token in the feed's address; undefined if the owner has created none. */
  readToken(tx: Tx): string | undefined
}

/** Serves our bookings to the owner's own calendar, at an address that contains a secret token. */
export function ownerFeedRoute(
  routes: FunctionRoutes,
  { db, clock, readToken }: FeedRouteParts,
): void {
  let events: Events = new Map()
  routes.custom(bookingsFeed, async ({ token }, _caller, res) => {
    const known = readToken(db.read)
    if (!known || !sameSecret(fingerprint(token), known))
      return sendRefusal(res, 404, { code: 'not_found', error: bookingsFeed.failure })
    const feed = await ownerFeed(bookingsFrom(db.read, clock() - PAST), events)
    events = feed.events
    const { file } = feed
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

const BEGIN = 'BEGIN:VEVENT'
const END = 'END:VEVENT\r\n'

function emptyCalendar() {
  return ical({
    name: `${business.name}, bookings`,
    prodId: { company: business.name, product: 'Bookings', language: 'EN' },
  })
}

/** Events rendered before yielding to the event loop: each takes nearly a millisecond. */
const AT_ONCE = 10

/** Events of the last feed by booking id: an event is rendered again once its booking changes. */
type Events = Map<string, { of: string; text: string }>

/** The same bookings give the same bytes, so that the ETag stays the same. */
async function ownerFeed(bookings: Booking[], before: Events) {
  const events: Events = new Map()
  let written = 0
  for (const booking of bookings) {
    const of = contentOf(booking)
    const known = before.get(booking.id)
    if (known?.of === of) {
      events.set(booking.id, known)
      continue
    }
    events.set(booking.id, { of, text: eventText(booking) })
    if (++written % AT_ONCE === 0) await others()
  }
  const calendar = `${emptyCalendar().toString().trimEnd()}\r\n`
  const end = calendar.lastIndexOf('END:VCALENDAR')
  const texts = [...events.values()].map(({ text }) => text).join('')
  return { file: calendar.slice(0, end) + texts + calendar.slice(end), events }
}

function contentOf(booking: Booking): string {
  return JSON.stringify(booking)
}

/** Empty for a booking that the feed does not show. */
function eventText(booking: Booking): string {
  const status = shown[booking.status]
  if (status === undefined) return ''
  const calendar = emptyCalendar()
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
  const text = calendar.toString()
  return text.slice(text.indexOf(BEGIN), text.lastIndexOf(END) + END.length)
}
