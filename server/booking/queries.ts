import type { Database, Tx } from '#server/db/database.ts'
import { filterInOrder, together } from '#server/lib/in-order.ts'
import type { BookingView, MyBooking } from '#shared/booking/api.ts'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import {
  type BookedTime,
  checkAgreedSlot,
  getLastBookableDate,
  getMeetingInterval,
  type Interval,
  listOpenStarts,
  type SlotContext,
} from '#shared/booking/slots.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { findService } from '#shared/content/services.ts'
import { addDays, toIsoTime, toIsoTimeOrNull } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getDateInterval } from '#shared/lib/wall-time.ts'
import {
  getRefundableAmount,
  type MoneyEvent,
  sumDisputes,
  sumRefunds,
} from '#shared/payment/reversals.ts'
import type { Availability, AvailabilityRequest } from '#shared/schedule/api.ts'
import {
  type CalendarState,
  getFreshUntil,
  isCalendarFresh,
  isDoubtfulFrom,
} from '#shared/schedule/calendar-state.ts'
import type { BookingParts } from './ports.ts'
import { findSeenService, parsePurchase, readWithdrawal } from './purchases.ts'
import { manageLink } from './signed-links.ts'
import {
  type Booking,
  type BookingEvent,
  findBooking,
  findBookingsByEmail,
  readEvents,
  readTakenIntervals,
} from './store.ts'

const MINUTE = 60_000
/** How long an availability answer is cached at most, ms. */
const MAX_CACHE_AGE = 1000

const DAY = 86_400_000

interface SlotQuestion {
  service: BookedTime
  now: number
  /** The interval that contains every start to be judged. */
  within: Interval
  /** Id of a booking that is being moved: its own time does not block it. */
  exceptBookingId?: string
  /** The caller then occupies cells, which refuses a taken time: reading the taken times would only conflict. */
  isOccupying?: boolean
}

/** Everything that the slot rules need to judge starts, read in one transaction. */
export async function readSlotContext(
  tx: Tx,
  parts: BookingParts,
  question: SlotQuestion,
): Promise<SlotContext> {
  const { service, now, within, exceptBookingId, isOccupying = false } = question
  const wide = { start: within.start - DAY, end: within.end + 2 * DAY }
  const [schedule, busy, taken] = await together([
    parts.readSchedule(tx),
    parts.readBusyTimes(tx, wide),
    isOccupying ? Promise.resolve<Interval[]>([]) : readTakenIntervals(tx, wide, exceptBookingId),
  ])
  return { schedule, service, busy, taken, now }
}

/** The slot context for moving a booking to `start`. */
export async function readMoveContext(
  tx: Tx,
  parts: BookingParts,
  { booking, start }: { booking: Booking; start: number },
): Promise<SlotContext> {
  const service = parseBookedService(booking)
  const within = getMeetingInterval(start, service)
  return readSlotContext(tx, parts, {
    service,
    now: parts.clock(),
    within,
    exceptBookingId: booking.id,
  })
}

/** How many other times are offered to a guest who lost a slot. */
const MAX_NEXT_STARTS = 5

/** The first free starts of a booking's service as it is offered today, from the booking's date on, UTC milliseconds. */
export async function findNextStarts(
  tx: Tx,
  parts: BookingParts,
  booking: Booking,
): Promise<number[]> {
  const service = findService(booking.service_type)
  if (!service) return []
  const now = parts.clock()
  const start = Math.max(booking.starts_at, now)
  const from = toWallTime(start, (await parts.readSchedule(tx)).timeZone).date
  const context = await readSlotContext(tx, parts, {
    service,
    now,
    within: { start, end: start + 9 * DAY },
  })
  return listOpenStarts(from, addDays(from, 7), context).slice(0, MAX_NEXT_STARTS)
}

interface EncodedAvailability {
  expiresAt: number
  /** The encoded JSON, about ten kilobytes for a month; undefined if the booking that is to be moved does not exist. */
  body: Buffer | undefined
}

interface CachedAvailability {
  generation: number
  /** That of the answer, once it is computed. */
  expiresAt: number
  /** Pending while the first of several requests computes it. */
  answer: Promise<EncodedAvailability>
}

/**
 * Answers the free slots as encoded JSON. An answer is cached for a second at most, and not past a
 * commit, the moment when its first slot falls within the notice, or the end of the calendar's
 * freshness.
 */
