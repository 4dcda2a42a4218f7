import type { BookingStatus, PaymentStatus } from '#shared/booking/status.ts'
import { addDays, getWeekday, type PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'
import { getPublicHoliday } from '#shared/schedule/public-holidays.ts'
import type { Buyer, Purchase } from './purchase.ts'

// A consumer's right to withdraw from a distance contract: Norway's angrerettloven, sections 20 to
// 26, and directive 2011/83/EU. Companies have no such right.

/** Days after the day of the purchase. */
const WITHDRAWAL_DAYS = 14

/**
 * The instant at which the right to withdraw from a purchase ends, UTC milliseconds. The day of the
 * purchase does not count, and the last day counts to its end in the owner's zone. A last day on a
 * weekend or a Norwegian public holiday moves to the next working day.
 */
export function getWithdrawalDeadline(purchasedAt: number, zone: string): number {
  let last = addDays(toWallTime(purchasedAt, zone).date, WITHDRAWAL_DAYS)
  while (isHoliday(last)) last = addDays(last, 1)
  return getFirstInstant(addDays(last, 1), 0, zone)
}

const SATURDAY = 6
const SUNDAY = 0

/** A weekend or a public holiday. */
function isHoliday(date: PlainDate): boolean {
  return [SATURDAY, SUNDAY].includes(getWeekday(date)) || getPublicHoliday(date) !== undefined
}

interface Meeting {
  /** Start of the meeting, UTC milliseconds. */
  start: number
  /** When the purchase was made, or would be; UTC milliseconds. */
  purchasedAt: number
  /** The owner's zone. */
  zone: string
}

/** Whether the meeting may only begin early at the buyer's own request: private, within the days. */
export function needsEarlyStart(
  kind: Buyer['kind'],
  { start, purchasedAt, zone }: Meeting,
): boolean {
  return kind === 'private' && start < getWithdrawalDeadline(purchasedAt, zone)
}

/** Whether a meeting lies within the days of withdrawal and its private buyer has not asked for it. */
export function lacksEarlyStart(buyer: Buyer | null, meeting: Meeting): boolean {
  return buyer !== null && !buyer.asksEarlyStart && needsEarlyStart(buyer.kind, meeting)
}

export interface WithdrawalTerms {
  isOpen: boolean
  /**
   * When the right ends, UTC milliseconds: after its days, or when the meeting begins for which the
   * buyer asked.
   */
  until: number
}

interface Withdrawable {
  purchase: Purchase | null
  /** UTC milliseconds; null while it is not paid. */
  paidAt: number | null
  status: BookingStatus
  /** When a cancelled booking was cancelled, UTC milliseconds. */
  cancelledAt?: number
  payment: PaymentStatus
  start: number
  /** The owner's zone. */
  zone: string
}

/** Statuses of a purchase that was paid. */
const boughtStatuses: readonly BookingStatus[] = [
  'confirmed',
  'needs_new_time',
  'completed',
  'no_show',
  // By the owner, who may not have refunded all of it.
  'cancelled',
]

/**
 * Null for bookings without the right: of companies, free, or not paid. Whether anything of a
 * cancelled one is left to refund is for the caller to know.
 */
export function getWithdrawalTerms(booking: Withdrawable, now: number): WithdrawalTerms | null {
  const { purchase, paidAt, status, payment, start, zone } = booking
  if (purchase?.buyer.kind !== 'private' || paidAt === null) return null
  const deadline = getWithdrawalDeadline(paidAt, zone)
  // A booking without a time has had no meeting, whatever its former start was. A buyer who has not
  // asked for an early start keeps the right after the meeting: the owner moved it into the days.
  const hasMeeting = status !== 'needs_new_time' && (booking.cancelledAt ?? start) >= start
  const endsAtMeeting = hasMeeting && purchase.buyer.asksEarlyStart
  const until = endsAtMeeting ? Math.min(deadline, start) : deadline
  // A payment that was refunded in part is still a purchase.
  const isPaid = payment === 'paid' || payment === 'refunded'
  return { isOpen: boughtStatuses.includes(status) && isPaid && now < until, until }
}
