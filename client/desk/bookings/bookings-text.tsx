import { CardIcon, HourglassIcon, ReturnIcon } from '#client/desk/kit/icons.tsx'
import { bookingTones, StatusBadge, type StatusTone } from '#client/desk/kit/page/status-badge.tsx'
import { TickIcon } from '#client/ui/icons.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { statusLabels } from '#shared/booking/owner-commands.ts'
import { formatClockTime, formatFullDate } from '#shared/booking/zoned-time.ts'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { type DisputeState, disputeRules } from '#shared/payment/reversals.ts'

/**
 * The status of a booking in one word, with an icon of its own where the tone's icon is ambiguous.
 */
export function BookingStatusBadge({ booking }: { booking: DeskBooking }) {
  const { tone, label } = getStatusDisplay(booking)
  const icon = getStatusIcon(booking, tone)
  return (
    <StatusBadge tone={tone} {...(icon && { icon })}>
      {label}
    </StatusBadge>
  )
}

function getStatusIcon({ status }: DeskBooking, tone: StatusTone) {
  if (tone === 'back') return ReturnIcon
  if (tone === 'conflict' || tone === 'problem') return undefined
  if (status === 'awaiting_payment') return CardIcon
  if (status === 'expired') return HourglassIcon
  return status === 'completed' ? TickIcon : undefined
}

function getStatusDisplay({ status, payment, clash, disputes }: DeskBooking): {
  tone: StatusTone
  label: string
} {
  if (clash) return { tone: 'conflict', label: 'Calendar clash' }
  if (disputes.some(({ state }) => !disputeRules[state].isClosed))
    return { tone: 'problem', label: 'Disputed' }
  if (status === 'cancelled' && payment === 'refunded') return { tone: 'back', label: 'Refunded' }
  return { tone: bookingTones[status], label: statusLabels[status] }
}

/** Whether the booking's time no longer counts and is struck through. */
export function isCancelledOrExpired({ status }: DeskBooking): boolean {
  return status === 'cancelled' || status === 'expired'
}

export function getFirstName({ clientName }: DeskBooking): string {
  return clientName.split(' ')[0] ?? clientName
}

/** `Elisabeth’s`, `Thomas’` */
export function formatPossessive(name: string): string {
  return name.endsWith('s') ? `${name}’` : `${name}’s`
}

/** `Wednesday 25 November`; with the year unless it is the current one. */
export function formatBookingDay(instant: number, zone: string, now: number): string {
  const [day, today] = [formatFullDate(instant, zone), formatFullDate(now, zone)]
  const year = today.slice(-5)
  return day.endsWith(year) ? day.slice(0, -5) : day
}

/** `19 Nov 2026, 21:04` */
export function formatShortDateTime(instant: number, zone: string): string {
  const date = formatInstantDate(instant, zone, 'short')
  return `${date}, ${formatClockTime(instant, zone)}`
}

/** The price and payment of a booking, as part of a sentence. */
export function formatPayment(booking: DeskBooking): string {
  const { amount, currency, payment, refunded, demo } = booking
  if (amount === null) return 'Not known on this device yet'
  if (amount === 0) return 'Nothing to pay'
  const text = `${formatPrice(amount, currency)}${paymentSuffixes[payment](booking)}`
  const back = refunded > 0 ? `, ${formatPrice(refunded, currency)} refunded` : ''
  const disputed = booking.disputes
    .filter(({ state }) => disputeRules[state].money !== 'ours')
    .map(({ state, amount: sum }) => {
      const word = disputeRules[state].money === 'lost' ? 'paid back by the bank' : 'disputed'
      return `, ${formatPrice(sum, currency)} ${word}`
    })
  return `${text}${back}${disputed.join('')}${demo ? ' (demonstration)' : ''}`
}

const paymentSuffixes: Record<DeskBooking['payment'], (booking: DeskBooking) => string> = {
  none: () => ', to be paid once accepted',
  pending: ({ holdExpiresAt, ownerZone }) =>
    holdExpiresAt
      ? `, held until ${formatShortDateTime(Date.parse(holdExpiresAt), ownerZone)}`
      : ', not paid',
  paid: () => ' paid',
  refunded: () => ' paid',
  failed: () => ', not paid',
}

interface DisputeFacts {
  state: DisputeState
  /** Minor units. */
  amount: number
  currency: string
  /** ISO 8601. */
  answerBy: string | null
}

interface DisputeText {
  title: string
  text: string
}

/** What a dispute means for the owner, and what she can do about it. */
export function formatDispute(dispute: DisputeFacts, zone: string): DisputeText {
  const { state, amount, currency, answerBy } = dispute
  const day = answerBy && formatInstantDate(Date.parse(answerBy), zone, 'short')
  const until = day ? ` by ${day.replaceAll(' ', '\u00a0')}` : ''
  return disputeTexts[state](formatPrice(amount, currency), `${ANSWER}${until}`)
}

const ANSWER = 'Answer in the payment provider’s dashboard'

const disputeTexts: Record<DisputeState, (sum: string, answer: string) => DisputeText> = {
  warning_needs_response: (sum, answer) => ({
    title: `The guest’s bank asks about ${sum}`,
    text: `The money is still with you. ${answer}.`,
  }),
  warning_under_review: (sum) => ({
    title: `The guest’s bank asks about ${sum}`,
    text: 'The money is still with you, and the bank has your answer.',
  }),
  warning_closed: (sum) => ({
    title: `The bank’s question about ${sum} is closed`,
    text: 'The money stays with you.',
  }),
  needs_response: (sum, answer) => ({
    title: `${sum} is disputed`,
    text: `The bank holds the money. ${answer}; without an answer it is lost.`,
  }),
  under_review: (sum) => ({
    title: `${sum} is disputed`,
    text: 'The bank holds the money, and has your answer.',
  }),
  appeal_needs_response: (sum, answer) => ({
    title: `The dispute of ${sum} is appealed`,
    text: `The bank paid the money back to the guest. ${answer}.`,
  }),
  appeal_under_review: (sum) => ({
    title: `The dispute of ${sum} is appealed`,
    text: 'The bank paid the money back to the guest, and has your answer.',
  }),
  won: (sum) => ({ title: `Dispute won: ${sum}`, text: 'The money is yours.' }),
  lost: (sum) => ({
    title: `Dispute lost: ${sum}`,
    text: 'The bank paid the money back to the guest. A credit note corrects your sales.',
  }),
  unknown: (sum) => ({
    title: `${sum} is disputed`,
    text: 'The payment provider reports a state that this desk does not know. Look in its dashboard.',
  }),
}
