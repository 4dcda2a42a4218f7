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

/** `undecided`: not paid yet, but it still may be. `unreachable`: the provider did not answer. */
export type Settlement = 'settled' | 'undecided' | 'unreachable'

export interface SettleOptions {
  /** Treats the hold as expired, because its guest gives it up. */
  expireNow?: boolean
}

/**
 * Asks the provider about a booking's payment and brings the booking to the matching state. The
 * webhook, the return page and the sweep all call it. The provider is asked outside a transaction;
 * the decision and all its consequences are one transaction, so concurrent calls are safe. If the
 * provider does not answer, nothing changes.
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

/**
 * How long a request waits for the provider, ms: longer than all attempts of one call. A request
 * may make two such waits, and its browser gives up after 30 s.
 */
const REQUEST_LIMIT = 12_000

/** `settle` for a request: `unreachable` after the limit, while the settling itself continues. */
export function settleInTime(
  parts: PaymentParts,
  bookingId: string,
  options?: SettleOptions,
): Promise<Settlement> {
  const limit = parts.requestLimit ?? REQUEST_LIMIT
  return inTime(limit, settle(parts, bookingId, options), () => 'unreachable')
}

/** Creates an intent for a request; throws `ProviderTrouble` after the limit. */
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
  /** What the provider reported; undefined if no intent was stored when `settle` began. */
  intent: Intent | undefined
}

function conclude(parts: PaymentParts, seen: Seen): Promise<Action> {
  return parts.db.write((tx) => {
    const booking = parts.bookings.find(tx, seen.bookingId)
    if (!booking) return 'none'
    // An intent was stored meanwhile, and the provider has not been asked about it yet.
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

/** Whether the booking's hold has expired. */
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

/** Sets `paid` until the refund is done; `paid` also tells `decide` that this money is handled. */
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

/** `none`: no payment was begun. `mismatch`: the paid sum or currency differs from the price. */
export type Evidence = IntentState | 'none' | 'mismatch'

export type Action =
  /** Nothing remains to be done. */
  | 'none'
  /** Not decided yet: a later call of `settle` asks again. */
  | 'wait'
  | 'confirm'
  /** The booking is valid already: only the payment and its receipt are stored. */
  | 'record'
  /** Money arrived for a booking that has ended: it is refunded. */
  | 'refund'
  | 'expire'
  | 'expire_and_refund'
  /** Payment is no longer allowed: cancel the intent first, then decide on its new state. */
  | 'cancel_intent'

interface Situation {
  status: BookingStatus
  payment: PaymentStatus
  evidence: Evidence
  /** The hold has expired. */
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
 * The only rule for what a payment means for its booking. Money is handled once: `paid` and
 * `refunded` say that it was. After that a cancellation decides about the money, not this table.
 */
export function decide({ status, payment, evidence, lapsed: late }: Situation): Action {
  const accounted = payment === 'paid' || payment === 'refunded'
  return accounted ? 'none' : rows[status][late ? 'lapsed' : 'live'][evidence]
}
