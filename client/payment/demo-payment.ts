import { confirmDemoPayment } from '../../shared/payment/api.ts'
import { call } from '../lib/api.ts'
import { type Confirmation, PAYMENT_FAILED } from './confirmation.ts'
import type { DemoOutcome } from './demo-outcome.ts'

interface DemoTry {
  bookingId: string
  clientSecret: string
  outcome: DemoOutcome
}

/** `approve`: a bank would now ask its customer. */
export async function confirmDemo(attempt: DemoTry): Promise<Confirmation | { kind: 'approve' }> {
  const answer = await call(confirmDemoPayment, attempt)
  if (answer.ok) return { kind: answer.value.status === 'requires_action' ? 'approve' : 'done' }
  const { status, error } = answer.refusal
  if (status === 0 || status >= 500) return { kind: 'unknown', message: PAYMENT_FAILED }
  return { kind: 'declined', message: error }
}
