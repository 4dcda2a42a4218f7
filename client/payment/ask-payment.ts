import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { verifyPayment } from '#shared/payment/api.ts'
import type { BookingKey } from './booking-key.ts'
import { type PaymentAnswer, type Verdict, verifyUntilSettled } from './return/verification.ts'
import { pause } from './time-limit.ts'

/** One question to the server, which asks the provider. */
export async function askPayment(key: BookingKey): Promise<PaymentAnswer> {
  const answer = await call(verifyPayment, key)
  if (answer.ok) return 'paid'
  const { code, status } = answer.refusal
  if (code === 'processing') return 'processing'
  return status === 0 || status === 429 || status >= 500 ? 'unreachable' : 'unpaid'
}

export function askUntilSettled(key: BookingKey, signal: AbortSignal): Promise<Verdict> {
  return verifyUntilSettled({ ask: () => askPayment(key), pause, now: systemClock, signal })
}
