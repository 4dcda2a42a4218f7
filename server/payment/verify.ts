import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { verifyPayment } from '#shared/payment/api.ts'
import type { Booking, PaymentParts, Proof } from './ports.ts'
import { settleInTime } from './settle.ts'

const standing: readonly BookingStatus[] = ['confirmed', 'completed', 'no_show', 'needs_new_time']

/** The return page's question. Who cannot show that the booking is theirs learns only of success. */
export async function verify(
  parts: PaymentParts,
  id: string,
  proof: Proof,
): Promise<HttpResult<{ paid: true }>> {
  const before = parts.bookings.find(parts.db.read, id)
  if (before?.status === 'awaiting_payment') await settleInTime(parts, id)
  const booking = parts.bookings.find(parts.db.read, id)
  if (booking && isPaid(booking)) return answer({ paid: true })
  const theirs = parts.bookings.authorise(parts.db.read, id, proof)
  return theirs?.status === 'awaiting_payment'
    ? decline(409, 'processing', verifyPayment.failure)
    : decline(404, 'not_found', verifyPayment.failure)
}

function isPaid({ status, payment }: Booking): boolean {
  return payment === 'paid' && standing.includes(status)
}
