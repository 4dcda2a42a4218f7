import type { Database, Tx } from '#server/db/database.ts'
import type { BookingTable } from '#server/db/tables.ts'
import type { NewJob } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Logger } from '#server/lib/log.ts'
import type { PaymentStatus } from '#shared/booking/status.ts'
import type { Receipt } from '#shared/payment/receipt.ts'
import type { Providers } from './provider.ts'

export type Booking = BookingTable

/** What shows that a caller may pay for a booking. */
export interface Proof {
  browser?: string | undefined
  sig?: string | undefined
}

/** What payment needs of bookings. */
export interface BookingPort {
  find(tx: Tx, id: string): Booking | undefined
  /** The booking, if this caller may have it. */
  authorise(tx: Tx, id: string, proof: Proof): Booking | undefined
  /** Makes the hold a paid booking and queues what follows; `lost` where its status forbids it. */
  confirmPaid(tx: Tx, id: string): 'confirmed' | 'lost'
  /** Ends an unpaid hold and frees its time. */
  expire(tx: Tx, id: string): void
  setPayment(tx: Tx, id: string, payment: PaymentStatus): void
  lapsedHolds(tx: Tx, now: number): string[]
}

interface JobPort {
  add(tx: Tx, job: NewJob): unknown
  on(kind: string, handler: (payload: unknown) => Promise<void>): void
}

/** Mails, each queued in the caller's transaction and sent once. */
export interface MailPort {
  /** A receipt, or the credit note of a refund. */
  receipt(tx: Tx, booking: Booking, receipt: Receipt): void
  /** Money came for a time that is gone: all of it goes back; here are other times. */
  lateRefund(tx: Tx, booking: Booking, amount: number): void
}

export interface PaymentParts {
  /** How long a request waits for the provider, milliseconds; for tests. */
  requestLimit?: number
  db: Database
  clock: Clock
  newId: NewId
  keys: Keys
  log: Logger
  bookings: BookingPort
  jobs: JobPort
  mails: MailPort
  providers: Providers
}
