import type { InferOutput } from 'valibot'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import { confirmDemoPayment } from '#shared/payment/api.ts'
import { DemoProvider } from './demo.ts'
import type { PaymentParts } from './ports.ts'
import { settle } from './settle.ts'
import { intentOf } from './store.ts'

type Input = InferOutput<typeof confirmDemoPayment.input>
type Output = InferOutput<typeof confirmDemoPayment.output>

/** The payer's part of a demonstration; exists only where payments are one. */
export async function confirmDemo(
  parts: PaymentParts,
  input: Input,
  browser: string | undefined,
): Promise<HttpResult<Output>> {
  const { bookingId, sig, clientSecret, outcome } = input
  const provider = parts.providers.active
  const booking = parts.bookings.authorise(parts.db.read, bookingId, { browser, sig })
  const intent = booking && intentOf(parts.db.read, booking.id)
  if (!(provider instanceof DemoProvider) || intent?.provider !== 'demo') return notFound()
  const status = await provider.confirm({ id: intent.id, clientSecret, outcome })
  if (status === undefined) return notFound()
  if (status === 'canceled') return decline(409, 'hold_lost', confirmDemoPayment.failure)
  if (status === 'requires_payment_method')
    return decline(402, 'declined', 'Your card was declined.')
  if (status === 'succeeded') await settle(parts, bookingId)
  return answer({ status })
}

function notFound(): HttpResult<never> {
  return decline(404, 'not_found', confirmDemoPayment.failure)
}
