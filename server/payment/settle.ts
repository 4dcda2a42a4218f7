import type { Tx } from '#server/db/database.ts'
import type { PaymentIntentTable } from '#server/db/tables.ts'
import { inTime } from '#server/lib/timing.ts'
import type { BookingStatus, PaymentStatus } from '#shared/booking/status.ts'
import type { IntentState } from '#shared/payment/api.ts'
import {
  type Booking,
  type Intent,
  type NewIntent,
  type PaymentParts,
  type PaymentProvider,
  ProviderTrouble,
} from './ports.ts'
import { issueReceipt } from './receipts.ts'
import { queueRefund } from './refunds.ts'
import { intentOf, updateIntent } from './store.ts'

/** `undecided`: nothing was paid yet, and may still be. `unreachable`: the provider did not say. */
export type Settlement = 'settled' | 'undecided' | 'unreachable'

export interface SettleOptions {
  /** The hold is given up: treat it as lapsed. */
  expireNow?: boolean
}

/**
 * Brings a booking and its payment into agreement, whoever asks: webhook, return page, sweep. The
 * provider is asked outside, the decision and all that follows from it is one transaction, so two
 * at once do no harm. Where the provider does not answer nothing changes.
 */
export async function settle(
  parts: PaymentParts,
  bookingId: string,
  options: SettleOptions = {},
): Promise<Settlement> {
  const stored = intentOf(parts.db.read, bookingId)
  const seen = { bookingId, expireNow: options.expireNow ?? false }
  try {
    if (!stored) return outcomeOf(await conclude(parts, { ...seen, intent: undefined }))
    const provider = providerOf(parts, stored)
    const before = await provider.retrieve(stored.id)
    const action = await conclude(parts, { ...seen, intent: before })
    if (action !== 'cancel_intent') return outcomeOf(action)
    const after = await provider.cancel(stored.id)
    return outcomeOf(await conclude(parts, { ...seen, intent: after }))
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    parts.log.warn({ booking: bookingId, code: error.code }, 'payment provider did not help')
    return 'unreachable'
  }
}

/** Longer than the tries of one question; a request may ask twice, and its browser waits for 30 s. */
const REQUEST_LIMIT = 12_000

/** The same for somebody who waits: a provider that hangs has not said. The work itself goes on. */
export function settleInTime(
  parts: PaymentParts,
  bookingId: string,
  options?: SettleOptions,
): Promise<Settlement> {
  const limit = parts.requestLimit ?? REQUEST_LIMIT
  return inTime(limit, settle(parts, bookingId, options), () => 'unreachable')
}

/** A payment that a request begins; throws `ProviderTrouble` where the provider hangs. */
export function createInTime(
  parts: PaymentParts,
  provider: PaymentProvider,
  wanted: NewIntent,
): Promise<Intent> {
  return inTime(parts.requestLimit ?? REQUEST_LIMIT, provider.create(wanted), () => {
    throw new ProviderTrouble('too_slow')
  })
}

function providerOf(parts: PaymentParts, stored: PaymentIntentTable): PaymentProvider {
  const provider = parts.providers.of(stored.provider)
  if (!provider) throw new ProviderTrouble('not set up')
  return provider
}

function outcomeOf(action: Action): Settlement {
  return action === 'wait' || action === 'cancel_intent' ? 'undecided' : 'settled'
}

interface Seen {
  bookingId: string
  expireNow: boolean
  /** Undefined where no payment had begun when the provider would have been asked. */
  intent: Intent | undefined
}

function conclude(parts: PaymentParts, seen: Seen): Promise<Action> {
  return parts.db.write((tx) => {
    const booking = parts.bookings.find(tx, seen.bookingId)
    if (!booking) return 'none'
    // A payment that began meanwhile has not been asked about.
    if (!seen.intent && intentOf(tx, booking.id)) return 'wait'
    const now = parts.clock()
    if (seen.intent) updateIntent(tx, { id: seen.intent.id, status: seen.intent.state, now })
    const evidence = weigh(parts, booking, seen.intent)
    const lapsed = seen.expireNow || isLapsed(booking, now)
    const { status, payment } = booking
    const action = decide({ status, payment, evidence, lapsed })
    carryOut(tx, parts, { action, booking, received: seen.intent?.received ?? 0 })
    return action
  })
}

export function isLapsed(booking: Booking, now: number): boolean {
  return booking.hold_expires_at !== null && booking.hold_expires_at <= now
}

