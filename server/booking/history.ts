import type { MailTable } from '#server/db/tables.ts'
import type { FailedMailJob } from '#server/mail/store.ts'
import type { HistoryLine, TimedText } from '#shared/booking/booking-record.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { formatZoneCity } from '#shared/lib/time-zone.ts'
import type { DisputeState, MoneyEvent } from '#shared/payment/reversals.ts'
import type { Booking, BookingEvent } from './store.ts'

/** The lines of a booking's history that name no sum. */
export function listHistory(
  booking: Booking,
  traces: {
    events: readonly BookingEvent[]
    mails: readonly MailTable[]
    failedMails: readonly FailedMailJob[]
  },
): HistoryLine[] {
  const { events, mails, failedMails } = traces
  return [
    {
      key: 'made',
      at: booking.created_at,
      kind: 'booking',
      text: [`${formatBeginning(booking, mails)}, ${formatOrigin(booking)}`],
    },
    ...events.flatMap((event) => eventLine(event, findText(eventTexts, event)?.(event, booking))),
    ...mails.flatMap(mailLine),
    ...failedMails.flatMap(failureLine),
  ]
}

/** The lines that name a sum. */
export function listMoneyHistory(
  booking: Booking,
  { events, moneyEvents }: { events: readonly BookingEvent[]; moneyEvents: readonly MoneyEvent[] },
): HistoryLine[] {
  return [
    ...events.flatMap((event) => eventLine(event, findText(sumTexts, event)?.(event, booking))),
    ...moneyEvents.flatMap((event) => moneyLine(event, booking.currency)),
  ]
}

function formatBeginning({ status }: Booking, mails: readonly MailTable[]): string {
  const wasRequested = status === 'requested' || mails.some(({ kind }) => kind === 'requested')
  return wasRequested ? 'Requested on the website' : 'Booked on the website'
}

function formatOrigin({ time_zone }: Booking): string {
  return `from ${formatZoneCity(time_zone)}`
}

/** A text that has instants as they are; see `TimedText`. */
function text(
  strings: TemplateStringsArray,
  ...values: (string | number | TimedText)[]
): TimedText {
  return strings.flatMap((string, index) => [string, ...[values[index] ?? []].flat()])
}

type EventText = (event: BookingEvent, booking: Booking) => TimedText | undefined

const eventTexts = {
  accepted: ({ data: { holdUntil } }) =>
    holdUntil ? text`Accepted, and held for payment until ${holdUntil}` : text`Accepted`,
  moved: ({ data, made_by }) =>
    text`Moved by ${formatActor(made_by)} from ${data.from ?? 0} to ${data.to ?? 0}`,
  offered: ({ data: { starts = [] } }) =>
    text`Other times offered: ${starts.flatMap((start, index) => (index > 0 ? ['; ', start] : [start]))}`,
  cancelled: (event) => [formatCancellation(event)],
  expired: (_event, { payment }) =>
    payment === 'none' ? text`Expired without an answer` : text`Released: not paid in time`,
  kept_after_reversal: () => text`Meeting kept`,
  completed: () => text`Marked completed`,
  no_show: () => text`Marked as a no-show`,
  resent: () => text`Confirmation requested again`,
  clash_accepted: () => text`Kept, although your calendar has something else at this time`,
  placed: ({ data: { text: place = '' } }) => [`Meeting location set: ${place.toLowerCase()}`],
  mail_withheld: ({ data: { mail = '' } }) => [
    `${mailLabels[mail] ?? 'An email'} not sent: this mailbox received too many emails today`,
  ],
  note: ({ data: { text: note = '' } }) => [note],
} satisfies Partial<Record<BookingEvent['kind'], EventText>>

type SumKind = Exclude<BookingEvent['kind'], keyof typeof eventTexts> | 'cancelled'

/** Events whose lines name a sum. The schema's triggers for `booking-money` list the same kinds. */
export const sumTexts: Record<SumKind, EventText> = {
  cancelled: (event, { currency }) => {
    const { refund = 0 } = event.data
    return refund > 0
      ? [`${formatCancellation(event)}, ${formatPrice(refund, currency)} to be refunded`]
      : undefined
  },
  refunded: ({ data: { refund = 0 } }, { currency }) => [
    `Refunded by you after the meeting: ${formatPrice(refund, currency)}`,
  ],
  refunded_at_provider: ({ data: { refund = 0 } }, { currency }) => [
    `Refund of ${formatPrice(refund, currency)} made in the payment provider’s dashboard`,
  ],
  refund_refused: ({ data: { refund = 0 } }, { currency }) => [
    `Refund of ${formatPrice(refund, currency)} not made: the payment provider refused it`,
  ],
  disputed: ({ data: { refund = 0, dispute = 'unknown', answerBy } }, { currency }) =>
    disputeTexts[dispute](formatPrice(refund, currency), answerBy),
}

