import type { Tx } from '#server/db/database.ts'
import type { PaymentIntentTable } from '#server/db/tables.ts'
import { inTime } from '#server/lib/in-time.ts'
import { type Action, decide, type Evidence } from './decide.ts'
import type { Booking, PaymentParts } from './ports.ts'
import { type Intent, type NewIntent, type PaymentProvider, ProviderTrouble } from './provider.ts'
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
