import { button, details, type MailContent, note, text } from '#server/mail/content.ts'
import { instantLines } from '#server/mail/meeting.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { guestMail } from './mail-guest.ts'
import { bookingDetails, type MailBooking, meetingRows, paidAmount } from './mail-parts.ts'

// The mails on the way to a time that both sides agree on.

/** We agree to a paid booking's time; it stands once it is paid. */
export function acceptedMail(mail: MailBooking): MailContent {
  const { booking, manageUrl } = mail
  const price = formatPrice(booking.amount, booking.currency)
  const { hold_expires_at, time_zone, owner_zone } = booking
  const until =
    hold_expires_at === null ? [] : instantLines(hold_expires_at, [time_zone, owner_zone])
  return guestMail(mail, {
    word: 'Please pay to confirm',
    preview: 'Your time is kept for you until it is paid. It is not confirmed yet.',
    title: 'Your time is kept for you',
    blocks: [
      text(`We can meet at this time. It is confirmed once ${price} is paid.`),
      bookingDetails(mail),
      details([{ label: 'Kept until', lines: until }]),
      button('Continue to payment', manageUrl),
      note('After that the time goes back to others, and nothing is charged.'),
    ],
  })
}

/** Another time is needed: these are offered. `starts` in UTC milliseconds. */
export function offeredMail(mail: MailBooking, starts: readonly number[]): MailContent {
  const { booking, manageUrl } = mail
  const zones = [booking.time_zone, booking.owner_zone]
  const kept = paidAmount(booking) > 0 ? ' What you paid stays with the booking.' : ''
  return guestMail(mail, {
    word: 'Please choose another time',
    preview: 'The time you chose cannot be kept. Here are others.',
    title: 'We need another time',
    blocks: [
      text(`The time below cannot be kept, and we are sorry.${kept}`),
      details(meetingRows(booking)),
      text('We could meet at one of these instead:'),
      details(
        starts.map((start, index) => ({
          label: `Time ${index + 1}`,
          lines: instantLines(start, zones),
        })),
      ),
      button('Choose a time', manageUrl),
      note(
        'They are not held: if one is taken by then, the page shows the others. None suits you? Write to us, or cancel there.',
      ),
    ],
  })
}
