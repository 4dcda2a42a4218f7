import type Stripe from 'stripe'
import * as v from 'valibot'
import { type DisputeState, disputeStates } from '#shared/payment/reversals.ts'
import type { EventSubject, ProviderDispute, ProviderEvent, ProviderRefund } from './ports.ts'

// Stripe's objects in our words. Its times are UTC seconds.

/** Also `pending` and `requires_action` count as done: Stripe has accepted the refund. */
const refundStates: Record<string, ProviderRefund['state']> = {
  failed: 'failed',
  canceled: 'canceled',
}

export function toRefund(refund: Stripe.Refund, now: number): ProviderRefund {
  return {
    id: refund.id,
    refundId: refund.metadata?.refundId,
    amount: refund.amount,
    state: refundStates[refund.status ?? ''] ?? 'done',
    createdAt: toMilliseconds(refund.created) ?? now,
  }
}

export function toDispute(dispute: Stripe.Dispute, now: number): ProviderDispute {
  return {
    id: dispute.id,
    amount: dispute.amount,
    state: toDisputeState(dispute),
    isRefundable: dispute.is_charge_refundable,
    answerBy: toMilliseconds(dispute.evidence_details?.due_by),
    openedAt: toMilliseconds(dispute.created) ?? now,
  }
}

/**
 * A `prevented` dispute was ended before the bank opened it: either blocked, or with the money paid
 * back, which only the movements of money tell.
 */
function toDisputeState({ status, balance_transactions }: Stripe.Dispute): DisputeState {
  if (status === 'prevented') {
    const moved = balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
    return moved < 0 ? 'lost' : 'warning_closed'
  }
  return disputeStates.find((state) => state === status) ?? 'unknown'
}

/** Null for no time; Stripe writes 0 where no answer is possible. */
function toMilliseconds(seconds: number | null | undefined): number | null {
  return seconds ? seconds * 1000 : null
}

const StripeEvent = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  type: v.string(),
  data: v.object({ object: v.looseObject({}) }),
})

const Id = v.pipe(v.string(), v.nonEmpty())

/** An id, or the object itself where Stripe was asked to expand it. */
const Reference = v.union([
  Id,
  v.pipe(
    v.object({ id: Id }),
    v.transform(({ id }) => id),
  ),
])

const Subject = v.variant('object', [
  v.object({ object: v.literal('payment_intent'), id: Id }),
  v.object({ object: v.picklist(['charge', 'refund']), payment_intent: Reference }),
  v.object({ object: v.literal('dispute'), payment_intent: Reference }),
])

/** Undefined if the body does not have the shape of an event. */
export function toProviderEvent(body: unknown): ProviderEvent | undefined {
  const event = v.safeParse(StripeEvent, body)
  if (!event.success) return undefined
  const { id, type, data } = event.output
  const subject = v.safeParse(Subject, data.object)
  return { id, type, subject: subject.success ? toSubject(subject.output) : undefined }
}

function toSubject(subject: v.InferOutput<typeof Subject>): EventSubject {
  if (subject.object === 'payment_intent') return { intent: subject.id, about: 'payment' }
  const about = subject.object === 'dispute' ? 'disputes' : 'refunds'
  return { intent: subject.payment_intent, about }
}
