import { call } from '#client/lib/data/api.ts'
import type { BookingKey } from '#client/payment/booking-key.ts'
import { type Confirmation, PAYMENT_FAILED } from '#client/payment/return/confirmation.ts'
import { confirmDemoPayment, type DemoOutcome } from '#shared/payment/api.ts'

interface DemoTry {
  booking: BookingKey
  clientSecret: string
  outcome: DemoOutcome
}

/** `approve`: a bank would now ask its customer. */
export async function confirmDemo({
  booking: { id, sig },
  ...attempt
}: DemoTry): Promise<Confirmation | { kind: 'approve' }> {
  const answer = await call(confirmDemoPayment, { bookingId: id, sig, ...attempt })
  if (answer.ok) return { kind: answer.value.status === 'requires_action' ? 'approve' : 'done' }
  const { status, error } = answer.refusal
  if (status !== 402) return { kind: 'unknown', message: PAYMENT_FAILED }
  return { kind: 'declined', message: error }
}
