import Stripe from 'stripe'
import * as v from 'valibot'
import type { Clock } from '#server/lib/clock.ts'
import type { IntentState } from '#shared/payment/api.ts'
import { type DisputeState, disputeStates } from '#shared/payment/reversals.ts'
import {
  createMissingIntent,
  type EventSubject,
  type Intent,
  type NewIntent,
  type PaymentProvider,
  type ProviderDispute,
  ProviderError,
  type ProviderEvent,
  type ProviderRefund,
  RefundRefused,
  type RefundRequest,
  type Reversals,
} from './ports.ts'

export interface StripeKeys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Address of a fake Stripe API, for tests. */
  apiBase?: string | undefined
  /** Timeout of one attempt, milliseconds. */
  timeout?: number
  retries?: number
}

const TIMEOUT = 5_000
const RETRIES = 1
const SIGNATURE_TOLERANCE_SECONDS = 300
/** ms. Longer than any series of retries, far shorter than the day that Stripe stores an answer. */
const CANCEL_PERIOD = 600_000
/** The most that Stripe lists at once. */
const PAGE_SIZE = 100
/** Refunds or disputes of one payment; more than anybody makes. */
const MAX_REVERSALS = 1_000

export class StripeProvider implements PaymentProvider {
  readonly kind = 'stripe'
  readonly publishableKey: string
  private readonly stripe: Stripe
  private readonly webhookSecret: string
  private readonly clock: Clock

  constructor(keys: StripeKeys, clock: Clock) {
    this.publishableKey = keys.publishableKey
    this.webhookSecret = keys.webhookSecret
    this.clock = clock
    this.stripe = new Stripe(keys.secretKey, {
      ...toApiHost(keys.apiBase),
      maxNetworkRetries: keys.retries ?? RETRIES,
      timeout: keys.timeout ?? TIMEOUT,
      telemetry: false,
    })
  }

  async create({ bookingId, amount, currency }: NewIntent): Promise<Intent> {
    const created = await callStripe(
      this.stripe.paymentIntents.create(
        { amount, currency, allowed_payment_method_types: ['card'], metadata: { bookingId } },
        { idempotencyKey: `intent:${bookingId}` },
      ),
    )
    return toIntent(created)
  }

  async retrieve(id: string): Promise<Intent> {
    try {
      return toIntent(await callStripe(this.stripe.paymentIntents.retrieve(id)))
    } catch (error) {
      if (isRefusal(error, 'resource_missing')) return createMissingIntent(id)
      throw error
    }
  }

  /**
   * Stripe repeats even a failed answer for a known idempotency key. Cancelling twice is harmless,
   * so the key changes every `CANCEL_PERIOD`: one failure must not block the slot for a day.
   */
  async cancel(id: string): Promise<Intent> {
    const period = Math.floor(this.clock() / CANCEL_PERIOD)
    try {
      const options = { idempotencyKey: `cancel:${id}:${period}` }
      return toIntent(await callStripe(this.stripe.paymentIntents.cancel(id, {}, options)))
    } catch (error) {
      if (isRefusal(error)) return this.retrieve(id)
      throw error
    }
  }

  /**
   * Makes one refund of at most this amount per id. Stripe forgets idempotency keys after a day, so
   * the caller reads the payment's refunds first. The key contains a reduced amount, because Stripe
   * would otherwise repeat its refusal of the larger one.
   */
  async refund({ refundId, intentId, amount, isReduced }: RefundRequest): Promise<ProviderRefund> {
    const key = isReduced ? `refund:${refundId}:${amount}` : `refund:${refundId}`
    try {
      const made = await callStripe(
        this.stripe.refunds.create(
          { payment_intent: intentId, amount, metadata: { refundId } },
          { idempotencyKey: key },
        ),
      )
      return toRefund(made, this.clock())
    } catch (error) {
      if (isRefundRefusal(error)) throw new RefundRefused(error.code, error)
      throw error
    }
  }

  async readReversals(intentId: string): Promise<Reversals> {
    const now = this.clock()
    const ofPayment = { payment_intent: intentId, limit: PAGE_SIZE }
    const [refunds, disputes] = await Promise.all([
      callStripe(this.stripe.refunds.list(ofPayment).autoPagingToArray({ limit: MAX_REVERSALS })),
      this.listDisputes(ofPayment),
    ])
    return {
      refunds: refunds.map((refund) => toRefund(refund, now)),
      disputes: disputes?.map((dispute) => toDispute(dispute, now)),
    }
  }

  /** Undefined if our key has no right to read disputes: that must not hide the refunds. */
  private async listDisputes(
    ofPayment: Stripe.DisputeListParams,
  ): Promise<Stripe.Dispute[] | undefined> {
    try {
      const listed = this.stripe.disputes.list(ofPayment)
      return await callStripe(listed.autoPagingToArray({ limit: MAX_REVERSALS }))
    } catch (error) {
      if (isRefusal(error) || isPermissionError(error)) return undefined
      throw error
    }
  }

  /** Stripe's library rejects only signatures that are too old. */
  private isFromTheFuture(signature: string): boolean {
    const [, seconds] = /(?:^|,)t=(\d+)/.exec(signature) ?? []
    return Number(seconds) > this.clock() / 1000 + SIGNATURE_TOLERANCE_SECONDS
  }

