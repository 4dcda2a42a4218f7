import * as v from 'valibot'
import { BookingId } from '#shared/booking/booking-id.ts'
import { serviceTypes } from '#shared/booking/catalogue.ts'
import { endpoint } from '#shared/lib/endpoint.ts'

/** The signature from the booking's link; the browser that booked needs none. */
const Signature = v.optional(v.pipe(v.string(), v.maxLength(128)))

/** Refusals: 409 `hold_lost` or `already_paid`; all others carry no more than the sentence. */
export const createPaymentIntent = endpoint({
  name: 'create-payment-intent',
  method: 'POST',
  access: 'booking',
  input: v.object({
    serviceType: v.picklist(serviceTypes),
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

/** 200 paid; 409 `processing` only to the booking's own browser or link; otherwise 404. */
export const verifyPayment = endpoint({
  name: 'verify-payment',
  method: 'GET',
  access: 'public',
  input: v.object({ id: BookingId, sig: Signature }),
  output: v.object({ paid: v.literal(true) }),
  failure: 'Failed to verify payment',
})

export const paymentWebhook = endpoint({
  name: 'payment-webhook',
  method: 'POST',
  access: 'provider',
  input: v.unknown(),
  output: v.object({ received: v.boolean() }),
  failure: 'Failed to read the event',
})

/** How a demonstration payment is to end; stands in for the provider's own confirmation call. */
const demoOutcomes = ['succeed', 'decline', 'authenticate'] as const

export type DemoOutcome = (typeof demoOutcomes)[number]

/** 402 `declined`; 409 `hold_lost`; 404 for anything that is not a demonstration of the caller's. */
export const confirmDemoPayment = endpoint({
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
 * Where a payment stands with its provider, in our words. `open` waits for the payer, `processing`
 * for the banks, `missing` is unknown to the provider (its keys were changed, or its books emptied).
 */
export type IntentState = 'open' | 'processing' | 'succeeded' | 'canceled' | 'missing'
