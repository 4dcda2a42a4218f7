import type { InferOutput } from 'valibot'
import { answer, type HttpResult, refuse } from '#server/http/http-result.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import {
  confirmDemoPayment,
  createPaymentIntent,
  paymentWebhook,
  verifyPayment,
} from '#shared/payment/api.ts'
import { DemoProvider } from './demo-provider.ts'
import {
  type Booking,
  type BookingProof,
  type Intent,
  logProviderFailure,
  type PaymentParts,
  type PaymentProvider,
  type ProviderEvent,
} from './ports.ts'
import { settleReversals } from './reversals.ts'
import { createWithTimeout, isHoldExpired, settle, settleWithTimeout } from './settlement.ts'
import {
  findIntent,
  findIntentByBooking,
  hasPaymentEvent,
  insertIntent,
  insertPaymentEvent,
} from './store.ts'

type Input = InferOutput<typeof createPaymentIntent.input>
type Output = InferOutput<typeof createPaymentIntent.output>

/** Purpose for encrypting client secrets, which let their bearer pay: they are stored encrypted. */
const SECRET_PURPOSE = 'payment'

const refusePayment = (status: number, code: string) =>
  refuse(status, code, createPaymentIntent.failure)

/**
 * Begins the payment of a hold; a repeat returns the same intent. The price is read from the
 * booking's row: an input that differs from it is refused (400 `amount`).
 */
export async function beginPayment(
  parts: PaymentParts,
  input: Input,
  browser: string | undefined,
): Promise<HttpResult<Output>> {
  const proof: BookingProof = { browserToken: browser, signature: input.sig }
  const booking = await parts.bookings.findAuthorized(parts.db.read, input.bookingId, proof)
  if (!booking) return refusePayment(404, 'not_found')
  if (!matchesPrice(booking, input)) return refusePayment(400, 'amount')
  const provider = parts.providers.active
  if (!provider) return refusePayment(503, 'payments_off')
  const refusal = checkPayable(parts, booking, provider)
  if (refusal) return refusal
  const known = await findIntentByBooking(parts.db.read, booking.id)
  const secret = known && decryptClientSecret(parts, known)
  if (secret) return toOutput(booking, provider, secret)
  try {
    if (known) return toOutput(booking, provider, (await provider.retrieve(known.id)).clientSecret)
    const { id: bookingId, amount, currency } = booking
    return await storeIntent(
      parts,
      booking.id,
      await createWithTimeout(parts, provider, { bookingId, amount, currency }),
    )
  } catch (error) {
    logProviderFailure(parts.log, booking.id, error)
    return refusePayment(502, 'provider')
  }
}

function matchesPrice(booking: Booking, { serviceType, amount, currency }: Input): boolean {
  return (
    booking.amount > 0 &&
    serviceType === booking.service_type &&
    amount === booking.amount &&
    currency.toLowerCase() === booking.currency
  )
}

/** A demo booking is never charged to a card, and a real booking is never paid through the demo. */
function checkPayable(
  parts: PaymentParts,
  booking: Booking,
  provider: PaymentProvider,
): HttpResult<never> | undefined {
  if (booking.payment === 'paid' && booking.status !== 'expired' && booking.status !== 'cancelled')
    return refusePayment(409, 'already_paid')
  const hasHold = booking.status === 'awaiting_payment' && !isHoldExpired(booking, parts.clock())
  const sameKind = (booking.demo === 1) === (provider.kind === 'demo')
  return hasHold && sameKind ? undefined : refusePayment(409, 'hold_lost')
}

/** Stores the intent even if the hold has expired meanwhile, so that `settle` finds the intent. */
async function storeIntent(
  parts: PaymentParts,
  bookingId: string,
  intent: Intent,
): Promise<HttpResult<Output>> {
  const provider = parts.providers.active
  if (!provider) return refusePayment(503, 'payments_off')
  const result = await parts.db.write(async (tx) => {
    const now = parts.clock()
    const { id, clientSecret, state: status, amount, currency } = intent
    const client_secret = parts.keys.encrypt(SECRET_PURPOSE, clientSecret)
    const times = { created_at: now, updated_at: now }
    const ours = { id, booking_id: bookingId, provider: provider.kind, client_secret, status }
    const unpaid = {
      received: 0,
      reversals_version: 0,
      watched_since: null,
      next_check_at: null,
    }
    await insertIntent(tx, { ...ours, amount, currency, ...unpaid, ...times })
    const booking = await parts.bookings.find(tx, bookingId)
    const storedIntent = await findIntentByBooking(tx, bookingId)
    if (!booking || !storedIntent)
      throw new Error(`Booking ${bookingId} or its payment intent does not exist`)
    return checkPayable(parts, booking, provider) ?? toOutput(booking, provider, clientSecret)
  })
  if (!result.ok) await settleWithTimeout(parts, bookingId)
  return result
}

