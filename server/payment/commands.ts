import type { InferOutput } from 'valibot'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { isoTime } from '#shared/lib/date.ts'
import {
  confirmDemoPayment,
  createPaymentIntent,
  paymentWebhook,
  verifyPayment,
} from '#shared/payment/api.ts'
import { DemoProvider } from './demo.ts'
import {
  type Booking,
  type Intent,
  type PaymentParts,
  type PaymentProvider,
  type Proof,
  type ProviderEvent,
  ProviderTrouble,
} from './ports.ts'
import { refundFailed } from './refunds.ts'
import { createInTime, isLapsed, settle, settleInTime } from './settle.ts'
import { findIntent, hasEvent, insertEvent, insertIntent, intentOf } from './store.ts'

type Input = InferOutput<typeof createPaymentIntent.input>
type Output = InferOutput<typeof createPaymentIntent.output>

/** Purpose for encrypting client secrets, which let their bearer pay: they are stored encrypted. */
const PURPOSE = 'payment'

const refuse = (status: number, code: string) => decline(status, code, createPaymentIntent.failure)

/**
 * Begins the payment of a hold; a repeat returns the same intent. The price is read from the
 * booking's row: an input that differs from it is refused (400 `amount`).
 */
export async function beginPayment(
  parts: PaymentParts,
  input: Input,
  browser: string | undefined,
): Promise<HttpResult<Output>> {
  const proof: Proof = { browser, sig: input.sig }
  const booking = parts.bookings.authorise(parts.db.read, input.bookingId, proof)
  if (!booking) return refuse(404, 'not_found')
  if (!isItsPrice(booking, input)) return refuse(400, 'amount')
  const provider = parts.providers.active
  if (!provider) return refuse(503, 'payments_off')
  const refusal = refusalOf(parts, booking, provider)
  if (refusal) return refusal
  const known = intentOf(parts.db.read, booking.id)
  const secret = known && keptSecret(parts, known)
  if (secret) return toAnswer(booking, provider, secret)
  try {
    if (known) return toAnswer(booking, provider, (await provider.retrieve(known.id)).clientSecret)
    const { id: bookingId, amount, currency } = booking
    return await keep(
      parts,
      booking.id,
      await createInTime(parts, provider, { bookingId, amount, currency }),
    )
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    parts.log.warn({ booking: booking.id, code: error.code }, 'payment provider did not help')
    return refuse(502, 'provider')
  }
}

function isItsPrice(booking: Booking, { serviceType, amount, currency }: Input): boolean {
  return (
    booking.amount > 0 &&
    serviceType === booking.service_type &&
    amount === booking.amount &&
    currency.toLowerCase() === booking.currency
  )
}

/** A demo booking is never charged to a card, and a real booking is never paid through the demo. */
function refusalOf(
  parts: PaymentParts,
  booking: Booking,
  provider: PaymentProvider,
): HttpResult<never> | undefined {
  if (booking.payment === 'paid' && booking.status !== 'expired' && booking.status !== 'cancelled')
    return refuse(409, 'already_paid')
  const held = booking.status === 'awaiting_payment' && !isLapsed(booking, parts.clock())
  const sameKind = (booking.demo === 1) === (provider.kind === 'demo')
  return held && sameKind ? undefined : refuse(409, 'hold_lost')
}

/** Stores the intent even if the hold has expired meanwhile, so that `settle` finds the intent. */
async function keep(
  parts: PaymentParts,
  bookingId: string,
  intent: Intent,
): Promise<HttpResult<Output>> {
  const provider = parts.providers.active
  if (!provider) return refuse(503, 'payments_off')
  const result = await parts.db.write((tx) => {
    const now = parts.clock()
    const { id, clientSecret, state: status, amount, currency } = intent
    const client_secret = parts.keys.encrypt(PURPOSE, clientSecret)
    const times = { created_at: now, updated_at: now }
    const ours = { id, booking_id: bookingId, provider: provider.kind, client_secret, status }
    insertIntent(tx, { ...ours, amount, currency, ...times })
    const booking = parts.bookings.find(tx, bookingId)
    const kept = intentOf(tx, bookingId)
    if (!booking || !kept) throw new Error(`Booking ${bookingId} is gone`)
    return refusalOf(parts, booking, provider) ?? toAnswer(booking, provider, clientSecret)
  })
  if (!result.ok) await settleInTime(parts, bookingId)
  return result
}

