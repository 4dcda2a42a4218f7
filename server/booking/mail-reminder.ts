import { business } from '../../shared/site/business.ts'
import { button, details, type MailContent, text } from '../mail/content.ts'
import { changeButton, guestMail } from './mail-guest.ts'
import { type MailBooking, meetingRows, termsBlocks, videoRow } from './mail-parts.ts'
import type { Booking } from './store.ts'

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
  const soon = kind === 'reminder-1h'
  const enter = soon ? mail.meetingUrl : null
  const noLink = `Should the link not have reached you by then, call us at ${business.phone}.`
  return guestMail(mail, {
    word: soon ? 'We meet shortly' : 'Reminder',
    preview: soon
      ? 'Within the hour. The link is inside.'
      : 'The day is near. All you need is inside.',
    title: soon ? 'We meet within the hour' : 'We meet soon',
    blocks: [
      text(
        mail.meetingUrl
          ? 'The video room opens a quarter of an hour before we begin.'
          : `We send the link to the video room before we begin. ${noLink}`,
      ),
      ...(enter ? [button('Enter the video room', enter)] : []),
      details([...meetingRows(mail.booking), ...(enter ? [] : [videoRow(mail.meetingUrl)])]),
      ...(soon ? [] : [changeButton(mail), ...termsBlocks(mail)]),
    ],
  })
}
