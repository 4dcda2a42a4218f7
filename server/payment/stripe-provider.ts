import Stripe from 'stripe'
import * as v from 'valibot'
import type { Clock } from '#server/lib/clock.ts'
import type { IntentState } from '#shared/payment/api.ts'
import {
  createMissingIntent,
  type Intent,
  type NewIntent,
  type PaymentProvider,
  ProviderError,
  type ProviderEvent,
  type RefundRequest,
  type RefundResult,
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
   * Looks for the refund first: Stripe forgets idempotency keys after a day, and the job may retry
   * a refund for longer.
   */
  async refund(order: RefundRequest): Promise<RefundResult> {
    const known = await callStripe(
      this.stripe.refunds.list({ payment_intent: order.intentId, limit: 100 }),
    )
    const before = known.data.find((refund) => refund.metadata?.refundId === order.refundId)
    if (before) return toRefundResult(before)
    try {
      return toRefundResult(await this.createRefund(order))
    } catch (error) {
      // The owner already refunded the payment in Stripe's own dashboard.
      const [byHand] = known.data
      if (byHand && isRefusal(error, 'charge_already_refunded')) return toRefundResult(byHand)
      throw error
    }
  }

  /** Stripe's library rejects only signatures that are too old. */
  private isFromTheFuture(signature: string): boolean {
    const [, seconds] = /(?:^|,)t=(\d+)/.exec(signature) ?? []
    return Number(seconds) > this.clock() / 1000 + SIGNATURE_TOLERANCE_SECONDS
  }

  private createRefund({ refundId, intentId, amount }: RefundRequest): Promise<Stripe.Refund> {
    return callStripe(
      this.stripe.refunds.create(
        { payment_intent: intentId, amount, metadata: { refundId } },
        { idempotencyKey: `refund:${refundId}` },
      ),
    )
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
function isRefusal(error: unknown, code?: string): boolean {
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

const StripeEvent = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  type: v.string(),
  data: v.object({ object: v.looseObject({}) }),
})

const EventSubject = v.object({
  object: v.string(),
  id: v.pipe(v.string(), v.nonEmpty()),
  status: v.nullish(v.string()),
})

/** Undefined if the body does not have the shape of an event. */
function toProviderEvent(body: unknown): ProviderEvent | undefined {
  const event = v.safeParse(StripeEvent, body)
  if (!event.success) return undefined
  const { id, type, data } = event.output
  const subject = v.safeParse(EventSubject, data.object)
  return { id, type, subject: subject.success ? toSubject(subject.output) : undefined }
}

function toSubject(subject: v.InferOutput<typeof EventSubject>): ProviderEvent['subject'] {
  if (subject.object === 'payment_intent') return { intent: subject.id }
  if (subject.object === 'refund' && hasFailed(subject)) return { failedRefund: subject.id }
  return undefined
}

function toRefundResult(refund: Stripe.Refund): RefundResult {
  return { id: refund.id, state: hasFailed(refund) ? 'failed' : 'done' }
}

function hasFailed({ status }: { status?: string | null | undefined }): boolean {
  return status === 'failed' || status === 'canceled'
}
