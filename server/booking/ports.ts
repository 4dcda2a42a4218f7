import type { Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type { MoneyEvent } from '#shared/lib/money.ts'
import type { CalendarState } from '#shared/schedule/calendar-state.ts'
import type { Schedule } from '#shared/schedule/schema.ts'
import type { Booking } from './store.ts'

/** Who did it; mail about it goes to the other one. */
export type Actor = 'owner' | 'guest'

export interface Moved {
  by: Actor
  /** It was not confirmed before: this is its confirmation. */
  first: boolean
}

export interface Cancelled {
  by: Actor
  /** What goes back, minor units. */
  refund: number
  /** False where its guest is told in another way. */
  told?: boolean
}

/** What happens because of a booking; each is queued in the booking's own transaction. */
export interface BookingEffects {
  confirmed(tx: Tx, booking: Booking): void
  requested(tx: Tx, booking: Booking): void
  moved(tx: Tx, booking: Booking, how: Moved): void
  cancelled(tx: Tx, booking: Booking, how: Cancelled): void
  /** A confirmed meeting is held elsewhere, or its guest has the link at last. */
  placed(tx: Tx, booking: Booking, before: Booking): void
  /** The owner cancelled these in one go: all of one mailbox. */
  cancelledTogether(tx: Tx, bookings: readonly Booking[]): void
  /** It is held until it is paid. */
  accepted(tx: Tx, booking: Booking): void
  /** Its time is given up; starts to choose from, UTC milliseconds. */
  offered(tx: Tx, booking: Booking, starts: readonly number[]): void
  /** Nobody answered the request before its time came. */
  unanswered(tx: Tx, booking: Booking): void
  /** A time that was kept to be paid was not, and is free again. */
  unpaid(tx: Tx, booking: Booking): void
  /** The confirmation goes out once more; `once` tells this time from the last. */
  resent(tx: Tx, booking: Booking, once: string): void
}

export interface BookingParts {
  clock: Clock
  newId: NewId
  /** Signs the links of mails, and hashes addresses. */
  keys: Keys
  payments: 'card' | 'demo' | 'off'
  /** Off for load tests: then one address may hold any number of times. */
  limited: boolean
  /** Whether a video provider is set, so that rooms can be made. */
  rooms: boolean
  readSchedule(tx: Tx): Schedule
  readBusyTimes(tx: Tx, within: Interval): Interval[]
  /** Of some bookings. */
  readMoney(tx: Tx, bookingIds: readonly string[]): MoneyEvent[]
  /** The owner's other calendar; undefined where none is set. */
  readCalendar(tx: Tx): CalendarState | undefined
  effects: BookingEffects
  /** Sends `amount` of a paid booking back. */
  refund(tx: Tx, booking: Booking, amount: number): void
  /** A refund that failed went back in another way; false where none such is to be settled. */
  settleRefund(tx: Tx, booking: Booking, refundId: string): boolean
}
