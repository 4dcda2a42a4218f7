import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertIntent } from '#server/payment/store.ts'
import { HOLD, openTill, type Till } from '#tests/support/stripe-till.ts'

let till: Till

beforeEach(async () => {
  till = await openTill()
})

afterEach(async () => {
  expect(till.double.violations).toEqual([])
  await till.close()
})

describe('settling', () => {
  it('confirms a booking once its payment is verified, with one receipt', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.pay(intent)
    expect(await till.payments.settle(booking.id)).toBe('settled')
    expect(till.booking(booking.id)).toMatchObject({ status: 'confirmed', payment: 'paid' })
    await till.payments.settle(booking.id)
    await till.drain()
    expect(till.sent).toEqual([{ kind: 'receipt', booking: booking.id, label: '1' }])
  })

  it('waits while nothing is paid and the hold runs', async () => {
    const { booking } = await till.begun()
    till.time.now += HOLD - 1
    expect(await till.payments.settle(booking.id)).toBe('undecided')
    expect(till.booking(booking.id).status).toBe('awaiting_payment')
    expect(till.double.writes('/v1/payment_intents/')).toEqual([])
  })

  it('asks the provider, and cancels there, before a lapsed hold gives its time away', async () => {
    const { booking, intent } = await till.begun()
    till.time.now += HOLD
    till.double.during('POST /v1/payment_intents/', () => {
      expect(till.cells(booking.id)).toBeGreaterThan(0)
    })
    expect(await till.payments.settle(booking.id)).toBe('settled')
    expect(till.double.books.intents.get(intent)?.status).toBe('canceled')
    expect(till.booking(booking.id)).toMatchObject({ status: 'expired', payment: 'failed' })
    expect(till.cells(booking.id)).toBe(0)
  })

  it('confirms after all when the money arrives between the question and the cancelling', async () => {
    const { booking, intent } = await till.begun()
    till.time.now += HOLD
    till.double.during('POST /v1/payment_intents/', () => till.double.books.pay(intent))
    expect(await till.payments.settle(booking.id)).toBe('settled')
    expect(till.booking(booking.id)).toMatchObject({ status: 'confirmed', payment: 'paid' })
    expect(till.refunds()).toEqual([])
  })

  it('leaves a payment alone that the banks are working on, also past the hold', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.process(intent)
    till.time.now += 10 * HOLD
    expect(await till.payments.settle(booking.id)).toBe('undecided')
    till.double.books.pay(intent)
    await till.payments.settle(booking.id)
    expect(till.booking(booking.id).status).toBe('confirmed')
  })

  it.each(['500', 'kept-500', '429'] as const)(
    'keeps the hold where the provider answers %s, and expires it later',
    async (kind) => {
      const { booking } = await till.begun()
      till.time.now += HOLD
      till.double.fail(kind, 'POST /v1/payment_intents/')
      expect(await till.payments.settle(booking.id)).toBe('unreachable')
      expect(till.booking(booking.id).status).toBe('awaiting_payment')
      till.time.now += HOLD
      expect(await till.payments.settle(booking.id)).toBe('settled')
      expect(till.booking(booking.id).status).toBe('expired')
    },
  )

  it('keeps the hold where no answer comes at all', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.pay(intent)
    till.time.now += HOLD
    till.double.fail('drop', 'GET /v1/payment_intents/', 2)
    expect(await till.payments.settle(booking.id)).toBe('unreachable')
    expect(till.booking(booking.id).status).toBe('awaiting_payment')
    await till.payments.settle(booking.id)
    expect(till.booking(booking.id).status).toBe('confirmed')
  })

  it('finds out what a cancelling did whose answer was lost', async () => {
    const { booking, intent } = await till.begun()
    till.time.now += HOLD
    till.double.fail('drop', 'POST /v1/payment_intents/', 2)
    expect(await till.payments.settle(booking.id)).toBe('unreachable')
    expect(till.double.books.intents.get(intent)?.status).toBe('canceled')
    expect(till.booking(booking.id).status).toBe('awaiting_payment')
    expect(await till.payments.settle(booking.id)).toBe('settled')
    expect(till.booking(booking.id).status).toBe('expired')
  })

  it('takes another sum for no payment, and sends it back when the hold ends', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.pay(intent, 1_000)
    expect(await till.payments.settle(booking.id)).toBe('undecided')
    expect(till.booking(booking.id).status).toBe('awaiting_payment')
    till.time.now += HOLD
    await till.payments.settle(booking.id)
    await till.drain()
    expect(till.booking(booking.id)).toMatchObject({ status: 'expired', payment: 'refunded' })
    expect(till.double.books.refunds).toMatchObject([{ payment_intent: intent, amount: 1_000 }])
    expect(till.receipts()).toEqual([])
  })

  it('takes another currency for no payment', async () => {
    const { booking, intent } = await till.begun()
    const paid = till.double.books.intents.get(intent)
    if (paid) paid.currency = 'sek'
    till.double.books.pay(intent)
    await till.payments.settle(booking.id)
    expect(till.booking(booking.id)).toMatchObject({
      status: 'awaiting_payment',
      payment: 'pending',
    })
  })

  it('frees the time of a hold whose payment the provider no longer knows', async () => {
    const { booking, intent } = await till.begun()
    till.double.books.forget(intent)
    expect(await till.payments.settle(booking.id)).toBe('undecided')
    till.time.now += HOLD
    await till.payments.settle(booking.id)
    expect(till.booking(booking.id).status).toBe('expired')
  })

  it('is harmless when many settle one booking at once, paid or lapsed', async () => {
    const paid = await till.begun()
    const unpaid = await till.begun()
    till.double.books.pay(paid.intent)
    till.time.now += HOLD
    const ids = Array.from({ length: 20 }, (_, turn) => [paid, unpaid][turn % 2]?.booking.id ?? '')
    const outcomes = await Promise.all(ids.map((id) => till.payments.settle(id)))
    expect(new Set(outcomes)).toEqual(new Set(['settled']))
    await till.drain()
    expect(till.booking(paid.booking.id).status).toBe('confirmed')
    expect(till.booking(unpaid.booking.id).status).toBe('expired')
    expect(till.sent).toHaveLength(1)
    expect(till.receipts()).toHaveLength(1)
  })

  it('ends a hold at once when it is given up, unless it was paid', async () => {
    const given = await till.begun()
    const paid = await till.begun()
    till.double.books.pay(paid.intent)
    await till.payments.settle(given.booking.id, { expireNow: true })
    await till.payments.settle(paid.booking.id, { expireNow: true })
    expect(till.booking(given.booking.id).status).toBe('expired')
    expect(till.booking(paid.booking.id).status).toBe('confirmed')
  })

  it('does not free a time for which a payment began while it was looking', async () => {
    const booking = await till.hold()
    const beginning = till.db.write((tx) =>
      insertIntent(tx, {
        id: 'pi_late',
        booking_id: booking.id,
        provider: 'stripe',
        amount: booking.amount,
        currency: booking.currency,
        client_secret: 'secret',
        status: 'open',
        created_at: 0,
        updated_at: 0,
      }),
    )
    till.time.now += HOLD
    // Concurrent: `settle` reads before the payment is stored, and decides after.
    expect(await till.payments.settle(booking.id)).toBe('undecided')
    await beginning
    expect(till.booking(booking.id).status).toBe('awaiting_payment')
  })
})

