import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import { answer, type HttpRefusal, type HttpResult, refuse } from '#server/http/http-result.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { fingerprint, isSameSecret } from '#server/lib/ids.ts'
import { getGuestZone } from '#server/mail/meeting-text.ts'
import { bookingRefusals, refusalCodeByReason } from '#shared/booking/api.ts'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import { checkAgreedSlot, checkSlot } from '#shared/booking/slots.ts'
import type { PaymentStatus } from '#shared/booking/status.ts'
import { formatClockTime, formatFullDate } from '#shared/booking/zoned-time.ts'
import { lacksEarlyStart } from '#shared/payment/withdrawal.ts'
import { isCalendarFresh } from '#shared/schedule/calendar-state.ts'
import type { BookingParts } from './ports.ts'
import { parsePurchase, readWithdrawal } from './purchases.ts'
import {
  cancellationTerms,
  guestCancellableStatuses,
  guestTerms,
  readMoveContext,
  readMoves,
  readOffers,
} from './queries.ts'
import { isLinkSignature } from './signed-links.ts'
import {
  type Booking,
  type BookingEvent,
  findBooking,
  findBookingsByStatus,
  insertEvent,
  readEvents,
  updateBooking,
} from './store.ts'
import {
  cancelBooking,
  changeStatus,
  reloadBooking,
  rescheduleBooking,
  withdrawCancelled,
} from './transitions.ts'

/** Proof that a caller may see and change a booking: browser cookie or signature of the link. */
interface BookingProof {
  browserToken?: string | undefined
  signature?: string | undefined
}

/** The booking if the proof is valid, else undefined: unknown and foreign ids look the same. */
export async function findAuthorizedBooking(
  tx: Tx,
  parts: BookingParts,
  request: { id: string; proof: BookingProof },
): Promise<Booking | undefined> {
  const { id, proof } = request
  const booking = await findBooking(tx, id)
  if (!booking) return undefined
  const byLink = proof.signature !== undefined && isLinkSignature(parts.keys, id, proof.signature)
  const byCookie =
    proof.browserToken !== undefined &&
    isSameSecret(fingerprint(proof.browserToken), booking.browser)
  return byLink || byCookie ? booking : undefined
}

/** Confirms a hold after a verified payment; `lost` if the booking no longer awaits payment. */
export async function confirmPaid(
  tx: Tx,
  parts: BookingParts,
  id: string,
): Promise<'confirmed' | 'lost'> {
  const booking = await reloadBooking(tx, id)
  if (booking.status !== 'awaiting_payment') return 'lost'
  const updated_at = parts.clock()
  const confirmed = await changeStatus(tx, booking, {
    status: 'confirmed',
    payment: 'paid',
    paid_at: updated_at,
    updated_at,
  })
  await parts.effects.onConfirmed(tx, confirmed)
  return 'confirmed'
}

/** Ends a hold that expired unpaid or was given up. */
export async function expireHold(tx: Tx, parts: BookingParts, id: string): Promise<void> {
  const booking = await reloadBooking(tx, id)
  if (booking.status !== 'awaiting_payment') return
  const now = parts.clock()
  const hasExpired = booking.hold_expires_at !== null && booking.hold_expires_at <= now
  const expired = await changeStatus(tx, booking, {
    status: 'expired',
    payment: 'failed',
    updated_at: now,
  })
  await insertEvent(tx, { booking_id: id, kind: 'expired', made_by: 'server', at: now })
  // The page tells a guest at the payment step; a guest who was asked to pay by mail gets a mail.
  if (hasExpired && (await wasAcceptedOrMoved(tx, id))) await parts.effects.onUnpaid(tx, expired)
}

/** Expires a request that nobody answered before its start. */
export async function expireRequest(tx: Tx, parts: BookingParts, id: string): Promise<void> {
  const booking = await findBooking(tx, id)
  const now = parts.clock()
  if (booking?.status !== 'requested' || booking.starts_at > now) return
  const expired = await changeStatus(tx, booking, { status: 'expired', updated_at: now })
  await insertEvent(tx, { booking_id: id, kind: 'expired', made_by: 'server', at: now })
  await parts.effects.onUnanswered(tx, expired)
}

const EXPIRE_REQUEST_JOB = 'request-expiry'
const Payload = v.object({ bookingId: v.string() })

interface RequestExpiryParts {
  db: Database
  jobs: JobQueue
  booking: BookingParts
}

