import { findBookingsWithoutLink } from '#server/booking/location/store.ts'
import type { Tx } from '#server/db/database.ts'
import { findFailingJobs } from '#server/jobs/store.ts'
import { mapInOrder } from '#server/lib/in-order.ts'
import { guestName } from '#server/mail/meeting-text.ts'
import { type FailedMailJob, findFailedMailJobs, findMailsAbout } from '#server/mail/store.ts'
import {
  type BookingMoneyRecord,
  type BookingRecord,
  type DeskContext,
  type StoredBooking,
  toDeskBooking,
} from '#shared/booking/booking-record.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { checkAgreedSlot, getOccupiedInterval, type Interval } from '#shared/booking/slots.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import type { BookingTask, GuestChange } from '#shared/desk/api.ts'
import { type PlainDate, toIsoInterval, toIsoTime } from '#shared/lib/date.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getDateInterval, getFirstInstant } from '#shared/lib/wall-time.ts'
import { getOpenHours, listStarts } from '#shared/schedule/opening-hours.ts'
import { listHistory, listMoneyHistory } from './history.ts'
import type { BookingParts } from './ports.ts'
import { commonFields, listOffers, readSlotContext } from './queries.ts'
import {
  type Booking,
  type BookingEvent,
  findBookingsAround,
  findOverlappingBookings,
  findUnseenChanges,
  readEvents,
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
  return {
    ...facts,
    date: booking.local_date,
    timeSlot: booking.local_time,
    clientName: guestName(booking),
    clientEmail: booking.email,
    clientPhone: booking.phone,
    createdAt: toIsoTime(booking.created_at),
    occupiedUntil: booking.occupied_until,
    offers: listOffers(booking, events).map(toIsoTime),
    acceptedClashes: listAcceptedClashes(events),
    history: listHistory(booking, traces),
    isFree: amount === 0,
    version: toVersion(booking, events),
  }
}

export function listAcceptedClashes(events: readonly BookingEvent[]): Interval[] {
  return events.flatMap(({ kind, data }) => (kind === 'clash_accepted' && data.clash) || [])
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
  const stored = bookings.flatMap(({ id }) => {
    const record = records.get(id)
    return record ? [{ id, record, money: money.get(id) }] : []
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
  const within = getOccupiedInterval(start, catalogue[booking.service_type], bufferMinutes)
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
  const service = catalogue[booking.service_type]
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

/** How many bookings are listed; later ones appear once these have a link. */
const MAX_WITHOUT_LINK = 8

/** Upcoming bookings that get no meeting link unless the owner sets one, the soonest first. */
export async function readBookingsWithoutLink(
  tx: Tx,
  { clock, canCreateRooms }: BookingParts,
): Promise<BookingTask[]> {
  const roomless = canCreateRooms ? await readBookingsWithoutRoom(tx) : undefined
  const needsLink = ({ id, place }: Booking) =>
    place === 'link' || roomless === undefined || roomless.has(id)
  const shown = (await findBookingsWithoutLink(tx, clock()))
    .filter(needsLink)
    .slice(0, MAX_WITHOUT_LINK)
  return mapInOrder(shown, async (booking) => ({
    id: booking.id,
    clientName: guestName(booking),
    start: toIsoTime(booking.starts_at),
    reason: booking.place === 'link' ? ('link' as const) : ('room' as const),
    version: await readVersion(tx, booking),
  }))
}

/** The version that a command for this booking has to name. */
export async function readVersion(tx: Tx, booking: Booking): Promise<string> {
  return toVersion(booking, await readEvents(tx, [booking.id]))
}

async function readBookingsWithoutRoom(tx: Tx): Promise<Set<string>> {
  return new Set(
    (await findFailingJobs(tx, 'room')).map(
      ({ payload }) => (JSON.parse(payload) as { bookingId: string }).bookingId,
    ),
  )
}

const MAX_GUEST_CHANGES = 30

/** Moves and cancellations by guests since an instant, until the owner opens the booking. */
export async function readGuestChanges(tx: Tx, since: number): Promise<GuestChange[]> {
  return (await findUnseenChanges(tx, since, MAX_GUEST_CHANGES)).map((change) => ({
    id: change.id,
    bookingId: change.booking_id,
    clientName: guestName(change),
    kind: change.kind,
    isWithdrawal: change.data.isWithdrawal === true,
    at: toIsoTime(change.at),
    from: toIsoTime(change.data.from ?? change.starts_at),
    to: change.data.to === undefined ? null : toIsoTime(change.data.to),
  }))
}