  parseEvent(body: Buffer, signature: string): ProviderEvent | undefined {
    if (this.isFromTheFuture(signature)) return undefined
    try {
      const event: unknown = this.stripe.webhooks.constructEvent(
        body,
        signature,
        this.webhookSecret,
        SIGNATURE_TOLERANCE_SECONDS,
        undefined,
        this.clock(),
      )
      return toProviderEvent(event)
    } catch {
      // Anybody can send a request here; the library throws several kinds of error on bad ones.
      return undefined
    }
  }
}

function toApiHost(apiBase: string | undefined) {
  if (!apiBase) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  return protocol === 'http:'
    ? { protocol: 'http' as const, host: hostname, port: port || '80' }
    : { protocol: 'https' as const, host: hostname, port: port || '443' }
}

async function callStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new ProviderError(error.code ?? error.type, error)
    throw error
  }
}

/** Stripe understood the request and refused it: a retry of the same request would not help. */
function isRefusal(error: unknown, code?: string): error is ProviderError {
  if (!(error instanceof ProviderError)) return false
  return (
    error.cause instanceof Stripe.errors.StripeInvalidRequestError &&
    (code === undefined || error.code === code)
  )
}

const stateByStatus: Partial<Record<Stripe.PaymentIntent.Status, IntentState>> = {
  succeeded: 'succeeded',
  canceled: 'canceled',
  processing: 'processing',
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    state: stateByStatus[intent.status] ?? 'open',
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency.toLowerCase(),
  }
}

function isPermissionError(error: unknown): boolean {
  return (
    error instanceof ProviderError && error.cause instanceof Stripe.errors.StripePermissionError
  )
}

/** Refusals of a refund that no repetition changes; too large an amount is refused without a code. */
const refundRefusals = [
  'charge_already_refunded',
  'charge_disputed',
  'charge_not_refundable',
  'refund_disputed_payment',
]

function isRefundRefusal(error: unknown): error is ProviderError {
  if (!isRefusal(error)) return false
  const { cause, code } = error
  return (
    refundRefusals.includes(code) ||
    (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.param === 'amount')
  )
}

// Stripe's objects in our words. Its times are UTC seconds.

/** Also `pending` and `requires_action` count as done: Stripe has accepted the refund. */
const refundStates: Record<string, ProviderRefund['state']> = {
  failed: 'failed',
  canceled: 'canceled',
}

function toRefund(refund: Stripe.Refund, now: number): ProviderRefund {
  return {
    id: refund.id,
    refundId: refund.metadata?.refundId,
    amount: refund.amount,
    state: refundStates[refund.status ?? ''] ?? 'done',
    createdAt: toMilliseconds(refund.created) ?? now,
  }
}

function toDispute(dispute: Stripe.Dispute, now: number): ProviderDispute {
  return {
    id: dispute.id,
    amount: dispute.amount,
    state: toDisputeState(dispute),
    isRefundable: dispute.is_charge_refundable,
    answerBy: toMilliseconds(dispute.evidence_details?.due_by),
    openedAt: toMilliseconds(dispute.created) ?? now,
  }
}

/**
 * A `prevented` dispute was ended before the bank opened it: either blocked, or with the money paid
 * back, which only the movements of money tell.
 */
function toDisputeState({ status, balance_transactions }: Stripe.Dispute): DisputeState {
  if (status === 'prevented') {
    const moved = balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
    return moved < 0 ? 'lost' : 'warning_closed'
  }
  return disputeStates.find((state) => state === status) ?? 'unknown'
}

/** Null for no time; Stripe writes 0 where no answer is possible. */
function toMilliseconds(seconds: number | null | undefined): number | null {
  return seconds ? seconds * 1000 : null
}

const StripeEvent = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  type: v.string(),
  data: v.object({ object: v.looseObject({}) }),
})

const Id = v.pipe(v.string(), v.nonEmpty())

/** An id, or the object itself where Stripe was asked to expand it. */
const Reference = v.union([
  Id,
  v.pipe(
    v.object({ id: Id }),
    v.transform(({ id }) => id),
  ),
])

const Subject = v.variant('object', [
  v.object({ object: v.literal('payment_intent'), id: Id }),
  v.object({ object: v.picklist(['charge', 'refund']), payment_intent: Reference }),
  v.object({ object: v.literal('dispute'), payment_intent: Reference }),
])

/** Undefined if the body does not have the shape of an event. */
function toProviderEvent(body: unknown): ProviderEvent | undefined {
  const event = v.safeParse(StripeEvent, body)
  if (!event.success) return undefined
  const { id, type, data } = event.output
  const subject = v.safeParse(Subject, data.object)
  return { id, type, subject: subject.success ? toSubject(subject.output) : undefined }
}

function toSubject(subject: v.InferOutput<typeof Subject>): EventSubject {
  if (subject.object === 'payment_intent') return { intent: subject.id, about: 'payment' }
  const about = subject.object === 'dispute' ? 'disputes' : 'refunds'
  return { intent: subject.payment_intent, about }
}