/** Queues the expiry of a request for its start; the job does nothing once it is answered. */
export async function queueRequestExpiry(
  tx: Tx,
  jobs: JobQueue,
  { id, starts_at }: Booking,
): Promise<void> {
  const payload: v.InferOutput<typeof Payload> = { bookingId: id }
  await jobs.add(tx, {
    kind: EXPIRE_REQUEST_JOB,
    dedupeKey: `${EXPIRE_REQUEST_JOB}:${id}`,
    payload,
    runAt: starts_at,
  })
}

export function registerRequestExpiry({ db, jobs, booking }: RequestExpiryParts): void {
  jobs.on(EXPIRE_REQUEST_JOB, async (payload) => {
    const { bookingId } = v.parse(Payload, payload)
    await db.write((tx) => expireRequest(tx, booking, bookingId))
  })
}

/** Runs at server start, for stored requests that have no such job; `dedupeKey` ignores the others. */
export async function queueMissingRequestExpiries({
  db,
  jobs,
}: Pick<RequestExpiryParts, 'db' | 'jobs'>): Promise<void> {
  await db.write(async (tx) => {
    for (const booking of await findBookingsByStatus(tx, 'requested'))
      await queueRequestExpiry(tx, jobs, booking)
  })
}

async function wasAcceptedOrMoved(tx: Tx, id: string): Promise<boolean> {
  return (await readEvents(tx, [id])).some(({ kind }) => kind === 'accepted' || kind === 'moved')
}

/** Stores what became of a booking's payment; leaves the booking's status as it is. */
export async function setPayment(
  tx: Tx,
  parts: BookingParts,
  change: { id: string; payment: PaymentStatus },
) {
  const now = parts.clock()
  const { id, payment } = change
  const booking = await reloadBooking(tx, id)
  // The purchase, from which the days of withdrawal count, is made once.
  const paid_at = booking.paid_at ?? (payment === 'paid' ? now : null)
  await updateBooking(tx, id, { payment, paid_at, updated_at: now })
}

/** Adds what happened to a booking's payment outside the desk to its history. */
export async function recordReversal(
  tx: Tx,
  parts: BookingParts,
  { booking_id, kind, ...data }: ReversalEntry,
): Promise<void> {
  await insertEvent(tx, { booking_id, kind, made_by: 'server', at: parts.clock(), data })
}

type ReversalEntry = Pick<BookingEvent, 'booking_id' | 'kind'> & BookingEvent['data']

function refuseTooLate(booking: Booking): HttpRefusal {
  const { cancellationHours } = parseBookedService(booking)
  const text = `Changes are possible until ${cancellationHours} hours before. Please write to me.`
  return refuse(409, 'too_late', text)
}

const refuseUnclear = () =>
  refuse(
    409,
    'unclear',
    'My own calendar is not clear about this time. Please choose another, or write to me.',
  )

/** Cancels a booking for its guest, with the refund of `guestTerms`; refused after the deadline. */
export async function cancelByGuest(
  tx: Tx,
  parts: BookingParts,
  booking: Booking,
): Promise<HttpResult<Booking>> {
  if (booking.status === 'cancelled') return answer(booking)
  if (!guestCancellableStatuses.includes(booking.status)) return refuseStatus(booking)
  const now = parts.clock()
  const terms = guestTerms(booking, await parts.readMoneyEvents(tx, [booking.id]), now)
  if (!terms.isOpen) return refuseTooLate(booking)
  const { refund } = terms
  return answer(await cancelBooking(tx, parts, { booking, refund, by: 'guest' }))
}

/**
 * Withdraws a private buyer from the purchase, with a full refund: also less than 24 hours before,
 * until the meeting begins. The owner may have cancelled it before and refunded only a part.
 */
export async function withdrawByGuest(
  tx: Tx,
  parts: BookingParts,
  booking: Booking,
): Promise<HttpResult<Booking>> {
  const withdrawal = await readWithdrawal(tx, parts, booking)
  const isCancelled = booking.status === 'cancelled'
  if (!withdrawal?.isOpen && isCancelled) return answer(booking)
  if (!withdrawal?.isOpen)
    return refuse(409, 'not_withdrawable', 'There is no right to withdraw from this purchase now.')
  const { refund } = withdrawal
  if (isCancelled) return answer(await withdrawCancelled(tx, parts, { booking, refund }))
  return answer(
    await cancelBooking(tx, parts, { booking, refund, by: 'guest', isWithdrawal: true }),
  )
}

