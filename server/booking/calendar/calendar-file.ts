import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { meetingPlace, placeLine } from '#server/booking/place/queries.ts'
import type { Booking } from '#server/booking/store.ts'
import { type Address, domainOf } from '#server/mail/address.ts'
import { headerName, oneLine } from '#server/mail/clean.ts'
import { guestName, instantIn, serviceTitle } from '#server/mail/meeting.ts'
import { placeLocation } from '#shared/booking/place.ts'
import { business } from '#shared/site/business.ts'

interface CalendarContext {
  /** Whose invitation it is: the address that our mail comes from. */
  organizer: Address
  /** The signed page, absolute. */
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

/** Whether its time no longer holds, so that it leaves the guest's calendar. */
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

/** Never changes, whatever else does; the mail domain is the business's own, unlike the site's address while it is tried out. */
export function eventId({ id }: Booking): string {
  return `${id}@${domainOf(business.email)}`
}

/** Parameter values stand in quotes, and iCalendar has no way to write a quote in them. */
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
