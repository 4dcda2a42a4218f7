import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '#server/booking/store.ts'
import { beginPayment, confirmDemo } from '#server/payment/commands.ts'
import { createProviders } from '#server/payment/payments.ts'
import {
  BROWSER,
  HOLD,
  openPaymentHarness,
  type PaymentHarness,
  toPaymentInput,
} from '#tests/support/payment/payment-harness.ts'

let harness: PaymentHarness

beforeEach(async () => {
  harness = await openPaymentHarness({ kind: 'demo' })
})

afterEach(async () => {
  expect(harness.double.requests).toEqual([])
  await harness.close()
})

async function readClientSecret(booking: Booking): Promise<string> {
  const result = await beginPayment(harness.parts, toPaymentInput(booking), BROWSER)
  if (!result.ok) throw new Error(result.refusal.code)
  expect(result.value.publishableKey).toBeNull()
  return result.value.clientSecret
}

const notFound = {
  ok: false,
  status: 404,
  refusal: { code: 'not_found', error: 'Payment failed' },
}

describe('A demonstration payment', () => {
  it('goes through decline and authentication to success, as a real one would', async () => {
    const booking = await harness.createHold()
    const clientSecret = await readClientSecret(booking)
    const input = { bookingId: booking.id, clientSecret }
    const confirm = (outcome: 'succeed' | 'decline' | 'authenticate') =>
      confirmDemo(harness.parts, { ...input, outcome }, BROWSER)
    expect(await confirm('decline')).toMatchObject({ status: 402, refusal: { code: 'declined' } })
    expect(await confirm('authenticate')).toEqual({
      ok: true,
      value: { status: 'requires_action' },
    })
    expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
    expect(await confirm('succeed')).toEqual({ ok: true, value: { status: 'succeeded' } })
    expect(await confirm('succeed')).toEqual({ ok: true, value: { status: 'succeeded' } })
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'confirmed',
      payment: 'paid',
      demo: 1,
    })
    expect(await harness.listReceipts()).toMatchObject([{ series: 'demo' }])
  })

  it('requires the browser that booked and the client secret of its intent', async () => {
    const booking = await harness.createHold()
    const clientSecret = await readClientSecret(booking)
    const input = { bookingId: booking.id, clientSecret, outcome: 'succeed' as const }
    expect(await confirmDemo(harness.parts, input, 'another-browser')).toEqual(notFound)
    expect(await confirmDemo(harness.parts, { ...input, clientSecret: 'no' }, BROWSER)).toEqual(
      notFound,
    )
    expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
  })

  it('can no longer be made once its hold has expired', async () => {
    const booking = await harness.createHold()
    const clientSecret = await readClientSecret(booking)
    harness.time.now += HOLD
    await harness.payments.sweep()
    const input = { bookingId: booking.id, clientSecret, outcome: 'succeed' as const }
    const refusal = { status: 409, refusal: { code: 'hold_lost' } }
    expect(await confirmDemo(harness.parts, input, BROWSER)).toMatchObject(refusal)
    expect((await harness.getBooking(booking.id)).status).toBe('expired')
  })

  it('is refunded once, with a credit note in the same series', async () => {
    const { booking } = await harness.createPaidBooking()
    await harness.db.write((tx) => harness.payments.refund(tx, booking, booking.amount))
    await harness.drain()
    expect(await harness.db.read.selectFrom('demo_refund').selectAll().execute()).toHaveLength(1)
    expect((await harness.listReceipts()).map(({ label }) => label)).toEqual(['DEMO-1', 'DEMO-2'])
  })

  it('is not available on a site that takes real cards', async () => {
    const real = await openPaymentHarness()
    const { booking } = await real.createStartedPayment()
    const input = { bookingId: booking.id, clientSecret: 'any', outcome: 'succeed' as const }
    expect(await confirmDemo(real.parts, input, BROWSER)).toEqual(notFound)
    expect((await real.getBooking(booking.id)).status).toBe('awaiting_payment')
    await real.close()
  })

  it('cannot be completed once the site takes real cards, and its visitor is not charged', async () => {
    const { booking } = await harness.createStartedPayment()
    const { double, db, parts } = harness
    const { secretKey, publishableKey, webhookSecret, url: apiBase } = double
    const keys = { secretKey, publishableKey, webhookSecret, apiBase }
    const providers = createProviders({ kind: 'card', ...keys }, parts)
    const later = { ...parts, providers }
    const again = await beginPayment(later, toPaymentInput(booking), BROWSER)
    expect(again).toMatchObject({ status: 409, refusal: { code: 'hold_lost' } })
    expect(await db.read.selectFrom('payment_intent').selectAll().execute()).toHaveLength(1)
  })

  it('is not offered if online payments are off', async () => {
    const booking = await harness.createHold()
    const off = { ...harness.parts, providers: createProviders({ kind: 'off' }, harness.parts) }
    const answer = await beginPayment(off, toPaymentInput(booking), BROWSER)
    expect(answer).toMatchObject({ status: 503, refusal: { code: 'payments_off' } })
  })
})
