import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { Flood } from '#shared/booking/flood-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type {
  Call,
  Connections,
  Dashboard,
  GuestChange,
  Sender,
  WaitingBooking,
} from '#shared/desk/api.ts'
import type { Schedule } from '#shared/schedule/schema.ts'

/** What the dashboard asks of the features. */
export interface DashboardParts {
  db: Database
  clock: Clock
  mails: MailQueue
  readSchedule(tx: Tx): Schedule
  /** From the owner's own calendar. */
  readBusy(tx: Tx, within: Interval): Interval[]
  /** Bookings that lie within, in order, but for those given up. */
  readCalls(tx: Tx, within: Interval): Call[]
  readFloods(tx: Tx): Flood[]
  waitingBookings(tx: Tx): WaitingBooking[]
  waitingRefunds(tx: Tx): Dashboard['waiting']['refunds']
  clientName(tx: Tx, bookingId: string): string | undefined
  /** Whoever sent a form since, the latest first. */
  readSenders(tx: Tx, since: number): Sender[]
  /** What guests did to their bookings since and the owner has not seen, the latest first. */
  guestChanges(tx: Tx, since: number): GuestChange[]
  /** Of the month that holds now. */
  readMonth(): Dashboard['month']
  readConnections(tx: Tx): Omit<Connections, 'mail'>
}
