import type { Tx } from '#server/db/database.ts'
import { changesPage } from '#server/db/desk-changes.ts'
import { troubledJobs } from '#server/jobs/store.ts'
import { guestName } from '#server/mail/meeting.ts'
import { type FailedMail, failedMailsAbout, mailsAbout } from '#server/mail/store.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { type Interval, judgeAgreed, occupied } from '#shared/booking/slots.ts'
import { occupyingStatuses } from '#shared/booking/status.ts'
import { clockTime } from '#shared/booking/times.ts'
import type { GuestChange, WaitingBooking } from '#shared/desk/api.ts'
import type { AskedChanges, ChangesPage } from '#shared/desk/changes.ts'
import { isoSpan, isoTime, type PlainDate } from '#shared/lib/date.ts'
import { groupBy } from '#shared/lib/group.ts'
import { type MoneyEvent, refundedOf } from '#shared/lib/money.ts'
import { firstInstantFrom, spanOfDates } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { openHours, startsOn } from '#shared/schedule/opening.ts'
import { historyOf, type Traces } from './history.ts'
import { bookingsWithoutLink } from './place/store.ts'
import type { BookingParts } from './ports.ts'
import { commonFields, openOffersTo, slotContext } from './queries.ts'
import {
  type Booking,
  type BookingEvent,
  bookingsBeside,
  bookingsIn,
  findBookings,
  readEvents,
  takersOf,
  unseenChanges,
} from './store.ts'

/** The desk's records of the given bookings, in order; their events and mails are read together. */
function deskRecords(tx: Tx, parts: BookingParts, bookings: readonly Booking[]): DeskBooking[] {
  const ids = bookings.map(({ id }) => id)
  const events = groupBy(readEvents(tx, ids), ({ booking_id }) => booking_id)
  const mails = groupBy(mailsAbout(tx, ids), ({ booking_id }) => booking_id)
  const failed = groupBy(failedMailsAbout(tx, ids), bookingOf)
  const money = groupBy(parts.readMoney(tx, ids), ({ bookingId }) => bookingId)
  const view = viewer(tx, parts, bookings)
  return bookings.map((booking) =>
    view(booking, {
      events: events.get(booking.id) ?? [],
      mails: mails.get(booking.id) ?? [],
      failed: failed.get(booking.id) ?? [],
      money: money.get(booking.id) ?? [],
    }),
  )
}

export function deskBooking(tx: Tx, parts: BookingParts, booking: Booking): DeskBooking {
  const [record] = deskRecords(tx, parts, [booking])
  if (!record) throw new Error(`Booking ${booking.id} has no record`)
  return record
}

function bookingOf({ payload }: FailedMail): string | null {
  return (JSON.parse(payload) as { bookingId: string | null }).bookingId
}

function viewer(tx: Tx, parts: BookingParts, bookings: readonly Booking[]) {
  const now = parts.clock()
  const ownerZone = parts.readSchedule(tx).timeZone
  const last = bookings.reduce((end, { ends_at }) => Math.max(end, ends_at), now)
  const busy = parts.readBusyTimes(tx, { start: now, end: last })
  return (booking: Booking, traces: Traces): DeskBooking => {
    const clash = booking.ends_at > now ? clashOf(booking, busy, traces.events) : undefined
    return {
      ...commonFields(booking),
      date: booking.shown_date,
      timeSlot: booking.shown_time,
      clientName: guestName(booking),
      clientEmail: booking.email,
      clientPhone: booking.phone,
      ownerZone,
      reference: booking.id,
      createdAt: isoTime(booking.created_at),
      refunded: refundedOf(traces.money),
      refundable: refundableOf(booking, traces.money),
      failedRefunds: failedRefundsOf(traces.money),
      offers: openOffersTo(tx, parts, booking).map(isoTime),
      clash: clash ? isoSpan(clash) : null,
      history: historyOf(booking, traces, ownerZone),
      version: versionOf(booking, traces.events),
    }
  }
}

/** What can still be refunded of a booking's payment, minor units. */
export function refundableOf({ payment, amount }: Booking, money: readonly MoneyEvent[]): number {
  return payment === 'paid' || payment === 'refunded' ? Math.max(0, amount - refundedOf(money)) : 0
}

function failedRefundsOf(money: readonly MoneyEvent[]): DeskBooking['failedRefunds'] {
  return money.flatMap(({ refundId: id, amount, state }) =>
    id !== undefined && state === 'failed' ? [{ id, amount }] : [],
  )
}

