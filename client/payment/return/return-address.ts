import * as v from 'valibot'
import { BookingId } from '#shared/booking/booking-id.ts'

/** What the address says when people come back from paying. None of it is believed, only asked about. */
export interface ReturnAddress {
  /** Undefined when it is missing or not one of ours. */
  bookingId: string | undefined
  /** The provider says that the bank refused. */
  refused: boolean
}

/** Named by the provider, and nobody's business after arrival: one of them opens the payment. */
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

/** The address without the provider's parameters; undefined when it has none. */
export function cleanedAddress(href: string): string | undefined {
  const url = new URL(href)
  const present = PROVIDER_PARAMETERS.filter((name) => url.searchParams.has(name))
  if (present.length === 0) return undefined
  for (const name of present) url.searchParams.delete(name)
  return url.pathname + url.search + url.hash
}
