import { CardIcon, HourglassIcon, ReturnIcon } from '#client/desk/kit/icons.tsx'
import { bookingTones, StatusBadge, type StatusTone } from '#client/desk/kit/page/status-badge.tsx'
import { TickIcon } from '#client/ui/icons.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { statusLabels } from '#shared/booking/owner-commands.ts'
import { formatClockTime, formatFullDate } from '#shared/booking/zoned-time.ts'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { disputeRules } from '#shared/payment/reversals.ts'

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
