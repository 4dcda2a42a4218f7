import type { MailTable } from '#server/db/tables.ts'
import type { FailedMailJob } from '#server/mail/store.ts'
import type { HistoryEntry } from '#shared/booking/desk-api.ts'
import { formatClockTime, formatFullDate } from '#shared/booking/zoned-time.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { formatZoneCity } from '#shared/lib/time-zone.ts'
import type { DisputeState, MoneyEvent } from '#shared/payment/reversals.ts'
import type { Booking, BookingEvent } from './store.ts'

/** What is stored about a booking outside its own row. */
export interface BookingRecords {
  events: readonly BookingEvent[]
  mails: readonly MailTable[]
  failedMails: readonly FailedMailJob[]
  moneyEvents: readonly MoneyEvent[]
}

interface TimedEntry {
  at: number
  kind: HistoryEntry['kind']
  text: string
}

/** The history of a booking, the oldest entry first; times in `zone`, the owner's time zone. */
export function buildHistory(
  booking: Booking,
  traces: BookingRecords,
  zone: string,
): HistoryEntry[] {
  const { events, mails, failedMails, moneyEvents } = traces
  const happened: TimedEntry[] = [
    {
      at: booking.created_at,
      kind: 'booking',
      text: `${formatBeginning(booking, mails)}, ${formatOrigin(booking)}`,
    },
    ...events.map((event) => eventEntry(event, booking, zone)),
    ...moneyEvents.flatMap((event) => moneyEntry(event, booking.currency)),
    ...mails.flatMap(mailEntry),
    ...failedMails.flatMap(failureEntry),
  ]
  return happened
    .sort((a, b) => a.at - b.at)
    .map(({ at, kind, text }) => ({ at: toIsoTime(at), kind, text }))
}

function formatBeginning({ status }: Booking, mails: readonly MailTable[]): string {
  const wasRequested = status === 'requested' || mails.some(({ kind }) => kind === 'requested')
  return wasRequested ? 'Requested on the website' : 'Booked on the website'
}

function formatOrigin({ time_zone }: Booking): string {
  return `from ${formatZoneCity(time_zone)}`
}

type EventTextFormatter = (event: BookingEvent, booking: Booking, zone: string) => string

const eventTexts: Record<BookingEvent['kind'], EventTextFormatter> = {
  accepted: ({ data: { holdUntil } }, _booking, zone) =>
    holdUntil
      ? `Accepted, and held for payment until ${formatShortTime(holdUntil, zone)}`
      : 'Accepted',
  moved: ({ data, made_by }, _booking, zone) =>
    `Moved by ${formatActor(made_by)} from ${formatShortTime(data.from ?? 0, zone)} to ${formatShortTime(data.to ?? 0, zone)}`,
  offered: ({ data: { starts = [] } }, _booking, zone) =>
    `Other times offered: ${starts.map((start) => formatShortTime(start, zone)).join('; ')}`,
  cancelled: ({ data: { refund = 0, together = 1, isWithdrawal }, made_by }, { currency }) =>
    `${isWithdrawal ? 'Withdrawn from the purchase' : 'Cancelled'} by ${formatActor(made_by)}${together > 1 ? `, as one of ${together} from one sender` : ''}${refund > 0 ? `, ${formatPrice(refund, currency)} to be refunded` : ''}`,
  expired: (_event, { payment }) =>
    payment === 'none' ? 'Expired without an answer' : 'Released: not paid in time',
  refunded: ({ data: { refund = 0 } }, { currency }) =>
    `Refunded by you after the meeting: ${formatPrice(refund, currency)}`,
  refunded_at_provider: ({ data: { refund = 0 } }, { currency }) =>
    `Refund of ${formatPrice(refund, currency)} made in the payment provider’s dashboard`,
  refund_refused: ({ data: { refund = 0 } }, { currency }) =>
    `Refund of ${formatPrice(refund, currency)} not made: the payment provider refused it`,
  disputed: ({ data: { refund = 0, dispute = 'unknown', answerBy } }, { currency }, zone) =>
    disputeTexts[dispute](
      formatPrice(refund, currency),
      answerBy && formatShortTime(answerBy, zone),
    ),
  kept_after_reversal: () => 'Meeting kept',
  completed: () => 'Marked completed',
  no_show: () => 'Marked as a no-show',
  resent: () => 'Confirmation requested again',
  clash_accepted: () => 'Kept, although your calendar has something else at this time',
  placed: ({ data: { text = '' } }) => `Meeting location set: ${text.toLowerCase()}`,
  mail_withheld: ({ data: { mail = '' } }) =>
    `${mailLabels[mail] ?? 'An email'} not sent: this mailbox received too many emails today`,
  note: ({ data: { text = '' } }) => text,
}

