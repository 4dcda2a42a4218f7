import type { Database, Tx } from '#server/db/database.ts'
import type { BookingView, OwnBooking } from '#shared/booking/api.ts'
import { catalogue, type Service } from '#shared/booking/catalogue.ts'
import {
  type Interval,
  judgeAgreed,
  lastBookableDate,
  occupied,
  openStarts,
  type SlotContext,
} from '#shared/booking/slots.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { addDays, isoTime, isoTimeOrNull } from '#shared/lib/date.ts'
import { refundedOf } from '#shared/lib/money.ts'
import { spanOfDates } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { Availability, AvailabilityQuestion } from '#shared/schedule/api.ts'
import { type CalendarState, freshUntil } from '#shared/schedule/calendar-state.ts'
import { manageLink } from './links.ts'
import type { BookingParts } from './ports.ts'
import { type Booking, bookingsOfMailbox, readEvents, readTaken } from './store.ts'

const MINUTE = 60_000
/** How long an availability answer is cached at most, ms. */
const LONGEST_LIFE = 1000

const DAY = 86_400_000

interface Question {
  service: Service
  now: number
  /** The interval that contains every start to be judged. */
  within: Interval
  /** Id of a booking that is being moved: its own time does not block it. */
  except?: string
}

/** Everything that the slot rules need to judge starts, read in one transaction. */
export function slotContext(tx: Tx, parts: BookingParts, question: Question): SlotContext {
  const { service, now, within, except } = question
  const wide = { start: within.start - DAY, end: within.end + 2 * DAY }
  return {
    schedule: parts.readSchedule(tx),
    service,
    busy: parts.readBusyTimes(tx, wide),
    taken: readTaken(tx, wide, except),
    now,
  }
}

/** The slot context for moving a booking to `start`. */
export function contextOf(
  tx: Tx,
  parts: BookingParts,
  { booking, start }: { booking: Booking; start: number },
): SlotContext {
  const service = catalogue[booking.service_type]
  const within = occupied(start, service, 0)
  return slotContext(tx, parts, { service, now: parts.clock(), within, except: booking.id })
}

/** How many other times are offered to a guest who lost a slot. */
const MOST_NEXT = 5

/** The first free starts of a booking's own service, from its date on, UTC milliseconds. */
export function nextStarts(tx: Tx, parts: BookingParts, booking: Booking): number[] {
  const service = catalogue[booking.service_type]
  const now = parts.clock()
  const start = Math.max(booking.starts_at, now)
  const from = wallOf(start, parts.readSchedule(tx).timeZone).date
  const context = slotContext(tx, parts, { service, now, within: { start, end: start + 9 * DAY } })
  return openStarts(from, addDays(from, 7), context).slice(0, MOST_NEXT)
}

interface Remembered {
  generation: number
  until: number
  /** The encoded JSON, about ten kilobytes for a month. */
  body: Buffer
}

/**
 * Answers the free slots as encoded JSON. An answer is cached for a second at most, and not past a
 * commit, the moment when its first slot falls within the notice, or the end of the calendar's
 * freshness.
 */
export class AvailabilityQuery {
  private readonly remembered = new Map<string, Remembered>()

  constructor(
    private readonly db: Database,
    private readonly parts: BookingParts,
  ) {}

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
    const within = spanOfDates(question.from, question.to, timeZone)
    const service = catalogue[question.service]
    const context = slotContext(this.db.read, this.parts, { service, now, within })
    const starts = openStarts(question.from, question.to, context)
    const calendar = this.parts.readCalendar(this.db.read)
    const availability: Availability = {
      slots: starts.map((start) => isoTime(start)),
      timeZone: context.schedule.timeZone,
      bookableTo: lastBookableDate(context.schedule, now),
      scheduleVersion: context.schedule.version,
      generatedAt: isoTime(now),
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
    asOf: isoTimeOrNull(syncedAt),
    fresh: now <= freshUntil(calendar),
  }
}

