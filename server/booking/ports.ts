import type { Interval } from '../../shared/booking/slots.ts'
import type { Schedule } from '../../shared/schedule/schema.ts'
import type { Tx } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import type { Booking } from './store.ts'

/** What happens because of a booking; each is queued in the booking's own transaction. */
export interface BookingEffects {
  confirmed(tx: Tx, booking: Booking): void
  requested(tx: Tx, booking: Booking): void
  moved(tx: Tx, booking: Booking): void
  cancelled(tx: Tx, booking: Booking, refund: number): void
  /** Sends `amount` of a paid booking back. */
  refund(tx: Tx, booking: Booking, amount: number): void
}

export interface BookingParts {
  clock: Clock
  newId: NewId
  /** Signs the links of mails, and hashes addresses. */
  secret: string
  payments: 'card' | 'demo' | 'off'
  /** Off for load tests: then one address may hold any number of times. */
  limitHolds: boolean
  readSchedule(tx: Tx): Schedule
  readBusyTimes(tx: Tx, within: Interval): Interval[]
  effects: BookingEffects
}
