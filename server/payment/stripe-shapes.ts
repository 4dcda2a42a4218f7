import type Stripe from 'stripe'
import * as v from 'valibot'
import type { IntentState } from '#shared/payment/intent.ts'
import type { Intent, ProviderEvent, RefundAnswer } from './provider.ts'

const states: Partial<Record<Stripe.PaymentIntent.Status, IntentState>> = {
  succeeded: 'succeeded',
  canceled: 'canceled',
  processing: 'processing',
}

export function toIntent(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    state: states[intent.status] ?? 'open',
    amount: intent.amount,
    received: intent.amount_received,
    currency: intent.currency.toLowerCase(),
  }
}

const Event = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  type: v.string(),
  data: v.object({ object: v.looseObject({}) }),
})

const Subject = v.object({
  object: v.string(),
  id: v.pipe(v.string(), v.nonEmpty()),
  status: v.nullish(v.string()),
})

/** Undefined where it has not the shape of an event. */
export function toEvent(body: unknown): ProviderEvent | undefined {
  const event = v.safeParse(Event, body)
  if (!event.success) return undefined
  const { id, type, data } = event.output
  const subject = v.safeParse(Subject, data.object)
  return { id, type, about: subject.success ? aboutOf(subject.output) : undefined }
}

function aboutOf(subject: v.InferOutput<typeof Subject>): ProviderEvent['about'] {
  if (subject.object === 'payment_intent') return { intent: subject.id }
  if (subject.object === 'refund' && hasFailed(subject)) return { failedRefund: subject.id }
  return undefined
}

export function toAnswer(refund: Stripe.Refund): RefundAnswer {
  return { id: refund.id, state: hasFailed(refund) ? 'failed' : 'done' }
}

function hasFailed({ status }: { status?: string | null | undefined }): boolean {
  return status === 'failed' || status === 'canceled'
}
