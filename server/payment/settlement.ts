import type { Tx } from '#server/db/database.ts'
import type { PaymentIntentTable } from '#server/db/tables-payment.ts'
import { withTimeout } from '#server/lib/timing.ts'
import type { BookingStatus, PaymentStatus } from '#shared/booking/status.ts'
import type { IntentState } from '#shared/payment/api.ts'
import {
  type Booking,
  type Intent,
  logProviderFailure,
  type NewIntent,
  type PaymentParts,
  type PaymentProvider,
  ProviderError,
  REQUEST_TIMEOUT,
  type Settlement,
} from './ports.ts'
import { issueReceipt } from './receipts.ts'
import { queueRefund } from './refunds.ts'
import { findIntent, findIntentByBooking, scheduleCheck, updateIntent } from './store.ts'

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
  const stored = await findIntentByBooking(parts.db.read, bookingId)
  const seen = { bookingId, expireNow: options.expireNow ?? false }
  try {
    if (!stored) return toSettlement(await decideAndApply(parts, { ...seen, intent: undefined }))
    const provider = getProvider(parts, stored)
    const before = await provider.retrieve(stored.id)
    const action = await decideAndApply(parts, { ...seen, intent: before })
    if (action !== 'cancel_intent') return toSettlement(action)
    const after = await provider.cancel(stored.id)
    return toSettlement(await decideAndApply(parts, { ...seen, intent: after }))
  } catch (error) {
    logProviderFailure(parts.log, bookingId, error)
    return 'unreachable'
  }
}

/** Until the first check for refunds and disputes that no event reported, ms. */
const FIRST_CHECK_DELAY = 3_600_000

/** `settle` for a request: `unreachable` after the limit, while the settling itself continues. */
export function settleWithTimeout(
  parts: PaymentParts,
  bookingId: string,
  options?: SettleOptions,
): Promise<Settlement> {
  const limit = parts.requestTimeout ?? REQUEST_TIMEOUT
  return withTimeout(limit, settle(parts, bookingId, options), () => 'unreachable')
}

/** Creates an intent for a request; throws `ProviderError` after the limit. */
export function createWithTimeout(
  parts: PaymentParts,
  provider: PaymentProvider,
  newIntent: NewIntent,
): Promise<Intent> {
  return withTimeout(parts.requestTimeout ?? REQUEST_TIMEOUT, provider.create(newIntent), () => {
    throw new ProviderError('too_slow')
  })
}

function getProvider(parts: PaymentParts, stored: PaymentIntentTable): PaymentProvider {
  const provider = parts.providers.get(stored.provider)
  if (!provider) throw new ProviderError('not set up')
  return provider
}

function toSettlement(action: Action): Settlement {
  return action === 'wait' || action === 'cancel_intent' ? 'undecided' : 'settled'
}

interface SettleInput {
  bookingId: string
  expireNow: boolean
  /** What the provider reported; undefined if no intent was stored when `settle` began. */
  intent: Intent | undefined
}

function decideAndApply(parts: PaymentParts, seen: SettleInput): Promise<Action> {
  return parts.db.write(async (tx) => {
    const booking = await parts.bookings.find(tx, seen.bookingId)
    if (!booking) return 'none'
    // An intent was stored meanwhile, and the provider has not been asked about it yet.
    if (!seen.intent && (await findIntentByBooking(tx, booking.id))) return 'wait'
    const now = parts.clock()
    if (seen.intent) await recordIntent(tx, seen.intent, now)
    const evidence = getEvidence(parts, booking, seen.intent)
    const isExpired = seen.expireNow || isHoldExpired(booking, now)
    const { status, payment } = booking
    const action = decideAction({ status, payment, evidence, isHoldExpired: isExpired })
    await applyAction(tx, parts, { action, booking, received: seen.intent?.amountReceived ?? 0 })
    return action
  })
}

/** From the arrival of the money on, its refunds and disputes are watched. */
async function recordIntent(
  tx: Tx,
  { id, state: status, amountReceived: received }: Intent,
  now: number,
): Promise<void> {
  await updateIntent(tx, { id, status, received, now })
  const stored = await findIntent(tx, id)
  if (status === 'succeeded' && stored?.provider !== 'demo' && stored?.watched_since === null)
    await scheduleCheck(tx, id, { since: now, next: now + FIRST_CHECK_DELAY })
}

