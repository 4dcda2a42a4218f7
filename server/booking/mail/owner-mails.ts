import { toMeetingLocation } from '#server/booking/location/store.ts'
import { parsePurchase } from '#server/booking/purchases.ts'
import type { Booking } from '#server/booking/store.ts'
import {
  buttonBlock,
  type DetailRow,
  detailsBlock,
  type MailContent,
  textBlock,
} from '#server/mail/content.ts'
import {
  formatInstant,
  formatSpan,
  getGuestZone,
  guestName,
  referenceRow,
  serviceTitle,
} from '#server/mail/meeting-text.ts'
import { toHeaderName, toMultiLine, toSingleLine } from '#server/mail/typed-text.ts'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import { formatLocation, isLinkMissing } from '#shared/booking/meeting-location.ts'
import { statusLabels } from '#shared/booking/owner-commands.ts'
import { formatClockTime, formatFullDate } from '#shared/booking/zoned-time.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { toPhoneLink } from '#shared/lib/phone/phone-link.ts'
import { formatOrganizationNumber } from '#shared/lib/values/organization-number.ts'
import { formatAddressLines } from '#shared/payment/purchase.ts'
import { type MailBooking, parseDestinations } from './mail-blocks.ts'

export const ownerKinds = [
  'owner-new',
  'owner-moved',
  'owner-cancelled',
  'owner-waiting',
  'owner-no-room',
] as const

type OwnerKind = (typeof ownerKinds)[number]

const mailTexts: Record<OwnerKind, { word: string; title: string; line: string }> = {
  'owner-new': {
    word: 'New booking',
    title: 'A new booking',
    line: 'Reply to reach the guest.',
  },
  'owner-moved': {
    word: 'Moved',
    title: 'A booking has moved',
    line: 'This is its new time. Reply to reach the guest.',
  },
  'owner-cancelled': {
    word: 'Cancelled',
    title: 'A booking is cancelled',
    line: 'Its time is free again. Reply to reach the guest.',
  },
  'owner-waiting': {
    word: 'Still unanswered',
    title: 'A request waits for your answer',
    line: 'If no one answers before its time comes, the request expires and the guest is notified.',
  },
  'owner-no-room': {
    word: 'No video room',
    title: 'A video room could not be created',
    line: 'The guest knows that the link will follow. Please enter a link of your own on your desk, or choose another place.',
  },
}

const withdrawalText = {
  word: 'Withdrawn',
  title: 'A guest has withdrawn from a purchase',
  line: 'The guest used the right of withdrawal. The time of the meeting is free again.',
}

interface OwnerMailData {
  /** What a cancellation refunds, minor units. */
  refund?: number
  /** For a moved booking: the start that the owner was last told, UTC milliseconds. */
  from?: number | undefined
  /** The guest used the right of withdrawal. */
  isWithdrawal?: boolean | undefined
}

const buttonLabels: Partial<Record<OwnerKind, string>> = {
  'owner-waiting': 'Answer the request',
  'owner-no-room': 'Give a link',
}

/** A mail to the owner with everything that the guest typed, and a link to the booking's page. */
export function ownerMail(
  kind: OwnerKind,
  mail: MailBooking,
  { refund = 0, from, isWithdrawal = false }: OwnerMailData = {},
): MailContent {
  const { booking } = mail
  const { word, title, line } = isWithdrawal ? withdrawalText : mailTexts[kind]
  const date = formatFullDate(booking.starts_at, booking.owner_zone)
  const message = toMultiLine(booking.message)
  return {
    subject: [`${word}: ${serviceTitle(booking)}`, toHeaderName(guestName(booking)), date]
      .filter(Boolean)
      .join(', '),
    preview: `${guestName(booking)}, ${date}`,
    title,
    blocks: [
      textBlock(line),
      detailsBlock([
        ...(from === undefined
          ? []
          : [{ label: 'Before', lines: [formatInstant(from, booking.owner_zone)] }]),
        ...timeRows(booking),
        ...guestRows(booking),
        ...stateRows(mail, kind, refund),
      ]),
      buttonBlock(buttonLabels[kind] ?? 'Open the booking', mail.deskUrl),
      ...(message ? [{ kind: 'quote' as const, label: 'Message', text: message }] : []),
    ],
    reason: 'You received this email because bookings of this site are sent to this address.',
    isDemo: booking.demo === 1,
  }
}

