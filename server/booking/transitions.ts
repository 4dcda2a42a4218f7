import type { Tx } from '#server/db/database.ts'
import { getGuestZone } from '#server/mail/meeting-text.ts'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import { readSeenOffset } from '#shared/booking/guest-zone.ts'
import { getAgreedStatus } from '#shared/booking/owner-commands.ts'
import { getOccupiedInterval, listCells } from '#shared/booking/slots.ts'
import { blockingStatuses, canTransition } from '#shared/booking/status.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { getOffset, toSeenZone, toWallTime } from '#shared/lib/time-zone.ts'
import { findLegalOffset } from '#shared/lib/zones/zone-law.ts'
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

const MINUTE = 60_000

/** How long an accepted booking is held for payment: its guest is asked by mail, so it is long. */
const ACCEPTED_HOLD_HOURS = 48

/**
 * Changes a booking's status, and frees its time if the new status does not occupy it. Throws if
 * `canTransition` forbids the change.
 */
export async function changeStatus(
  tx: Tx,
  booking: Booking,
  change: StatusChange,
): Promise<Booking> {
  if (!canTransition(booking.status, change.status))
    throw new Error(
      `Booking ${booking.id} cannot change from ${booking.status} to ${change.status}`,
    )
  await updateStatus(tx, booking.id, change)
  if (!blockingStatuses.includes(change.status)) await releaseCells(tx, booking.id)
  return reloadBooking(tx, booking.id)
}

export async function reloadBooking(tx: Tx, id: string): Promise<Booking> {
  const booking = await findBooking(tx, id)
  if (!booking) throw new Error(`Booking ${id} does not exist`)
  return booking
}

interface CancelInput {
  booking: Booking
  /** What is refunded, minor units. */
  refund: number
  by: Actor
  /** The guest uses the right of withdrawal. */
  isWithdrawal?: boolean
  /** How many bookings one command cancels; the caller then mails their guests. */
  groupSize?: number
}

/** Cancels a booking, frees its time, and queues the refund and the mails. */
export async function cancelBooking(
  tx: Tx,
  parts: BookingParts,
  { booking, refund, by, groupSize, isWithdrawal = false }: CancelInput,
): Promise<Booking> {
  const now = parts.clock()
  const unpaid = booking.payment === 'pending' ? { payment: 'failed' as const } : {}
  const cancelled = await changeStatus(tx, booking, {
    status: 'cancelled',
    ...unpaid,
    updated_at: now,
  })
  const { id: booking_id } = booking
  const data = {
    refund,
    ...(groupSize !== undefined && { together: groupSize }),
    ...(isWithdrawal && { isWithdrawal }),
  }
  await insertEvent(tx, { booking_id, kind: 'cancelled', made_by: by, at: now, data })
  await parts.acknowledgeReversals(tx, booking_id)
  if (refund > 0) await parts.refund(tx, cancelled, refund)
  const sendsMail = groupSize === undefined
  await parts.effects.onCancelled(tx, cancelled, { refund, by, isWithdrawal, sendsMail })
  return cancelled
}

/** The guest withdraws from a purchase that is cancelled already; the rest is refunded. */
export async function withdrawCancelled(
  tx: Tx,
  parts: BookingParts,
  { booking, refund }: Pick<CancelInput, 'booking' | 'refund'>,
): Promise<Booking> {
  const { id, payment, paid_at } = booking
  const now = parts.clock()
  await updateBooking(tx, id, { payment, paid_at, updated_at: now })
  const data = { refund, isWithdrawal: true }
  await insertEvent(tx, { booking_id: id, kind: 'cancelled', made_by: 'guest', at: now, data })
  await parts.refund(tx, booking, refund)
  const withdrawn = await reloadBooking(tx, id)
  await parts.effects.onCancelled(tx, withdrawn, { refund, by: 'guest', isWithdrawal: true })
  return withdrawn
}

interface RescheduleInput {
  booking: Booking
  /** UTC milliseconds; the caller has checked that it is free. */
  start: number
  by: Actor
  /** The new start as the guest's browser showed it. */
  seen?: { date: string; time: string } | undefined
}

