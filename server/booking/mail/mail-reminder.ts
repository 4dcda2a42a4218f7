import { meetingPlace } from '#server/booking/place/queries.ts'
import type { Booking } from '#server/booking/store.ts'
import { button, details, type MailContent, text } from '#server/mail/content.ts'
import { isLinkMissing } from '#shared/booking/place.ts'
import { business } from '#shared/site/business.ts'
import { changeButton, guestMail } from './mail-guest.ts'
import { type MailBooking, meetingRows, placeRow, termsBlocks } from './mail-parts.ts'

const MINUTE = 60_000

/** Sent this long before the start, and no longer worth sending when less than `latest` is left. */
export const reminders = {
  'reminder-24h': { before: 24 * 60 * MINUTE, latest: 2 * 60 * MINUTE },
  'reminder-1h': { before: 60 * MINUTE, latest: MINUTE },
} as const

type ReminderKind = keyof typeof reminders

export const reminderKinds = Object.keys(reminders) as ReminderKind[]

/** Whether a reminder that was queued for one state of a booking still holds. */
export function isReminderDue(
  kind: ReminderKind,
  booking: Booking,
  { sequence, now }: { sequence: number; now: number },
): boolean {
  const left = booking.starts_at - now
  return (
    booking.status === 'confirmed' &&
    booking.sequence === sequence &&
    left >= reminders[kind].latest
  )
}

export function reminderMail(kind: ReminderKind, mail: MailBooking): MailContent {
  const { booking, meetingUrl } = mail
  const soon = kind === 'reminder-1h'
  const place = placeRow(booking)
  const enter = soon && meetingUrl !== null
  return guestMail(mail, {
    word: soon ? 'We meet shortly' : 'Reminder',
    preview: soon
      ? 'Within the hour. All you need is inside.'
      : 'The day is near. All you need is inside.',
    title: soon ? 'We meet within the hour' : 'We meet soon',
    blocks: [
      text(howWeMeet(booking)),
      ...(enter ? [button(place.lines.join(' '), meetingUrl)] : []),
      details([...meetingRows(booking), ...(enter ? [] : [place])]),
      ...(soon ? [] : [changeButton(mail), ...termsBlocks(mail)]),
    ],
  })
}

function howWeMeet(booking: Booking): string {
  if (isLinkMissing(meetingPlace(booking)))
    return `We send the link before we begin. Should it not have reached you by then, call us at ${business.phone}.`
  return {
    video_room: 'The video room opens a quarter of an hour before we begin.',
    link: 'Please open the link when it is time.',
    phone: 'Please have your phone at hand: we will call you.',
    in_person: 'We meet in person, at the address below.',
  }[booking.place]
}
