import * as v from 'valibot'
import { PAYMENT_FAILED, type PaymentAnswer } from '#client/payment/ask-payment.ts'
import { BookingId } from '#shared/booking/booking-id.ts'

/** What the address says when a visitor returns from paying. Not trusted: the server is asked. */
export interface ReturnAddress {
  /** Undefined if it is missing or not valid. */
  bookingId: string | undefined
  /** The provider reports that the bank refused. */
  refused: boolean
}

/** Added by the provider and removed on arrival: the client secret gives access to the payment. */
const PROVIDER_PARAMETERS = [
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'source_type',
]

export function readReturnAddress(search: string): ReturnAddress {
  const query = new URLSearchParams(search)
  const id = query.get('id')
  return {
    bookingId: v.is(BookingId, id) ? id : undefined,
    refused: query.get('redirect_status') === 'failed',
  }
}

/** The address without the provider's parameters; undefined if it has none. */
export function cleanedAddress(href: string): string | undefined {
  const url = new URL(href)
  const present = PROVIDER_PARAMETERS.filter((name) => url.searchParams.has(name))
  if (present.length === 0) return undefined
  for (const name of present) url.searchParams.delete(name)
  return url.pathname + url.search + url.hash
}

export type Unsettled = 'refused' | 'unpaid' | 'processing' | 'unreachable'
export type ReturnView = 'invalid' | 'verifying' | 'paid' | Unsettled

/** What the return page shows; the server's verdict `paid` outweighs a refusal in the address. */
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
