import type { Tx } from '#server/db/database.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { agreedStatus } from '#shared/booking/owner-commands.ts'
import { cellsOf, occupied } from '#shared/booking/slots.ts'
import { mayMove, occupyingStatuses } from '#shared/booking/status.ts'
import { clockTime } from '#shared/booking/times.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { Actor, BookingParts } from './ports.ts'
import {
  type Booking,
  findBooking,
  freeCells,
  insertEvent,
  readEvents,
  type StatusChange,
  takeCells,
  updateBooking,
  updateStatus,
  updateTime,
} from './store.ts'

/** How long an accepted booking is held for payment: its guest is asked by mail, so it is long. */
const ACCEPTED_HOLD_HOURS = 48

/**
 * Changes a booking's status, and frees its time if the new status does not occupy it. Throws if
 * `mayMove` forbids the change.
 */
export function move(tx: Tx, booking: Booking, change: StatusChange): Booking {
  if (!mayMove(booking.status, change.status))
    throw new Error(`No move from ${booking.status} to ${change.status}`)
  updateStatus(tx, booking.id, change)
  if (!occupyingStatuses.includes(change.status)) freeCells(tx, booking.id)
  return reload(tx, booking.id)
}

export function reload(tx: Tx, id: string): Booking {
  const booking = findBooking(tx, id)
  if (!booking) throw new Error(`Booking ${id} is gone`)
  return booking
}

interface Cancelling {
  booking: Booking
  /** What is refunded, minor units. */
  refund: number
  by: Actor
  /** How many bookings one command cancels; the caller then mails their guests. */
  together?: number
}

/** Cancels a booking, frees its time, and queues the refund and the mails. */
export function cancel(
  tx: Tx,
  parts: BookingParts,
  { booking, refund, by, together }: Cancelling,
): Booking {
  const now = parts.clock()
  const unpaid = booking.payment === 'pending' ? { payment: 'failed' as const } : {}
  const cancelled = move(tx, booking, { status: 'cancelled', ...unpaid, updated_at: now })
  const { id: booking_id } = booking
  const data = { refund, ...(together !== undefined && { together }) }
  insertEvent(tx, { booking_id, kind: 'cancelled', made_by: by, at: now, data })
  if (refund > 0) parts.refund(tx, cancelled, refund)
  parts.effects.cancelled(tx, cancelled, { refund, by, told: together === undefined })
  return cancelled
}

interface Giving {
  booking: Booking
  /** UTC milliseconds; the caller has checked that it is free. */
  start: number
  by: Actor
}

/** Moves a booking. One that needed a new time is then confirmed, or held for payment. */
export function giveTime(tx: Tx, parts: BookingParts, { booking, start, by }: Giving): Booking {
  const now = parts.clock()
  const { id, time_zone, starts_at } = booking
  const first = wasOnlyAskedFor(tx, booking)
  takeTime(tx, parts, { booking, start })
  if (booking.status === 'needs_new_time') agree(tx, parts, { booking, start })
  const data = { from: starts_at, to: start }
  insertEvent(tx, { booking_id: id, kind: 'moved', made_by: by, at: now, data })
  const { end } = occupied(start, catalogue[booking.service_type], 0)
  const shown = {
    shown_date: wallOf(start, time_zone).date,
    shown_time: clockTime(start, time_zone),
  }
  const kept = keptUntil(tx, parts, { booking, start })
  updateTime(tx, id, {
    starts_at: start,
    ends_at: end,
    occupied_until: kept,
    ...shown,
    updated_at: now,
  })
  const moved = reload(tx, id)
  if (moved.status === 'confirmed') parts.effects.moved(tx, moved, { by, first })
  else parts.effects.accepted(tx, moved)
  return moved
}

/** Whether a booking was never confirmed: a request, or a request answered with other times. */
export function wasOnlyAskedFor(tx: Tx, { id, status }: Booking): boolean {
  if (status !== 'needs_new_time') return status === 'requested'
  const offers = readEvents(tx, [id]).filter(({ kind }) => kind === 'offered')
  return offers.at(-1)?.data.asked === true
}

/** Frees a booking's time. A repeat only raises the calendar entry's `sequence` again. */
export function giveUpTime(tx: Tx, booking: Booking, now: number): Booking {
  const change = { status: 'needs_new_time' as const, updated_at: now }
  if (booking.status !== change.status) return move(tx, booking, change)
  updateStatus(tx, booking.id, change)
  return reload(tx, booking.id)
}

interface AtStart {
  booking: Booking
  start: number
}

/** Occupies the requested time of a request over the cap; the caller has checked it is free. */
export function takeAskedTime(tx: Tx, parts: BookingParts, booking: Booking): void {
  const asked = { booking, start: booking.starts_at }
  takeTime(tx, parts, asked)
  updateBooking(tx, booking.id, { keeps_time: 1, occupied_until: keptUntil(tx, parts, asked) })
}

function takeTime(tx: Tx, parts: BookingParts, { booking, start }: AtStart): void {
  freeCells(tx, booking.id)
  const end = keptUntil(tx, parts, { booking, start })
  if (!takeCells(tx, booking.id, cellsOf({ start, end })))
    throw new Error(`Cells of an open time are taken: ${booking.id}`)
  updateBooking(tx, booking.id, { keeps_time: 1 })
}

/** End of the time that a booking at `start` occupies, buffer included, UTC milliseconds. */
function keptUntil(tx: Tx, parts: BookingParts, { booking, start }: AtStart): number {
  const { bufferMinutes } = parts.readSchedule(tx)
  return occupied(start, catalogue[booking.service_type], bufferMinutes).end
}

/** Confirms a booking that is free of charge or paid; holds any other one until it is paid. */
export function agree(tx: Tx, parts: BookingParts, { booking, start }: AtStart): Booking {
  const now = parts.clock()
  const status = agreedStatus(booking)
  if (status === 'confirmed') return move(tx, booking, { status, updated_at: now })
  const hold_expires_at = Math.min(now + ACCEPTED_HOLD_HOURS * 3_600_000, start)
  return move(tx, booking, { status, payment: 'pending', hold_expires_at, updated_at: now })
}