export class AvailabilityReader {
  private readonly cache = new Map<string, CachedAvailability>()

  constructor(
    private readonly db: Database,
    private readonly parts: BookingParts,
  ) {}

  async readJson(question: AvailabilityRequest): Promise<EncodedAvailability['body']> {
    const { service, booking = '', version = '', from, to } = question
    const key = `${service} ${booking} ${version} ${from} ${to}`
    const now = this.parts.clock()
    const { generation } = this.db
    const before = this.cache.get(key)
    if (before?.generation === generation && now < before.expiresAt)
      return (await before.answer).body
    if (before?.generation !== generation || this.cache.size > 500) this.cache.clear()
    const answer = this.db.read.transaction().execute((tx) => this.compute(tx, question, now))
    const entry: CachedAvailability = { generation, expiresAt: now + MAX_CACHE_AGE, answer }
    this.cache.set(key, entry)
    try {
      const { body, expiresAt } = await answer
      entry.expiresAt = expiresAt
      return body
    } catch (error) {
      // A failed answer is not cached.
      if (this.cache.get(key) === entry) this.cache.delete(key)
      throw error
    }
  }

  private async compute(
    tx: Tx,
    question: AvailabilityRequest,
    now: number,
  ): Promise<EncodedAvailability> {
    const { timeZone } = await this.parts.readSchedule(tx)
    const within = getDateInterval(question.from, question.to, timeZone)
    const service = await findServiceInQuestion(tx, this.parts, question)
    if (!service) return { body: undefined, expiresAt: now }
    const context = await readSlotContext(tx, this.parts, { service, now, within })
    const starts = listOpenStarts(question.from, question.to, context)
    const calendar = await this.parts.readCalendarState(tx)
    const availability: Availability = {
      slots: starts.map(toIsoTime),
      timeZone: context.schedule.timeZone,
      bookableTo: getLastBookableDate(context.schedule, now),
      scheduleVersion: context.schedule.version,
      generatedAt: toIsoTime(now),
      ...(calendar && { calendar: describeCalendar(calendar, starts, now) }),
    }
    const ages = calendar ? getFreshUntil(calendar) : -Infinity
    const firstCloses = (starts[0] ?? Infinity) - context.schedule.noticeMinutes * MINUTE
    return {
      body: Buffer.from(JSON.stringify(availability)),
      expiresAt: Math.min(now + MAX_CACHE_AGE, firstCloses, ages < now ? Infinity : ages + 1),
    }
  }
}

/** What a question about free times is about: a service as the visitor books it, or a booking as long as it is. */
async function findServiceInQuestion(
  tx: Tx,
  parts: BookingParts,
  { service: type, booking: id, version }: AvailabilityRequest,
): Promise<SlotQuestion['service'] | undefined> {
  if (id === undefined) {
    const page = { type, version: version === undefined ? version : Number(version) }
    const seen = await findSeenService(tx, parts, page)
    return seen.state === 'offered' ? seen.service : findService(type)
  }
  const booking = await findBooking(tx, id)
  return booking && parseBookedService(booking)
}

function describeCalendar(
  calendar: CalendarState,
  starts: readonly number[],
  now: number,
): Availability['calendar'] {
  const isRequest = (start: number) => !isCalendarFresh(calendar, { now, start })
  return {
    asOf: toIsoTimeOrNull(calendar.syncedAt),
    fresh: now <= getFreshUntil(calendar) && !isDoubtfulFrom(calendar, now),
    requestSlots: starts.filter(isRequest).map(toIsoTime),
  }
}

export interface CancellationTerms {
  /** Whether the guest may still move or cancel by the link. */
  isOpen: boolean
  /** The last instant at which the guest may do so, UTC milliseconds. */
  until: number
  /** What a cancellation refunds, minor units. */
  refund: number
}

/**
 * The terms of a booking, whatever its status; `paid` in minor units. After the deadline `refund` is 0: the owner
 * decides on a refund.
 */
export function cancellationTerms(
  booking: Pick<Booking, 'starts_at' | 'service'>,
  paid: number,
  now: number,
): CancellationTerms {
  const until = booking.starts_at - parseBookedService(booking).cancellationHours * 3_600_000
  const open = now <= until
  return { isOpen: open, until, refund: open ? paid : 0 }
}

/** Without `awaiting_payment`: an unpaid hold is released after its payment provider was asked. */
export const guestCancellableStatuses: readonly BookingStatus[] = [
  'confirmed',
  'requested',
  'needs_new_time',
]

