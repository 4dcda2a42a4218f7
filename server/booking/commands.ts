import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { fingerprint, sameSecret } from '#server/lib/ids.ts'
import { bookingRefusals, refusalCodes } from '#shared/booking/api.ts'
import { judge, judgeAgreed } from '#shared/booking/slots.ts'
import type { PaymentStatus } from '#shared/booking/status.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { cancel, giveTime, move, reload } from './changes.ts'
import { isLinkSignature } from './links.ts'
import type { BookingParts } from './ports.ts'
import { cancellationTerms, contextOf, guestMayCancel, guestTerms, offersTo } from './queries.ts'
import {
  type Booking,
  bookingsIn,
  findBooking,
  insertEvent,
  movesOf,
  readEvents,
  updateBooking,
} from './store.ts'

/** Proof that a caller may see and change a booking: browser cookie or signature of the link. */
interface BookingProof {
  browser?: string | undefined
  sig?: string | undefined
}

/** The booking if the proof is valid, else undefined: unknown and foreign ids look the same. */
export function authorise(
  tx: Tx,
  parts: BookingParts,
  asked: { id: string; proof: BookingProof },
): Booking | undefined {
  const { id, proof } = asked
  const booking = findBooking(tx, id)
  if (!booking) return undefined
  const byLink = proof.sig !== undefined && isLinkSignature(parts.keys, id, proof.sig)
  const byCookie =
    proof.browser !== undefined && sameSecret(fingerprint(proof.browser), booking.browser)
  return byLink || byCookie ? booking : undefined
}

/** Confirms a hold after a verified payment; `lost` if the booking no longer awaits payment. */
export function confirmPaid(tx: Tx, parts: BookingParts, id: string): 'confirmed' | 'lost' {
  const booking = reload(tx, id)
  if (booking.status !== 'awaiting_payment') return 'lost'
  const updated_at = parts.clock()
  const confirmed = move(tx, booking, { status: 'confirmed', payment: 'paid', updated_at })
  parts.effects.confirmed(tx, confirmed)
  return 'confirmed'
}

/** Ends a hold that expired unpaid or was given up. */
export function expire(tx: Tx, parts: BookingParts, id: string): void {
  const booking = reload(tx, id)
  if (booking.status !== 'awaiting_payment') return
  const now = parts.clock()
  const lapsed = booking.hold_expires_at !== null && booking.hold_expires_at <= now
  const expired = move(tx, booking, { status: 'expired', payment: 'failed', updated_at: now })
  insertEvent(tx, { booking_id: id, kind: 'expired', made_by: 'server', at: now })
  // The page tells a guest at the payment step; a guest who was asked to pay by mail gets a mail.
  if (lapsed && wasAgreedLater(tx, id)) parts.effects.unpaid(tx, expired)
}

/** Expires a request that nobody answered before its start. */
export function lapse(tx: Tx, parts: BookingParts, id: string): void {
  const booking = findBooking(tx, id)
  const now = parts.clock()
  if (booking?.status !== 'requested' || booking.starts_at > now) return
  const expired = move(tx, booking, { status: 'expired', updated_at: now })
  insertEvent(tx, { booking_id: id, kind: 'expired', made_by: 'server', at: now })
  parts.effects.unanswered(tx, expired)
}

const KIND = 'request-lapse'
const Payload = v.object({ bookingId: v.string() })

interface LapseParts {
  db: Database
  jobs: JobQueue
  rules: BookingParts
}

/** Queues the expiry of a request for its start; the job does nothing once it is answered. */
export function planLapse(tx: Tx, jobs: JobQueue, { id, starts_at }: Booking): void {
  const payload: v.InferOutput<typeof Payload> = { bookingId: id }
  jobs.add(tx, { kind: KIND, dedupe: `${KIND}:${id}`, payload, runAt: starts_at })
}

export function registerLapses({ db, jobs, rules }: LapseParts): void {
  jobs.on(KIND, async (payload) => {
    const { bookingId } = v.parse(Payload, payload)
    await db.write((tx) => lapse(tx, rules, bookingId))
  })
}

/** Runs at server start, for stored requests that have no such job; `dedupe` ignores the others. */
export async function planLapses({ db, jobs }: Pick<LapseParts, 'db' | 'jobs'>): Promise<void> {
  await db.write((tx) => {
    for (const booking of bookingsIn(tx, 'requested')) planLapse(tx, jobs, booking)
  })
}

function wasAgreedLater(tx: Tx, id: string): boolean {
  return readEvents(tx, [id]).some(({ kind }) => kind === 'accepted' || kind === 'moved')
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

/** Cancels a booking for its guest, with a full refund; refused after the deadline. */
export function cancelByGuest(tx: Tx, parts: BookingParts, booking: Booking): HttpResult<Booking> {
  if (booking.status === 'cancelled') return answer(booking)
  if (!guestMayCancel.includes(booking.status)) return notOpen(booking)
  const now = parts.clock()
  const terms = guestTerms(booking, now)
  if (!terms.open) return tooLate()
  const { refund } = terms
  return answer(cancel(tx, parts, { booking, refund, by: 'guest' }))
}

/** Moves a booking for its guest, to a free slot or an offered start; the payment stays with it. */
export function moveByGuest(
  tx: Tx,
  parts: BookingParts,
  asked: { booking: Booking; start: number },
): HttpResult<Booking> {
  const { booking, start } = asked
  const { status } = booking
  if (status !== 'confirmed' && status !== 'needs_new_time') return notOpen(booking)
  const now = parts.clock()
  if (status === 'confirmed') {
    if (booking.starts_at === start) return answer(booking)
    if (!cancellationTerms(booking.starts_at, 0, now).open) return tooLate()
    const again = nextMoveAt(tx, parts, booking)
    if (again !== undefined) return tooManyMoves(again, booking)
  }
  const context = contextOf(tx, parts, { booking, start })
  const offered = offersTo(tx, booking).includes(start)
  const verdict = offered ? judgeAgreed(start, context) : judge(start, context)
  if (verdict !== 'open') {
    const code = refusalCodes[verdict]
    const { status: http, error } = bookingRefusals[code]
    return decline(http, code, error)
  }
  return answer(giveTime(tx, parts, { booking, start, by: 'guest' }))
}

/** How often a guest may move a booking within a day: each move sends a mail to two people. */
const MOST_MOVES = 3
const DAY = 86_400_000

/** When the guest may move the booking again, UTC milliseconds; undefined if at once. */
function nextMoveAt(tx: Tx, parts: BookingParts, { id }: Booking): number | undefined {
  if (!parts.limited) return undefined
  const since = parts.clock() - DAY
  const moves = movesOf(tx, id).filter(({ made_by, at }) => made_by === 'guest' && at > since)
  const oldest = moves.at(-MOST_MOVES)
  return oldest && oldest.at + DAY
}

function tooManyMoves(again: number, { time_zone }: Booking): HttpResult<never> {
  const when = `${longDate(again, time_zone)}, ${clockTime(again, time_zone)}`
  return decline(
    429,
    'moves',
    `This booking was moved ${MOST_MOVES} times within a day. It can be moved again from ${when}, or write to us.`,
  )
}

function notOpen(booking: Booking): HttpResult<never> {
  return decline(409, 'state', `This booking is ${booking.status.replaceAll('_', ' ')}.`)
}
