import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '#server/booking/store.ts'
import { query } from '#server/db/database.ts'
import { beginPayment, confirmDemo } from '#server/payment/commands.ts'
import { createProviders } from '#server/payment/payments.ts'
import { askFor, BROWSER, HOLD, openTill, type Till } from '#tests/support/stripe-till.ts'

let till: Till

beforeEach(async () => {
  till = await openTill({ kind: 'demo' })
})

afterEach(async () => {
  expect(till.double.requests).toEqual([])
  await till.close()
})

async function secretOf(booking: Booking): Promise<string> {
  const result = await beginPayment(till.parts, askFor(booking), BROWSER)
  if (!result.ok) throw new Error(result.refusal.code)
  expect(result.value.publishableKey).toBeNull()
  return result.value.clientSecret
}

const notFound = {
  ok: false,
  status: 404,
  refusal: { code: 'not_found', error: 'Payment failed' },
}

describe('a demonstration payment', () => {
  it('goes through decline and authentication to success, as a real one would', async () => {
    const booking = await till.hold()
    const clientSecret = await secretOf(booking)
    const asked = { bookingId: booking.id, clientSecret }
    const confirm = (outcome: 'succeed' | 'decline' | 'authenticate') =>
      confirmDemo(till.parts, { ...asked, outcome }, BROWSER)
    expect(await confirm('decline')).toMatchObject({ status: 402, refusal: { code: 'declined' } })
    expect(await confirm('authenticate')).toEqual({
      ok: true,
      value: { status: 'requires_action' },
    })
    expect(till.booking(booking.id).status).toBe('awaiting_payment')
    expect(await confirm('succeed')).toEqual({ ok: true, value: { status: 'succeeded' } })
    expect(await confirm('succeed')).toEqual({ ok: true, value: { status: 'succeeded' } })
    expect(till.booking(booking.id)).toMatchObject({
      status: 'confirmed',
      payment: 'paid',
      demo: 1,
    })
    expect(till.receipts()).toMatchObject([{ series: 'demo' }])
  })

  it('needs the browser that booked and the secret of its intent', async () => {
    const booking = await till.hold()
    const clientSecret = await secretOf(booking)
    const asked = { bookingId: booking.id, clientSecret, outcome: 'succeed' as const }
    expect(await confirmDemo(till.parts, asked, 'another-browser')).toEqual(notFound)
    expect(await confirmDemo(till.parts, { ...asked, clientSecret: 'no' }, BROWSER)).toEqual(
      notFound,
    )
    expect(till.booking(booking.id).status).toBe('awaiting_payment')
  })

  it('cannot be made any more once its hold has lapsed', async () => {
    const booking = await till.hold()
    const clientSecret = await secretOf(booking)
    till.time.now += HOLD
    await till.payments.sweep()
    const asked = { bookingId: booking.id, clientSecret, outcome: 'succeed' as const }
    const refusal = { status: 409, refusal: { code: 'hold_lost' } }
    expect(await confirmDemo(till.parts, asked, BROWSER)).toMatchObject(refusal)
    expect(till.booking(booking.id).status).toBe('expired')
  })

  it('goes back once, with a credit note of the same series', async () => {
    const { booking } = await till.paid()
    await till.db.write((tx) => till.payments.refund(tx, booking, booking.amount))
    await till.drain()
    expect(till.db.read.all(query.selectFrom('demo_refund').selectAll())).toHaveLength(1)
    expect(till.receipts().map(({ label }) => label)).toEqual(['DEMO-1', 'DEMO-2'])
  })

  it('does not exist where real cards are taken', async () => {
    const real = await openTill()
    const { booking } = await real.begun()
    const asked = { bookingId: booking.id, clientSecret: 'any', outcome: 'succeed' as const }
    expect(await confirmDemo(real.parts, asked, BROWSER)).toEqual(notFound)
    expect(real.booking(booking.id).status).toBe('awaiting_payment')
    await real.close()
  })

  it('cannot be finished once the site takes real cards, nor is its visitor charged', async () => {
    const { booking } = await till.begun()
    const { double, db, parts } = till
    const { secretKey, publishableKey, webhookSecret, url: apiBase } = double
    const keys = { secretKey, publishableKey, webhookSecret, apiBase }
    const providers = createProviders({ kind: 'card', ...keys }, parts)
    const later = { ...parts, providers }
    const again = await beginPayment(later, askFor(booking), BROWSER)
    expect(again).toMatchObject({ status: 409, refusal: { code: 'hold_lost' } })
    expect(db.read.all(query.selectFrom('payment_intent').selectAll())).toHaveLength(1)
  })

  it('is not offered where nothing can be paid online', async () => {
    const booking = await till.hold()
    const off = { ...till.parts, providers: createProviders({ kind: 'off' }, till.parts) }
    const answer = await beginPayment(off, askFor(booking), BROWSER)
    expect(answer).toMatchObject({ status: 503, refusal: { code: 'payments_off' } })
  })
})
