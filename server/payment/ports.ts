import type { Database, Tx } from '#server/db/database.ts'
import type { BookingTable } from '#server/db/tables.ts'
import type { NewJob } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Logger } from '#server/lib/log.ts'
import type { PaymentStatus } from '#shared/booking/status.ts'
import type { IntentState } from '#shared/payment/api.ts'
import type { Receipt } from '#shared/payment/receipt.ts'

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

/** A payment as its provider tells it; amounts in minor units, the currency in lower case. */
export interface Intent {
  id: string
  clientSecret: string
  state: IntentState
  amount: number
  /** What has really been paid. */
  received: number
  currency: string
}

export interface NewIntent {
  bookingId: string
  amount: number
  currency: string
}

export interface RefundOrder {
  /** Ours; the provider does each id once. */
  refundId: string
  intentId: string
  amount: number
}

export interface RefundAnswer {
  id: string
  state: 'done' | 'failed'
}

/** A signed message, reduced to what it is about; anything else in it is asked for, not believed. */
export interface ProviderEvent {
  id: string
  type: string
  about: { intent: string } | { failedRefund: string } | undefined
}

type ProviderKind = 'stripe' | 'demo'

/**
 * The payment provider. Every call can throw `ProviderTrouble`, after which nothing is known; every
 * write may be repeated and acts once.
 */
export interface PaymentProvider {
  readonly kind: ProviderKind
  /** For the browser; null where the browser loads nothing of the provider's. */
  readonly publishableKey: string | null
  create(wanted: NewIntent): Promise<Intent>
  retrieve(id: string): Promise<Intent>
  /** Answers how it then stands: canceled, or what kept it from being canceled. */
  cancel(id: string): Promise<Intent>
  refund(order: RefundOrder): Promise<RefundAnswer>
  /** Undefined where the signature is not the provider's. */
  readEvent(body: Buffer, signature: string): ProviderEvent | undefined
}

/** The provider did not answer, or answered with what we cannot act on. */
export class ProviderTrouble extends Error {
  constructor(
    readonly code: string,
    cause?: unknown,
  ) {
    super(`The payment provider: ${code}`, { cause })
  }
}

/** Which provider takes new payments, and who is asked about old ones. */
export interface Providers {
  /** Undefined where nothing can be paid online. */
  active: PaymentProvider | undefined
  of(kind: ProviderKind): PaymentProvider | undefined
}

export function missingIntent(id: string): Intent {
  return { id, clientSecret: '', state: 'missing', amount: 0, received: 0, currency: '' }
}
