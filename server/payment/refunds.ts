import * as v from 'valibot'
import type { Tx } from '#server/db/database.ts'
import type { PaymentIntentTable, RefundTable } from '#server/db/tables-payment.ts'
import { getRefundable } from '#shared/payment/reversals.ts'
import {
  type Booking,
  type PaymentParts,
  ProviderError,
  type ProviderRefund,
  type RefundJob,
  RefundRefused,
} from './ports.ts'
import {
  applyReversals,
  logFailedRefund,
  mailRefundNotMade,
  updateBooks,
  updateReversals,
} from './reversals.ts'
import {
  findIntent,
  findIntentByBooking,
  findRefund,
  findRefundsOf,
  insertRefund,
  readMoneyEvents,
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
  if (reason === 'cancelled' && amount > (await readRefundable(tx, intent)))
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
    source: 'own',
    state: 'waiting',
    provider_refund: null,
    created_at: now,
    done_at: null,
    acknowledged_at: null,
  })
  const payload = { refundId: id }
  await parts.jobs.add(tx, { kind: REFUND_JOB, dedupeKey: `refund:${id}`, payload, runAt: now })
}

/** What remains of a payment; a refund that is being made does not reduce it for itself. */
async function readRefundable(
  tx: Tx,
  { booking_id, received }: PaymentIntentTable,
  exceptRefundId?: string,
): Promise<number> {
  const money = await readMoneyEvents(tx, [booking_id])
  return getRefundable(
    received,
    money.filter((event) => event.kind !== 'refund' || event.id !== exceptRefundId),
  )
}

/** Attempts within one job if the payment is refunded or disputed elsewhere at the same moment. */
const MAX_ATTEMPTS = 3

/**
 * The refund job. After days without an answer of the provider it counts as failed, for the owner to
 * see; if the provider made it after all, the sweep finds out. It is safe to repeat.
 */
export async function runRefund(
  parts: PaymentParts,
  payload: unknown,
  { isLast }: RefundJob = { isLast: false },
): Promise<void> {
  const { refundId } = v.parse(Payload, payload)
  try {
    await makeRefund(parts, refundId)
  } catch (error) {
    if (isLast && error instanceof ProviderError) await recordRefusal(parts, refundId, 'failed')
    throw error
  }
}

/**
 * The payment's other refunds and disputes are read first: the provider may have made this refund
 * already, and it never makes more than remains. If less remains than was decided, because the owner
 * has refunded the rest in the provider's dashboard, the remainder is refunded.
 */
async function makeRefund(parts: PaymentParts, refundId: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const refund = await findWaiting(parts, refundId)
    if (!refund) return
    await updateReversals(parts, refund.booking_id)
    const plan = await readPlan(parts, refundId)
    if (!plan) return
    if (plan.amount === 0) return recordRefusal(parts, refundId, 'refused')
    try {
      const made = await requestRefund(parts, plan)
      return await recordRefund(parts, plan.intent, made)
    } catch (error) {
      if (!(error instanceof RefundRefused)) throw error
      // Nothing that we can read explains the refusal, and no repetition changes it.
      if (attempt === MAX_ATTEMPTS) return recordRefusal(parts, refundId, 'failed')
    }
  }
}

async function findWaiting(
  { db }: PaymentParts,
  refundId: string,
): Promise<RefundTable | undefined> {
  const refund = await findRefund(db.read, refundId)
  if (!refund) throw new Error(`Refund ${refundId} does not exist`)
  return refund.state === 'waiting' ? refund : undefined
}

interface RefundPlan {
  refund: RefundTable
  intent: PaymentIntentTable
  amount: number
}

async function readPlan(parts: PaymentParts, refundId: string): Promise<RefundPlan | undefined> {
  const { read } = parts.db
  const refund = await findWaiting(parts, refundId)
  const intent = refund && (await findIntent(read, refund.intent_id))
  if (!refund || !intent) return undefined
  const remaining = await readRefundable(read, intent, refund.id)
  return { refund, intent, amount: Math.min(refund.amount, remaining) }
}

function requestRefund(
  parts: PaymentParts,
  { refund, intent, amount }: RefundPlan,
): Promise<ProviderRefund> {
  const provider = parts.providers.get(intent.provider)
  if (!provider) throw new ProviderError('not set up')
  const isReduced = amount < refund.amount
  return provider.refund({ refundId: refund.id, intentId: intent.id, amount, isReduced })
}

function recordRefund(
  parts: PaymentParts,
  { booking_id }: PaymentIntentTable,
  made: ProviderRefund,
): Promise<void> {
  return parts.db.write(async (tx) => {
    const booking = await parts.bookings.find(tx, booking_id)
    const intent = await findIntentByBooking(tx, booking_id)
    if (!booking || !intent) throw new Error(`Booking ${booking_id} or its payment does not exist`)
    await applyReversals(tx, parts, { booking, intent, truth: { refunds: [made], disputes: [] } })
  })
}

/**
 * `refused`: the money is with the payer or the bank already. `failed`: it is ours, and the owner has
 * to pay it back in another way. The guest and the owner are told, unless other refunds already
 * returned as much as was promised.
 */
async function recordRefusal(
  parts: PaymentParts,
  refundId: string,
  state: 'refused' | 'failed',
): Promise<void> {
  const refused = await parts.db.write(async (tx) => {
    const refund = await findRefund(tx, refundId)
    if (refund?.state !== 'waiting') return undefined
    const { booking_id, amount } = refund
    if (state === 'refused')
      await parts.bookings.recordReversal(tx, booking_id, {
        kind: 'refund_refused',
        refund: amount,
      })
    const others = (await findRefundsOf(tx, booking_id)).filter((one) => one.state === 'done')
    const returned = others.reduce((sum, one) => sum + one.amount, 0)
    const isKept = returned >= amount
    const acknowledged_at = isKept ? parts.clock() : null
    await updateRefund(tx, refundId, { state, done_at: parts.clock(), acknowledged_at })
    if (!isKept) await mailRefundNotMade(tx, parts, refund)
    return refund
  })
  if (refused && state === 'failed') logFailedRefund(parts, refused)
}

/** Marks a failed refund as paid back in another way; false if it has not failed or is settled. */
export async function markRefundSettled(
  tx: Tx,
  parts: PaymentParts,
  { booking, refundId }: { booking: Booking; refundId: string },
): Promise<boolean> {
  const refund = await findRefund(tx, refundId)
  if (refund?.booking_id !== booking.id || refund.state !== 'failed') return false
  await updateRefund(tx, refundId, { state: 'settled', done_at: parts.clock() })
  await updateBooks(tx, parts, booking)
  return true
}
