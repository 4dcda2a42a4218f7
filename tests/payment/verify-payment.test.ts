import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkSignature } from '#server/booking/signed-links.ts'
import { updateStatus } from '#server/booking/store.ts'
import { checkPayment } from '#server/payment/commands.ts'
import {
  BROWSER,
  HOLD,
  openPaymentHarness,
  type PaymentHarness,
} from '#tests/support/payment/payment-harness.ts'
import { testKeys } from '#tests/support/server/keys.ts'

let harness: PaymentHarness

beforeEach(async () => {
  harness = await openPaymentHarness()
})

afterEach(async () => {
  expect(harness.double.violations).toEqual([])
  await harness.close()
})

const paid = { ok: true, value: { paid: true } }
const toRefusal = (status: number, code: string) => ({
  ok: false,
  status,
  refusal: { code, error: 'Failed to verify payment' },
})

describe('The payment status for the return page', () => {
  it('is paid even before any webhook arrives, because the provider is queried', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent)
    expect(await checkPayment(harness.parts, booking.id, {})).toEqual(paid)
    expect((await harness.getBooking(booking.id)).status).toBe('confirmed')
    expect(await checkPayment(harness.parts, booking.id, { browserToken: BROWSER })).toEqual(paid)
  })

  it('is "processing" only with the cookie or the link of that booking', async () => {
    const { booking } = await harness.createStartedPayment()
    const sig = linkSignature(testKeys, booking.id)
    const processing = toRefusal(409, 'processing')
    expect(await checkPayment(harness.parts, booking.id, { browserToken: BROWSER })).toEqual(
      processing,
    )
    expect(await checkPayment(harness.parts, booking.id, { signature: sig })).toEqual(processing)
    const stranger = await checkPayment(harness.parts, booking.id, {
      browserToken: 'another-browser',
    })
    const unknown = await checkPayment(harness.parts, 'x'.repeat(22), { browserToken: BROWSER })
    expect(stranger).toEqual(toRefusal(404, 'not_found'))
    expect(unknown).toEqual(stranger)
  })

  it('is "processing" while the provider cannot be queried', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent)
    harness.time.now += HOLD
    harness.double.addFault('500', 'GET /v1/payment_intents/')
    const answer = await checkPayment(harness.parts, booking.id, { browserToken: BROWSER })
    expect(answer).toEqual(toRefusal(409, 'processing'))
    expect(await checkPayment(harness.parts, booking.id, { browserToken: BROWSER })).toEqual(paid)
  })

  it.each(['free', 'expired', 'refunded late', 'paid and cancelled'])(
    'is not reported as paid for a booking that is %s',
    async (what) => {
      const proof = { browserToken: BROWSER }
      const { booking, intent } = await harness.createStartedPayment()
      if (what === 'free')
        await harness.db.write(async (tx) => {
          await updateStatus(tx, booking.id, {
            status: 'confirmed',
            payment: 'none',
            updated_at: 0,
          })
        })
      if (what === 'expired') harness.time.now += HOLD
      if (what === 'refunded late') {
        await harness.db.write((tx) => harness.parts.bookings.expireHold(tx, booking.id))
        harness.double.state.pay(intent)
        await harness.payments.settle(booking.id)
      }
      if (what === 'paid and cancelled') {
        harness.double.state.pay(intent)
        await harness.payments.settle(booking.id)
        await harness.db.write((tx) =>
          updateStatus(tx, booking.id, { status: 'cancelled', updated_at: 0 }),
        )
      }
      expect(await checkPayment(harness.parts, booking.id, proof)).toEqual(
        toRefusal(404, 'not_found'),
      )
    },
  )
})