export function isHoldExpired(booking: Booking, now: number): boolean {
  return booking.hold_expires_at !== null && booking.hold_expires_at <= now
}

/** Only the exact price in the exact currency counts as payment. */
function getEvidence(parts: PaymentParts, booking: Booking, intent: Intent | undefined): Evidence {
  if (!intent) return 'none'
  if (intent.state === 'missing') {
    parts.log.error({ booking: booking.id }, 'the payment provider does not know the payment')
    return 'missing'
  }
  if (intent.state !== 'succeeded') return intent.state
  if (intent.amountReceived === booking.amount && intent.currency === booking.currency)
    return 'succeeded'
  parts.log.error(
    { booking: booking.id },
    'the amount or currency paid differs from the price; check it with the provider',
  )
  return 'mismatch'
}

interface Decision {
  action: Action
  booking: Booking
  /** Minor units. */
  received: number
}

async function applyAction(
  tx: Tx,
  parts: PaymentParts,
  { action, booking, received }: Decision,
): Promise<void> {
  if (action === 'confirm') {
    if ((await parts.bookings.confirmPaid(tx, booking.id)) === 'lost')
      await refundLatePayment(tx, parts, { booking, received })
    else await issueAndMailReceipt(tx, parts, booking)
  }
  if (action === 'record') {
    await parts.bookings.setPayment(tx, booking.id, 'paid')
    await issueAndMailReceipt(tx, parts, booking)
  }
  if (action === 'expire' || action === 'expire_and_refund')
    await parts.bookings.expireHold(tx, booking.id)
  if (action === 'refund' || action === 'expire_and_refund')
    await refundLatePayment(tx, parts, { booking, received })
}

async function issueAndMailReceipt(tx: Tx, parts: PaymentParts, booking: Booking): Promise<void> {
  const { seller, clock, mails } = parts
  await mails.queueReceipt(tx, booking, await issueReceipt(tx, { booking, seller }, clock()))
}

/** Sets `paid` until the refund is done; `paid` also tells `decideAction` that this money is handled. */
async function refundLatePayment(
  tx: Tx,
  parts: PaymentParts,
  { booking, received }: { booking: Booking; received: number },
): Promise<void> {
  if (received <= 0) return
  await parts.bookings.setPayment(tx, booking.id, 'paid')
  await queueRefund(tx, parts, { booking, amount: received, reason: 'late' })
  await parts.mails.queueLateRefund(tx, booking, received)
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
  isHoldExpired: boolean
}

type ActionByEvidence = Record<Evidence, Action>

const liveActions: ActionByEvidence = {
  none: 'wait',
  open: 'wait',
  processing: 'wait',
  succeeded: 'confirm',
  mismatch: 'wait',
  canceled: 'expire',
  missing: 'wait',
}

const expiredActions: ActionByEvidence = {
  none: 'expire',
  open: 'cancel_intent',
  processing: 'wait',
  succeeded: 'confirm',
  mismatch: 'expire_and_refund',
  canceled: 'expire',
  missing: 'expire',
}

const validActions: ActionByEvidence = {
  none: 'none',
  open: 'cancel_intent',
  processing: 'wait',
  succeeded: 'record',
  mismatch: 'wait',
  canceled: 'none',
  missing: 'none',
}

const endedActions: ActionByEvidence = {
  ...validActions,
  succeeded: 'refund',
  mismatch: 'refund',
}

const actionsByStatus: Record<
  BookingStatus,
  { live: ActionByEvidence; expired: ActionByEvidence }
> = {
  requested: { live: liveActions, expired: expiredActions },
  awaiting_payment: { live: liveActions, expired: expiredActions },
  confirmed: { live: validActions, expired: validActions },
  completed: { live: validActions, expired: validActions },
  no_show: { live: validActions, expired: validActions },
  needs_new_time: { live: validActions, expired: validActions },
  cancelled: { live: endedActions, expired: endedActions },
  expired: { live: endedActions, expired: endedActions },
}

/**
 * The only rule for what a payment means for its booking. Money is handled once: `paid` and
 * `refunded` say that it was. After that a cancellation decides about the money, not this table.
 */
export function decideAction({ status, payment, evidence, isHoldExpired }: Situation): Action {
  const accounted = payment === 'paid' || payment === 'refunded'
  return accounted ? 'none' : actionsByStatus[status][isHoldExpired ? 'expired' : 'live'][evidence]
}
