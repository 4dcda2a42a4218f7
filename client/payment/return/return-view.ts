import * as v from 'valibot'
import { PAYMENT_FAILED, type PaymentVerdict } from '#client/payment/check-payment.ts'
import { BookingId } from '#shared/booking/booking-id.ts'

/** What the address says when a visitor returns from paying. Not trusted: the server is asked. */
export interface ReturnParams {
  /** Undefined if it is missing or not valid. */
  bookingId: string | undefined
  /** The provider reports that the bank refused. */
  isRefused: boolean
}

/** Added by the provider and removed on arrival: the client secret gives access to the payment. */
const PROVIDER_PARAMETERS = [
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'source_type',
]

export function parseReturnParams(search: string): ReturnParams {
  const query = new URLSearchParams(search)
  const id = query.get('id')
  return {
    bookingId: v.is(BookingId, id) ? id : undefined,
    isRefused: query.get('redirect_status') === 'failed',
  }
}

/** The address without the provider's parameters; undefined if it has none. */
export function removeProviderParams(href: string): string | undefined {
  const url = new URL(href)
  const present = PROVIDER_PARAMETERS.filter((name) => url.searchParams.has(name))
  if (present.length === 0) return undefined
  for (const name of present) url.searchParams.delete(name)
  return url.pathname + url.search + url.hash
}

export type UnsettledResult = 'refused' | 'unpaid' | 'processing' | 'unreachable'
export type ReturnView = 'invalid' | 'verifying' | 'paid' | UnsettledResult

/** What the return page shows; the server's verdict `paid` outweighs a refusal in the address. */
export function getReturnView(
  address: ReturnParams,
  verdict: PaymentVerdict | undefined,
): ReturnView {
  if (!address.bookingId) return 'invalid'
  if (!verdict) return 'verifying'
  if (verdict === 'paid' || !address.isRefused) return verdict
  return verdict === 'unreachable' ? verdict : 'refused'
}

const returnTitles: Record<ReturnView, string> = {
  invalid: 'Invalid booking reference',
  verifying: 'Verifying payment...',
  paid: 'Payment Successful!',
  refused: PAYMENT_FAILED,
  unpaid: 'Failed to verify payment',
  processing: 'Your bank has not answered yet',
  unreachable: 'Failed to verify payment',
}

export function getReturnTitle(view: ReturnView): string {
  return returnTitles[view]
}
