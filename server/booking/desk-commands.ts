import { toLocationColumns, updateLocation } from '#server/booking/location/store.ts'
import type { Tx } from '#server/db/database.ts'
import { answer, type HttpRefusal, type HttpResult, refuse } from '#server/http/http-result.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { type BookingLocation, locationLabels } from '#shared/booking/meeting-location-api.ts'
import {
  getAgreedStatus,
  getRefusalReason,
  type OwnerCommand,
} from '#shared/booking/owner-commands.ts'
import { CELL_MINUTES, checkAgreedSlot } from '#shared/booking/slots.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { getRefundableAmount } from '#shared/payment/reversals.ts'
import { formatTakenReason, readDeskBooking } from './desk-queries.ts'
import type { BookingParts } from './ports.ts'
import { readMoveContext } from './queries.ts'
import { type Booking, findBooking, insertEvent, type NewEvent, readEvents } from './store.ts'
import {
  cancelBooking,
  changeStatus,
  claimRequestedTime,
  confirmOrHold,
  releaseTime,
  reloadBooking,
  rescheduleBooking,
  wasNeverConfirmed,
} from './transitions.ts'

/** Applies one command to a booking; returns a refusal if the command cannot be carried out. */
export type OwnerAction = (
  tx: Tx,
  parts: BookingParts,
  booking: Booking,
) => Promise<HttpRefusal | undefined>

interface OwnerCommandInput {
  id: string
  /** The version that the owner saw. */
  expectedVersion: string
  /** Undefined for a command that every status allows. */
  command: OwnerCommand | undefined
  /** What the command would refund, minor units. */
  refund?: number
  action: OwnerAction
}

/**
 * Runs one of the owner's commands in the caller's transaction. A repeat has no second effect: it
 * is refused as `stale`, because the booking's version has changed.
 */
export async function runOwnerCommand(
  tx: Tx,
  parts: BookingParts,
  order: OwnerCommandInput,
): Promise<HttpResult<DeskBooking>> {
  const { id, expectedVersion, command, refund = 0, action } = order
  const booking = await findBooking(tx, id)
  if (!booking) return refuseNotFound()
  const before = await readDeskBooking(tx, parts, booking)
  const reason = command && findRefusalReason(command, before, parts.clock())
  // Said first, because a refund at the provider also changes the version.
  if (!reason && refund > before.refundable) return refuseRefundTooHigh(before)
  if (before.version !== expectedVersion) return refuseStale(before)
  if (reason) return refuse(409, 'state', reason)
  const refused = await action(tx, parts, booking)
  if (refused) return refused
  const after = await findBooking(tx, id)
  if (!after) throw new Error(`Booking ${id} does not exist`)
  return answer(await readDeskBooking(tx, parts, after))
}

export const refuseNotFound = () => refuse(404, 'not_found', 'This booking was not found.')

function findRefusalReason(
  command: OwnerCommand,
  booking: DeskBooking,
  now: number,
): string | undefined {
  const { status, start, end, clash } = booking
  const judged = {
    status,
    start: Date.parse(start),
    end: Date.parse(end),
    hasClash: clash !== null,
  }
  return getRefusalReason(command, judged, now)
}

function refuseStale(current: DeskBooking): HttpRefusal {
  const error = 'This booking has changed in the meantime. This is the current version.'
  return { ok: false, status: 409, refusal: { code: 'stale', error, current } }
}

async function recordEvent(
  tx: Tx,
  parts: BookingParts,
  event: Pick<NewEvent, 'booking_id' | 'kind'> & Partial<Pick<NewEvent, 'data'>>,
): Promise<void> {
  await insertEvent(tx, { ...event, made_by: 'owner', at: parts.clock() })
}

const refusePaymentsOff = () =>
  refuse(409, 'payments_off', 'This service cannot be paid online at the moment.')

function isUnpayable(parts: BookingParts, booking: Booking): boolean {
  return parts.payments === 'off' && getAgreedStatus(booking) === 'awaiting_payment'
}

