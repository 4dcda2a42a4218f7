import { afterEach, beforeEach, expect, it } from 'vitest'
import { beginPayment, checkPayment } from '#server/payment/commands.ts'
import {
  BROWSER,
  openPaymentHarness,
  type PaymentHarness,
  toPaymentInput,
} from '#tests/support/payment/payment-harness.ts'

/** Milliseconds; longer than a test may take. */
const NO_TIMEOUT = 600_000

let harness: PaymentHarness
beforeEach(async () => {
  harness = await openPaymentHarness({ timeout: NO_TIMEOUT, requestLimit: NO_TIMEOUT })
})
afterEach(() => harness.close())

it('A payment that a hanging provider does not open is refused in time, and can be opened later', async () => {
  const booking = await harness.createHold()
  harness.double.addFault('slow', 'POST /v1/payment_intents')
  harness.parts.requestTimeout = 50
  const result = await beginPayment(harness.parts, toPaymentInput(booking), BROWSER)
  expect(result).toMatchObject({ ok: false, status: 502, refusal: { code: 'provider' } })
  harness.parts.requestTimeout = NO_TIMEOUT
  harness.double.release()
  const again = async () => (await beginPayment(harness.parts, toPaymentInput(booking), BROWSER)).ok
  await expect.poll(again).toBe(true)
  expect(harness.double.state.intents.size).toBe(1)
})

it('A payment check is answered in time while the provider hangs, and settles once the provider answers', async () => {
  const { booking, intent } = await harness.createStartedPayment()
  harness.double.state.pay(intent)
  harness.double.addFault('slow', 'GET /v1/payment_intents/')
  harness.parts.requestTimeout = 50
  const answer = await checkPayment(harness.parts, booking.id, {
    browserToken: BROWSER,
    signature: undefined,
  })
  expect(answer).toMatchObject({ ok: false, status: 409, refusal: { code: 'processing' } })
  harness.double.release()
  await expect.poll(async () => (await harness.getBooking(booking.id)).status).toBe('confirmed')
  await harness.drain()
  expect(await harness.listReceipts()).toHaveLength(1)
})
