import { meetingPlace } from '#server/booking/place/store.ts'
import type { Booking } from '#server/booking/store.ts'
import { headerName, manyLines, oneLine } from '#server/mail/clean.ts'
import { button, type DetailRow, details, type MailContent, text } from '#server/mail/content.ts'
import { guestName, instantIn, serviceTitle, spanIn } from '#server/mail/meeting.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { statusNames } from '#shared/booking/owner-commands.ts'
import { isLinkMissing, phoneHref, placeWords } from '#shared/booking/place.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { destinationsOf, type MailBooking } from './parts.ts'

export const ownerKinds = [
  'owner-new',
  'owner-moved',
  'owner-cancelled',
  'owner-waiting',
  'owner-no-room',
] as const

type OwnerKind = (typeof ownerKinds)[number]

const words: Record<OwnerKind, { word: string; title: string; line: string }> = {
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

interface OwnerMailAbout {
  /** What a cancellation refunds, minor units. */
  refund?: number
  /** For a moved booking: the start that the owner was last told, UTC milliseconds. */
  from?: number | undefined
}

const buttons: Partial<Record<OwnerKind, string>> = {
  'owner-waiting': 'Answer the request',
  'owner-no-room': 'Give a link',
}

/** A mail to the owner with everything that the guest typed, and a link to the booking's page. */
export function ownerMail(
  kind: OwnerKind,
  mail: MailBooking,
  { refund = 0, from }: OwnerMailAbout = {},
): MailContent {
  const { booking } = mail
  const { word, title, line } = words[kind]
  const date = longDate(booking.starts_at, booking.owner_zone)
  const message = manyLines(booking.message)
  return {
    subject: [`${word}: ${serviceTitle(booking)}`, headerName(guestName(booking)), date]
      .filter(Boolean)
      .join(', '),
    preview: `${guestName(booking)}, ${date}`,
    title,
    blocks: [
      text(line),
      details([
        ...(from === undefined
          ? []
          : [{ label: 'Before', lines: [instantIn(from, booking.owner_zone)] }]),
        ...timeRows(booking),
        ...guestRows(booking),
        ...stateRows(mail, kind, refund),
      ]),
      button(buttons[kind] ?? 'Open the booking', mail.deskUrl),
      ...(message ? [{ kind: 'quote' as const, label: 'Message', text: message }] : []),
    ],
    reason: 'You received this email because bookings of this site are sent to this address.',
    demo: booking.demo === 1,
  }
}

/** Unlike in mails to the guest, the owner's time comes first. */
function timeRows({ starts_at, ends_at, owner_zone, time_zone }: Booking): DetailRow[] {
  return [
    { label: 'Your time', lines: spanIn(starts_at, ends_at, owner_zone) },
    { label: 'The guest’s time', lines: spanIn(starts_at, ends_at, time_zone) },
  ]
}

function guestRows(booking: Booking): DetailRow[] {
  const { email, phone, other_destination } = booking
  const destinations = destinationsOf(booking).join(', ')
  const other = oneLine(other_destination)
  return [
    { label: 'Name', lines: [guestName(booking)] },
    { label: 'Email', lines: [oneLine(email)], url: `mailto:${encodeURI(email)}` },
    { label: 'Phone', lines: [oneLine(phone)], url: phoneHref(phone) },
    ...(destinations ? [{ label: 'Destinations', lines: [destinations] }] : []),
    ...(other ? [{ label: 'Other destination', lines: [other] }] : []),
  ]
}

function stateRows(mail: MailBooking, kind: OwnerKind, refund: number): DetailRow[] {
  const { booking } = mail
  const { amount, currency, payment } = booking
  const price = amount > 0 ? `${formatPrice(amount, currency)}, ${payment}` : 'Complimentary'
  const refunded = { label: 'Refund', lines: [formatPrice(refund, currency)] }
  const { durationMinutes } = catalogue[booking.service_type]
  const rows: DetailRow[] = [
    { label: 'Service', lines: [`${serviceTitle(booking)}, ${durationMinutes} minutes`] },
    { label: 'Price', lines: [price] },
    ...(kind === 'owner-cancelled' && amount > 0 ? [refunded] : []),
    { label: 'Status', lines: [statusNames[booking.status]] },
    { label: 'Received', lines: [instantIn(booking.created_at, booking.owner_zone)] },
    { label: 'Booking', lines: [booking.id] },
  ]
  if (kind === 'owner-cancelled') return rows
  return [ownerPlaceRow(mail), ...rows]
}

/** The meeting location, worded for the owner. */
function ownerPlaceRow({ booking, deskUrl }: MailBooking): DetailRow {
  const { label, text: line, url } = placeWords(meetingPlace(booking))
  if (booking.place === 'phone')
    return { label, lines: [`You call ${oneLine(booking.phone)}`], url: phoneHref(booking.phone) }
  if (!isLinkMissing(meetingPlace(booking))) return { label, lines: [line], ...(url && { url }) }
  return booking.place === 'video_room'
    ? { label, lines: ['Not created yet'] }
    : { label, lines: ['Please give the link on your desk'], url: deskUrl }
}

export function overCapMail(
  count: number,
  { created_at, owner_zone }: Booking,
  siteUrl: string,
): MailContent {
  const requests = count === 1 ? '1 request' : `${count} requests`
  return {
    subject: `${requests} over the limit from one sender`,
    preview: 'They hold no time until you answer.',
    title: `${requests} over the limit`,
    blocks: [
      text(
        `One sender has gone over the limit of bookings since ${clockTime(created_at, owner_zone)}. ${count === 1 ? 'The request holds' : 'The requests hold'} no time: others can book until you answer.`,
      ),
      text('On your desk you can accept genuine requests, or cancel all of them at once.'),
      button('Look at the requests', `${siteUrl}/admin/bookings`),
    ],
    reason: 'You received this email because bookings of this site are sent to this address.',
  }
}