/** Moves a booking. One that needed a new time is then confirmed, or held for payment. */
export async function rescheduleBooking(
  tx: Tx,
  parts: BookingParts,
  { booking, start, by, seen }: RescheduleInput,
): Promise<Booking> {
  const now = parts.clock()
  const { id, starts_at } = booking
  const first = await wasNeverConfirmed(tx, booking)
  await claimTime(tx, parts, { booking, start })
  if (booking.status === 'needs_new_time') await confirmOrHold(tx, parts, { booking, start })
  const data = { from: starts_at, to: start }
  await insertEvent(tx, { booking_id: id, kind: 'moved', made_by: by, at: now, data })
  const { end } = getOccupiedInterval(start, parseBookedService(booking), 0)
  const occupiedUntil = await getOccupiedUntil(tx, parts, { booking, start })
  await updateTime(tx, id, {
    starts_at: start,
    ends_at: end,
    occupied_until: occupiedUntil,
    ...toDisplayedTime(booking, start, seen),
    updated_at: now,
  })
  const moved = await reloadBooking(tx, id)
  if (moved.status === 'confirmed')
    await parts.effects.onMoved(tx, moved, { by, isFirstConfirmation: first })
  else await parts.effects.onAccepted(tx, moved)
  return moved
}

/** The new time on the guest's clock, as the guest saw it or else by our zone data. */
function toDisplayedTime(booking: Booking, start: number, seen: RescheduleInput['seen']) {
  const { time_zone } = booking
  const offset = seen
    ? readSeenOffset(start, { ...seen, timezone: time_zone })
    : keepSeenOffset(booking, start)
  const zone = toSeenZone(start, offset, time_zone)
  return {
    local_date: toWallTime(start, zone).date,
    local_time: formatClockTime(start, zone),
    seen_offset: offset,
  }
}

/**
 * The guest's offset at a start that the guest has not seen: known where the guest's browser and
 * our zone data differed at the time before, unless it contradicts the law.
 */
function keepSeenOffset(booking: Booking, start: number): number | null {
  const { time_zone } = booking
  const offset = getOffset(start, getGuestZone(booking))
  if (offset === getOffset(start, time_zone)) return null
  const minutes = offset / MINUTE
  return (findLegalOffset(start, time_zone) ?? minutes) === minutes ? minutes : null
}

/** Whether a booking was never confirmed: a request, or a request answered with other times. */
export async function wasNeverConfirmed(tx: Tx, { id, status }: Booking): Promise<boolean> {
  if (status !== 'needs_new_time') return status === 'requested'
  const offers = (await readEvents(tx, [id])).filter(({ kind }) => kind === 'offered')
  return offers.at(-1)?.data.wasNeverConfirmed === true
}

/** Frees a booking's time. A repeat only raises the calendar entry's `sequence` again. */
export async function releaseTime(tx: Tx, booking: Booking, now: number): Promise<Booking> {
  const change = { status: 'needs_new_time' as const, updated_at: now }
  if (booking.status !== change.status) return changeStatus(tx, booking, change)
  await updateStatus(tx, booking.id, change)
  return reloadBooking(tx, booking.id)
}

interface BookingAtStart {
  booking: Booking
  start: number
}

/** Occupies the requested time of a request over the cap; the caller has checked it is free. */
export async function claimRequestedTime(
  tx: Tx,
  parts: BookingParts,
  booking: Booking,
): Promise<void> {
  const requested = { booking, start: booking.starts_at }
  await claimTime(tx, parts, requested)
  await updateBooking(tx, booking.id, {
    blocks_slot: 1,
    occupied_until: await getOccupiedUntil(tx, parts, requested),
  })
}

async function claimTime(
  tx: Tx,
  parts: BookingParts,
  { booking, start }: BookingAtStart,
): Promise<void> {
  await releaseCells(tx, booking.id)
  const end = await getOccupiedUntil(tx, parts, { booking, start })
  if (!(await occupyCells(tx, booking.id, listCells({ start, end }))))
    throw new Error(`The new time of booking ${booking.id} was free, but its slot cells are taken`)
  await updateBooking(tx, booking.id, { blocks_slot: 1 })
}

/** End of the time that a booking at `start` occupies, buffer included, UTC milliseconds. */
async function getOccupiedUntil(
  tx: Tx,
  parts: BookingParts,
  { booking, start }: BookingAtStart,
): Promise<number> {
  const { bufferMinutes } = await parts.readSchedule(tx)
  return getOccupiedInterval(start, parseBookedService(booking), bufferMinutes).end
}

/** Confirms a booking that is free of charge or paid; holds any other one until it is paid. */
export async function confirmOrHold(
  tx: Tx,
  parts: BookingParts,
  { booking, start }: BookingAtStart,
): Promise<Booking> {
  const now = parts.clock()
  const status = getAgreedStatus(booking)
  if (status === 'confirmed') return changeStatus(tx, booking, { status, updated_at: now })
  const hold_expires_at = Math.min(now + ACCEPTED_HOLD_HOURS * 3_600_000, start)
  return changeStatus(tx, booking, { status, payment: 'pending', hold_expires_at, updated_at: now })
}
