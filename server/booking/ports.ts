import type { Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type { MoneyEvent } from '#shared/lib/money.ts'
import type { CalendarState } from '#shared/schedule/calendar-state.ts'
import type { Schedule } from '#shared/schedule/schema.ts'
import type { Booking } from './store.ts'

/** Who made a change. */
export type Actor = 'owner' | 'guest'

export interface Moved {
  by: Actor
  /** The booking was never confirmed before: the guest gets the confirmation. */
  first: boolean
}

export interface Cancelled {
  by: Actor
  /** What is refunded, minor units. */
  refund: number
  /** False if the guest is informed by another mail. */
  told?: boolean
}

/** The effects of a booking's change; each is queued in the transaction of that change. */
export interface BookingEffects {
  confirmed(tx: Tx, booking: Booking): void
  requested(tx: Tx, booking: Booking): void
  moved(tx: Tx, booking: Booking, how: Moved): void
  cancelled(tx: Tx, booking: Booking, how: Cancelled): void
  /** The location or link of a confirmed booking has changed; `before` is the earlier row. */
  placed(tx: Tx, booking: Booking, before: Booking): void
  /** The owner cancelled these bookings, all of one mailbox, in one command. */
  cancelledTogether(tx: Tx, bookings: readonly Booking[]): void
  /** The owner accepted the booking, which is held until it is paid. */
  accepted(tx: Tx, booking: Booking): void
  /** The booking's time is given up; the guest may choose from `starts`, UTC milliseconds. */
  offered(tx: Tx, booking: Booking, starts: readonly number[]): void
  /** The request expired: nobody answered it before its start. */
  unanswered(tx: Tx, booking: Booking): void
  /** The hold of an accepted booking expired unpaid; its time is free again. */
  unpaid(tx: Tx, booking: Booking): void
  /** Sends the confirmation again; `once` distinguishes this mail from earlier ones. */
  resent(tx: Tx, booking: Booking, once: string): void
}

export interface BookingParts {
  clock: Clock
  newId: NewId
  /** Signs the links in mails, and hashes network addresses. */
  keys: Keys
  payments: 'card' | 'demo' | 'off'
  /** False in load tests: the caps on bookings and moves then do not apply. */
  limited: boolean
  /** Whether a video provider is set, so that rooms can be made. */
  rooms: boolean
  readSchedule(tx: Tx): Schedule
  readBusyTimes(tx: Tx, within: Interval): Interval[]
  /** Payments and refunds of the given bookings. */
  readMoney(tx: Tx, bookingIds: readonly string[]): MoneyEvent[]
  /** State of the owner's external calendar; undefined if none is set. */
  readCalendar(tx: Tx): CalendarState | undefined
  effects: BookingEffects
  /** Queues a refund of `amount` (minor units) of a paid booking. */
  refund(tx: Tx, booking: Booking, amount: number): void
  /** Marks a failed refund as paid back in another way; false if there is no such failed refund. */
  settleRefund(tx: Tx, booking: Booking, refundId: string): boolean
}
