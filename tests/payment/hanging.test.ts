import { afterEach, beforeEach, expect, it } from 'vitest'
import { beginPayment, verify } from '#server/payment/commands.ts'
import { askFor, BROWSER, openTill, type Till } from '#tests/support/stripe-till.ts'

/** Milliseconds; longer than a test may take. */
const FOR_EVER = 600_000

let till: Till
beforeEach(async () => {
  till = await openTill({ timeout: FOR_EVER, requestLimit: FOR_EVER })
})
afterEach(() => till.close())

it('a payment that a hanging provider does not open is refused in time, and opens later', async () => {
  const booking = await till.hold()
  till.double.fail('slow', 'POST /v1/payment_intents')
  till.parts.requestLimit = 50
  const asked = await beginPayment(till.parts, askFor(booking), BROWSER)
  expect(asked).toMatchObject({ ok: false, status: 502, refusal: { code: 'provider' } })
  till.parts.requestLimit = FOR_EVER
  till.double.release()
  const again = async () => (await beginPayment(till.parts, askFor(booking), BROWSER)).ok
  await expect.poll(again).toBe(true)
  expect(till.double.books.intents.size).toBe(1)
})

it('a question to a hanging provider is answered in time, and settled once it speaks', async () => {
  const { booking, intent } = await till.begun()
  till.double.books.pay(intent)
  till.double.fail('slow', 'GET /v1/payment_intents/')
  till.parts.requestLimit = 50
  const answer = await verify(till.parts, booking.id, { browser: BROWSER, sig: undefined })
  expect(answer).toMatchObject({ ok: false, status: 409, refusal: { code: 'processing' } })
  till.double.release()
  await expect.poll(() => till.booking(booking.id).status).toBe('confirmed')
  await till.drain()
  expect(till.receipts()).toHaveLength(1)
})