/** Unlike in mails to the guest, the owner's time comes first. */
function timeRows(booking: Booking): DetailRow[] {
  const { starts_at, ends_at, owner_zone } = booking
  return [
    { label: 'Your time', lines: formatSpan(starts_at, ends_at, owner_zone) },
    { label: 'The guest’s time', lines: formatSpan(starts_at, ends_at, getGuestZone(booking)) },
  ]
}

function guestRows(booking: Booking): DetailRow[] {
  const { email, phone, other_destination } = booking
  const destinations = parseDestinations(booking).join(', ')
  const other = toSingleLine(other_destination)
  return [
    { label: 'Name', lines: [guestName(booking)] },
    { label: 'Email', lines: [toSingleLine(email)], url: toMailtoLink(email) },
    { label: 'Phone', lines: [toSingleLine(phone)], url: toPhoneLink(phone) },
    ...(destinations ? [{ label: 'Destinations', lines: [destinations] }] : []),
    ...(other ? [{ label: 'Other destination', lines: [other] }] : []),
    ...buyerRow(booking),
  ]
}

function buyerRow(booking: Booking): DetailRow[] {
  const buyer = parsePurchase(booking)?.buyer
  if (!buyer) return []
  const number = buyer.organizationNumber && formatOrganizationNumber(buyer.organizationNumber)
  const company = [buyer.company, number && `Organisation number ${number}`]
  const who = buyer.kind === 'company' ? company : ['Private']
  const lines = [...who, ...formatAddressLines(buyer)].map(toSingleLine).filter(Boolean)
  return [{ label: 'Buyer', lines }]
}

const DEMO_REFUND = 'Demo: no card was charged, nothing is refunded'

function stateRows(mail: MailBooking, kind: OwnerKind, refund: number): DetailRow[] {
  const { booking } = mail
  const { amount, currency, payment, demo } = booking
  const price = amount > 0 ? `${formatPrice(amount, currency)}, ${payment}` : 'Complimentary'
  const refunded = {
    label: 'Refund',
    lines: [demo === 1 ? DEMO_REFUND : formatPrice(refund, currency)],
  }
  const { title, durationMinutes } = parseBookedService(booking)
  const rows: DetailRow[] = [
    { label: 'Service', lines: [`${title}, ${durationMinutes} minutes`] },
    { label: 'Price', lines: [price] },
    ...(kind === 'owner-cancelled' && amount > 0 ? [refunded] : []),
    { label: 'Status', lines: [statusLabels[booking.status]] },
    { label: 'Received', lines: [formatInstant(booking.created_at, booking.owner_zone)] },
    referenceRow(booking),
  ]
  if (kind === 'owner-cancelled') return rows
  return [ownerLocationRow(mail), ...rows]
}

/** The meeting location, worded for the owner. */
function ownerLocationRow({ booking, deskUrl }: MailBooking): DetailRow {
  const { label, text: line, url } = formatLocation(toMeetingLocation(booking))
  if (booking.place === 'phone')
    return {
      label,
      lines: [`You call ${toSingleLine(booking.phone)}`],
      url: toPhoneLink(booking.phone),
    }
  if (!isLinkMissing(toMeetingLocation(booking)))
    return { label, lines: [line], ...(url && { url }) }
  return booking.place === 'video_room'
    ? { label, lines: ['Not created yet'] }
    : { label, lines: ['Please give the link on your desk'], url: deskUrl }
}

export function overCapMail(
  count: number,
  { created_at, owner_zone, over_cap }: Booking,
  siteUrl: string,
): MailContent {
  const requests = pluralize(count, 'request')
  const since = formatClockTime(created_at, owner_zone)
  const holds = `${count === 1 ? 'The request holds' : 'The requests hold'} no time: others can book until you answer.`
  const [subject, reason] =
    over_cap === 'surge'
      ? [
          `${requests}, because many new email addresses booked at once`,
          `Within an hour, email addresses that never booked before took more than a quarter of your free times of two weeks. Since ${since}, further bookings of such addresses are requests. ${holds}`,
        ]
      : [
          `${requests} over the limit from one sender`,
          `One sender has gone over the limit of bookings since ${since}. ${holds}`,
        ]
  return {
    subject,
    preview: 'They hold no time until you answer.',
    title: `${requests} over the limit`,
    blocks: [
      textBlock(reason),
      textBlock('On your desk you can accept genuine requests, or cancel all of them at once.'),
      buttonBlock('Look at the requests', `${siteUrl}/admin/bookings`),
    ],
    reason: 'You received this email because bookings of this site are sent to this address.',
  }
}
