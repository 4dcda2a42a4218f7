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
export function queueRefund(tx: Tx, parts: PaymentParts, input: RefundInput): void {
  const { booking, amount, reason } = input
  const intent = findIntentByBooking(tx, booking.id)
  if (!intent) throw new Error(`Booking ${booking.id} cannot be refunded: it has no payment`)
  if (reason === 'cancelled' && amount > readRefundableAmount(tx, intent))
    throw new Error(
      `Booking ${booking.id} cannot be refunded: the refund exceeds what remains of its payment`,
    )
  const now = parts.clock()
  const id = parts.newId()
  insertRefund(tx, {
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
  parts.jobs.add(tx, { kind: REFUND_JOB, dedupeKey: `refund:${id}`, payload, runAt: now })
}

function readRefundableAmount(tx: Tx, intent: PaymentIntentTable): number {
  return intent.amount - readRefundedSum(tx, intent.id)
}

/** The refund job: asks the provider, then stores the outcome. It is safe to repeat. */
export async function runRefund(parts: PaymentParts, payload: unknown): Promise<void> {
  const { refundId } = v.parse(Payload, payload)
  const refund = findRefund(parts.db.read, refundId)
  if (!refund) throw new Error(`Refund ${refundId} does not exist`)
  if (refund.state !== 'waiting') return
  const provided = await requestRefund(parts, refund)
  await parts.db.write((tx) => recordRefundResult(tx, parts, { refundId, provided }))
}

async function requestRefund(parts: PaymentParts, refund: RefundTable): Promise<RefundResult> {
  const intent = findIntent(parts.db.read, refund.intent_id)
  const provider = intent && parts.providers.get(intent.provider)
  if (!intent || !provider) throw new ProviderError('not set up')
  return provider.refund({ refundId: refund.id, intentId: intent.id, amount: refund.amount })
}

function recordRefundResult(
  tx: Tx,
  parts: PaymentParts,
  { refundId, provided }: { refundId: string; provided: RefundResult },
): void {
  const refund = findRefund(tx, refundId)
  if (refund?.state !== 'waiting') return
  const booking = parts.bookings.find(tx, refund.booking_id)
  if (!booking) throw new Error(`Booking ${refund.booking_id} does not exist`)
  const now = parts.clock()
  const { id: provider_refund, state } = provided
  updateRefund(tx, refundId, { state, provider_refund, done_at: now })
  if (state === 'failed') {
    parts.log.error(
      { booking: booking.id, refund: refundId },
      'refund failed; pay it back in another way',
    )
    return
  }
  const note = issueCreditNote(tx, { booking, refund }, now)
  parts.bookings.setPayment(tx, booking.id, 'refunded')
  if (note) parts.mails.queueReceipt(tx, booking, note)
}

/** A refund failed at the bank, perhaps days later: the owner has to pay it back in another way. */
export function markRefundFailed(tx: Tx, parts: PaymentParts, providerRefund: string): void {
  const refund = findRefundByProviderId(tx, providerRefund)
  if (!refund || refund.state === 'failed' || refund.state === 'settled') return
  updateRefund(tx, refund.id, { state: 'failed' })
  parts.log.error(
    { booking: refund.booking_id, refund: refund.id },
    'refund failed; pay it back in another way',
  )
}

/** Marks a failed refund as paid back in another way; false if it has not failed or is settled. */
export function markRefundSettled(
  tx: Tx,
  parts: PaymentParts,
  { booking, refundId }: { booking: Booking; refundId: string },
): boolean {
  const refund = findRefund(tx, refundId)
  if (refund?.booking_id !== booking.id || refund.state !== 'failed') return false
  const now = parts.clock()
  updateRefund(tx, refundId, { state: 'settled', done_at: now })
  parts.bookings.setPayment(tx, booking.id, 'refunded')
  // A refund that failed only after it was done already has its credit note.
  if (hasCreditNote(tx, refundId)) return true
  const note = issueCreditNote(tx, { booking, refund }, now)
  if (note) parts.mails.queueReceipt(tx, booking, note)
  return true
}
