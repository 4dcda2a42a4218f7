import type { Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type { Service } from '#shared/content/service.ts'
import type { BookingMoneyEvent } from '#shared/payment/reversals.ts'
import type { CalendarState } from '#shared/schedule/calendar-state.ts'
import type { Schedule } from '#shared/schedule/schema.ts'
import type { Booking } from './store.ts'

/** Who made a change. */
export type Actor = 'owner' | 'guest'

export interface MoveInfo {
  by: Actor
  /** The booking was never confirmed before: the guest gets the confirmation. */
  isFirstConfirmation: boolean
}

export interface CancelInfo {
  by: Actor
  /** What is refunded, minor units. */
  refund: number
  /** The guest used the right of withdrawal. */
  isWithdrawal?: boolean
  /** False if `onCancelledTogether` mails instead. */
  sendsMail?: boolean
}

/** The effects of a booking's change; each is queued in the transaction of that change. */
export interface BookingEffects {
  onConfirmed(tx: Tx, booking: Booking): Promise<void>
  onRequested(tx: Tx, booking: Booking): Promise<void>
  onMoved(tx: Tx, booking: Booking, how: MoveInfo): Promise<void>
  onCancelled(tx: Tx, booking: Booking, how: CancelInfo): Promise<void>
  /** The location or link of a confirmed booking has changed; `before` is the earlier row. */
  onLocationChanged(tx: Tx, booking: Booking, before: Booking): Promise<void>
  /**
   * The owner cancelled these bookings, all of one mailbox, in one command; follows `onCancelled` of
   * each, with `sendsMail: false`.
   */
  onCancelledTogether(tx: Tx, bookings: readonly Booking[]): Promise<void>
  /** The booking's time is agreed, and held until the guest pays. */
  onAccepted(tx: Tx, booking: Booking): Promise<void>
  /** The booking's time is given up; the guest may choose from `starts`, UTC milliseconds. */
  onOffered(tx: Tx, booking: Booking, starts: readonly number[]): Promise<void>
  /** The request expired: nobody answered it before its start. */
  onUnanswered(tx: Tx, booking: Booking): Promise<void>
  /** The hold of an accepted booking expired unpaid; its time is free again. */
  onUnpaid(tx: Tx, booking: Booking): Promise<void>
  /** Sends the confirmation again; `dedupeKey` distinguishes this mail from earlier ones. */
  onResent(tx: Tx, booking: Booking, dedupeKey: string): Promise<void>
}

export interface BookingParts {
  clock: Clock
  newId: NewId
  /** Signs the links in mails, and hashes network addresses. */
  keys: Keys
  payments: 'card' | 'demo' | 'off'
  /** Whether the seller is in the VAT register. */
  isVatRegistered: boolean
  /** False in load tests: the caps on bookings and moves then do not apply. */
  isLimited: boolean
  /** Whether a video provider is set, so that rooms can be made. */
  canCreateRooms: boolean
  readSchedule(tx: Tx): Promise<Schedule>
  /** A version of the site's content, and when the next one was published, UTC milliseconds: null for the latest one. */
  findSiteVersion(
    tx: Tx,
    version: number,
  ): Promise<{ services: readonly Service[]; supersededAt: number | null } | undefined>
  readBusyTimes(tx: Tx, within: Interval): Promise<Interval[]>
  /** Payments and reversals of the given bookings. */
  readMoneyEvents(tx: Tx, bookingIds: readonly string[]): Promise<BookingMoneyEvent[]>
  /** State of the owner's external calendar; undefined if none is set. */
  readCalendarState(tx: Tx): Promise<CalendarState | undefined>
  effects: BookingEffects
  /** Queues a refund of `amount` (minor units) of a paid booking. */
  refund(tx: Tx, booking: Booking, amount: number): Promise<void>
  /** Marks a failed refund as paid back in another way; false if there is no such failed refund. */
  markRefundSettled(tx: Tx, booking: Booking, refundId: string): Promise<boolean>
  /** The owner has decided what refunds at the provider and disputes mean for this meeting. */
  acknowledgeReversals(tx: Tx, bookingId: string): Promise<void>
}
