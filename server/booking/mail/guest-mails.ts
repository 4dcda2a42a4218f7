import { toMeetingLocation } from '#server/booking/location/store.ts'
import { cancellationTerms } from '#server/booking/queries.ts'
import type { Booking } from '#server/booking/store.ts'
import {
  buttonBlock,
  detailsBlock,
  type MailBlock,
  type MailContent,
  noteBlock,
  textBlock,
} from '#server/mail/content.ts'
import {
  bothTimes,
  formatInstant,
  formatSpan,
  getGuestZone,
  greeting,
  instantLines,
  serviceTitle,
} from '#server/mail/meeting-text.ts'
import { isLinkMissing } from '#shared/booking/meeting-location.ts'
import { formatFullDate } from '#shared/booking/zoned-time.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { formatPrice } from '#shared/lib/money.ts'
import {
  bookingDetails,
  getPaidAmount,
  guestMailEnd,
  locationRow,
  type MailBooking,
  meetingRows,
  termsBlocks,
  withdrawalBlocks,
} from './mail-blocks.ts'

type GuestMailText = Pick<MailContent, 'preview' | 'title' | 'blocks'> & { subjectPrefix: string }

/** The frame of every mail to a guest; the date in the subject is in the guest's time zone. */
function createGuestMail({ booking }: MailBooking, text: GuestMailText): MailContent {
  const { subjectPrefix, preview, title, blocks } = text
  const date = formatFullDate(booking.starts_at, getGuestZone(booking))
  return {
    subject: `${subjectPrefix}: ${serviceTitle(booking)}, ${date}`,
    preview,
    title,
    blocks: [textBlock(greeting(booking)), ...blocks],
    ...guestMailEnd,
    isDemo: booking.demo === 1,
  }
}

function createManageButton({ manageUrl, booking, now }: MailBooking): MailBlock {
  const { isOpen } = cancellationTerms(booking, 0, now)
  return buttonBlock(isOpen ? 'See, move or cancel' : 'See your booking', manageUrl)
}

const CALENDAR_NOTE = 'Open the attached file to add the meeting to your calendar.'

export function confirmedMail(mail: MailBooking): MailContent {
  return createGuestMail(mail, {
    subjectPrefix: 'Confirmed',
    preview: 'Your time is reserved. Keep this email: its link lets you move or cancel.',
    title: 'Booking Confirmed',
    blocks: [
      textBlock('Your time is reserved. I look forward to meeting you.'),
      bookingDetails(mail),
      createManageButton(mail),
      ...termsBlocks(mail),
      noteBlock(CALENDAR_NOTE),
      ...withdrawalBlocks(mail),
    ],
  })
}

export function requestedMail(mail: MailBooking): MailContent {
  return createGuestMail(mail, {
    subjectPrefix: 'Request received, not confirmed yet',
    preview: 'It is not confirmed yet. I will write again when it is.',
    title: 'I have your request',
    blocks: [
      textBlock(
        mail.booking.blocks_slot === 1
          ? 'It is not confirmed yet. I am holding the time for you and will write again once it is confirmed.'
          : 'It is not confirmed yet. You already have several bookings, so I check this one myself and do not hold the time: others may still book it. I will write again with my answer.',
      ),
      bookingDetails(mail),
      createManageButton(mail),
      ...termsBlocks(mail),
    ],
  })
}

/** `from`: the start that the guest was last told, UTC milliseconds. */
export function movedMail(mail: MailBooking, from: number | undefined): MailContent {
  const paymentNote = getPaidAmount(mail.booking) > 0 ? ' Your payment stays with the booking.' : ''
  return createGuestMail(mail, {
    subjectPrefix: 'New time',
    preview: 'Your booking has moved. This replaces your earlier time.',
    title: 'Your booking has a new time',
    blocks: [
      textBlock(`This replaces your earlier time.${paymentNote}`),
      ...(from === undefined
        ? []
        : [
            detailsBlock([
              { label: 'Before', lines: [formatInstant(from, getGuestZone(mail.booking))] },
            ]),
          ]),
      bookingDetails(mail),
      createManageButton(mail),
      ...termsBlocks(mail),
      noteBlock('Open the attached file to update your calendar.'),
    ],
  })
}

