import type { Tx } from '#server/db/database.ts'
import { guestName } from '#server/mail/meeting.ts'
import { type FailedMail, failedMailsAbout, mailsAbout } from '#server/mail/store.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { occupyingStatuses } from '#shared/booking/status.ts'
import { type MoneyEvent, refundedOf } from '#shared/lib/money.ts'
import { historyOf, type Traces } from './history.ts'
import { openOffersTo } from './mail/terms.ts'
import type { BookingParts } from './ports.ts'
import { type Booking, type BookingEvent, readEvents } from './store.ts'

/** The records of some bookings, in their order; everything about them is read together. */
export function deskRecords(
  tx: Tx,
  parts: BookingParts,
  bookings: readonly Booking[],
): DeskBooking[] {
  const ids = bookings.map(({ id }) => id)
  const events = grouped(readEvents(tx, ids), ({ booking_id }) => booking_id)
  const mails = grouped(mailsAbout(tx, ids), ({ booking_id }) => booking_id)
  const failed = grouped(failedMailsAbout(tx, ids), bookingOf)
  const money = grouped(parts.readMoney(tx, ids), ({ bookingId }) => bookingId)
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

function grouped<Row>(rows: readonly Row[], key: (row: Row) => string | null): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const id = key(row) ?? ''
    const group = groups.get(id)
    if (group) group.push(row)
    else groups.set(id, [row])
  }
  return groups
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
      ...recordOf(booking),
      ownerZone,
      refunded: refundedOf(traces.money),
      refundable: refundableOf(booking, traces.money),
      failedRefunds: failedRefundsOf(traces.money),
      offers: openOffersTo(tx, parts, booking).map(iso),
      clash: clash ? { start: iso(clash.start), end: iso(clash.end) } : null,
      history: historyOf(booking, traces, ownerZone),
      version: versionOf(booking, traces.events),
    }
  }
}

/** What could still go back of a booking that was paid, minor units. */
export function refundableOf({ payment, amount }: Booking, money: readonly MoneyEvent[]): number {
  return payment === 'paid' || payment === 'refunded' ? Math.max(0, amount - refundedOf(money)) : 0
}

function failedRefundsOf(money: readonly MoneyEvent[]): DeskBooking['failedRefunds'] {
  return money.flatMap(({ refundId: id, amount, state }) =>
    id !== undefined && state === 'failed' ? [{ id, amount }] : [],
  )
}

function recordOf(booking: Booking) {
  return {
    id: booking.id,
    serviceType: booking.service_type,
    status: booking.status,
    date: booking.shown_date,
    timeSlot: booking.shown_time,
    timezone: booking.time_zone,
    destinations: JSON.parse(booking.destinations) as string[],
    otherDestination: booking.other_destination,
    clientName: guestName(booking),
    clientEmail: booking.email,
    clientPhone: booking.phone,
    message: booking.message,
    start: iso(booking.starts_at),
    end: iso(booking.ends_at),
    payment: booking.payment,
    amount: booking.amount,
    currency: booking.currency,
    demo: booking.demo === 1,
    place: booking.place,
    meetingUrl: booking.meeting_url,
    address: booking.address,
    holdExpiresAt: booking.hold_expires_at === null ? null : iso(booking.hold_expires_at),
    keepsTime: booking.keeps_time === 1,
    reference: booking.id,
    createdAt: iso(booking.created_at),
  }
}

const iso = (instant: number) => new Date(instant).toISOString()

/** What else is in the owner's calendar at its time, unless the owner knows of it. */
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

/** Other with each change that a command could collide with; a video link alone is none. */
export function versionOf(
  { status, payment, sequence }: Booking,
  events: readonly BookingEvent[],
): string {
  return [status, payment, sequence, events.at(-1)?.id ?? 0].join('.')
}
