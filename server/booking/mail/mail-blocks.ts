import { toMeetingLocation } from '#server/booking/location/store.ts'
import { parsePurchase, type Withdrawal } from '#server/booking/purchases.ts'
import { cancellationTerms } from '#server/booking/queries.ts'
import type { Booking } from '#server/booking/store.ts'
import {
  type DetailRow,
  detailsBlock,
  type MailBlock,
  noteBlock,
  textBlock,
} from '#server/mail/content.ts'
import {
  formatInstant,
  getGuestZone,
  instantLines,
  referenceRow,
  serviceLine,
  serviceTitle,
  timeRows,
} from '#server/mail/meeting-text.ts'
import { toQuotableText } from '#server/mail/typed-text.ts'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import { toReference } from '#shared/booking/booking-id.ts'
import { formatLocation } from '#shared/booking/meeting-location.ts'
import { formatFullDate } from '#shared/booking/zoned-time.ts'
import { OTHER_DESTINATION } from '#shared/content/destinations.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { formatTaxNote } from '#shared/payment/vat.ts'
import { getWithdrawalDeadline, type WithdrawalTerms } from '#shared/payment/withdrawal.ts'
import {
  getWithdrawalInstructions,
  listWithdrawalFormLines,
  withdrawalFormTitle,
  withdrawalTitle,
} from '#shared/payment/withdrawal-form.ts'

/** A booking as a mail needs it: its current row, and the URLs that lead back to it. */
export interface MailBooking {
  booking: Booking
  meetingUrl: string | null
  /** Absolute URL of the guest's signed booking page. */
  manageUrl: string
  /** Absolute URL of the booking page of the same service. */
  bookAgainUrl: string
  /** Absolute URL of the booking on the owner's desk. */
  deskUrl: string
  /** What can still be refunded, minor units. */
  refundable: number
  /** What the bank holds because of disputes, minor units. */
  disputed: number
  /** The right to withdraw from the purchase, and what that refunds; null without that right. */
  withdrawal: Withdrawal | null
  now: number
}

/** How each mail to a guest ends. */
export const guestMailEnd = {
  reason:
    'You received this email because this address was used for a booking. If that was not you, please write to me.',
  isSigned: true,
}

export function bookingDetails(mail: MailBooking): MailBlock {
  return detailsBlock([
    ...timedServiceRows(mail.booking),
    locationRow(mail.booking),
    ...destinationRow(mail.booking),
    ...priceRow(mail.booking),
    referenceRow(mail.booking),
  ])
}

/** The service, its time in both zones, and the booking's reference. */
export function meetingRows(booking: Booking): DetailRow[] {
  return [...timedServiceRows(booking), referenceRow(booking)]
}

function timedServiceRows(booking: Booking): DetailRow[] {
  return [{ label: 'Service', lines: [serviceLine(booking)] }, ...timeRows(booking)]
}

export function parseDestinations(booking: Booking): string[] {
  return JSON.parse(booking.destinations)
}

function destinationRow(booking: Booking): DetailRow[] {
  const chosen = parseDestinations(booking).map((name) =>
    name === OTHER_DESTINATION ? (toQuotableText(booking.other_destination) ?? name) : name,
  )
  return chosen.length > 0 ? [{ label: 'Destinations', lines: [chosen.join(', ')] }] : []
}

function priceRow(booking: Booking): DetailRow[] {
  const { amount, currency } = booking
  const vat = parsePurchase(booking)?.vat
  const tax = vat ? formatTaxNote(currency, vat) : ''
  const lines = amount > 0 ? [formatPrice(amount, currency), tax] : ['Complimentary']
  return [{ label: 'Price', lines: lines.filter(Boolean) }]
}

/** The meeting location, worded for the guest. */
export function locationRow(booking: Booking): DetailRow {
  const { label, text: line, url } = formatLocation(toMeetingLocation(booking))
  return { label, lines: [line], ...(url !== undefined && { url }) }
}

export function getPaidAmount({ payment, amount }: Booking): number {
  return payment === 'paid' ? amount : 0
}

function formatWithdrawalEnd(
  { until }: WithdrawalTerms,
  { starts_at, zone }: { starts_at: number; zone: string },
): string {
  const end = `until ${formatInstant(until - 1, zone)}`
  return until > starts_at ? `${end}, also after the meeting` : end
}

/** Until when and on which terms the guest may still change the booking. */
export function termsBlocks({ booking, refundable, withdrawal, now }: MailBooking): MailBlock[] {
  const { starts_at, currency, owner_zone } = booking
  const { cancellationHours } = parseBookedService(booking)
  const zone = getGuestZone(booking)
  const paid = booking.demo === 1 ? 0 : refundable
  const { isOpen, until, refund } = cancellationTerms(booking, paid, now)
  const withdrawalEnd = withdrawal ? formatWithdrawalEnd(withdrawal, { starts_at, zone }) : ''
  if (!isOpen && withdrawal?.isOpen)
    return [
      noteBlock(
        `It is less than ${cancellationHours} hours away, so you can no longer move it yourself. You can still withdraw from the purchase by the link, ${withdrawalEnd}.`,
      ),
    ]
  if (!isOpen) {
    const late = `It is less than ${cancellationHours} hours away, so you can no longer move or cancel it yourself. If something has come up, please write to me`
    const money = paid > 0 ? '; whether anything is refunded is then mine to decide.' : '.'
    return [noteBlock(late + money)]
  }
  const back =
    paid > 0 ? ` If you cancel by then, ${formatPrice(refund, currency)} is refunded.` : ''
  const canStillWithdraw = withdrawal?.isOpen === true && withdrawal.until > until
  const later = canStillWithdraw
    ? `After that, you can still withdraw from the purchase by the link, ${withdrawalEnd}.`
    : paid > 0
      ? 'After that, please write to me: any refund is then at my discretion.'
      : ''
  return [
    textBlock(
      `Until ${cancellationHours} hours before, you can move or cancel it yourself.${back} ${later}`.trim(),
    ),
    detailsBlock([{ label: 'Changes until', lines: instantLines(until, [zone, owner_zone]) }]),
  ]
}

/** What the law requires in the confirmation of a private purchase; nothing for other bookings. */
export function withdrawalBlocks({ booking, withdrawal: terms }: MailBooking): MailBlock[] {
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