interface Cancellation {
  /** Exactly what is refunded, minor units. */
  refund: number
  /** The owner cancelled, not the guest. */
  byOwner: boolean
  /** The guest used the right of withdrawal: this mail acknowledges it. */
  isWithdrawal: boolean
}

export function cancelledMail(mail: MailBooking, cancellation: Cancellation): MailContent {
  const { refund, byOwner, isWithdrawal } = cancellation
  const { booking, bookAgainUrl, now } = mail
  const formattedRefund = formatPrice(refund, booking.currency)
  return createGuestMail(mail, {
    subjectPrefix: isWithdrawal ? 'Your withdrawal' : 'Cancelled',
    preview:
      refund > 0 && booking.demo === 0
        ? `${formattedRefund} will be refunded to you.`
        : 'The meeting will not take place.',
    title: isWithdrawal ? 'I have received your withdrawal' : 'Your booking is cancelled',
    blocks: [
      ...(isWithdrawal ? [textBlock(withdrawalSentence(booking))] : []),
      ...(byOwner && booking.ends_at > now
        ? [textBlock('I cannot keep this meeting, and I am sorry.')]
        : []),
      textBlock(`${endSentence(booking, now)} ${refundSentence(mail, refund)}`),
      detailsBlock([
        ...meetingRows(booking),
        ...(booking.amount > 0 && booking.demo === 0
          ? [{ label: 'Refund', lines: [formattedRefund] }]
          : []),
      ]),
      ...withdrawalHint(mail),
      buttonBlock('Choose another time', bookAgainUrl),
      noteBlock('Open the attached file to remove it from your calendar.'),
    ],
  })
}

/** For a guest who may still withdraw, because the owner cancelled without refunding everything. */
function withdrawalHint({ booking, withdrawal, manageUrl }: MailBooking): MailBlock[] {
  if (!withdrawal?.isOpen) return []
  const until = formatInstant(withdrawal.until - 1, getGuestZone(booking))
  const sum = formatPrice(withdrawal.refund, booking.currency)
  const money = booking.demo === 1 ? '' : `; ${sum} is then refunded to you`
  return [
    textBlock(`You can still withdraw from this purchase until ${until}${money}.`),
    buttonBlock('Withdraw from this purchase', manageUrl),
  ]
}

function withdrawalSentence(booking: Booking): string {
  const zones = [getGuestZone(booking), booking.owner_zone]
  const [when, ours] = instantLines(booking.updated_at, zones)
  return `You withdrew from this purchase on ${when}${ours ? ` (${ours})` : ''}. This email is your receipt for it.`
}

function endSentence({ ends_at }: MailBooking['booking'], now: number): string {
  return ends_at > now
    ? 'The meeting will not take place, and its time is free again.'
    : 'This meeting is no longer in my calendar.'
}

function refundSentence({ booking, disputed }: MailBooking, refund: number): string {
  const formattedRefund = formatPrice(refund, booking.currency)
  if (booking.amount === 0) return 'Nothing was charged.'
  if (['none', 'pending', 'failed'].includes(booking.payment)) return 'Nothing was charged.'
  if (booking.demo === 1) return 'No card was charged, so there is nothing to refund.'
  if (refund === 0 && disputed > 0)
    return 'Your bank is handling this payment, so I do not refund it myself.'
  if (refund === 0)
    return booking.payment === 'refunded' ? 'No further refund is made.' : 'Nothing is refunded.'
  const whole = refund === booking.amount ? 'The whole price, ' : ''
  const back = `${whole}${formattedRefund}${whole ? ',' : ''} will be refunded to the card it was paid with.`
  return `${back} Banks take up to ten working days to show it.`
}

