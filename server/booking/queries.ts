import type { Database, Tx } from '#server/db/database.ts'
import type { BookingView } from '#shared/booking/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { OwnBooking } from '#shared/booking/own-api.ts'
import { lastBookableDate, openStarts } from '#shared/booking/slots.ts'
import { addDays } from '#shared/lib/date.ts'
import { refundedOf } from '#shared/lib/money.ts'
import { firstInstantFrom } from '#shared/lib/wall.ts'
import type { Availability, AvailabilityQuestion } from '#shared/schedule/api.ts'
import { type CalendarState, freshUntil } from '#shared/schedule/calendar-state.ts'
import { slotContext } from './context.ts'
import { manageLink } from './links.ts'
import { guestMayCancel, guestTerms, openOffersTo } from './mail/terms.ts'
import type { BookingParts } from './ports.ts'
import { type Booking, bookingsOfMailbox } from './store.ts'

const MINUTE = 60_000
const LONGEST_LIFE = 1000

interface Remembered {
  generation: number
  until: number
  /** Encoded once: a month is some ten kilobytes. */
  body: Buffer
}

/**
 * Open times as ready JSON. An answer is kept for at most a second, and never past a commit or past
 * the moment at which its first slot falls under the notice.
 */
export class AvailabilityQuery {
  private readonly remembered = new Map<string, Remembered>()
  private readonly db: Database
  private readonly parts: BookingParts

  constructor(db: Database, parts: BookingParts) {
    this.db = db
    this.parts = parts
  }

  json(question: AvailabilityQuestion): Buffer {
    const key = `${question.service} ${question.from} ${question.to}`
    const now = this.parts.clock()
    const { generation } = this.db
    const before = this.remembered.get(key)
    if (before && before.generation === generation && now < before.until) return before.body
    if (before?.generation !== generation || this.remembered.size > 500) this.remembered.clear()
    const fresh = this.compute(question, now)
    this.remembered.set(key, { ...fresh, generation })
    return fresh.body
  }

  private compute(question: AvailabilityQuestion, now: number) {
    const { timeZone } = this.parts.readSchedule(this.db.read)
    const within = {
      start: firstInstantFrom(question.from, 0, timeZone),
      end: firstInstantFrom(addDays(question.to, 1), 0, timeZone),
    }
    const service = catalogue[question.service]
    const context = slotContext(this.db.read, this.parts, { service, now, within })
    const starts = openStarts(question.from, question.to, context)
    const calendar = this.parts.readCalendar(this.db.read)
    const availability: Availability = {
      slots: starts.map((start) => new Date(start).toISOString()),
      timeZone: context.schedule.timeZone,
      bookableTo: lastBookableDate(context.schedule, now),
      scheduleVersion: context.schedule.version,
      generatedAt: new Date(now).toISOString(),
      ...(calendar && { calendar: calendarAge(calendar, now) }),
    }
    const ages = calendar ? freshUntil(calendar) : -Infinity
    const firstCloses = (starts[0] ?? Infinity) - context.schedule.noticeMinutes * MINUTE
    return {
      body: Buffer.from(JSON.stringify(availability)),
      until: Math.min(now + LONGEST_LIFE, firstCloses, ages < now ? Infinity : ages + 1),
    }
  }
}

function calendarAge(calendar: CalendarState, now: number): Availability['calendar'] {
  const { syncedAt } = calendar
  return {
    asOf: syncedAt === null ? null : new Date(syncedAt).toISOString(),
    fresh: now <= freshUntil(calendar),
  }
}

/** What its guest may see of a booking. */
export function bookingView(tx: Tx, parts: BookingParts, booking: Booking): BookingView {
  const terms = guestTerms(booking, parts.clock())
  const iso = (instant: number) => new Date(instant).toISOString()
  return {
    id: booking.id,
    serviceType: booking.service_type,
    status: booking.status,
    payment: booking.payment,
    start: iso(booking.starts_at),
    end: iso(booking.ends_at),
    timezone: booking.time_zone,
    ownerZone: booking.owner_zone,
    firstName: booking.first_name,
    lastName: booking.last_name,
    email: booking.email,
    phone: booking.phone,
    message: booking.message,
    destinations: JSON.parse(booking.destinations),
    otherDestination: booking.other_destination,
    amount: booking.amount,
    currency: booking.currency,
    demo: booking.demo === 1,
    place: booking.place,
    meetingUrl: booking.meeting_url,
    address: booking.address,
    holdExpiresAt: booking.hold_expires_at === null ? null : iso(booking.hold_expires_at),
    keepsTime: booking.keeps_time === 1,
    changes: {
      open: terms.open && guestMayCancel.includes(booking.status),
      until: iso(terms.until),
      refund: terms.refund,
    },
    offers: openOffersTo(tx, parts, booking).map(iso),
    refunded: refundedOf(parts.readMoney(tx, [booking.id])),
  }
}

/** The bookings made with the confirmed address of an account, the latest start first. */
export function ownBookings(tx: Tx, { keys }: BookingParts, email: string): OwnBooking[] {
  return bookingsOfMailbox(tx, email).map((booking) => ({
    id: booking.id,
    serviceType: booking.service_type,
    status: booking.status,
    start: new Date(booking.starts_at).toISOString(),
    timezone: booking.time_zone,
    manageUrl: manageLink(keys, booking.id),
  }))
}
