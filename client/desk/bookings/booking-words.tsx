import { CardIcon, HourglassIcon, ReturnIcon } from '#client/desk/kit/icons.tsx'
import { bookingTones, Status, type StatusTone } from '#client/desk/kit/page/status.tsx'
import { TickIcon } from '#client/ui/icons.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { statusNames } from '#shared/booking/owner-commands.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { instantDateWords } from '#shared/lib/date-words.ts'
import { formatPrice } from '#shared/lib/money.ts'

/**
 * The status of a booking in one word, with an icon of its own where the tone's icon is ambiguous.
 */
export function BookingStatus({ booking }: { booking: DeskBooking }) {
  const { tone, words } = statusWords(booking)
  const icon = iconOf(booking, tone)
  return (
    <Status tone={tone} {...(icon && { icon })}>
      {words}
    </Status>
  )
}

function iconOf({ status }: DeskBooking, tone: StatusTone) {
  if (tone === 'back') return ReturnIcon
  if (tone === 'conflict') return undefined
  if (status === 'awaiting_payment') return CardIcon
  if (status === 'expired') return HourglassIcon
  return status === 'completed' ? TickIcon : undefined
}

function statusWords({ status, payment, clash }: DeskBooking): { tone: StatusTone; words: string } {
  if (clash) return { tone: 'conflict', words: 'Calendar clash' }
  if (status === 'cancelled' && payment === 'refunded') return { tone: 'back', words: 'Refunded' }
  return { tone: bookingTones[status], words: statusNames[status] }
}

/** Whether the booking's time no longer counts and is struck through. */
export function isOff({ status }: DeskBooking): boolean {
  return status === 'cancelled' || status === 'expired'
}

export function firstName({ clientName }: DeskBooking): string {
  return clientName.split(' ')[0] ?? clientName
}

/** `Elisabeth’s`, `Thomas’` */
export function possessive(name: string): string {
  return name.endsWith('s') ? `${name}’` : `${name}’s`
}

/** `Wednesday 25 November`; with the year unless it is the current one. */
export function dayWords(instant: number, zone: string, now: number): string {
  const [day, today] = [longDate(instant, zone), longDate(now, zone)]
  const year = today.slice(-5)
  return day.endsWith(year) ? day.slice(0, -5) : day
}

/** `19 Nov 2026, 21:04` */
export function momentIn(instant: number, zone: string): string {
  const date = instantDateWords(instant, zone, 'short')
  return `${date}, ${clockTime(instant, zone)}`
}

/** The price and payment of a booking, as part of a sentence. */
export function paymentWords(booking: DeskBooking): string {
  const { amount, currency, payment, refunded, demo } = booking
  if (amount === 0) return 'Nothing to pay'
  const words = `${formatPrice(amount, currency)}${afterPrice[payment](booking)}`
  const back = refunded > 0 ? `, ${formatPrice(refunded, currency)} refunded` : ''
  return `${words}${back}${demo ? ' (demonstration)' : ''}`
}

const afterPrice: Record<DeskBooking['payment'], (booking: DeskBooking) => string> = {
  none: () => ', to be paid once accepted',
  pending: ({ holdExpiresAt, ownerZone }) =>
    holdExpiresAt ? `, held until ${momentIn(Date.parse(holdExpiresAt), ownerZone)}` : ', not paid',
  paid: () => ' paid',
  refunded: () => ' paid',
  failed: () => ', not paid',
}