/**
 * Moves a booking for its guest, to a free slot or an offered start; the payment stays with it. A start at which a
 * booking would only be a request is refused: the booking keeps its time, and cannot ask for a second one.
 */
export async function moveByGuest(
  tx: Tx,
  parts: BookingParts,
  move: GuestMove,
): Promise<HttpResult<Booking>> {
  const { booking, start } = move
  const { status } = booking
  if (status !== 'confirmed' && status !== 'needs_new_time') return refuseStatus(booking)
  const now = parts.clock()
  // A booking that needs a new time has no deadline: it was the owner who gave its time up.
  if (status === 'confirmed') {
    if (booking.starts_at === start) return answer(booking)
    if (!cancellationTerms(booking, 0, now).isOpen) return refuseTooLate(booking)
    const nextMoveAt = await getNextMoveAt(tx, parts, booking)
    if (nextMoveAt !== undefined) return refuseTooManyMoves(nextMoveAt, booking)
  }
  const unasked = refuseUnaskedStart(move, now)
  if (unasked) return unasked
  const context = await readMoveContext(tx, parts, { booking, start })
  const offered = (await readOffers(tx, booking)).includes(start)
  const verdict = offered ? checkAgreedSlot(start, context) : checkSlot(start, context)
  if (verdict !== 'open') {
    const code = refusalCodeByReason[verdict]
    const { status: http, error } = bookingRefusals[code]
    return refuse(http, code, error)
  }
  const calendar = await parts.readCalendarState(tx)
  if (!offered && !isCalendarFresh(calendar, { now, start })) return refuseUnclear()
  if (move.asksEarlyStart) await recordEarlyStart(tx, booking)
  return answer(
    await rescheduleBooking(tx, parts, { booking, start, seen: move.seen, by: 'guest' }),
  )
}

interface GuestMove {
  booking: Booking
  /** UTC milliseconds. */
  start: number
  /** The start as the guest's browser showed it. */
  seen?: { date: string; time: string } | undefined
  /** The buyer asks to meet before the right of withdrawal has ended. */
  asksEarlyStart: boolean
}

/** A private buyer may not move the meeting into the days of withdrawal without asking for that. */
function refuseUnaskedStart(
  { booking, start, asksEarlyStart }: GuestMove,
  now: number,
): HttpRefusal | undefined {
  const buyer = parsePurchase(booking)?.buyer ?? null
  const purchasedAt = booking.paid_at ?? now
  const meeting = { start, purchasedAt, zone: booking.owner_zone }
  if (asksEarlyStart || !lacksEarlyStart(buyer, meeting)) return undefined
  const { status, error } = bookingRefusals.early_start
  const fields = { early_start: error }
  return { ok: false, status, refusal: { code: 'early_start', error, fields } }
}

async function recordEarlyStart(tx: Tx, booking: Booking): Promise<void> {
  const purchase = parsePurchase(booking)
  if (purchase?.buyer.kind !== 'private') return
  const buyer = { ...purchase.buyer, asksEarlyStart: true }
  await updateBooking(tx, booking.id, { purchase: JSON.stringify({ ...purchase, buyer }) })
}

/** How often a guest may move a booking within a day: each move sends a mail to two people. */
const MAX_MOVES_PER_DAY = 3
const DAY = 86_400_000

/** When the guest may move the booking again, UTC milliseconds; undefined if at once. */
async function getNextMoveAt(
  tx: Tx,
  parts: BookingParts,
  { id }: Booking,
): Promise<number | undefined> {
  if (!parts.isLimited) return undefined
  const since = parts.clock() - DAY
  const moves = (await readMoves(tx, id)).filter(
    ({ made_by, at }) => made_by === 'guest' && at > since,
  )
  // The oldest move is the first.
  const oldest = moves.at(-MAX_MOVES_PER_DAY)
  return oldest && oldest.at + DAY
}

function refuseTooManyMoves(nextMoveAt: number, booking: Booking): HttpResult<never> {
  const zone = getGuestZone(booking)
  const when = `${formatFullDate(nextMoveAt, zone)}, ${formatClockTime(nextMoveAt, zone)}`
  return refuse(
    429,
    'moves',
    `This booking was moved ${MAX_MOVES_PER_DAY} times within a day. It can be moved again from ${when}, or write to me.`,
  )
}

function refuseStatus(booking: Booking): HttpResult<never> {
  return refuse(409, 'state', `This booking is ${booking.status.replaceAll('_', ' ')}.`)
}