/** Undefined if the encryption key is gone; the caller then asks the provider for the secret. */
function keptSecret({ keys }: PaymentParts, intent: { client_secret: string }): string | undefined {
  return keys.decrypt(PURPOSE, intent.client_secret)
}

function toAnswer(
  { amount, currency, hold_expires_at }: Booking,
  { publishableKey }: PaymentProvider,
  clientSecret: string,
): HttpResult<Output> {
  if (hold_expires_at === null) throw new Error('A booking that awaits payment has no end')
  const holdExpiresAt = isoTime(hold_expires_at)
  return answer({ clientSecret, publishableKey, amount, currency, holdExpiresAt })
}

/** Applies the payer's choice in a demo payment; answers 404 unless the demo provider is active. */
export async function confirmDemo(
  parts: PaymentParts,
  input: InferOutput<typeof confirmDemoPayment.input>,
  browser: string | undefined,
): Promise<HttpResult<InferOutput<typeof confirmDemoPayment.output>>> {
  const { bookingId, sig, clientSecret, outcome } = input
  const provider = parts.providers.active
  const booking = parts.bookings.authorise(parts.db.read, bookingId, { browser, sig })
  const intent = booking && intentOf(parts.db.read, booking.id)
  if (!(provider instanceof DemoProvider) || intent?.provider !== 'demo') return notFound()
  const status = await provider.confirm({ id: intent.id, clientSecret, outcome })
  if (status === undefined) return notFound()
  if (status === 'canceled') return decline(409, 'hold_lost', confirmDemoPayment.failure)
  if (status === 'requires_payment_method')
    return decline(402, 'declined', 'Your card was declined.')
  if (status === 'succeeded') await settle(parts, bookingId)
  return answer({ status })
}

function notFound(): HttpResult<never> {
  return decline(404, 'not_found', confirmDemoPayment.failure)
}

const standing: readonly BookingStatus[] = ['confirmed', 'completed', 'no_show', 'needs_new_time']

/**
 * Tells the return page whether a booking is paid. A caller without a valid proof learns only that
 * it is paid; for such a caller every other state is answered with 404.
 */
export async function verify(
  parts: PaymentParts,
  id: string,
  proof: Proof,
): Promise<HttpResult<{ paid: true }>> {
  const before = parts.bookings.find(parts.db.read, id)
  if (before?.status === 'awaiting_payment') await settleInTime(parts, id)
  const booking = parts.bookings.find(parts.db.read, id)
  if (booking && isPaid(booking)) return answer({ paid: true })
  const theirs = parts.bookings.authorise(parts.db.read, id, proof)
  return theirs?.status === 'awaiting_payment'
    ? decline(409, 'processing', verifyPayment.failure)
    : decline(404, 'not_found', verifyPayment.failure)
}

function isPaid({ status, payment }: Booking): boolean {
  return payment === 'paid' && standing.includes(status)
}

/** How long ids of handled events are stored, ms: longer than any provider repeats an event. */
const REMEMBERED = 30 * 24 * 3_600_000

/**
 * Handles a webhook event. A payment event is only a hint to ask the provider, so its order, its
 * repeats and its content do not matter; a failed refund is taken from the signed event itself.
 * The event's id is stored once it is handled. If the provider cannot be reached, the answer is 500
 * and the provider sends the event again.
 */
export async function receiveEvent(
  parts: PaymentParts,
  body: Buffer,
  signature: string,
): Promise<HttpResult<{ received: boolean }>> {
  const event = parts.providers.active?.readEvent(body, signature)
  if (!event) return decline(400, 'signature', paymentWebhook.failure)
  if (hasEvent(parts.db.read, event.id)) return answer({ received: true })
  if (!(await look(parts, event))) return decline(500, 'later', paymentWebhook.failure)
  await parts.db.write((tx) => {
    const now = parts.clock()
    insertEvent(tx, { id: event.id, now, oldest: now - REMEMBERED })
    if (event.about && 'failedRefund' in event.about)
      refundFailed(tx, parts, event.about.failedRefund)
  })
  return answer({ received: true })
}

/** Settles the booking that an event is about; false if the event has to be sent again. */
async function look(parts: PaymentParts, { about }: ProviderEvent): Promise<boolean> {
  if (!about || !('intent' in about)) return true
  // An unknown intent belongs to another product that shares the provider's account.
  const intent = findIntent(parts.db.read, about.intent)
  return !intent || (await settleInTime(parts, intent.booking_id)) !== 'unreachable'
}
