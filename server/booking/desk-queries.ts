import type { Tx } from '#server/db/database.ts'
import { guestName } from '#server/mail/meeting-text.ts'
import { type FailedMailJob, findFailedMailJobs, findMailsAbout } from '#server/mail/store.ts'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import {
  type BookingMoneyRecord,
  type BookingRecord,
  type DeskContext,
  type StoredBooking,
  toDeskBooking,
} from '#shared/booking/booking-record.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { checkAgreedSlot, getOccupiedInterval, type Interval } from '#shared/booking/slots.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { type PlainDate, toIsoInterval, toIsoTime, toIsoTimeOrNull } from '#shared/lib/date.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getDateInterval, getFirstInstant } from '#shared/lib/wall-time.ts'
import { getOpenHours, listStarts } from '#shared/schedule/opening-hours.ts'
import { listHistory, listMoneyHistory } from './history.ts'
import type { BookingParts } from './ports.ts'
import { commonFields, listOffers, readSlotContext } from './queries.ts'
import { getSenderKey, toSenderId } from './senders/store.ts'
import {
  type Booking,
  type BookingEvent,
  findBookingsAround,
  findOverlappingBookings,
  readEvents,
  readSeenUntil,
} from './store.ts'

/** The records of these bookings, by id. Events and mails of all of them are read at once. */
export async function readBookingRecords(
  tx: Tx,
  bookings: readonly Booking[],
): Promise<Map<string, BookingRecord>> {
  const ids = bookings.map(({ id }) => id)
  const events = groupBy(await readEvents(tx, ids), ({ booking_id }) => booking_id)
  const mails = groupBy(await findMailsAbout(tx, ids), ({ booking_id }) => booking_id)
  const failedMails = groupBy(await findFailedMailJobs(tx, ids), getMailBookingId)
  return new Map(
    bookings.map((booking) => [
      booking.id,
      toBookingRecord(booking, {
        events: events.get(booking.id) ?? [],
        mails: mails.get(booking.id) ?? [],
        failedMails: failedMails.get(booking.id) ?? [],
      }),
    ]),
  )
}

function getMailBookingId({ payload }: FailedMailJob): string | null {
  return (JSON.parse(payload) as { bookingId: string | null }).bookingId
}

function toBookingRecord(
  booking: Booking,
  traces: Parameters<typeof listHistory>[1],
): BookingRecord {
  const { id: _id, amount, currency, purchase, paidAt, ...facts } = commonFields(booking)
  const { events } = traces
  const sender = getSenderKey(booking)
  const { title, durationMinutes, pauseMinutes } = parseBookedService(booking)
  return {
    ...facts,
    serviceTitle: title,
    durationMinutes,
    pauseMinutes,
    date: booking.local_date,
    timeSlot: booking.local_time,
    clientName: guestName(booking),
    clientEmail: booking.email,
    clientPhone: booking.phone,
    createdAt: toIsoTime(booking.created_at),
    occupiedUntil: booking.occupied_until,
    offers: listOffers(booking, events).map(toIsoTime),
    acceptedClashes: events.flatMap(
      ({ kind, data }) => (kind === 'clash_accepted' && data.clash) || [],
    ),
    overCapSender: sender ? toSenderId(sender) : null,
    guestChanges: events.flatMap((event) => toGuestChange(event, booking)),
    history: listHistory(booking, traces),
    isFree: amount === 0,
    version: toVersion(booking, events),
  }
}

function toGuestChange(
  { id, kind, made_by, at, data }: BookingEvent,
  { starts_at }: Booking,
): BookingRecord['guestChanges'] {
  if (made_by !== 'guest' || (kind !== 'moved' && kind !== 'cancelled')) return []
  const { from = starts_at, to, isWithdrawal = false } = data
  const times = { at: toIsoTime(at), from: toIsoTime(from), to: toIsoTimeOrNull(to ?? null) }
  return [{ id, kind, isWithdrawal, ...times }]
}

/** The money of those bookings that cost something, by their ids. */
export async function readBookingMoney(
  tx: Tx,
  parts: Pick<BookingParts, 'readMoneyEvents'>,
  bookings: readonly Booking[],
): Promise<Map<string, BookingMoneyRecord>> {
  const paid = bookings.filter(({ amount }) => amount > 0)
  const ids = paid.map(({ id }) => id)
  const events = groupBy(await readEvents(tx, ids), ({ booking_id }) => booking_id)
  const money = groupBy(await parts.readMoneyEvents(tx, ids), ({ bookingId }) => bookingId)
  return new Map(
    paid.map((booking) => {
      const { amount, currency, purchase, paidAt } = commonFields(booking)
      const moneyEvents = money.get(booking.id) ?? []
      const history = listMoneyHistory(booking, {
        events: events.get(booking.id) ?? [],
        moneyEvents,
      })
      const own = moneyEvents.map(({ bookingId: _bookingId, ...event }) => event)
      return [booking.id, { amount, currency, purchase, paidAt, events: own, history }]
    }),
  )
}

/** The given bookings as the owner sees them now, in order. */
async function readDeskBookings(
  tx: Tx,
  parts: BookingParts,
  bookings: readonly Booking[],
): Promise<DeskBooking[]> {
  const records = await readBookingRecords(tx, bookings)
  const money = await readBookingMoney(tx, parts, bookings)
  const marks = await readSeenUntil(tx, [...records.keys()])
  const stored = bookings.flatMap(({ id }) => {
    const record = records.get(id)
    return record ? [{ id, record, money: money.get(id), seenUntil: marks.get(id) ?? 0 }] : []
  })
  const context = await readDeskContext(tx, parts, stored)
  return stored.map((booking) => toDeskBooking(booking, context))
}