/** Accepts a request: confirms it, or holds it until it is paid. */
export const acceptRequest: OwnerAction = async (tx, parts, booking) => {
  if (isUnpayable(parts, booking)) return refusePaymentsOff()
  const { id, starts_at: start } = booking
  if (booking.blocks_slot === 0) {
    const refused = await checkStart(tx, parts, { booking, start })
    if (refused) return refused
    await claimRequestedTime(tx, parts, booking)
  }
  const accepted = await confirmOrHold(tx, parts, { booking, start })
  const holdUntil = accepted.hold_expires_at
  const data = holdUntil === null ? {} : { holdUntil }
  await recordEvent(tx, parts, { booking_id: id, kind: 'accepted', data })
  if (accepted.status === 'confirmed') await parts.effects.onConfirmed(tx, accepted)
  else await parts.effects.onAccepted(tx, accepted)
  return undefined
}

export const moveToStart =
  (start: number): OwnerAction =>
  async (tx, parts, booking) => {
    if (booking.status === 'confirmed' && booking.starts_at === start)
      return refuse(422, 'same', 'It already has this time.')
    if (booking.status === 'needs_new_time' && isUnpayable(parts, booking))
      return refusePaymentsOff()
    const refused = await checkStart(tx, parts, { booking, start })
    if (refused) return refused
    await rescheduleBooking(tx, parts, { booking, start, by: 'owner' })
    return undefined
  }

/** Gives up the booking's time and offers others, which have to be free. UTC milliseconds. */
export const offerStarts =
  (starts: readonly number[]): OwnerAction =>
  async (tx, parts, booking) => {
    if (isUnpayable(parts, booking)) return refusePaymentsOff()
    const different = [...new Set(starts)].sort((a, b) => a - b)
    for (const start of different) {
      const refused = await checkStart(tx, parts, { booking, start })
      if (refused) return refused
    }
    const data = { starts: different, wasNeverConfirmed: await wasNeverConfirmed(tx, booking) }
    const given = await releaseTime(tx, booking, parts.clock())
    await recordEvent(tx, parts, { booking_id: booking.id, kind: 'offered', data })
    await parts.effects.onOffered(tx, given, different)
    return undefined
  }

export const cancelWithRefund =
  (refund: number): OwnerAction =>
  async (tx, parts, booking) => {
    const most = getRefundableAmount(booking, await parts.readMoneyEvents(tx, [booking.id]))
    if (refund > most) return refuseRefundTooHigh({ ...booking, refundable: most })
    await cancelBooking(tx, parts, { booking, refund, by: 'owner' })
    return undefined
  }

export const markCompleted: OwnerAction = async (tx, parts, booking) => {
  await changeStatus(tx, booking, { status: 'completed', updated_at: parts.clock() })
  await recordEvent(tx, parts, { booking_id: booking.id, kind: 'completed' })
  return undefined
}

export const markNoShow: OwnerAction = async (tx, parts, booking) => {
  await changeStatus(tx, booking, { status: 'no_show', updated_at: parts.clock() })
  await recordEvent(tx, parts, { booking_id: booking.id, kind: 'no_show' })
  return undefined
}

/** Refunds a meeting that is over: its status stays, and the guest gets a credit note. */
export const refundAmount =
  (amount: number): OwnerAction =>
  async (tx, parts, booking) => {
    const most = getRefundableAmount(booking, await parts.readMoneyEvents(tx, [booking.id]))
    if (amount <= 0 || amount > most) return refuseRefundTooHigh({ ...booking, refundable: most })
    await parts.refund(tx, booking, amount)
    await recordEvent(tx, parts, {
      booking_id: booking.id,
      kind: 'refunded',
      data: { refund: amount },
    })
    return undefined
  }

function refuseRefundTooHigh(current: Pick<DeskBooking, 'refundable' | 'currency'>): HttpRefusal {
  const { refundable: remaining, currency } = current
  const error =
    remaining > 0
      ? `Only ${formatPrice(remaining, currency)} of this payment can still be refunded.`
      : 'Nothing of this payment can be refunded any more.'
  return { ok: false, status: 422, refusal: { code: 'refund', error, remaining } }
}

export const resendMail: OwnerAction = async (tx, parts, booking) => {
  await recordEvent(tx, parts, { booking_id: booking.id, kind: 'resent' })
  const [latest] = (await readEvents(tx, [booking.id])).slice(-1)
  await parts.effects.onResent(tx, booking, `event-${latest?.id}`)
  return undefined
}