function formatActor(who: BookingEvent['made_by']): string {
  return who === 'owner' ? 'you' : `the ${who}`
}

/** `Wed 25 November 2026, 10:30` */
function formatShortTime(instant: number, zone: string): string {
  return `${formatFullDate(instant, zone).replace(/^(\w{3})\w*/, '$1')}, ${formatClockTime(instant, zone)}`
}

const entryKinds: Partial<Record<BookingEvent['kind'], HistoryEntry['kind']>> = {
  note: 'note',
  refunded_at_provider: 'money',
  refund_refused: 'trouble',
  disputed: 'money',
}

function eventEntry(event: BookingEvent, booking: Booking, zone: string): TimedEntry {
  const kind = entryKinds[event.kind] ?? 'booking'
  return { at: event.at, kind, text: eventTexts[event.kind](event, booking, zone) }
}

const answerText = (by: string | 0 | undefined) => (by ? `; to be answered by ${by}` : '')

const disputeTexts: Record<
  DisputeState,
  (sum: string, answerBy: string | 0 | undefined) => string
> = {
  warning_needs_response: (sum, by) => `The guest’s bank asks about ${sum}${answerText(by)}`,
  warning_under_review: (sum) => `The bank reads your answer about ${sum}`,
  warning_closed: (sum) => `The bank’s question about ${sum} is closed; the money stays with you`,
  needs_response: (sum, by) => `${sum} disputed, and withheld by the bank${answerText(by)}`,
  under_review: (sum) => `The bank reads your answer to the dispute of ${sum}`,
  appeal_needs_response: (sum, by) => `Appeal about the dispute of ${sum}${answerText(by)}`,
  appeal_under_review: (sum) => `The bank reads the appeal about ${sum}`,
  won: (sum) => `Dispute won: ${sum} stay with you`,
  lost: (sum) => `Dispute lost: the bank paid ${sum} back to the guest`,
  unknown: (sum) => `A dispute of ${sum} changed; see the payment provider’s dashboard`,
}

const refundStateTexts = {
  waiting: 'under way',
  done: 'made',
  settled: 'refunded in another way',
} as const

/** Reversals outside our desk are events of the booking; only their failure is not. */
function moneyEntry(event: MoneyEvent, currency: string): TimedEntry[] {
  const { at, kind, amount } = event
  const sum = formatPrice(amount, currency)
  if (kind === 'paid') return [{ at, kind: 'money', text: `${sum} paid` }]
  if (kind === 'dispute' || event.state === 'refused') return []
  if (event.state === 'failed')
    return [{ at, kind: 'trouble', text: `Refund of ${sum} failed: the money is back with you` }]
  if (event.source === 'provider' && event.state === 'done') return []
  return [{ at, kind: 'money', text: `Refund of ${sum} ${refundStateTexts[event.state]}` }]
}

/** Names of the mails to the guest, by kind; the history leaves out mails to the owner. */
const mailLabels: Partial<Record<string, string>> = {
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
  'refund-not-made': 'Notice that a refund was not made',
}

function mailEntry({ kind, sent_at, subject }: MailTable): TimedEntry[] {
  const document = /^(Credit note|Correction)/.exec(subject)?.[0]
  const name = document ?? mailLabels[kind]
  return name ? [{ at: sent_at, kind: 'mail', text: `${name} sent by email` }] : []
}

function failureEntry({ payload, created_at }: FailedMailJob): TimedEntry[] {
  const name = mailLabels[(JSON.parse(payload) as { mail: string }).mail]
  return name ? [{ at: created_at, kind: 'trouble', text: `${name} could not be sent` }] : []
}
