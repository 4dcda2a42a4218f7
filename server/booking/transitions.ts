import type { Tx } from '#server/db/database.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { getAgreedStatus } from '#shared/booking/owner-commands.ts'
import { getOccupiedInterval, listCells } from '#shared/booking/slots.ts'
import { blockingStatuses, canTransition } from '#shared/booking/status.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import type { Actor, BookingParts } from './ports.ts'
import {
  type Booking,
  findBooking,
  insertEvent,
  occupyCells,
  readEvents,
  releaseCells,
  type StatusChange,
  updateBooking,
  updateStatus,
  updateTime,
} from './store.ts'

/** How long an accepted booking is held for payment: its guest is asked by mail, so it is long. */
const ACCEPTED_HOLD_HOURS = 48

/**
 * Changes a booking's status, and frees its time if the new status does not occupy it. Throws if
 * `canTransition` forbids the change.
 */
export function changeStatus(tx: Tx, booking: Booking, change: StatusChange): Booking {
  if (!canTransition(booking.status, change.status))
    throw new Error(
      `Booking ${booking.id} cannot change from ${booking.status} to ${change.status}`,
    )
  updateStatus(tx, booking.id, change)
  if (!blockingStatuses.includes(change.status)) releaseCells(tx, booking.id)
  return reloadBooking(tx, booking.id)
}

export function reloadBooking(tx: Tx, id: string): Booking {
  const booking = findBooking(tx, id)
  if (!booking) throw new Error(`Booking ${id} does not exist`)
  return booking
}

interface CancelInput {
  booking: Booking
  /** What is refunded, minor units. */
  refund: number
  by: Actor
  /** How many bookings one command cancels; the caller then mails their guests. */
  groupSize?: number
}

/** Cancels a booking, frees its time, and queues the refund and the mails. */
export function cancelBooking(
  tx: Tx,
  parts: BookingParts,
  { booking, refund, by, groupSize }: CancelInput,
): Booking {
  const now = parts.clock()
  const unpaid = booking.payment === 'pending' ? { payment: 'failed' as const } : {}
  const cancelled = changeStatus(tx, booking, { status: 'cancelled', ...unpaid, updated_at: now })
  const { id: booking_id } = booking
  const data = { refund, ...(groupSize !== undefined && { together: groupSize }) }
  insertEvent(tx, { booking_id, kind: 'cancelled', made_by: by, at: now, data })
  if (refund > 0) parts.refund(tx, cancelled, refund)
  parts.effects.onCancelled(tx, cancelled, { refund, by, sendsMail: groupSize === undefined })
  return cancelled
}

interface RescheduleInput {
  booking: Booking
  /** UTC milliseconds; the caller has checked that it is free. */
  start: number
  by: Actor
}

/** Moves a booking. One that needed a new time is then confirmed, or held for payment. */
export function rescheduleBooking(
  tx: Tx,
  parts: BookingParts,
  { booking, start, by }: RescheduleInput,
): Booking {
  const now = parts.clock()
  const { id, time_zone, starts_at } = booking
  const first = wasNeverConfirmed(tx, booking)
  claimTime(tx, parts, { booking, start })
  if (booking.status === 'needs_new_time') confirmOrHold(tx, parts, { booking, start })
  const data = { from: starts_at, to: start }
  insertEvent(tx, { booking_id: id, kind: 'moved', made_by: by, at: now, data })
  const { end } = getOccupiedInterval(start, catalogue[booking.service_type], 0)
  const displayed = {
    local_date: toWallTime(start, time_zone).date,
    local_time: formatClockTime(start, time_zone),
  }
  const occupiedUntil = getOccupiedUntil(tx, parts, { booking, start })
  updateTime(tx, id, {
    starts_at: start,
    ends_at: end,
    occupied_until: occupiedUntil,
    ...displayed,
    updated_at: now,
  })
  const moved = reloadBooking(tx, id)
  if (moved.status === 'confirmed')
    parts.effects.onMoved(tx, moved, { by, isFirstConfirmation: first })
  else parts.effects.onAccepted(tx, moved)
  return moved
}

/** Whether a booking was never confirmed: a request, or a request answered with other times. */
export function wasNeverConfirmed(tx: Tx, { id, status }: Booking): boolean {
  if (status !== 'needs_new_time') return status === 'requested'
  const offers = readEvents(tx, [id]).filter(({ kind }) => kind === 'offered')
  return offers.at(-1)?.data.wasNeverConfirmed === true
}

/** Frees a booking's time. A repeat only raises the calendar entry's `sequence` again. */
export function releaseTime(tx: Tx, booking: Booking, now: number): Booking {
  const change = { status: 'needs_new_time' as const, updated_at: now }
  if (booking.status !== change.status) return changeStatus(tx, booking, change)
  updateStatus(tx, booking.id, change)
  return reloadBooking(tx, booking.id)
}

interface BookingAtStart {
  booking: Booking
  start: number
}

/** Occupies the requested time of a request over the cap; the caller has checked it is free. */
export function claimRequestedTime(tx: Tx, parts: BookingParts, booking: Booking): void {
  const requested = { booking, start: booking.starts_at }
  claimTime(tx, parts, requested)
  updateBooking(tx, booking.id, {
    blocks_slot: 1,
    occupied_until: getOccupiedUntil(tx, parts, requested),
  })
}

function claimTime(tx: Tx, parts: BookingParts, { booking, start }: BookingAtStart): void {
  releaseCells(tx, booking.id)
  const end = getOccupiedUntil(tx, parts, { booking, start })
  if (!occupyCells(tx, booking.id, listCells({ start, end })))
    throw new Error(`The new time of booking ${booking.id} was free, but its slot cells are taken`)
  updateBooking(tx, booking.id, { blocks_slot: 1 })
}

/** End of the time that a booking at `start` occupies, buffer included, UTC milliseconds. */
function getOccupiedUntil(tx: Tx, parts: BookingParts, { booking, start }: BookingAtStart): number {
  const { bufferMinutes } = parts.readSchedule(tx)
  return getOccupiedInterval(start, catalogue[booking.service_type], bufferMinutes).end
}

/** Confirms a booking that is free of charge or paid; holds any other one until it is paid. */
export function confirmOrHold(
  tx: Tx,
  parts: BookingParts,
  { booking, start }: BookingAtStart,
): Booking {
  const now = parts.clock()
  const status = getAgreedStatus(booking)
  if (status === 'confirmed') return changeStatus(tx, booking, { status, updated_at: now })
  const hold_expires_at = Math.min(now + ACCEPTED_HOLD_HOURS * 3_600_000, start)
  return changeStatus(tx, booking, { status, payment: 'pending', hold_expires_at, updated_at: now })
}
