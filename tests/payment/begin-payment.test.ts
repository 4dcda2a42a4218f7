import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beginPayment } from '#server/payment/commands.ts'
import { findIntentByBooking } from '#server/payment/store.ts'
import {
  BROWSER,
  HOLD,
  openPaymentHarness,
  type PaymentHarness,
  toPaymentInput,
} from '#tests/support/payment/payment-harness.ts'

let harness: PaymentHarness

beforeEach(async () => {
  harness = await openPaymentHarness()
})

afterEach(async () => {
  expect(harness.double.violations).toEqual([])
  await harness.close()
})

const toRefusal = (status: number, code: string) => ({
  ok: false,
  status,
  refusal: { code, error: 'Failed to initialize payment' },
})

describe('Beginning a payment', () => {
  it('requests the booking’s price from the provider, by card only and without personal data', async () => {
    const booking = await harness.createHold('business-consultancy')
    const result = await beginPayment(harness.parts, toPaymentInput(booking), BROWSER)
    expect(result).toMatchObject({
      ok: true,
      value: {
        publishableKey: harness.double.publishableKey,
        amount: 150_000,
        currency: 'nok',
        holdExpiresAt: new Date(harness.time.now + HOLD).toISOString(),
      },
    })
    expect(harness.double.listWrites('/v1/payment_intents')).toEqual([
      expect.objectContaining({
        key: `intent:${booking.id}`,
        params: {
          amount: '150000',
          currency: 'nok',
          'allowed_payment_method_types[0]': 'card',
          'metadata[bookingId]': booking.id,
        },
      }),
    ])
    const [intent] = harness.double.state.intents.values()
    expect(intent?.payment_method_types).toEqual(['card'])
  })

  it('returns the same payment intent for repeated and concurrent requests', async () => {
    const booking = await harness.createHold()
    const begin = () => beginPayment(harness.parts, toPaymentInput(booking), BROWSER)
    const results = [...(await Promise.all([begin(), begin(), begin()])), await begin()]
    const secrets = results.map((result) => result.ok && result.value.clientSecret)
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toMatch(/_secret_/)
    expect(harness.double.state.intents.size).toBe(1)
  })

  it.each([
    ['a lower amount', { amount: 100 }],
    ['another currency', { currency: 'usd' }],
    ['another service', { serviceType: 'business-consultancy' as const, amount: 150_000 }],
  ])('refuses %s than the booking has', async (_what, over) => {
    const booking = await harness.createHold()
    const result = await beginPayment(
      harness.parts,
      { ...toPaymentInput(booking), ...over },
      BROWSER,
    )
    expect(result).toEqual(toRefusal(400, 'amount'))
    expect(harness.double.requests).toEqual([])
  })

  it('refuses a visitor who has neither the browser that booked nor the link', async () => {
    const booking = await harness.createHold()
    const stranger = await beginPayment(harness.parts, toPaymentInput(booking), 'another-browser')
    const nobody = await beginPayment(harness.parts, toPaymentInput(booking), undefined)
    const unknown = { ...toPaymentInput(booking), bookingId: 'x'.repeat(22) }
    expect(stranger).toEqual(toRefusal(404, 'not_found'))
    expect(nobody).toEqual(stranger)
    expect(await beginPayment(harness.parts, unknown, BROWSER)).toEqual(stranger)
  })

  it('refuses an expired hold as lost, even before the sweep has run', async () => {
    const booking = await harness.createHold()
    harness.time.now += HOLD
    const result = await beginPayment(harness.parts, toPaymentInput(booking), BROWSER)
    expect(result).toEqual(toRefusal(409, 'hold_lost'))
  })

  it('refuses a second payment for a booking that is paid', async () => {
    const { booking } = await harness.createPaidBooking()
    const result = await beginPayment(harness.parts, toPaymentInput(booking), BROWSER)
    expect(result).toEqual(toRefusal(409, 'already_paid'))
  })

  it.each(['500', 'kept-500', '429', 'drop'] as const)(
    'reports a failure if the provider answers %s',
    async (kind) => {
      const booking = await harness.createHold()
      harness.double.addFault(kind, 'POST /v1/payment_intents', 2)
      const result = await beginPayment(harness.parts, toPaymentInput(booking), BROWSER)
      expect(result).toEqual(toRefusal(502, 'provider'))
      expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
    },
  )

  it('finds the existing intent whose answer was lost instead of creating a second one', async () => {
    const booking = await harness.createHold()
    harness.double.addFault('drop', 'POST /v1/payment_intents', 2)
    await beginPayment(harness.parts, toPaymentInput(booking), BROWSER)
    expect(harness.double.state.intents.size).toBe(1)
    const result = await beginPayment(harness.parts, toPaymentInput(booking), BROWSER)
    expect(result.ok).toBe(true)
    expect(harness.double.state.intents.size).toBe(1)
  })

  it('gives up on a provider that does not answer in time', async () => {
    const impatient = await openPaymentHarness({ timeout: 50 })
    const booking = await impatient.createHold()
    impatient.double.addFault('slow', 'POST /v1/payment_intents')
    const result = await beginPayment(impatient.parts, toPaymentInput(booking), BROWSER)
    expect(result).toEqual(toRefusal(502, 'provider'))
    impatient.double.release()
    expect(await beginPayment(impatient.parts, toPaymentInput(booking), BROWSER)).toMatchObject({
      ok: true,
    })
    expect(impatient.double.state.intents.size).toBe(1)
    await impatient.close()
  })

  it('cancels an intent whose hold expired during its creation, and returns no client secret', async () => {
    const booking = await harness.createHold()
    harness.double.onRequest('POST /v1/payment_intents', () =>
      harness.db.write((tx) => harness.parts.bookings.expireHold(tx, booking.id)),
    )
    const result = await beginPayment(harness.parts, toPaymentInput(booking), BROWSER)
    expect(result).toEqual(toRefusal(409, 'hold_lost'))
    const stored = await findIntentByBooking(harness.db.read, booking.id)
    expect(stored?.status).toBe('canceled')
    expect(harness.double.state.intents.get(stored?.id ?? '')?.status).toBe('canceled')
  })
})
