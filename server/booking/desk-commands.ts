import type { Database, Tx } from '#server/db/database.ts'
import { answer, type Declined, decline, type HttpResult } from '#server/http/answer.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { type GivenPlace, placeNames } from '#shared/booking/desk-place-api.ts'
import { agreedStatus, type OwnerCommand, reasonAgainst } from '#shared/booking/owner-commands.ts'
import { CELL_MINUTES, judgeAgreed } from '#shared/booking/slots.ts'
import {
  agree,
  cancel,
  giveTime,
  giveUpTime,
  move,
  reload,
  takeAskedTime,
  wasOnlyAskedFor,
} from './changes.ts'
import { deskBooking, refundableOf, whoseTime } from './desk-queries.ts'
import { placeColumns, updatePlace } from './place/store.ts'
import type { BookingParts } from './ports.ts'
import { contextOf } from './queries.ts'
import {
  type Booking,
  findBooking,
  findLook,
  insertEvent,
  lastEventOf,
  type NewEvent,
  readEvents,
  seenUntil,
  setLook,
  setSeenUntil,
} from './store.ts'

/** Applies one command to a booking; returns a refusal if the command cannot be carried out. */
export type Act = (tx: Tx, parts: BookingParts, booking: Booking) => Declined | undefined

interface Order {
  id: string
  /** The version that the owner saw. */
  seen: string
  /** Undefined for a command that every status allows. */
  command: OwnerCommand | undefined
  act: Act
}

/**
 * Runs one of the owner's commands in the caller's transaction. A repeat has no second effect: it
 * is refused as `stale`, because the booking's version has changed.
 */
export function runOwnerCommand(
  tx: Tx,
  parts: BookingParts,
  order: Order,
): HttpResult<DeskBooking> {
  const { id, seen, command, act } = order
  const booking = findBooking(tx, id)
  if (!booking) return notFound()
  const before = deskBooking(tx, parts, booking)
  if (before.version !== seen) return stale(before)
  const reason = command && reasonNow(command, before, parts.clock())
  if (reason) return decline(409, 'state', reason)
  const refused = act(tx, parts, booking)
  if (refused) return refused
  const after = findBooking(tx, id)
  if (!after) throw new Error(`Booking ${id} is gone`)
  return answer(deskBooking(tx, parts, after))
}

export const notFound = () => decline(404, 'not_found', 'This booking was not found.')

function reasonNow(command: OwnerCommand, booking: DeskBooking, now: number): string | undefined {
  const { status, start, end, clash } = booking
  const judged = { status, start: Date.parse(start), end: Date.parse(end), clash: clash !== null }
  return reasonAgainst(command, judged, now)
}

function stale(current: DeskBooking): Declined {
  const error = 'This booking has changed in the meantime. This is the current version.'
  return { ok: false, status: 409, refusal: { code: 'stale', error, current } }
}

function record(
  tx: Tx,
  parts: BookingParts,
  event: Pick<NewEvent, 'booking_id' | 'kind' | 'data'>,
): void {
  insertEvent(tx, { ...event, made_by: 'owner', at: parts.clock() })
}

const paymentsOff = () =>
  decline(409, 'payments_off', 'This service cannot be paid online at the moment.')

function isUnpayable(parts: BookingParts, booking: Booking): boolean {
  return parts.payments === 'off' && agreedStatus(booking) === 'awaiting_payment'
}

/** Accepts a request: confirms it, or holds it until it is paid. */
export const accept: Act = (tx, parts, booking) => {
  if (isUnpayable(parts, booking)) return paymentsOff()
  const { id, starts_at: start } = booking
  if (booking.keeps_time === 0) {
    const refused = refusalOf(tx, parts, { booking, start })
    if (refused) return refused
    takeAskedTime(tx, parts, booking)
  }
  const accepted = agree(tx, parts, { booking, start })
  const holdUntil = accepted.hold_expires_at
  const data = holdUntil === null ? {} : { holdUntil }
  record(tx, parts, { booking_id: id, kind: 'accepted', data })
  if (accepted.status === 'confirmed') parts.effects.confirmed(tx, accepted)
  else parts.effects.accepted(tx, accepted)
  return undefined
}

export const moveTo =
  (start: number): Act =>
  (tx, parts, booking) => {
    if (booking.status === 'confirmed' && booking.starts_at === start)
      return decline(422, 'same', 'It already has this time.')
    if (booking.status === 'needs_new_time' && isUnpayable(parts, booking)) return paymentsOff()
    const refused = refusalOf(tx, parts, { booking, start })
    if (refused) return refused
    giveTime(tx, parts, { booking, start, by: 'owner' })
    return undefined
  }

/** Gives up the booking's time and offers others, which have to be free. UTC milliseconds. */
export const offer =
  (starts: readonly number[]): Act =>
  (tx, parts, booking) => {
    if (isUnpayable(parts, booking)) return paymentsOff()
    const different = [...new Set(starts)].sort((a, b) => a - b)
    for (const start of different) {
      const refused = refusalOf(tx, parts, { booking, start })
      if (refused) return refused
    }
    const data = { starts: different, asked: wasOnlyAskedFor(tx, booking) }
    const given = giveUpTime(tx, booking, parts.clock())
    record(tx, parts, { booking_id: booking.id, kind: 'offered', data })
    parts.effects.offered(tx, given, different)
    return undefined
  }

export const cancelAndRefund =
  (refund: number): Act =>
  (tx, parts, booking) => {
    if (refund > refundableOf(booking, parts.readMoney(tx, [booking.id]))) return tooMuch()
    cancel(tx, parts, { booking, refund, by: 'owner' })
    return undefined
  }