/** The busy times and other bookings around these bookings and the times that they offer. */
async function readDeskContext(
  tx: Tx,
  parts: BookingParts,
  stored: readonly StoredBooking[],
): Promise<DeskContext> {
  const now = parts.clock()
  const offers = stored.flatMap(({ record }) => record.offers.map((start) => Date.parse(start)))
  const ends = stored.map(({ record }) => Date.parse(record.end))
  const within = {
    start: Math.min(now, ...offers) - DAY,
    end: Math.max(now, ...ends, ...offers) + 2 * DAY,
  }
  // Other bookings only decide whether an offered time is still free.
  const overlapping = offers.length > 0 ? await findOverlappingBookings(tx, within, '') : []
  return {
    now,
    schedule: await parts.readSchedule(tx),
    busy: await parts.readBusyTimes(tx, within),
    taken: overlapping.map(({ id, starts_at, occupied_until }) => ({
      bookingId: id,
      start: starts_at,
      end: occupied_until,
    })),
  }
}

export async function readDeskBooking(
  tx: Tx,
  parts: BookingParts,
  booking: Booking,
): Promise<DeskBooking> {
  const [found] = await readDeskBookings(tx, parts, [booking])
  if (!found) throw new Error(`No desk record was built for booking ${booking.id}`)
  return found
}

const DAY = 86_400_000

/** Changes with everything that a command could conflict with, but not with a video link. */
function toVersion(
  { status, payment, sequence }: Booking,
  events: readonly BookingEvent[],
): string {
  return [status, payment, sequence, events.at(-1)?.id ?? 0].join('.')
}

/** How many bookings the list shows from today on, and before today. */
const MAX_UPCOMING = 60
const MAX_PAST = 40

/** The nearest bookings from today on and the latest ones before; the latest start first. */
export async function readRecentDeskBookings(tx: Tx, parts: BookingParts): Promise<DeskBooking[]> {
  return readDeskBookings(tx, parts, await readRecentBookings(tx, parts))
}

async function readRecentBookings(tx: Tx, parts: BookingParts): Promise<Booking[]> {
  const { timeZone } = await parts.readSchedule(tx)
  const instant = getFirstInstant(toWallTime(parts.clock(), timeZone).date, 0, timeZone)
  const ahead = await findBookingsAround(tx, { instant, side: 'from', limit: MAX_UPCOMING })
  const past = await findBookingsAround(tx, { instant, side: 'before', limit: MAX_PAST })
  return [...ahead.reverse(), ...past]
}

interface TakenInterval extends Interval {
  /** Name of the other booking's guest; null for a busy time of the owner's calendar. */
  name: string | null
}

/** The bookings and busy times within an interval that block a move of `booking`, in order. */
async function readTakenTimes(
  tx: Tx,
  parts: BookingParts,
  { booking, within }: { booking: Booking; within: Interval },
): Promise<TakenInterval[]> {
  const bookings = (await findOverlappingBookings(tx, within, booking.id)).map((taker) => ({
    start: taker.starts_at,
    end: taker.occupied_until,
    name: guestName(taker),
  }))
  const busy = (await parts.readBusyTimes(tx, within))
    .filter(({ start, end }) => start < within.end && end > within.start)
    .map(({ start, end }) => ({ start, end, name: null }))
  return [...bookings, ...busy].sort((a, b) => a.start - b.start)
}

/** A sentence for the owner: which booking or busy time blocks the requested start. */
export async function formatTakenReason(
  tx: Tx,
  parts: BookingParts,
  { booking, start }: { booking: Booking; start: number },
): Promise<string> {
  const { bufferMinutes, timeZone } = await parts.readSchedule(tx)
  const within = getOccupiedInterval(start, parseBookedService(booking), bufferMinutes)
  const [first] = await readTakenTimes(tx, parts, { booking, within })
  if (!first) return 'Another booking has this time.'
  const span = `${formatClockTime(first.start, timeZone)} to ${formatClockTime(first.end, timeZone)}`
  return first.name === null
    ? `Your calendar has something else at that time, from ${span}.`
    : `${first.name} has booked that time, from ${span}.`
}

/** Opening hours, free starts and taken times of one date, for moving a booking to that date. */
export async function readMoveDay(
  tx: Tx,
  parts: BookingParts,
  { booking, date }: { booking: Booking; date: PlainDate },
) {
  const service = parseBookedService(booking)
  const { timeZone } = await parts.readSchedule(tx)
  const within = getDateInterval(date, date, timeZone)
  const question = { service, now: parts.clock(), within, exceptBookingId: booking.id }
  const context = await readSlotContext(tx, parts, question)
  const { schedule } = context
  return {
    hours: getOpenHours(schedule, date).map(toIsoInterval),
    freeStarts: listStarts(schedule, date, service.durationMinutes)
      .filter((start) => start !== booking.starts_at && checkAgreedSlot(start, context) === 'open')
      .map(toIsoTime),
    taken: (await readTakenTimes(tx, parts, { booking, within })).map(({ name, ...span }) => ({
      ...toIsoInterval(span),
      name,
    })),
  }
}