/** Until this many hours before the start a guest may move or cancel, with a full refund. */
const CANCELLATION_HOURS = 24

export interface CancellationTerms {
  /** Whether the guest may still move or cancel by the link. */
  open: boolean
  /** The last instant at which the guest may do so, UTC milliseconds. */
  until: number
  /** What a cancellation refunds, minor units. */
  refund: number
}

/** `paid` in minor units. After the deadline `refund` is 0: the owner decides on a refund. */
export function cancellationTerms(start: number, paid: number, now: number): CancellationTerms {
  const until = start - CANCELLATION_HOURS * 3_600_000
  const open = now <= until
  return { open, until, refund: open ? paid : 0 }
}

/** Without `awaiting_payment`: an unpaid hold is released after its payment provider was asked. */
export const guestMayCancel: readonly BookingStatus[] = ['confirmed', 'requested', 'needs_new_time']

/** A booking that needs a new time can be cancelled at any moment, with a full refund. */
export function guestTerms(booking: Booking, now: number): CancellationTerms {
  const paid = booking.payment === 'paid' ? booking.amount : 0
  const terms = cancellationTerms(booking.starts_at, paid, now)
  return booking.status === 'needs_new_time' ? { ...terms, open: true, refund: paid } : terms
}

/** The starts last offered to the guest of a booking that needs a new time, UTC milliseconds. */
export function offersTo(tx: Tx, booking: Booking): number[] {
  if (booking.status !== 'needs_new_time') return []
  const offers = readEvents(tx, [booking.id]).filter(({ kind }) => kind === 'offered')
  return offers.at(-1)?.data.starts ?? []
}

/** The starts of `offersTo` that are still free. */
export function openOffersTo(tx: Tx, parts: BookingParts, booking: Booking): number[] {
  return offersTo(tx, booking).filter(
    (start) => judgeAgreed(start, contextOf(tx, parts, { booking, start })) === 'open',
  )
}

/** The fields of a booking that its guest and the owner both see. */
export function commonFields(booking: Booking) {
  return {
    id: booking.id,
    serviceType: booking.service_type,
    status: booking.status,
    payment: booking.payment,
    start: isoTime(booking.starts_at),
    end: isoTime(booking.ends_at),
    timezone: booking.time_zone,
    message: booking.message,
    destinations: JSON.parse(booking.destinations) as string[],
    otherDestination: booking.other_destination,
    amount: booking.amount,
    currency: booking.currency,
    demo: booking.demo === 1,
    place: booking.place,
    meetingUrl: booking.meeting_url,
    address: booking.address,
    holdExpiresAt: isoTimeOrNull(booking.hold_expires_at),
    keepsTime: booking.keeps_time === 1,
  }
}

/** The fields of a booking that its guest may see. */
export function bookingView(tx: Tx, parts: BookingParts, booking: Booking): BookingView {
  const terms = guestTerms(booking, parts.clock())
  return {
    ...commonFields(booking),
    ownerZone: booking.owner_zone,
    firstName: booking.first_name,
    lastName: booking.last_name,
    email: booking.email,
    phone: booking.phone,
    changes: {
      open: terms.open && guestMayCancel.includes(booking.status),
      until: isoTime(terms.until),
      refund: terms.refund,
    },
    offers: openOffersTo(tx, parts, booking).map(isoTime),
    refunded: refundedOf(parts.readMoney(tx, [booking.id])),
  }
}

/** The bookings made with the confirmed address of an account, the latest start first. */
export function ownBookings(tx: Tx, { keys }: BookingParts, email: string): OwnBooking[] {
  return bookingsOfMailbox(tx, email).map((booking) => ({
    id: booking.id,
    serviceType: booking.service_type,
    status: booking.status,
    start: isoTime(booking.starts_at),
    timezone: booking.time_zone,
    manageUrl: manageLink(keys, booking.id),
  }))
}
