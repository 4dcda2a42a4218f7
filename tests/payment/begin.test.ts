import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beginPayment } from '#server/payment/commands.ts'
import { intentOf } from '#server/payment/store.ts'
import { askFor, BROWSER, HOLD, openTill, type Till } from '#tests/support/stripe-till.ts'

let till: Till

beforeEach(async () => {
  till = await openTill()
})

afterEach(async () => {
  expect(till.double.violations).toEqual([])
  await till.close()
})

const refused = (status: number, code: string) => ({
  ok: false,
  status,
  refusal: { code, error: 'Failed to initialize payment' },
})

describe('beginning a payment', () => {
  it('asks the provider for the price of the booking, by card only, and tells it nothing personal', async () => {
    const booking = await till.hold('business-consultancy')
    const result = await beginPayment(till.parts, askFor(booking), BROWSER)
    expect(result).toMatchObject({
      ok: true,
      value: {
        publishableKey: till.double.publishableKey,
        amount: 150_000,
        currency: 'nok',
        holdExpiresAt: new Date(till.time.now + HOLD).toISOString(),
      },
    })
    expect(till.double.writes('/v1/payment_intents')).toEqual([
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
    const [intent] = till.double.books.intents.values()
    expect(intent?.payment_method_types).toEqual(['card'])
  })

  it('gives the same intent again, however often and at once it is asked', async () => {
    const booking = await till.hold()
    const ask = () => beginPayment(till.parts, askFor(booking), BROWSER)
    const results = [...(await Promise.all([ask(), ask(), ask()])), await ask()]
    const secrets = results.map((result) => result.ok && result.value.clientSecret)
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toMatch(/_secret_/)
    expect(till.double.books.intents.size).toBe(1)
  })

  it.each([
    ['a lower amount', { amount: 100 }],
    ['another currency', { currency: 'usd' }],
    ['another service', { serviceType: 'business-consultancy' as const, amount: 150_000 }],
  ])('refuses %s than the booking has', async (_what, over) => {
    const booking = await till.hold()
    const result = await beginPayment(till.parts, { ...askFor(booking), ...over }, BROWSER)
    expect(result).toEqual(refused(400, 'amount'))
    expect(till.double.requests).toEqual([])
  })

  it('refuses whoever is neither the browser that booked nor has the link', async () => {
    const booking = await till.hold()
    const stranger = await beginPayment(till.parts, askFor(booking), 'another-browser')
    const nobody = await beginPayment(till.parts, askFor(booking), undefined)
    const unknown = { ...askFor(booking), bookingId: 'x'.repeat(22) }
    expect(stranger).toEqual(refused(404, 'not_found'))
    expect(nobody).toEqual(stranger)
    expect(await beginPayment(till.parts, unknown, BROWSER)).toEqual(stranger)
  })

  it('refuses a hold that lapsed, and says so, before anyone has swept it', async () => {
    const booking = await till.hold()
    till.time.now += HOLD
    const result = await beginPayment(till.parts, askFor(booking), BROWSER)
    expect(result).toEqual(refused(409, 'hold_lost'))
  })

  it('does not take money twice for a booking that is paid', async () => {
    const { booking } = await till.paid()
    const result = await beginPayment(till.parts, askFor(booking), BROWSER)
    expect(result).toEqual(refused(409, 'already_paid'))
  })

  it.each(['500', 'kept-500', '429', 'drop'] as const)(
    'says that it failed where the provider answers %s',
    async (kind) => {
      const booking = await till.hold()
      till.double.fail(kind, 'POST /v1/payment_intents', 2)
      const result = await beginPayment(till.parts, askFor(booking), BROWSER)
      expect(result).toEqual(refused(502, 'provider'))
      expect(till.booking(booking.id).status).toBe('awaiting_payment')
    },
  )

  it('finds the intent again whose answer was lost, instead of making a second', async () => {
    const booking = await till.hold()
    till.double.fail('drop', 'POST /v1/payment_intents', 2)
    await beginPayment(till.parts, askFor(booking), BROWSER)
    expect(till.double.books.intents.size).toBe(1)
    const result = await beginPayment(till.parts, askFor(booking), BROWSER)
    expect(result.ok).toBe(true)
    expect(till.double.books.intents.size).toBe(1)
  })

  it('gives up on a provider that does not answer in time', async () => {
    const impatient = await openTill({ timeout: 50 })
    const booking = await impatient.hold()
    impatient.double.fail('slow', 'POST /v1/payment_intents')
    const result = await beginPayment(impatient.parts, askFor(booking), BROWSER)
    expect(result).toEqual(refused(502, 'provider'))
    impatient.double.release()
    expect(await beginPayment(impatient.parts, askFor(booking), BROWSER)).toMatchObject({
      ok: true,
    })
    expect(impatient.double.books.intents.size).toBe(1)
    await impatient.close()
  })

  it('closes an intent that came too late for its hold, and hands out no secret', async () => {
    const booking = await till.hold()
    till.double.during('POST /v1/payment_intents', () =>
      till.db.write((tx) => till.parts.bookings.expire(tx, booking.id)),
    )
    const result = await beginPayment(till.parts, askFor(booking), BROWSER)
    expect(result).toEqual(refused(409, 'hold_lost'))
    const stored = intentOf(till.db.read, booking.id)
    expect(stored?.status).toBe('canceled')
    expect(till.double.books.intents.get(stored?.id ?? '')?.status).toBe('canceled')
  })
})