/** Only the exact price in the exact currency counts as payment. */
function weigh(parts: PaymentParts, booking: Booking, intent: Intent | undefined): Evidence {
  if (!intent) return 'none'
  if (intent.state === 'missing') {
    parts.log.error({ booking: booking.id }, 'payment is unknown to its provider')
    return 'missing'
  }
  if (intent.state !== 'succeeded') return intent.state
  if (intent.received === booking.amount && intent.currency === booking.currency) return 'succeeded'
  parts.log.error({ booking: booking.id }, 'payment differs from the price')
  return 'mismatch'
}

interface Decision {
  action: Action
  booking: Booking
  /** Minor units. */
  received: number
}

function carryOut(tx: Tx, parts: PaymentParts, { action, booking, received }: Decision): void {
  if (action === 'confirm') {
    if (parts.bookings.confirmPaid(tx, booking.id) === 'lost')
      giveBack(tx, parts, { booking, received })
    else writeReceipt(tx, parts, booking)
  }
  if (action === 'record') {
    parts.bookings.setPayment(tx, booking.id, 'paid')
    writeReceipt(tx, parts, booking)
  }
  if (action === 'expire' || action === 'expire_and_refund') parts.bookings.expire(tx, booking.id)
  if (action === 'refund' || action === 'expire_and_refund')
    giveBack(tx, parts, { booking, received })
}

function writeReceipt(tx: Tx, parts: PaymentParts, booking: Booking): void {
  parts.mails.receipt(tx, booking, issueReceipt(tx, booking, parts.clock()))
}

/** `paid` stands until the refund is done; it also says that this money has been acted on. */
function giveBack(
  tx: Tx,
  parts: PaymentParts,
  { booking, received }: { booking: Booking; received: number },
): void {
  if (received <= 0) return
  parts.bookings.setPayment(tx, booking.id, 'paid')
  queueRefund(tx, parts, { booking, amount: received, reason: 'late' })
  parts.mails.lateRefund(tx, booking, received)
}

/** `none` where no payment was begun, `mismatch` where another sum was paid than the booking costs. */
export type Evidence = IntentState | 'none' | 'mismatch'

export type Action =
  /** Nothing is left to do. */
  | 'none'
  /** Not decided yet; somebody will ask again. */
  | 'wait'
  | 'confirm'
  /** The booking stands already: only the money is written down. */
  | 'record'
  /** Money for a time that is no longer theirs goes back. */
  | 'refund'
  | 'expire'
  | 'expire_and_refund'
  /** Nobody may pay any more: the provider is told first, then asked again. */
  | 'cancel_intent'

interface Situation {
  status: BookingStatus
  payment: PaymentStatus
  evidence: Evidence
  /** The hold's time is over. */
  lapsed: boolean
}

type Row = Record<Evidence, Action>

const live: Row = {
  none: 'wait',
  open: 'wait',
  processing: 'wait',
  succeeded: 'confirm',
  mismatch: 'wait',
  canceled: 'expire',
  missing: 'wait',
}

const lapsed: Row = {
  none: 'expire',
  open: 'cancel_intent',
  processing: 'wait',
  succeeded: 'confirm',
  mismatch: 'expire_and_refund',
  canceled: 'expire',
  missing: 'expire',
}

const standing: Row = {
  none: 'none',
  open: 'cancel_intent',
  processing: 'wait',
  succeeded: 'record',
  mismatch: 'wait',
  canceled: 'none',
  missing: 'none',
}

const ended: Row = { ...standing, succeeded: 'refund', mismatch: 'refund' }

const rows: Record<BookingStatus, { live: Row; lapsed: Row }> = {
  requested: { live, lapsed },
  awaiting_payment: { live, lapsed },
  confirmed: { live: standing, lapsed: standing },
  completed: { live: standing, lapsed: standing },
  no_show: { live: standing, lapsed: standing },
  needs_new_time: { live: standing, lapsed: standing },
  cancelled: { live: ended, lapsed: ended },
  expired: { live: ended, lapsed: ended },
}

/**
 * The one rule of what a payment means for its booking. Money is acted on once: `paid` and
 * `refunded` say that it was, and then the cancellation decides about the money, not this table.
 */
export function decide({ status, payment, evidence, lapsed: late }: Situation): Action {
  const accounted = payment === 'paid' || payment === 'refunded'
  return accounted ? 'none' : rows[status][late ? 'lapsed' : 'live'][evidence]
}