/** Sends the meeting link that an earlier mail promised. */
export function roomLinkMail(mail: MailBooking): MailContent {
  const isRoom = mail.booking.place === 'video_room'
  return createGuestMail(mail, {
    subjectPrefix: isRoom ? 'Your video link' : 'Your meeting link',
    preview: 'The link to your meeting, as promised.',
    title: isRoom ? 'Your video link' : 'Your meeting link',
    blocks: [
      textBlock(
        isRoom
          ? 'Here is the link to the video room. It opens 15 minutes before we meet.'
          : 'Here is the link to our meeting.',
      ),
      detailsBlock([locationRow(mail.booking), ...meetingRows(mail.booking)]),
      createManageButton(mail),
      noteBlock('Open the attached file to add the link to your calendar.'),
    ],
  })
}

/** The meeting location has changed, the time has not. */
export function locationMail(mail: MailBooking): MailContent {
  return createGuestMail(mail, {
    subjectPrefix: 'Where we meet',
    preview: 'The time stays the same; where we meet has changed.',
    title: 'Where we meet has changed',
    blocks: [
      textBlock('The time stays the same. This is where we meet now:'),
      detailsBlock([locationRow(mail.booking), ...meetingRows(mail.booking)]),
      createManageButton(mail),
      ...termsBlocks(mail),
      noteBlock('Open the attached file to update your calendar.'),
    ],
  })
}

// Mails about a time that is not agreed yet.

/** The owner accepts a booking that has to be paid; it is confirmed once it is paid. */
export function acceptedMail(mail: MailBooking): MailContent {
  const { booking, manageUrl } = mail
  const price = formatPrice(booking.amount, booking.currency)
  const { hold_expires_at, owner_zone } = booking
  const until =
    hold_expires_at === null
      ? []
      : instantLines(hold_expires_at, [getGuestZone(booking), owner_zone])
  return createGuestMail(mail, {
    subjectPrefix: 'Please pay to confirm',
    preview: 'Your time is held until it is paid. It is not confirmed yet.',
    title: 'Your time is held for you',
    blocks: [
      textBlock(`We can meet at this time. Your booking is confirmed once ${price} is paid.`),
      bookingDetails(mail),
      detailsBlock([{ label: 'Held until', lines: until }]),
      buttonBlock('Continue to payment', manageUrl),
      noteBlock('After that the time is released, and nothing is charged.'),
    ],
  })
}

/** The booking needs another time; offers `starts`, UTC milliseconds. */
export function offeredMail(mail: MailBooking, starts: readonly number[]): MailContent {
  const { booking, manageUrl } = mail
  const paymentNote = getPaidAmount(booking) > 0 ? ' What you paid stays with the booking.' : ''
  return createGuestMail(mail, {
    subjectPrefix: 'Please choose another time',
    preview: 'I am sorry: the time you chose is no longer possible. Here are others.',
    title: 'We need another time',
    blocks: [
      textBlock(`I am sorry: the time below is no longer possible.${paymentNote}`),
      detailsBlock(meetingRows(booking)),
      textBlock('We could meet at one of these instead:'),
      detailsBlock(
        starts.map((start, index) => ({
          label: `Time ${index + 1}`,
          lines: bothTimes(booking, start),
        })),
      ),
      buttonBlock('Choose a time', manageUrl),
      noteBlock(
        'These times are not held: if one has been taken, the page shows others. None suits you? Write to me, or cancel there.',
      ),
    ],
  })
}

// Mails about times that were released.

/** A request expired: nobody answered it before its start. */
export function unansweredMail(mail: MailBooking): MailContent {
  return createGuestMail(mail, {
    subjectPrefix: 'I did not answer in time',
    preview: 'I did not answer your request before its time came. I am sorry.',
    title: 'I did not answer in time',
    blocks: [
      textBlock(
        'I did not answer before the time you asked for. That was my mistake, and I am sorry. The meeting will not take place, and nothing was charged.',
      ),
      detailsBlock(meetingRows(mail.booking)),
      textBlock('I would still like to meet you. Please choose another time, or write to me.'),
      buttonBlock('Choose another time', mail.bookAgainUrl),
    ],
  })
}