/**
 * The terms of a booking for its guest. One that needs a new time can be cancelled at any moment,
 * with a refund of all that can still be refunded.
 */
export function guestTerms(
  booking: Booking,
  money: readonly MoneyEvent[],
  now: number,
): CancellationTerms {
  const paid = getRefundableAmount(booking, money)
  const terms = cancellationTerms(booking, paid, now)
  return booking.status === 'needs_new_time' ? { ...terms, isOpen: true, refund: paid } : terms
}

/** Every event of a booking's move to another time, the oldest first. */
export async function readMoves(tx: Tx, bookingId: string): Promise<BookingEvent[]> {
  return (await readEvents(tx, [bookingId])).filter(({ kind }) => kind === 'moved')
}

/** The starts last offered to the guest of a booking that needs a new time, UTC milliseconds. */
export async function readOffers(tx: Tx, booking: Booking): Promise<number[]> {
  if (booking.status !== 'needs_new_time') return []
  return listOffers(booking, await readEvents(tx, [booking.id]))
}

/** The starts last offered, among a booking's events. */
export function listOffers(booking: Booking, events: readonly BookingEvent[]): number[] {
  if (booking.status !== 'needs_new_time') return []
  return events.findLast(({ kind }) => kind === 'offered')?.data.starts ?? []
}

/** The starts of `readOffers` that are still free. */
async function readOpenOffers(tx: Tx, parts: BookingParts, booking: Booking): Promise<number[]> {
  return filterInOrder(
    await readOffers(tx, booking),
    async (start) =>
      checkAgreedSlot(start, await readMoveContext(tx, parts, { booking, start })) === 'open',
  )
}

/** The fields of a booking that its guest and the owner both see. */
export function commonFields(booking: Booking) {
  return {
    id: booking.id,
    serviceType: booking.service_type,
    status: booking.status,
    payment: booking.payment,
    start: toIsoTime(booking.starts_at),
    end: toIsoTime(booking.ends_at),
    timezone: booking.time_zone,
    seenOffset: booking.seen_offset,
    message: booking.message,
    destinations: JSON.parse(booking.destinations) as string[],
    otherDestination: booking.other_destination,
    amount: booking.amount,
    currency: booking.currency,
    purchase: parsePurchase(booking),
    paidAt: toIsoTimeOrNull(booking.paid_at),
    demo: booking.demo === 1,
    locationKind: booking.place,
    meetingUrl: booking.meeting_url,
    address: booking.address,
    holdExpiresAt: toIsoTimeOrNull(booking.hold_expires_at),
    blocksSlot: booking.blocks_slot === 1,
  }
}

/** The fields of a booking that its guest may see. */
export async function readBookingView(
  tx: Tx,
  parts: BookingParts,
  booking: Booking,
): Promise<BookingView> {
  const money = await parts.readMoneyEvents(tx, [booking.id])
  const now = parts.clock()
  const terms = guestTerms(booking, money, now)
  const withdrawal = await readWithdrawal(tx, parts, booking)
  return {
    ...commonFields(booking),
    service: parseBookedService(booking),
    ownerZone: booking.owner_zone,
    firstName: booking.first_name,
    lastName: booking.last_name,
    email: booking.email,
    phone: booking.phone,
    changePolicy: {
      open: terms.isOpen && guestCancellableStatuses.includes(booking.status),
      until: toIsoTime(terms.until),
      refund: terms.refund,
    },
    withdrawal: withdrawal && {
      open: withdrawal.isOpen,
      until: toIsoTime(withdrawal.until),
      refund: withdrawal.refund,
    },
    offers: (await readOpenOffers(tx, parts, booking)).map(toIsoTime),
    refunded: sumRefunds(money),
    disputed: sumDisputes(money),
  }
}

/** The bookings made with the confirmed address of an account, the latest start first. */
export async function readOwnBookings(
  tx: Tx,
  { keys }: BookingParts,
  email: string,
): Promise<MyBooking[]> {
  return (await findBookingsByEmail(tx, email)).map((booking) => ({
    id: booking.id,
    serviceTitle: parseBookedService(booking).title,
    status: booking.status,
    start: toIsoTime(booking.starts_at),
    timezone: booking.time_zone,
    seenOffset: booking.seen_offset,
    manageUrl: manageLink(keys, booking.id),
  }))
}
