import { type Block, button, details, type MailContent, note, text } from '#server/mail/content.ts'
import { greeting, instantIn, serviceTitle } from '#server/mail/meeting.ts'
import { cancellationTerms } from '#shared/booking/cancellation.ts'
import { longDate } from '#shared/booking/times.ts'
import { formatPrice } from '#shared/lib/money.ts'
import {
  bookingDetails,
  GUEST_REASON,
  type MailBooking,
  meetingRows,
  paidAmount,
  placeRow,
  termsBlocks,
} from './mail-parts.ts'

type Words = Pick<MailContent, 'preview' | 'title' | 'blocks'> & { word: string }

/** Every mail to a guest has this frame; the date in the subject is the guest's own. */
export function guestMail({ booking }: MailBooking, words: Words): MailContent {
  const { word, preview, title, blocks } = words
  const date = longDate(booking.starts_at, booking.time_zone)
  return {
    subject: `${word}: ${serviceTitle(booking)}, ${date}`,
    preview,
    title,
    blocks: [text(greeting(booking)), ...blocks],
    reason: GUEST_REASON,
    demo: booking.demo === 1,
  }
}

export function changeButton({ manageUrl, booking, now }: MailBooking): Block {
  const { open } = cancellationTerms(booking.starts_at, 0, now)
  return button(open ? 'See, move or cancel' : 'See your booking', manageUrl)
}

const CALENDAR_NOTE = 'The attached file puts the meeting in your calendar.'

export function confirmedMail(mail: MailBooking): MailContent {
  return guestMail(mail, {
    word: 'Confirmed',
    preview: 'Your time is set. Keep this mail: its link lets you move or cancel.',
    title: 'Booking Confirmed',
    blocks: [
      text('Your time is set, and nobody else can take it. We look forward to meeting you.'),
      bookingDetails(mail),
      changeButton(mail),
      ...termsBlocks(mail),
      note(CALENDAR_NOTE),
    ],
  })
}

export function requestedMail(mail: MailBooking): MailContent {
  return guestMail(mail, {
    word: 'Request received, not confirmed yet',
    preview: 'It is not confirmed yet. We write again when it is.',
    title: 'We have your request',
    blocks: [
      text(
        mail.booking.keeps_time === 1
          ? 'It is not confirmed yet. We keep the time for you and write again when it is.'
          : 'It is not confirmed yet. Several bookings have come from you already, so we look at this one ourselves and keep no time for it: others may still book it. We write again with our answer.',
      ),
      bookingDetails(mail),
      changeButton(mail),
      ...termsBlocks(mail),
    ],
  })
}

/** `from`: the start that the guest knows, UTC milliseconds. */
export function movedMail(mail: MailBooking, from?: number): MailContent {
  const kept = paidAmount(mail.booking) > 0 ? ' Your payment stays with the booking.' : ''
  return guestMail(mail, {
    word: 'New time',
    preview: 'Your booking has moved. The earlier time no longer holds.',
    title: 'Your booking has a new time',
    blocks: [
      text(`The earlier time no longer holds; this one does.${kept}`),
      ...(from === undefined
        ? []
        : [details([{ label: 'Before', lines: [instantIn(from, mail.booking.time_zone)] }])]),
      bookingDetails(mail),
      changeButton(mail),
      ...termsBlocks(mail),
      note('The attached file moves the entry in your calendar.'),
    ],
  })
}

interface Cancellation {
  /** Minor units: exactly what goes back. */
  refund: number
  /** It was ours, not the guest's. */
  byOwner: boolean
}

export function cancelledMail(mail: MailBooking, { refund, byOwner }: Cancellation): MailContent {
  const { booking, againUrl, now } = mail
  const shown = formatPrice(refund, booking.currency)
  return guestMail(mail, {
    word: 'Cancelled',
    preview:
      refund > 0 && booking.demo === 0
        ? `${shown} goes back to you.`
        : 'The meeting will not take place.',
    title: 'Your booking is cancelled',
    blocks: [
      ...(byOwner && booking.ends_at > now
        ? [text('We cannot keep this meeting, and we are sorry.')]
        : []),
      text(`${endSentence(booking, now)} ${refundSentence(mail, refund)}`),
      details([
        ...meetingRows(booking),
        ...(booking.amount > 0 && booking.demo === 0 ? [{ label: 'Refund', lines: [shown] }] : []),
      ]),
      button('Choose another time', againUrl),
      note('The attached file takes the entry out of your calendar.'),
    ],
  })
}

function endSentence({ ends_at }: MailBooking['booking'], now: number): string {
  return ends_at > now
    ? 'The meeting will not take place, and its time is free again.'
    : 'We have taken this meeting out of our books.'
}

function refundSentence({ booking }: MailBooking, refund: number): string {
  const shown = formatPrice(refund, booking.currency)
  if (booking.amount === 0) return 'There was nothing to pay, so nothing is refunded.'
  if (['none', 'pending', 'failed'].includes(booking.payment)) return 'Nothing was charged.'
  if (booking.demo === 1) return 'No card was charged, so nothing goes back.'
  if (refund === 0) return 'Nothing is refunded.'
  const whole = refund === booking.amount ? 'The whole price, ' : ''
  const back = `${whole}${shown}${whole ? ',' : ''} goes back to the card it was paid with.`
  return `${back} Banks take up to ten working days to show it.`
}

/** The link that an earlier mail promised. */
export function roomLinkMail(mail: MailBooking): MailContent {
  const isRoom = mail.booking.place === 'video_room'
  return guestMail(mail, {
    word: isRoom ? 'Your video link' : 'Your meeting link',
    preview: 'The link to your meeting, as promised.',
    title: isRoom ? 'Your video link' : 'Your meeting link',
    blocks: [
      text(
        isRoom
          ? 'Here is the link to the video room. It opens a quarter of an hour before we meet.'
          : 'Here is the link to our meeting.',
      ),
      details([placeRow(mail.booking), ...meetingRows(mail.booking)]),
      changeButton(mail),
      note('The attached file adds the link to the entry in your calendar.'),
    ],
  })
}

/** The meeting is held elsewhere, at the same time. */
export function placeMail(mail: MailBooking): MailContent {
  return guestMail(mail, {
    word: 'Where we meet',
    preview: 'The time stays the same; where we meet has changed.',
    title: 'Where we meet has changed',
    blocks: [
      text('The time stays the same. This is where we meet now:'),
      details([placeRow(mail.booking), ...meetingRows(mail.booking)]),
      changeButton(mail),
      ...termsBlocks(mail),
      note('The attached file updates the entry in your calendar.'),
    ],
  })
}