export const markCompleted: Act = (tx, parts, booking) => {
  move(tx, booking, { status: 'completed', updated_at: parts.clock() })
  record(tx, parts, { booking_id: booking.id, kind: 'completed' })
  return undefined
}

export const markNoShow: Act = (tx, parts, booking) => {
  move(tx, booking, { status: 'no_show', updated_at: parts.clock() })
  record(tx, parts, { booking_id: booking.id, kind: 'no_show' })
  return undefined
}

/** Refunds a meeting that is over: its status stays, and the guest gets a credit note. */
export const refund =
  (amount: number): Act =>
  (tx, parts, booking) => {
    const most = refundableOf(booking, parts.readMoney(tx, [booking.id]))
    if (amount <= 0 || amount > most) return tooMuch()
    parts.refund(tx, booking, amount)
    record(tx, parts, { booking_id: booking.id, kind: 'refunded', data: { refund: amount } })
    return undefined
  }

const tooMuch = () =>
  decline(422, 'refund', 'You cannot refund more than was paid for this booking.')

export const resend: Act = (tx, parts, booking) => {
  record(tx, parts, { booking_id: booking.id, kind: 'resent' })
  const [latest] = readEvents(tx, [booking.id]).slice(-1)
  parts.effects.resent(tx, booking, `event-${latest?.id}`)
  return undefined
}

/** Records that the owner accepts this clash with the calendar; a different one is shown again. */
export const keep: Act = (tx, parts, booking) => {
  const { clash } = deskBooking(tx, parts, booking)
  if (!clash) return undefined
  const interval = { start: Date.parse(clash.start), end: Date.parse(clash.end) }
  record(tx, parts, { booking_id: booking.id, kind: 'kept', data: { clash: interval } })
  return undefined
}

export const note =
  (text: string): Act =>
  (tx, parts, { id }) => {
    record(tx, parts, { booking_id: id, kind: 'note', data: { text } })
    return undefined
  }

/**
 * Marks a failed refund as paid back in another way; the note says how. The refund's own state
 * decides whether that is allowed, not the booking's status.
 */
export const settleRefund =
  (refundId: string, text: string): Act =>
  (tx, parts, booking) => {
    if (!parts.settleRefund(tx, booking, refundId))
      return decline(409, 'state', 'This refund has not failed, or is already settled.')
    record(tx, parts, { booking_id: booking.id, kind: 'note', data: { text } })
    return undefined
  }

interface Wish {
  booking: Booking
  start: number
}

/** The owner may choose any free time, also outside the schedule. */
function refusalOf(tx: Tx, parts: BookingParts, { booking, start }: Wish): Declined | undefined {
  if (start % (CELL_MINUTES * 60_000) !== 0)
    return decline(422, 'step', 'Please choose a time in steps of five minutes.')
  const verdict = judgeAgreed(start, contextOf(tx, parts, { booking, start }))
  if (verdict === 'open') return undefined
  const error =
    verdict === 'past' ? 'This time has passed.' : whoseTime(tx, parts, { booking, start })
  return decline(409, verdict, error)
}

/** Changes the meeting location of one booking; the guest of a confirmed booking gets a mail. */
export const givePlace =
  (given: GivenPlace): Act =>
  (tx, parts, booking) => {
    if (given.kind === 'video_room' && !parts.rooms)
      return decline(409, 'no_rooms', 'No video provider is set up, so no room can be created.')
    if (isPlaceOf(booking, given)) return decline(422, 'same', 'This is already its meeting place.')
    changePlace(tx, parts, { booking, given })
    return undefined
  }

function changePlace(
  tx: Tx,
  parts: BookingParts,
  { booking, given }: { booking: Booking; given: GivenPlace },
): void {
  const now = parts.clock()
  const confirmed = booking.status === 'confirmed'
  updatePlace(tx, booking.id, { ...placeColumns(given), updated_at: now, raise: confirmed })
  insertEvent(tx, {
    booking_id: booking.id,
    kind: 'placed',
    made_by: 'owner',
    at: now,
    data: { text: placeNames[given.kind] },
  })
  if (confirmed) parts.effects.placed(tx, reload(tx, booking.id), booking)
}

/** The video provider sets a room's link, so one automatic room counts as the same as another. */
function isPlaceOf(booking: Booking, given: GivenPlace): boolean {
  const { place, meeting_url, address } = placeColumns(given)
  if (place !== booking.place) return false
  return (
    place === 'video_room' || (meeting_url === booking.meeting_url && address === booking.address)
  )
}

export interface LookParts {
  db: Database
  forms: {
    /** Ids of a booking's submissions that the owner has not read. */
    unreadOf(tx: Tx, bookingId: string): number[]
    markRead(tx: Tx, submissionId: number): void
  }
}

/** Marks a booking's submissions as read by the owner, and its events as seen. */
export async function readBooking(
  { db, forms }: LookParts,
  id: string,
): Promise<HttpResult<{ read: true }>> {
  if (!findBooking(db.read, id)) return notFound()
  // A repeated read writes nothing.
  const isSeen = findLook(db.read, id) === lastEventOf(db.read, id)
  if (!isSeen || forms.unreadOf(db.read, id).length > 0)
    await db.write((tx) => {
      if (!findBooking(tx, id)) return
      setLook(tx, id, lastEventOf(tx, id))
      for (const form of forms.unreadOf(tx, id)) forms.markRead(tx, form)
    })
  return answer({ read: true as const })
}

/**
 * Marks the bookings created up to `until` (UTC milliseconds) as seen by the owner. The mark never
 * goes back: another device may have seen later bookings.
 */
export async function seeBookings(db: Database, until: number): Promise<void> {
  if (until <= seenUntil(db.read)) return
  await db.write((tx) => {
    if (until > seenUntil(tx)) setSeenUntil(tx, until)
  })
}
