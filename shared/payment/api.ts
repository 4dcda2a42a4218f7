import * as v from 'valibot'
import { BookingId } from '#shared/booking/booking-id.ts'
import { ServiceTypeText } from '#shared/content/service-type.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

/** The signature of the booking's link; the browser that booked needs none. */
const Signature = v.optional(v.pipe(v.string(), v.maxLength(128)))

/**
 * Refusals: 409 `hold_lost` or `already_paid`, 400 `amount`, 404 `not_found`, 502 `provider`,
 * 503 `payments_off`.
 */
export const createPaymentIntent = defineEndpoint({
  name: 'create-payment-intent',
  method: 'POST',
  access: 'booking',
  input: v.object({
    serviceType: ServiceTypeText,
    amount: v.pipe(v.number(), v.integer()),
    currency: v.string(),
    bookingId: BookingId,
    sig: Signature,
  }),
  output: v.object({
    clientSecret: v.string(),
    /** The provider's public key; null means demo payments. */
    publishableKey: v.nullable(v.string()),
    amount: v.number(),
    currency: v.string(),
    holdExpiresAt: v.string(),
  }),
  failure: 'Failed to initialize payment',
})

/** 200 if paid; 409 `processing` only for the booking's own browser or link; otherwise 404. */
export const verifyPayment = defineEndpoint({
  name: 'verify-payment',
  method: 'GET',
  access: 'public',
  input: v.object({ id: BookingId, sig: Signature }),
  output: v.object({ paid: v.literal(true) }),
  failure: 'Failed to verify payment',
})

export const paymentWebhook = defineEndpoint({
  name: 'payment-webhook',
  method: 'POST',
  access: 'provider',
  input: v.unknown(),
  output: v.object({ received: v.boolean() }),
  failure: 'Failed to read the event',
})

/** How a demo payment shall end; replaces the provider's own confirmation call. */
const demoOutcomes = ['succeed', 'decline', 'authenticate'] as const

export type DemoOutcome = (typeof demoOutcomes)[number]

/** Refusals: 402 `declined`; 409 `hold_lost`; 404 if it is not the caller's own demo payment. */
export const confirmDemoPayment = defineEndpoint({
  name: 'confirm-demo-payment',
  method: 'POST',
  access: 'booking',
  input: v.object({
    bookingId: BookingId,
    sig: Signature,
    clientSecret: v.string(),
    outcome: v.picklist(demoOutcomes),
  }),
  output: v.object({ status: v.picklist(['succeeded', 'requires_action']) }),
  failure: 'Payment failed',
})

/**
 * The state of a payment at its provider, reduced to what we need. `open`: the payer has to act.
 * `processing`: the banks have to. `missing`: unknown to the provider (its keys were changed, or
 * its data deleted).
 */
export type IntentState = 'open' | 'processing' | 'succeeded' | 'canceled' | 'missing'

/** Id of a sales document, series and number: `real:12`. */
const receiptInput = v.object({ id: v.pipe(v.string(), v.regex(/^(real|demo):[1-9]\d{0,8}$/)) })

/** A sales document as a page to read and print. 404 `not_found`. */
export const openReceipt = defineEndpoint({
  name: 'open-receipt',
  method: 'GET',
  access: 'owner',
  input: receiptInput,
  output: v.string(),
  failure: 'Failed to open the receipt',
})

/** Mails a sales document to its buyer again. 404 `not_found`; 409 `erased`: the guest's data is erased; 502 `not_sent`. */
export const sendReceipt = defineEndpoint({
  name: 'send-receipt',
  method: 'POST',
  access: 'owner',
  input: receiptInput,
  output: v.object({
    email: v.string(),
    /** False if no mail server is set: the mail was then written to a file. */
    isDelivered: v.boolean(),
  }),
  failure: 'Failed to send the receipt',
})
