import { PAYMENT_FAILED } from './confirmation.ts'
import type { ReturnAddress } from './return-address.ts'
import type { PaymentAnswer } from './verification.ts'

export type Unsettled = 'refused' | 'unpaid' | 'processing' | 'unreachable'
export type ReturnView = 'invalid' | 'verifying' | 'paid' | Unsettled

export function viewOf(address: ReturnAddress, verdict: PaymentAnswer | undefined): ReturnView {
  if (!address.bookingId) return 'invalid'
  if (!verdict) return 'verifying'
  if (verdict === 'paid' || !address.refused) return verdict
  return verdict === 'unreachable' ? verdict : 'refused'
}

const titles: Record<ReturnView, string> = {
  invalid: 'Invalid booking reference',
  verifying: 'Verifying payment...',
  paid: 'Payment Successful!',
  refused: PAYMENT_FAILED,
  unpaid: 'Failed to verify payment',
  processing: 'Your bank has not answered yet',
  unreachable: 'Failed to verify payment',
}

export function titleOf(view: ReturnView): string {
  return titles[view]
}
