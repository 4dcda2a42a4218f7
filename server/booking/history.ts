import type { MailTable } from '#server/db/tables.ts'
import type { FailedMail } from '#server/mail/store.ts'
import type { HistoryEntry } from '#shared/booking/desk-api.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { isoTime } from '#shared/lib/date.ts'
import { formatPrice, type MoneyEvent } from '#shared/lib/money.ts'
import { zoneCity } from '#shared/lib/zone.ts'
import type { Booking, BookingEvent } from './store.ts'

/** What is stored about a booking outside its own row. */
export interface Traces {
  events: readonly BookingEvent[]
  mails: readonly MailTable[]
  failed: readonly FailedMail[]
  money: readonly MoneyEvent[]
}

interface Happened {
  at: number
  kind: HistoryEntry['kind']
  text: string
}

/** The history of a booking, the oldest entry first; times in `zone`, the owner's time zone. */
export function historyOf(booking: Booking, traces: Traces, zone: string): HistoryEntry[] {
  const { events, mails, failed, money } = traces
  const happened: Happened[] = [
    { at: booking.created_at, kind: 'booking', text: `${began(booking, mails)}, ${from(booking)}` },
    ...events.map((event) => eventEntry(event, booking, zone)),
    ...money.map((event) => moneyEntry(event, booking.currency)),
    ...mails.flatMap(mailEntry),
    ...failed.flatMap(failureEntry),
  ]
  return happened
    .sort((a, b) => a.at - b.at)
    .map(({ at, kind, text }) => ({ at: isoTime(at), kind, text }))
}

function began({ status }: Booking, mails: readonly MailTable[]): string {
  const asked = status === 'requested' || mails.some(({ kind }) => kind === 'requested')
  return asked ? 'Requested on the website' : 'Booked on the website'
}

function from({ time_zone }: Booking): string {
  return `from ${zoneCity(time_zone)}`
}

type Words = (event: BookingEvent, booking: Booking, zone: string) => string

const words: Record<BookingEvent['kind'], Words> = {
  accepted: ({ data: { holdUntil } }, _booking, zone) =>
    holdUntil ? `Accepted, and held for payment until ${short(holdUntil, zone)}` : 'Accepted',
  moved: ({ data, made_by }, _booking, zone) =>
    `Moved by ${by(made_by)} from ${short(data.from ?? 0, zone)} to ${short(data.to ?? 0, zone)}`,
  offered: ({ data: { starts = [] } }, _booking, zone) =>
    `Other times offered: ${starts.map((start) => short(start, zone)).join('; ')}`,
  cancelled: ({ data: { refund = 0, together = 1 }, made_by }, { currency }) =>
    `Cancelled by ${by(made_by)}${together > 1 ? `, as one of ${together} from one sender` : ''}${refund > 0 ? `, ${formatPrice(refund, currency)} to be refunded` : ''}`,
  expired: (_event, { payment }) =>
    payment === 'none' ? 'Expired without an answer' : 'Released: not paid in time',
  refunded: ({ data: { refund = 0 } }, { currency }) =>
    `Refunded by you after the meeting: ${formatPrice(refund, currency)}`,
  completed: () => 'Marked completed',
  no_show: () => 'Marked as a no-show',
  resent: () => 'Confirmation requested again',
  kept: () => 'Kept, although your calendar has something else at this time',
  placed: ({ data: { text = '' } }) => `Meeting place set: ${text.toLowerCase()}`,
  mail_withheld: ({ data: { mail = '' } }) =>
    `${mailNames[mail] ?? 'An email'} not sent: this mailbox received too many emails today`,
  note: ({ data: { text = '' } }) => text,
}

function by(who: BookingEvent['made_by']): string {
  return who === 'owner' ? 'you' : `the ${who}`
}

/** `Wed 25 November 2026, 10:30` */
function short(instant: number, zone: string): string {
  return `${longDate(instant, zone).replace(/^(\w{3})\w*/, '$1')}, ${clockTime(instant, zone)}`
}

function eventEntry(event: BookingEvent, booking: Booking, zone: string): Happened {
  const kind = event.kind === 'note' ? 'note' : 'booking'
  return { at: event.at, kind, text: words[event.kind](event, booking, zone) }
}

const backNow = {
  waiting: 'under way',
  done: 'made',
  settled: 'refunded in another way',
} as const

function moneyEntry({ at, kind, amount, state }: MoneyEvent, currency: string): Happened {
  const sum = formatPrice(amount, currency)
  if (kind === 'paid') return { at, kind: 'money', text: `${sum} paid` }
  if (state === 'failed') return { at, kind: 'trouble', text: `Refund of ${sum} failed` }
  return { at, kind: 'money', text: `Refund of ${sum} ${backNow[state]}` }
}

/** Names of the mails to the guest, by kind; the history leaves out mails to the owner. */
const mailNames: Partial<Record<string, string>> = {
  confirmed: 'Confirmation',
  'confirmed-again': 'Second confirmation',
  requested: 'Answer to the request',
  accepted: 'Link to pay',
  offered: 'Offer of other times',
  unanswered: 'Apology for no answer',
  unpaid: 'Payment expired notice',
  moved: 'New time',
  cancelled: 'Cancellation',
  'room-link': 'Meeting link',
  place: 'Change of place',
  'reminder-24h': 'Reminder',
  'reminder-1h': 'Last reminder',
  receipt: 'Receipt',
  'late-money': 'Late payment notice',
}

function mailEntry({ kind, sent_at, subject }: MailTable): Happened[] {
  const name = subject.startsWith('Credit note') ? 'Credit note' : mailNames[kind]
  return name ? [{ at: sent_at, kind: 'mail', text: `${name} sent by email` }] : []
}

function failureEntry({ payload, created_at }: FailedMail): Happened[] {
  const name = mailNames[(JSON.parse(payload) as { mail: string }).mail]
  return name ? [{ at: created_at, kind: 'trouble', text: `${name} could not be sent` }] : []
}
