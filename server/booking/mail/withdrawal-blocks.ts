import { findWithdrawalTerms } from '#server/booking/purchases.ts'
import type { MailBlock } from '#server/mail/content.ts'
import { formatInstant, serviceTitle } from '#server/mail/meeting-text.ts'
import { toReference } from '#shared/booking/booking-id.ts'
import { formatFullDate } from '#shared/booking/zoned-time.ts'
import { getWithdrawalDeadline } from '#shared/payment/withdrawal.ts'
import {
  getWithdrawalInstructions,
  listWithdrawalFormLines,
  withdrawalFormTitle,
  withdrawalTitle,
} from '#shared/payment/withdrawal-form.ts'
import type { MailBooking } from './mail-blocks.ts'

/** What the law requires in the confirmation of a private purchase; nothing for other bookings. */
export function withdrawalBlocks({ booking, now }: MailBooking): MailBlock[] {
  const terms = findWithdrawalTerms(booking, now)
  if (!terms || booking.paid_at === null) return []
  const { owner_zone, id } = booking
  const deadline = getWithdrawalDeadline(booking.paid_at, owner_zone)
  const instructions = getWithdrawalInstructions({
    // Shown as the last minute inside the period, not as midnight of the day after.
    lastMoment: formatInstant(deadline - 1, owner_zone),
    meeting: terms.until < deadline ? formatInstant(terms.until, owner_zone) : undefined,
  })
  const form = listWithdrawalFormLines({
    service: `${serviceTitle(booking)}, ${toReference(id)}`,
    orderedOn: formatFullDate(booking.paid_at, owner_zone),
  })
  return [
    { kind: 'quote', label: withdrawalTitle, text: instructions.join('\n\n') },
    { kind: 'quote', label: withdrawalFormTitle, text: form.join('\n') },
  ]
}