/** Undefined if the encryption key is gone; the caller then asks the provider for the secret. */
function decryptClientSecret(
  { keys }: PaymentParts,
  intent: { client_secret: string },
): string | undefined {
  return keys.decrypt(SECRET_PURPOSE, intent.client_secret)
}

function toOutput(
  { amount, currency, hold_expires_at }: Booking,
  { publishableKey }: PaymentProvider,
  clientSecret: string,
): HttpResult<Output> {
  if (hold_expires_at === null)
    throw new Error('A booking that awaits payment has no expiry of its hold')
  const holdExpiresAt = toIsoTime(hold_expires_at)
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
  const booking = await parts.bookings.findAuthorized(parts.db.read, bookingId, {
    browserToken: browser,
    signature: sig,
  })
  const intent = booking && (await findIntentByBooking(parts.db.read, booking.id))
  if (!(provider instanceof DemoProvider) || intent?.provider !== 'demo') return refuseNotFound()
  const status = await provider.confirm({ id: intent.id, clientSecret, outcome })
  if (status === undefined) return refuseNotFound()
  if (status === 'canceled') return refuse(409, 'hold_lost', confirmDemoPayment.failure)
  if (status === 'requires_payment_method')
    return refuse(402, 'declined', 'Your card was declined.')
  if (status === 'succeeded') await settle(parts, bookingId)
  return answer({ status })
}

function refuseNotFound(): HttpResult<never> {
  return refuse(404, 'not_found', confirmDemoPayment.failure)
}

const validStatuses: readonly BookingStatus[] = [
  'confirmed',
  'completed',
  'no_show',
  'needs_new_time',
]

/**
 * Tells the return page whether a booking is paid. A caller without a valid proof learns only that
 * it is paid; for such a caller every other state is answered with 404.
 */
export async function checkPayment(
  parts: PaymentParts,
  id: string,
  proof: BookingProof,
): Promise<HttpResult<{ paid: true }>> {
  const before = await parts.bookings.find(parts.db.read, id)
  if (before?.status === 'awaiting_payment') await settleWithTimeout(parts, id)
  const booking = await parts.bookings.find(parts.db.read, id)
  if (booking && isPaid(booking)) return answer({ paid: true })
  const theirs = await parts.bookings.findAuthorized(parts.db.read, id, proof)
  return theirs?.status === 'awaiting_payment'
    ? refuse(409, 'processing', verifyPayment.failure)
    : refuse(404, 'not_found', verifyPayment.failure)
}

function isPaid({ status, payment }: Booking): boolean {
  return payment === 'paid' && validStatuses.includes(status)
}

/** How long ids of handled events are stored, ms: longer than any provider repeats an event. */
const EVENT_RETENTION = 30 * 24 * 3_600_000

/**
 * Handles a webhook event. An event is only a hint to ask the provider, so its order, its repeats
 * and its content do not matter. The event's id is stored once it is handled. If the provider cannot be reached, the
 * answer is 502 and the provider sends the event again.
 */
export async function receiveEvent(
  parts: PaymentParts,
  body: Buffer,
  signature: string,
): Promise<HttpResult<{ received: boolean }>> {
  const event = parts.providers.active?.parseEvent(body, signature)
  if (!event) return refuse(400, 'signature', paymentWebhook.failure)
  if (await hasPaymentEvent(parts.db.read, event.id)) return answer({ received: true })
  if (!(await settleForEvent(parts, event))) return refuse(502, 'later', paymentWebhook.failure)
  await parts.db.write(async (tx) => {
    const now = parts.clock()
    await insertPaymentEvent(tx, { id: event.id, now, oldest: now - EVENT_RETENTION })
  })
  return answer({ received: true })
}

/** Settles the booking that an event is about; false if the event has to be sent again. */
async function settleForEvent(parts: PaymentParts, { subject }: ProviderEvent): Promise<boolean> {
  if (!subject) return true
  // An unknown intent belongs to another product that shares the provider's account.
  const intent = await findIntent(parts.db.read, subject.intent)
  if (!intent) return true
  if ((await settleWithTimeout(parts, intent.booking_id)) === 'unreachable') return false
  return subject.about === 'payment' || isReversalRead(parts, subject.about, intent.booking_id)
}

async function isReversalRead(
  parts: PaymentParts,
  about: 'refunds' | 'disputes',
  booking: string,
): Promise<boolean> {
  const settled = await settleReversals(parts, booking)
  if (settled === 'undecided' && about === 'disputes')
    parts.log.error({ booking }, 'our key of the payment provider may not read disputes')
  return settled === 'settled' || (settled === 'undecided' && about === 'refunds')
}