/** The busy time that overlaps a booking; undefined if there is none or the owner accepted it. */
export function clashOf(
  booking: Booking,
  busy: readonly Interval[],
  events: readonly BookingEvent[],
): Interval | undefined {
  if (!occupyingStatuses.includes(booking.status)) return undefined
  const known = events.flatMap(({ kind, data }) => (kind === 'kept' && data.clash) || [])
  return busy.find(
    ({ start, end }) =>
      start < booking.ends_at &&
      end > booking.starts_at &&
      !known.some((clash) => clash.start === start && clash.end === end),
  )
}

/** Changes with everything that a command could conflict with, but not with a video link. */
function versionOf(
  { status, payment, sequence }: Booking,
  events: readonly BookingEvent[],
): string {
  return [status, payment, sequence, events.at(-1)?.id ?? 0].join('.')
}

/** How many bookings the list shows from today on, and before today. */
const MOST_AHEAD = 60
const MOST_PAST = 40

/** The nearest bookings from today on and the latest ones before; the latest start first. */
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

/** Part of the epoch. Raise it when records change their shape without a write to the database. */
const SHAPE = 1

/**
 * The records that changed after the cursor. Their times are in the owner's time zone, so the zone
 * is part of the epoch: after a change of zone all records are sent again.
 */
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
    // Always sent: which offered times are still free depends on other bookings and on the clock.
    also: (page) =>
      (page === 'first' ? bookingsNear(tx, parts) : bookingsIn(tx, 'needs_new_time')).map(
        ({ id }) => id,
      ),
  })
}

interface Taken extends Interval {
  /** Name of the other booking's guest; null for a busy time of the owner's calendar. */
  name: string | null
}

/** The bookings and busy times within an interval that block a move of `booking`, in order. */
function readTakenTimes(
  tx: Tx,
  parts: BookingParts,
  { booking, within }: { booking: Booking; within: Interval },
): Taken[] {
  const bookings = takersOf(tx, within, booking.id).map((taker) => ({
    start: taker.starts_at,
    end: taker.occupied_until,
    name: guestName(taker),
  }))
  const busy = parts
    .readBusyTimes(tx, within)
    .filter(({ start, end }) => start < within.end && end > within.start)
    .map(({ start, end }) => ({ start, end, name: null }))
  return [...bookings, ...busy].sort((a, b) => a.start - b.start)
}

/** A sentence for the owner: which booking or busy time blocks the requested start. */
export function whoseTime(
  tx: Tx,
  parts: BookingParts,
  { booking, start }: { booking: Booking; start: number },
): string {
  const { bufferMinutes, timeZone } = parts.readSchedule(tx)
  const within = occupied(start, catalogue[booking.service_type], bufferMinutes)
  const [first] = readTakenTimes(tx, parts, { booking, within })
  if (!first) return 'Another booking has this time.'
  const span = `${clockTime(first.start, timeZone)} to ${clockTime(first.end, timeZone)}`
  return first.name === null
    ? `Your calendar has something else at that time, from ${span}.`
    : `${first.name} has booked that time, from ${span}.`
}

/** Opening hours, free starts and taken times of one date, for moving a booking to that date. */
export function moveDay(
  tx: Tx,
  parts: BookingParts,
  { booking, date }: { booking: Booking; date: PlainDate },
) {
  const service = catalogue[booking.service_type]
  const { timeZone } = parts.readSchedule(tx)
  const within = spanOfDates(date, date, timeZone)
  const question = { service, now: parts.clock(), within, except: booking.id }
  const context = slotContext(tx, parts, question)
  const { schedule } = context
  return {
    hours: openHours(schedule, date).map(isoSpan),
    free: startsOn(schedule, date, service.durationMinutes)
      .filter((start) => start !== booking.starts_at && judgeAgreed(start, context) === 'open')
      .map(isoTime),
    taken: readTakenTimes(tx, parts, { booking, within }).map(({ name, ...span }) => ({
      ...isoSpan(span),
      name,
    })),
  }
}

/** How many bookings are listed; later ones appear once these have a link. */
const SHOWN = 8

/** Upcoming bookings that get no meeting link unless the owner sets one, the soonest first. */
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
      start: isoTime(booking.starts_at),
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

const MOST_CHANGES = 30

/** Moves and cancellations by guests since an instant, until the owner opens the booking. */
export function guestChanges(tx: Tx, since: number): GuestChange[] {
  return unseenChanges(tx, since, MOST_CHANGES).map((change) => ({
    id: change.id,
    bookingId: change.booking_id,
    clientName: guestName(change),
    kind: change.kind,
    at: isoTime(change.at),
    from: isoTime(change.data.from ?? change.starts_at),
    to: change.data.to === undefined ? null : isoTime(change.data.to),
  }))
}