/** The hold of an accepted booking expired unpaid. */
export function unpaidMail(mail: MailBooking): MailContent {
  const { booking, bookAgainUrl } = mail
  const price = formatPrice(booking.amount, booking.currency)
  return createGuestMail(mail, {
    subjectPrefix: 'Your time has been released',
    preview: 'It was not paid in time. Nothing was charged.',
    title: 'Your time has been released',
    blocks: [
      textBlock(
        `I held the time below for you while ${price} was to be paid. No payment arrived in time, so the time has been released. Nothing was charged.`,
      ),
      detailsBlock(meetingRows(booking)),
      textBlock('If you would still like to meet, please choose another time.'),
      buttonBlock('Choose another time', bookAgainUrl),
      noteBlock('Was there a problem with the payment? Write to me and we will find a way.'),
    ],
  })
}

const MINUTE = 60_000

/** ms before the start: when a reminder is due, and when it is too late (`latest`) to send it. */
export const reminders = {
  'reminder-24h': { before: 24 * 60 * MINUTE, latest: 2 * 60 * MINUTE },
  'reminder-1h': { before: 60 * MINUTE, latest: MINUTE },
} as const

type ReminderKind = keyof typeof reminders

export const reminderKinds = Object.keys(reminders) as ReminderKind[]

/** Whether a reminder that was queued for one `sequence` of a booking is still true and in time. */
export function isReminderDue(
  kind: ReminderKind,
  booking: Booking,
  { sequence, now }: { sequence: number; now: number },
): boolean {
  const remaining = booking.starts_at - now
  return (
    booking.status === 'confirmed' &&
    booking.sequence === sequence &&
    remaining >= reminders[kind].latest
  )
}

export function reminderMail(kind: ReminderKind, mail: MailBooking): MailContent {
  const { booking, meetingUrl } = mail
  const soon = kind === 'reminder-1h'
  const place = locationRow(booking)
  const enter = soon && meetingUrl !== null
  return createGuestMail(mail, {
    subjectPrefix: soon ? 'We meet shortly' : 'Reminder',
    preview: soon
      ? 'Within the hour. All you need is inside.'
      : 'The day is near. All you need is inside.',
    title: soon ? 'We meet within the hour' : 'We meet soon',
    blocks: [
      textBlock(meetingSentence(booking)),
      ...(enter ? [buttonBlock(place.lines.join(' '), meetingUrl)] : []),
      detailsBlock([...meetingRows(booking), ...(enter ? [] : [place])]),
      ...(soon ? [] : [createManageButton(mail), ...termsBlocks(mail)]),
    ],
  })
}

function meetingSentence(booking: Booking): string {
  if (isLinkMissing(toMeetingLocation(booking)))
    return `I will send the link before we begin. If it has not reached you by then, ${getBusiness().phone ? `call me at ${getBusiness().phone}` : 'please reply to this email'}.`
  return {
    video_room: 'The video room opens 15 minutes before we begin.',
    link: 'Please open the link when it is time.',
    phone: 'Please have your phone at hand: I will call you.',
    in_person: 'We meet in person, at the address below.',
  }[booking.place]
}

/** One mail about all bookings of a mailbox that the owner cancelled in one command. */
export function cancelledTogetherMail(bookings: readonly Booking[], first: Booking): MailContent {
  const one = bookings.length === 1
  const what = one ? 'Your booking is cancelled' : `Your ${bookings.length} bookings are cancelled`
  return {
    subject: what,
    preview: one ? 'The meeting will not take place.' : 'These meetings will not take place.',
    title: what,
    blocks: [
      textBlock(greeting(first)),
      textBlock(
        `I have cancelled ${one ? 'the meeting' : 'the meetings'} below, because one sender made more bookings than I can accept. Nothing was charged. If you would like to meet, please write to me and we will find a time.`,
      ),
      detailsBlock(
        bookings.map((booking) => ({
          label: serviceTitle(booking),
          lines: [formatSpan(booking.starts_at, booking.ends_at, getGuestZone(booking)).join(', ')],
        })),
      ),
    ],
    ...guestMailEnd,
  }
}
