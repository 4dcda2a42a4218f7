import { button, details, type MailContent, note, text } from '#server/mail/content.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { guestMail } from './mail-guest.ts'
import { type MailBooking, meetingRows } from './mail-parts.ts'

// The mails about times that nobody keeps any more.

/** We never answered a request, and its time has come. */
export function unansweredMail(mail: MailBooking): MailContent {
  return guestMail(mail, {
    word: 'We did not answer in time',
    preview: 'Your request was not answered before its time came. We are sorry.',
    title: 'We did not answer in time',
    blocks: [
      text(
        'You asked for the time below, and it came before we had answered. That was our mistake, and we are sorry. The meeting does not take place, and nothing was charged.',
      ),
      details(meetingRows(mail.booking)),
      text('We would still like to meet you. Please choose another time, or write to us.'),
      button('Choose another time', mail.againUrl),
    ],
  })
}

/** A time that we had agreed to was not paid for while it was kept. */
export function unpaidMail(mail: MailBooking): MailContent {
  const { booking, againUrl } = mail
  const price = formatPrice(booking.amount, booking.currency)
  return guestMail(mail, {
    word: 'Your time is no longer kept',
    preview: 'It was not paid in time. Nothing was charged.',
    title: 'Your time is no longer kept',
    blocks: [
      text(
        `We kept the time below for you until ${price} was paid. That did not happen in time, so it goes back to others. Nothing was charged.`,
      ),
      details(meetingRows(booking)),
      text('If you would still like to meet, please choose another time.'),
      button('Choose another time', againUrl),
      note('Did something stand in the way of paying? Write to us, and we find a way.'),
    ],
  })
}