function findText(
  texts: Partial<Record<BookingEvent['kind'], EventText>>,
  { kind }: BookingEvent,
): EventText | undefined {
  return texts[kind]
}

function formatCancellation({
  data: { together = 1, isWithdrawal },
  made_by,
}: BookingEvent): string {
  const what = isWithdrawal ? 'Withdrawn from the purchase' : 'Cancelled'
  const others = together > 1 ? `, as one of ${together} from one sender` : ''
  return `${what} by ${formatActor(made_by)}${others}`
}

function formatActor(who: BookingEvent['made_by']): string {
  return who === 'owner' ? 'you' : `the ${who}`
}

const lineKinds: Partial<Record<BookingEvent['kind'], HistoryLine['kind']>> = {
  note: 'note',
  refunded_at_provider: 'money',
  refund_refused: 'trouble',
  disputed: 'money',
}

function eventLine({ id, at, kind }: BookingEvent, text: TimedText | undefined): HistoryLine[] {
  return text ? [{ key: `event ${id}`, at, kind: lineKinds[kind] ?? 'booking', text }] : []
}

const answerText = (by: number | undefined) => (by ? text`; to be answered by ${by}` : [])

const disputeTexts: Record<DisputeState, (sum: string, answerBy: number | undefined) => TimedText> =
  {
    warning_needs_response: (sum, by) => text`The guest’s bank asks about ${sum}${answerText(by)}`,
    warning_under_review: (sum) => text`The bank reads your answer about ${sum}`,
    warning_closed: (sum) =>
      text`The bank’s question about ${sum} is closed; the money stays with you`,
    needs_response: (sum, by) => text`${sum} disputed, and withheld by the bank${answerText(by)}`,
    under_review: (sum) => text`The bank reads your answer to the dispute of ${sum}`,
    appeal_needs_response: (sum, by) => text`Appeal about the dispute of ${sum}${answerText(by)}`,
    appeal_under_review: (sum) => text`The bank reads the appeal about ${sum}`,
    won: (sum) => text`Dispute won: ${sum} stay with you`,
    lost: (sum) => text`Dispute lost: the bank paid ${sum} back to the guest`,
    unknown: (sum) => text`A dispute of ${sum} changed; see the payment provider’s dashboard`,
  }

const refundStateTexts = {
  waiting: 'under way',
  done: 'made',
  settled: 'refunded in another way',
} as const

/** Reversals outside our desk are events of the booking; only their failure is not. */
function moneyLine(event: MoneyEvent, currency: string): HistoryLine[] {
  const { at, kind, amount } = event
  const sum = formatPrice(amount, currency)
  if (kind === 'paid') return [{ key: `money ${at}`, at, kind: 'money', text: [`${sum} paid`] }]
  if (kind === 'dispute' || event.state === 'refused') return []
  const key = `money ${event.id}`
  if (event.state === 'failed')
    return [
      { key, at, kind: 'trouble', text: [`Refund of ${sum} failed: the money is back with you`] },
    ]
  if (event.source === 'provider' && event.state === 'done') return []
  return [{ key, at, kind: 'money', text: [`Refund of ${sum} ${refundStateTexts[event.state]}`] }]
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

function mailLine({ id, kind, sent_at, subject, delivered }: MailTable): HistoryLine[] {
  const document = /^(Credit note|Correction)/.exec(subject)?.[0]
  const name = document ?? mailLabels[kind]
  const outcome = delivered ? 'sent by email' : 'saved, not sent: no mail server was set up'
  return name
    ? [{ key: `mail ${id}`, at: sent_at, kind: 'mail', text: [`${name} ${outcome}`] }]
    : []
}

function failureLine({ id, payload, created_at }: FailedMailJob): HistoryLine[] {
  const name = mailLabels[(JSON.parse(payload) as { mail: string }).mail]
  return name
    ? [{ key: `job ${id}`, at: created_at, kind: 'trouble', text: [`${name} could not be sent`] }]
    : []
}
