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
import type { DisputeState } from '#shared/payment/reversals.ts'
import type { Seller } from '#shared/payment/seller.ts'

export type Booking = BookingTable

/** Proof that a caller may pay for a booking: the browser's cookie or the link's signature. */
export interface BookingProof {
  browserToken?: string | undefined
  signature?: string | undefined
}

/** What payment needs from bookings. */
export interface BookingPort {
  find(tx: Tx, id: string): Promise<Booking | undefined>
  /** The booking if the proof is valid for it, else undefined. */
  findAuthorized(tx: Tx, id: string, proof: BookingProof): Promise<Booking | undefined>
  /** Confirms a paid hold and queues its effects; `lost` if the booking's status forbids that. */
  confirmPaid(tx: Tx, id: string): Promise<'confirmed' | 'lost'>
  /** Ends an unpaid hold and frees its slot. */
  expireHold(tx: Tx, id: string): Promise<void>
  setPayment(tx: Tx, id: string, payment: PaymentStatus): Promise<void>
  /** Adds what happened to the payment outside our desk to the booking's history. */
  recordReversal(tx: Tx, id: string, reversal: RecordedReversal): Promise<void>
  findExpiredHolds(tx: Tx, now: number): Promise<string[]>
}

/** An entry of a booking's history about its payment; amounts in minor units. */
export type RecordedReversal =
  | { kind: 'refunded_at_provider'; refund: number }
  | { kind: 'refund_refused'; refund: number }
  | { kind: 'disputed'; refund: number; dispute: DisputeState; answerBy?: number }

export interface RefundJob {
  /** If this attempt fails, the job is given up. */
  isLast: boolean
}

interface JobPort {
  add(tx: Tx, job: NewJob): Promise<void>
  on(kind: string, handler: (payload: unknown, job: RefundJob) => Promise<void>): void
}

/** Mails about payments, each queued in the caller's transaction and sent once. */
export interface MailPort {
  /** A receipt, a credit note, or the correction of a credit note. */
  queueReceipt(tx: Tx, booking: Booking, receipt: Receipt): Promise<void>
  /** Money arrived for a released slot: announces the full refund and offers other times. */
  queueLateRefund(tx: Tx, booking: Booking, amount: number): Promise<void>
  /** A refund that the guest was told of cannot be made; the mail says so. */
  queueRefundNotMade(tx: Tx, booking: Booking, refund: NotMadeRefund): Promise<void>
}

export interface NotMadeRefund {
  refundId: string
  /** Minor units. */
  amount: number
  /** `dispute`: the bank has the money; `card`: it cannot go back to the card. */
  cause: 'dispute' | 'card'
}

export interface PaymentParts {
  /** How long a request waits for the provider, milliseconds; set by tests only. */
  requestTimeout?: number
  db: Database
  clock: Clock
  newId: NewId
  keys: Keys
  log: Logger
  bookings: BookingPort
  jobs: JobPort
  mails: MailPort
  providers: Providers
  /** Null until the owner has entered all of it; nothing can be sold before. */
  seller: Seller | null
}

/** A payment as the provider reports it; amounts in minor units, the currency in lower case. */
export interface Intent {
  id: string
  clientSecret: string
  state: IntentState
  amount: number
  /** The sum actually received. */
  amountReceived: number
  currency: string
}

export interface NewIntent {
  bookingId: string
  amount: number
  currency: string
}

export interface RefundRequest {
  /** Our id of the refund; the provider makes one refund per id. */
  refundId: string
  intentId: string
  amount: number
  /** Less than was decided, because less remained of the payment. */
  isReduced: boolean
}

/** A refund as the provider reports it, made by us or in the provider's own dashboard. */
export interface ProviderRefund {
  id: string
  /** Our id of the refund; undefined if it was made in the provider's own dashboard. */
  refundId: string | undefined
  amount: number
  /** `done`: accepted by the provider. `failed`: the bank returned the money. */
  state: 'done' | 'failed' | 'canceled'
  /** UTC milliseconds. */
  createdAt: number
}

export interface ProviderDispute {
  id: string
  amount: number
  state: DisputeState
  /** Whether the provider still lets us refund the payment. */
  isRefundable: boolean
  /** Last instant for an answer to the bank, UTC milliseconds; null if there is none. */
  answerBy: number | null
  /** UTC milliseconds. */
  openedAt: number
}

/** Refunds and disputes of one payment. */
export interface Reversals {
  refunds: readonly ProviderRefund[]
  /** Undefined if the provider does not let us read them. */
  disputes: readonly ProviderDispute[] | undefined
}

export interface EventSubject {
  intent: string
  about: 'payment' | 'refunds' | 'disputes'
}

/** A signed webhook event, reduced to what it is about; everything else is fetched. */
export interface ProviderEvent {
  id: string
  type: string
  /** Undefined if the event is about nothing that concerns a payment of ours. */
  subject: EventSubject | undefined
}

export type ProviderKind = 'stripe' | 'demo'

/**
 * The payment provider. Every call may throw `ProviderError`; whether it had an effect is then
 * unknown. Every write is idempotent, so it can be repeated.
 */
export interface PaymentProvider {
  readonly kind: ProviderKind
  /** For the provider's script in the browser; null if the browser loads no such script. */
  readonly publishableKey: string | null
  create(newIntent: NewIntent): Promise<Intent>
  retrieve(id: string): Promise<Intent>
  /** Returns the intent afterwards: canceled, or in the state that prevented the cancellation. */
  cancel(id: string): Promise<Intent>
  /** May also throw `RefundRefused`. */
  refund(order: RefundRequest): Promise<ProviderRefund>
  readReversals(intentId: string): Promise<Reversals>
  /** Undefined if the signature is not valid or the body is not an event. */
  parseEvent(body: Buffer, signature: string): ProviderEvent | undefined
}

/** The provider did not answer, or gave an answer that we cannot act on. */
export class ProviderError extends Error {
  constructor(
    readonly code: string,
    cause?: unknown,
  ) {
    super(`The payment provider failed: ${code}`, { cause })
  }
}

/** For a request that goes on without the provider; an error of another kind is thrown on. */
export function logProviderFailure(log: Logger, booking: string, error: unknown): void {
  if (!(error instanceof ProviderError)) throw error
  log.warn({ booking, code: error.code }, 'payment provider failed or did not answer')
}

/** The provider will never make this refund: too little remains, or the bank has the money. */
export class RefundRefused extends ProviderError {}

/** Which provider takes new payments, and which one is asked about an existing payment. */
export interface Providers {
  /** Undefined if nothing can be paid online. */
  active: PaymentProvider | undefined
  get(kind: ProviderKind): PaymentProvider | undefined
}

/** The answer about an intent that the provider does not know. */
export function createMissingIntent(id: string): Intent {
  return { id, clientSecret: '', state: 'missing', amount: 0, amountReceived: 0, currency: '' }
}

/** `undecided`: not paid yet, but it still may be. `unreachable`: the provider did not answer. */
export type Settlement = 'settled' | 'undecided' | 'unreachable'

/**
 * How long a request waits for the provider, ms: longer than all attempts of one call. A request
 * may make two such waits, and its browser gives up after 30 s.
 */
export const REQUEST_TIMEOUT = 12_000
