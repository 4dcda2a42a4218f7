import type Stripe from 'stripe'
import type { IntentState } from '../../shared/payment/intent.ts'
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

export function subjectOf({ data }: Stripe.Event): ProviderEvent['about'] {
  const subject = data.object
  if (!('object' in subject)) return undefined
  if (subject.object === 'payment_intent') return { intent: subject.id }
  if (subject.object === 'refund' && hasFailed(subject)) return { failedRefund: subject.id }
  return undefined
}

export function toAnswer(refund: Stripe.Refund): RefundAnswer {
  return { id: refund.id, state: hasFailed(refund) ? 'failed' : 'done' }
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}
