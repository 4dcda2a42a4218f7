import * as v from 'valibot'
import type { Tx } from '#server/db/database.ts'
import type { PaymentIntentTable, RefundTable } from '#server/db/tables.ts'
import { type Booking, type PaymentParts, ProviderError, type RefundResult } from './ports.ts'
import { issueCreditNote } from './receipts.ts'
import {
  findIntent,
  findIntentByBooking,
  findRefund,
  findRefundByProviderId,
  hasCreditNote,
  insertRefund,
  readRefundedSum,
  updateRefund,
} from './store.ts'

export const REFUND_JOB = 'refund'

type RefundReason = 'cancelled' | 'late'

const Payload = v.object({ refundId: v.string() })

interface RefundInput {
  booking: Booking
  /** Minor units. */
  amount: number
  reason: RefundReason
}

/**
 * Stores a refund and queues its job, in the transaction that decided on it. Throws if the booking
 * has no payment, or if a cancellation would refund more than remains of it.
 */
export async function queueRefund(tx: Tx, parts: PaymentParts, input: RefundInput): Promise<void> {
  const { booking, amount, reason } = input
  const intent = await findIntentByBooking(tx, booking.id)
  if (!intent) throw new Error(`Booking ${booking.id} cannot be refunded: it has no payment`)
  if (reason === 'cancelled' && amount > (await readRefundableAmount(tx, intent)))
    throw new Error(
      `Booking ${booking.id} cannot be refunded: the refund exceeds what remains of its payment`,
    )
  const now = parts.clock()
  const id = parts.newId()
  await insertRefund(tx, {
    id,
    booking_id: booking.id,
    intent_id: intent.id,
    amount,
    reason,
    state: 'waiting',
    provider_refund: null,
    created_at: now,
    done_at: null,
  })
  const payload = { refundId: id }
  await parts.jobs.add(tx, { kind: REFUND_JOB, dedupeKey: `refund:${id}`, payload, runAt: now })
}

async function readRefundableAmount(tx: Tx, intent: PaymentIntentTable): Promise<number> {
  return intent.amount - (await readRefundedSum(tx, intent.id))
}

/** The refund job: asks the provider, then stores the outcome. It is safe to repeat. */
export async function runRefund(parts: PaymentParts, payload: unknown): Promise<void> {
  const { refundId } = v.parse(Payload, payload)
  const refund = await findRefund(parts.db.read, refundId)
  if (!refund) throw new Error(`Refund ${refundId} does not exist`)
  if (refund.state !== 'waiting') return
  const provided = await requestRefund(parts, refund)
  const hasFailed = await parts.db.write((tx) =>
    recordRefundResult(tx, parts, { refundId, provided }),
  )
  if (hasFailed) logFailedRefund(parts, refund)
}

export function logFailedRefund(
  { log }: PaymentParts,
  { id: refund, booking_id: booking }: RefundTable,
): void {
  log.error({ booking, refund }, 'refund failed; pay it back in another way')
}

async function requestRefund(parts: PaymentParts, refund: RefundTable): Promise<RefundResult> {
  const intent = await findIntent(parts.db.read, refund.intent_id)
  const provider = intent && parts.providers.get(intent.provider)
  if (!intent || !provider) throw new ProviderError('not set up')
  return provider.refund({ refundId: refund.id, intentId: intent.id, amount: refund.amount })
}

/** Whether the refund has now failed. */
async function recordRefundResult(
  tx: Tx,
  parts: PaymentParts,
  { refundId, provided }: { refundId: string; provided: RefundResult },
): Promise<boolean> {
  const refund = await findRefund(tx, refundId)
  if (refund?.state !== 'waiting') return false
  const booking = await parts.bookings.find(tx, refund.booking_id)
  if (!booking) throw new Error(`Booking ${refund.booking_id} does not exist`)
  const now = parts.clock()
  const { id: provider_refund, state } = provided
  await updateRefund(tx, refundId, { state, provider_refund, done_at: now })
  if (state === 'failed') return true
  const note = await issueCreditNote(tx, { booking, refund }, now)
  await parts.bookings.setPayment(tx, booking.id, 'refunded')
  if (note) await parts.mails.queueReceipt(tx, booking, note)
  return false
}

/**
 * A refund failed at the bank, perhaps days later: the owner has to pay it back in another way.
 * Returns the refund; undefined if that was known.
 */
export async function markRefundFailed(
  tx: Tx,
  providerRefund: string,
): Promise<RefundTable | undefined> {
  const refund = await findRefundByProviderId(tx, providerRefund)
  if (!refund || refund.state === 'failed' || refund.state === 'settled') return undefined
  await updateRefund(tx, refund.id, { state: 'failed' })
  return refund
}

/** Marks a failed refund as paid back in another way; false if it has not failed or is settled. */
export async function markRefundSettled(
  tx: Tx,
  parts: PaymentParts,
  { booking, refundId }: { booking: Booking; refundId: string },
): Promise<boolean> {
  const refund = await findRefund(tx, refundId)
  if (refund?.booking_id !== booking.id || refund.state !== 'failed') return false
  const now = parts.clock()
  await updateRefund(tx, refundId, { state: 'settled', done_at: now })
  await parts.bookings.setPayment(tx, booking.id, 'refunded')
  // A refund that failed only after it was done already has its credit note.
  if (await hasCreditNote(tx, refundId)) return true
  const note = await issueCreditNote(tx, { booking, refund }, now)
  if (note) await parts.mails.queueReceipt(tx, booking, note)
  return true
}
