import type { Tx } from '#server/db/database.ts'
import type { PaymentIntentTable, RefundTable } from '#server/db/tables-payment.ts'
import { withTimeout } from '#server/lib/timing.ts'
import { countsAsRefunded, disputeRules } from '#shared/payment/reversals.ts'
import { issueCreditNotes } from './credit-notes.ts'
import {
  type Booking,
  logProviderFailure,
  type PaymentParts,
  type ProviderDispute,
  ProviderError,
  type ProviderRefund,
  REQUEST_TIMEOUT,
  type Reversals,
  type Settlement,
} from './ports.ts'
import {
  findDisputesOf,
  findIntentByBooking,
  findRefund,
  findRefundByProviderId,
  findRefundsOf,
  insertRefund,
  raiseReversalsVersion,
  saveDispute,
  scheduleCheck,
  updateRefund,
} from './store.ts'

/** How often the provider is asked again if another process changed the same payment meanwhile. */
const MAX_READS = 5

/**
 * Asks the provider which refunds and disputes a booking's payment has, ours and others, and
 * brings refunds, disputes, credit notes and the booking's payment state to that. The webhook, the
 * sweep, a refund and every promise of a refund call it. Throws `ProviderError` if the provider does
 * not answer; then nothing changes. False if the provider lets us read only the refunds.
 */
export async function updateReversals(parts: PaymentParts, bookingId: string): Promise<boolean> {
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    // The version is read before the provider is asked. If it has changed by the time of the write,
    // the answer may be older than what is stored.
    const intent = await findIntentByBooking(parts.db.read, bookingId)
    if (!intent) return true
    const truth = await readReversals(parts, intent)
    const isApplied = await parts.db.write(async (tx) => {
      const booking = await parts.bookings.find(tx, bookingId)
      const current = await findIntentByBooking(tx, bookingId)
      if (!booking || current?.reversals_version !== intent.reversals_version) return false
      await applyReversals(tx, parts, { booking, intent: current, truth })
      return true
    })
    if (isApplied) return truth.disputes !== undefined
  }
  throw new ProviderError('reversals_changed')
}

function readReversals(parts: PaymentParts, intent: PaymentIntentTable): Promise<Reversals> {
  const provider = parts.providers.get(intent.provider)
  if (!provider) throw new ProviderError('not set up')
  return provider.readReversals(intent.id)
}

/** `updateReversals` for a request: `unreachable` if the provider fails or takes too long. */
export async function settleReversals(parts: PaymentParts, bookingId: string): Promise<Settlement> {
  const update = async (): Promise<Settlement> => {
    try {
      return (await updateReversals(parts, bookingId)) ? 'settled' : 'undecided'
    } catch (error) {
      logProviderFailure(parts.log, bookingId, error)
      return 'unreachable'
    }
  }
  return withTimeout(parts.requestTimeout ?? REQUEST_TIMEOUT, update(), () => 'unreachable')
}

interface ReversalsInput {
  booking: Booking
  intent: PaymentIntentTable
  truth: Reversals
}

/**
 * Stores what the provider reported, in the caller's transaction. Money whose arrival was not
 * recorded yet has no reversal either: `settle` comes first.
 */
export async function applyReversals(
  tx: Tx,
  parts: PaymentParts,
  { booking, intent, truth }: ReversalsInput,
): Promise<void> {
  const now = parts.clock()
  await scheduleNextCheck(tx, intent, now)
  if (booking.payment !== 'paid' && booking.payment !== 'refunded') return
  const changes: boolean[] = []
  const payment = { booking, intent }
  const oldestFirst = truth.refunds.toSorted((a, b) => a.createdAt - b.createdAt)
  for (const refund of oldestFirst)
    changes.push(await applyRefund(tx, parts, { ...payment, reported: refund }))
  for (const dispute of truth.disputes ?? [])
    changes.push(await applyDispute(tx, parts, { ...payment, reported: dispute }))
  if (!changes.includes(true)) return
  await raiseReversalsVersion(tx, intent.id)
  await scheduleCheck(tx, intent.id, { since: now, next: now + HOUR })
  await updateBooks(tx, parts, booking)
}

/** Brings payment state and documents of a booking to its stored refunds and disputes. */
export async function updateBooks(tx: Tx, parts: PaymentParts, booking: Booking): Promise<void> {
  const refunds = await findRefundsOf(tx, booking.id)
  const disputes = await findDisputesOf(tx, booking.id)
  const isReversed =
    refunds.some(({ state }) => countsAsRefunded(state) && state !== 'waiting') ||
    disputes.some(({ state }) => disputeRules[state].money === 'lost')
  await parts.bookings.setPayment(tx, booking.id, isReversed ? 'refunded' : 'paid')
  for (const document of await issueCreditNotes(tx, booking, parts.clock()))
    await parts.mails.queueReceipt(tx, booking, document)
}

interface Report<Reported> {
  booking: Booking
  intent: PaymentIntentTable
  reported: Reported
}