/** Records that the owner accepts this clash with the calendar; a different one is shown again. */
export const dismissCurrentClash: OwnerAction = async (tx, parts, booking) => {
  const { clash } = await readDeskBooking(tx, parts, booking)
  if (!clash) return undefined
  const interval = { start: Date.parse(clash.start), end: Date.parse(clash.end) }
  await recordEvent(tx, parts, {
    booking_id: booking.id,
    kind: 'clash_accepted',
    data: { clash: interval },
  })
  return undefined
}

export const addNote =
  (text: string): OwnerAction =>
  async (tx, parts, { id }) => {
    await recordEvent(tx, parts, { booking_id: id, kind: 'note', data: { text } })
    return undefined
  }

/**
 * Marks a failed refund as paid back in another way; the note says how. The refund's own state
 * decides whether that is allowed, not the booking's status.
 */
export const markRefundSettled =
  (refundId: string, text: string): OwnerAction =>
  async (tx, parts, booking) => {
    if (!(await parts.markRefundSettled(tx, booking, refundId)))
      return refuse(409, 'state', 'This refund has not failed, or is already settled.')
    await recordEvent(tx, parts, { booking_id: booking.id, kind: 'note', data: { text } })
    return undefined
  }

const meetingStatuses: readonly Booking['status'][] = ['confirmed', 'needs_new_time']

/** The owner has seen refunds made elsewhere and disputes; a meeting ahead stays. */
export const keepAfterReversals: OwnerAction = async (tx, parts, booking) => {
  await parts.acknowledgeReversals(tx, booking.id)
  if (meetingStatuses.includes(booking.status) && booking.ends_at > parts.clock())
    await recordEvent(tx, parts, { booking_id: booking.id, kind: 'kept_after_reversal' })
  return undefined
}

interface BookingAtStart {
  booking: Booking
  start: number
}

/** The owner may choose any free time, also outside the schedule. */
async function checkStart(
  tx: Tx,
  parts: BookingParts,
  { booking, start }: BookingAtStart,
): Promise<HttpRefusal | undefined> {
  if (start % (CELL_MINUTES * 60_000) !== 0)
    return refuse(422, 'step', 'Please choose a time in steps of five minutes.')
  const verdict = checkAgreedSlot(start, await readMoveContext(tx, parts, { booking, start }))
  if (verdict === 'open') return undefined
  const error =
    verdict === 'past'
      ? 'This time has passed.'
      : await formatTakenReason(tx, parts, { booking, start })
  return refuse(409, verdict, error)
}

/** Changes the meeting location of one booking; the guest of a confirmed booking gets a mail. */
export const setLocation =
  (given: BookingLocation): OwnerAction =>
  async (tx, parts, booking) => {
    if (given.kind === 'video_room' && !parts.canCreateRooms)
      return refuse(409, 'no_rooms', 'No video provider is set up, so no room can be created.')
    if (hasLocation(booking, given))
      return refuse(422, 'same', 'This is already its meeting location.')
    await changeLocation(tx, parts, { booking, location: given })
    return undefined
  }

async function changeLocation(
  tx: Tx,
  parts: BookingParts,
  { booking, location }: { booking: Booking; location: BookingLocation },
): Promise<void> {
  const now = parts.clock()
  const confirmed = booking.status === 'confirmed'
  await updateLocation(tx, booking.id, {
    ...toLocationColumns(location),
    updated_at: now,
    raisesSequence: confirmed,
  })
  await insertEvent(tx, {
    booking_id: booking.id,
    kind: 'placed',
    made_by: 'owner',
    at: now,
    data: { text: locationLabels[location.kind] },
  })
  if (confirmed)
    await parts.effects.onLocationChanged(tx, await reloadBooking(tx, booking.id), booking)
}

/** The video provider sets a room's link, so one automatic room counts as the same as another. */
function hasLocation(booking: Booking, given: BookingLocation): boolean {
  const { place, meeting_url, address } = toLocationColumns(given)
  if (place !== booking.place) return false
  return (
    place === 'video_room' || (meeting_url === booking.meeting_url && address === booking.address)
  )
}