describe('the sweep', () => {
  it('settles every lapsed hold, paid, unpaid and never begun', async () => {
    const paid = await till.begun()
    const unpaid = await till.begun()
    const never = await till.hold()
    till.double.books.pay(paid.intent)
    till.time.now += HOLD
    const fresh = await till.hold()
    await till.payments.sweep()
    const statuses = [paid.booking, unpaid.booking, never, fresh].map(
      ({ id }) => till.booking(id).status,
    )
    expect(statuses).toEqual(['confirmed', 'expired', 'expired', 'awaiting_payment'])
  })

  it('is not held up by one payment that the provider cannot answer for', async () => {
    const stuck = await till.begun()
    const others = [await till.begun(), await till.begun(), await till.begun()]
    till.time.now += HOLD
    till.double.fail('500', `GET /v1/payment_intents/${stuck.intent}`, 99)
    await till.payments.sweep()
    expect(till.booking(stuck.booking.id).status).toBe('awaiting_payment')
    for (const { booking } of others) expect(till.booking(booking.id).status).toBe('expired')
  })

  it('closes an intent that was left open behind a booking that ended', async () => {
    const { booking, intent } = await till.begun()
    await till.db.write((tx) => till.parts.bookings.expire(tx, booking.id))
    await till.payments.sweep()
    expect(till.double.books.intents.get(intent)?.status).toBe('canceled')
    const before = till.double.requests.length
    await till.payments.sweep()
    expect(till.double.requests.length).toBe(before)
  })
})
