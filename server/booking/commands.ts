import { bookingRefusals, refusalCodes } from '../../shared/booking/api.ts'
import { cancellationTerms } from '../../shared/booking/cancellation.ts'
import { catalogue } from '../../shared/booking/catalogue.ts'
import { cellsOf, judge, occupied } from '../../shared/booking/slots.ts'
import { mayMove, type PaymentStatus } from '../../shared/booking/status.ts'
import { clockTime } from '../../shared/booking/times.ts'
import { wallOf } from '../../shared/lib/zone.ts'
import type { Tx } from '../db/database.ts'
import { answer, decline, type HttpResult } from '../http/answer.ts'
import { fingerprint, sameSecret } from '../lib/ids.ts'
import { slotContext } from './context.ts'
import { isLinkSignature } from './links.ts'
import type { BookingParts } from './ports.ts'
import {
  type Booking,
  findBooking,
  freeCells,
  type StatusChange,
  takeCells,
  updateBooking,
  updateStatus,
  updateTime,
} from './store.ts'

/** What shows that a caller may see and change a booking: its browser's cookie or the link's signature. */
export interface BookingProof {
  browser: string | undefined
  sig?: string | undefined
}

/** The booking, if the caller may have it; unknown and foreign ids look alike. */
export function authorise(
  tx: Tx,
  parts: BookingParts,
  asked: { id: string; proof: BookingProof },
): Booking | undefined {
  const { id, proof } = asked
  const booking = findBooking(tx, id)
  if (!booking) return undefined
  const byLink = proof.sig !== undefined && isLinkSignature(parts.secret, id, proof.sig)
  const byCookie =
    proof.browser !== undefined && sameSecret(fingerprint(proof.browser), booking.browser)
  return byLink || byCookie ? booking : undefined
}

/** Changes a booking's status by a legal move, and frees its time where it ends. */
function move(tx: Tx, booking: Booking, change: StatusChange): Booking {
  if (!mayMove(booking.status, change.status))
    throw new Error(`No move from ${booking.status} to ${change.status}`)
  updateStatus(tx, booking.id, change)
  if (change.status === 'cancelled' || change.status === 'expired') freeCells(tx, booking.id)
  return reload(tx, booking.id)
}

function reload(tx: Tx, id: string): Booking {
  const booking = findBooking(tx, id)
  if (!booking) throw new Error(`Booking ${id} is gone`)
  return booking
}

/** A verified payment arrived: the hold becomes a booking, unless it no longer is one. */
export function confirmPaid(tx: Tx, parts: BookingParts, id: string): 'confirmed' | 'lost' {
  const booking = reload(tx, id)
  if (booking.status !== 'awaiting_payment') return 'lost'
  const updated_at = parts.clock()
  const confirmed = move(tx, booking, { status: 'confirmed', payment: 'paid', updated_at })
  parts.effects.confirmed(tx, confirmed)
  return 'confirmed'
}

/** A hold lapsed unpaid. */
export function expire(tx: Tx, parts: BookingParts, id: string): void {
  const booking = reload(tx, id)
  if (booking.status !== 'awaiting_payment') return
  move(tx, booking, { status: 'expired', payment: 'failed', updated_at: parts.clock() })
}

export function setPayment(
  tx: Tx,
  parts: BookingParts,
  change: { id: string; payment: PaymentStatus },
) {
  updateBooking(tx, change.id, { payment: change.payment, updated_at: parts.clock() })
}

const tooLate = () =>
  decline(409, 'too_late', 'Changes are possible until 24 hours before. Please write to us.')

/** The guest's own cancellation; a paid one is refunded in full. */
export function cancelByGuest(tx: Tx, parts: BookingParts, booking: Booking): HttpResult<Booking> {
  if (booking.status === 'cancelled') return answer(booking)
  if (booking.status !== 'confirmed' && booking.status !== 'requested') return notOpen(booking)
  const now = parts.clock()
  const paid = booking.payment === 'paid' ? booking.amount : 0
  const terms = cancellationTerms(booking.starts_at, paid, now)
  if (!terms.open) return tooLate()
  const cancelled = move(tx, booking, { status: 'cancelled', updated_at: now })
  if (terms.refund > 0) parts.effects.refund(tx, cancelled, terms.refund)
  parts.effects.cancelled(tx, cancelled, terms.refund)
  return answer(cancelled)
}

/** The guest's own move to another open start; payment and booking stay the same. */
export function moveByGuest(
  tx: Tx,
  parts: BookingParts,
  asked: { booking: Booking; start: number },
): HttpResult<Booking> {
  const { booking, start } = asked
  if (booking.status !== 'confirmed') return notOpen(booking)
  if (booking.starts_at === start) return answer(booking)
  const now = parts.clock()
  if (!cancellationTerms(booking.starts_at, 0, now).open) return tooLate()
  const service = catalogue[booking.service_type]
  const within = occupied(start, service, 0)
  const context = slotContext(tx, parts, { service, now, within, except: booking.id })
  const verdict = judge(start, context)
  if (verdict !== 'open') {
    const code = refusalCodes[verdict]
    const { status, error } = bookingRefusals[code]
    return decline(status, code, error)
  }
  const taken = occupied(start, service, context.schedule.bufferMinutes)
  freeCells(tx, booking.id)
  if (!takeCells(tx, booking.id, cellsOf(taken)))
    throw new Error(`Cells of an open time are taken: ${booking.id}`)
  updateTime(tx, booking.id, {
    starts_at: start,
    ends_at: within.end,
    occupied_until: taken.end,
    shown_date: wallOf(start, booking.time_zone).date,
    shown_time: clockTime(start, booking.time_zone),
    updated_at: now,
  })
  const moved = reload(tx, booking.id)
  parts.effects.moved(tx, moved)
  return answer(moved)
}

function notOpen(booking: Booking): HttpResult<never> {
  return decline(409, 'state', `This booking is ${booking.status.replaceAll('_', ' ')}.`)
}