/** Whether the reported refund changed anything. */
async function applyRefund(
  tx: Tx,
  parts: PaymentParts,
  report: Report<ProviderRefund>,
): Promise<boolean> {
  const { intent, reported } = report
  const known =
    (await findRefundByProviderId(tx, reported.id)) ?? (await findOwnRefund(tx, intent, reported))
  if (!known) return recordProviderRefund(tx, parts, report)
  const { id, amount } = reported
  const state = reported.state === 'done' ? 'done' : 'failed'
  const isFinal = known.provider_refund === id && ['failed', 'settled'].includes(known.state)
  const isSame = known.provider_refund === id && known.state === state && known.amount === amount
  if (isFinal || isSame) return false
  const failing = state === 'failed'
  await updateRefund(tx, known.id, {
    state,
    amount,
    provider_refund: id,
    done_at: failing ? known.done_at : parts.clock(),
    ...(failing && { acknowledged_at: null }),
  })
  if (failing) {
    logFailedRefund(parts, known)
    // A guest who has the credit note is sent its correction instead.
    if (known.state === 'waiting') await mailRefundNotMade(tx, parts, known)
  }
  return true
}

/** Our own refund that the provider made, but whose answer was lost. */
async function findOwnRefund(
  tx: Tx,
  intent: PaymentIntentTable,
  { refundId }: ProviderRefund,
): Promise<RefundTable | undefined> {
  const own = refundId === undefined ? undefined : await findRefund(tx, refundId)
  return own?.intent_id === intent.id && own.provider_refund === null ? own : undefined
}

/** A refund from the provider's own dashboard. One that was canceled there never mattered. */
async function recordProviderRefund(
  tx: Tx,
  parts: PaymentParts,
  { booking, intent, reported }: Report<ProviderRefund>,
): Promise<boolean> {
  const { id, amount, state, createdAt } = reported
  if (state === 'canceled') return false
  await insertRefund(tx, {
    id: parts.newId(),
    booking_id: booking.id,
    intent_id: intent.id,
    amount,
    reason: 'provider',
    source: 'provider',
    state,
    provider_refund: id,
    created_at: createdAt,
    done_at: parts.clock(),
    acknowledged_at: null,
  })
  if (state === 'done')
    await parts.bookings.recordReversal(tx, booking.id, {
      kind: 'refunded_at_provider',
      refund: amount,
    })
  return true
}

/** Whether the reported dispute changed anything. */
async function applyDispute(
  tx: Tx,
  parts: PaymentParts,
  { booking, intent, reported }: Report<ProviderDispute>,
): Promise<boolean> {
  const { id, amount, state, isRefundable, answerBy, openedAt } = reported
  const known = (await findDisputesOf(tx, booking.id)).find((one) => one.id === id)
  const is_refundable = isRefundable ? 1 : 0
  const isSame =
    known?.state === state &&
    known.amount === amount &&
    known.is_refundable === is_refundable &&
    known.answer_by === answerBy
  if (isSame) return false
  const now = parts.clock()
  const isNewState = known?.state !== state
  await saveDispute(tx, {
    id,
    booking_id: booking.id,
    intent_id: intent.id,
    amount,
    state,
    is_refundable,
    answer_by: answerBy,
    opened_at: openedAt,
    updated_at: now,
    acknowledged_at: isNewState ? null : known.acknowledged_at,
  })
  if (state === 'unknown')
    parts.log.error({ booking: booking.id, dispute: id }, 'the state of a dispute is not known')
  if (isNewState)
    await parts.bookings.recordReversal(tx, booking.id, {
      kind: 'disputed',
      refund: amount,
      dispute: state,
      ...(answerBy !== null && { answerBy }),
    })
  return true
}

export function logFailedRefund(
  { log }: PaymentParts,
  { id: refund, booking_id: booking }: RefundTable,
): void {
  log.error({ booking, refund }, 'refund failed; pay it back in another way')
}

/** Tells a guest whose cancellation or lost time promised this refund. */
export async function mailRefundNotMade(
  tx: Tx,
  parts: PaymentParts,
  { id: refundId, booking_id, amount }: RefundTable,
): Promise<void> {
  const booking = await parts.bookings.find(tx, booking_id)
  if (!booking || (booking.status !== 'cancelled' && booking.status !== 'expired')) return
  const disputes = await findDisputesOf(tx, booking_id)
  const isDisputed = disputes.some(({ state }) => disputeRules[state].money !== 'ours')
  const cause = isDisputed ? 'dispute' : 'card'
  await parts.mails.queueRefundNotMade(tx, booking, { refundId, amount, cause })
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * How often the sweep asks for the reversals of a payment, by the time since the payment or its
 * latest reversal. Card networks allow a dispute for up to 540 days.
 */
const checkSchedule = [
  { until: 14 * DAY, every: HOUR },
  { until: 180 * DAY, every: DAY },
  { until: 540 * DAY, every: 7 * DAY },
]

async function scheduleNextCheck(
  tx: Tx,
  { id, watched_since }: PaymentIntentTable,
  now: number,
): Promise<void> {
  if (watched_since === null) return
  const phase = checkSchedule.find(({ until }) => now < watched_since + until)
  await scheduleCheck(tx, id, { next: phase ? now + phase.every : null })
}
