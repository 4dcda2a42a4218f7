import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mapInOrder } from '#server/lib/in-order.ts'
import { insertIntent } from '#server/payment/store.ts'
import { buildIntent } from '#tests/support/payment/money-rows.ts'
import {
  HOLD,
  openPaymentHarness,
  type PaymentHarness,
} from '#tests/support/payment/payment-harness.ts'

let harness: PaymentHarness

beforeEach(async () => {
  harness = await openPaymentHarness()
})

afterEach(async () => {
  expect(harness.double.violations).toEqual([])
  await harness.close()
})

describe('Settling a payment', () => {
  it('confirms the booking once the payment is verified, with one receipt', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent)
    expect(await harness.payments.settle(booking.id)).toBe('settled')
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'confirmed',
      payment: 'paid',
    })
    await harness.payments.settle(booking.id)
    await harness.drain()
    expect(harness.sentMails).toEqual([{ kind: 'receipt', booking: booking.id, label: '1' }])
  })

  it('changes nothing while nothing is paid and the hold is active', async () => {
    const { booking } = await harness.createStartedPayment()
    harness.time.now += HOLD - 1
    expect(await harness.payments.settle(booking.id)).toBe('undecided')
    expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
    expect(harness.double.listWrites('/v1/payment_intents/')).toEqual([])
  })

  it('queries the provider, and cancels there, before an expired hold frees its slot', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.time.now += HOLD
    harness.double.onRequest('POST /v1/payment_intents/', async () => {
      expect(await harness.countCells(booking.id)).toBeGreaterThan(0)
    })
    expect(await harness.payments.settle(booking.id)).toBe('settled')
    expect(harness.double.state.intents.get(intent)?.status).toBe('canceled')
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'expired',
      payment: 'failed',
    })
    expect(await harness.countCells(booking.id)).toBe(0)
  })

  it('still confirms the booking if the money arrives between the query and the cancellation', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.time.now += HOLD
    harness.double.onRequest('POST /v1/payment_intents/', () => harness.double.state.pay(intent))
    expect(await harness.payments.settle(booking.id)).toBe('settled')
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'confirmed',
      payment: 'paid',
    })
    expect(await harness.listRefunds()).toEqual([])
  })

  it('does not touch a payment that the bank is processing, even after the hold has expired', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.markProcessing(intent)
    harness.time.now += 10 * HOLD
    expect(await harness.payments.settle(booking.id)).toBe('undecided')
    harness.double.state.pay(intent)
    await harness.payments.settle(booking.id)
    expect((await harness.getBooking(booking.id)).status).toBe('confirmed')
  })

  it.each(['500', 'kept-500', '429'] as const)(
    'preserves the hold if the provider answers %s, and expires it later',
    async (kind) => {
      const { booking } = await harness.createStartedPayment()
      harness.time.now += HOLD
      harness.double.addFault(kind, 'POST /v1/payment_intents/')
      expect(await harness.payments.settle(booking.id)).toBe('unreachable')
      expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
      harness.time.now += HOLD
      expect(await harness.payments.settle(booking.id)).toBe('settled')
      expect((await harness.getBooking(booking.id)).status).toBe('expired')
    },
  )

  it('preserves the hold if no answer arrives at all', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent)
    harness.time.now += HOLD
    harness.double.addFault('drop', 'GET /v1/payment_intents/', 2)
    expect(await harness.payments.settle(booking.id)).toBe('unreachable')
    expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
    await harness.payments.settle(booking.id)
    expect((await harness.getBooking(booking.id)).status).toBe('confirmed')
  })

  it('finds out the result of a cancellation whose answer was lost', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.time.now += HOLD
    harness.double.addFault('drop', 'POST /v1/payment_intents/', 2)
    expect(await harness.payments.settle(booking.id)).toBe('unreachable')
    expect(harness.double.state.intents.get(intent)?.status).toBe('canceled')
    expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
    expect(await harness.payments.settle(booking.id)).toBe('settled')
    expect((await harness.getBooking(booking.id)).status).toBe('expired')
  })

  it('does not accept another amount as payment, and refunds it when the hold ends', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent, 1_000)
    expect(await harness.payments.settle(booking.id)).toBe('undecided')
    expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
    harness.time.now += HOLD
    await harness.payments.settle(booking.id)
    await harness.drain()
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'expired',
      payment: 'refunded',
    })
    expect(harness.double.state.refunds).toMatchObject([{ payment_intent: intent, amount: 1_000 }])
    expect(await harness.listReceipts()).toEqual([])
  })

  it('does not accept another currency as payment', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    const paid = harness.double.state.intents.get(intent)
    if (paid) paid.currency = 'sek'
    harness.double.state.pay(intent)
    await harness.payments.settle(booking.id)
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'awaiting_payment',
      payment: 'pending',
    })
  })

  it('frees the slot of an expired hold whose payment the provider no longer knows', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.deleteIntent(intent)
    expect(await harness.payments.settle(booking.id)).toBe('undecided')
    harness.time.now += HOLD
    await harness.payments.settle(booking.id)
    expect((await harness.getBooking(booking.id)).status).toBe('expired')
  })

  it('is safe if many calls settle one booking concurrently, paid or expired', async () => {
    const paid = await harness.createStartedPayment()
    const unpaid = await harness.createStartedPayment()
    harness.double.state.pay(paid.intent)
    harness.time.now += HOLD
    const ids = Array.from({ length: 20 }, (_, turn) => [paid, unpaid][turn % 2]?.booking.id ?? '')
    const outcomes = await Promise.all(ids.map((id) => harness.payments.settle(id)))
    expect(new Set(outcomes)).toEqual(new Set(['settled']))
    await harness.drain()
    expect((await harness.getBooking(paid.booking.id)).status).toBe('confirmed')
    expect((await harness.getBooking(unpaid.booking.id)).status).toBe('expired')
    expect(harness.sentMails).toHaveLength(1)
    expect(await harness.listReceipts()).toHaveLength(1)
  })

  it('ends a hold at once if the guest gives it up, unless it was paid', async () => {
    const given = await harness.createStartedPayment()
    const paid = await harness.createStartedPayment()
    harness.double.state.pay(paid.intent)
    await harness.payments.settle(given.booking.id, { expireNow: true })
    await harness.payments.settle(paid.booking.id, { expireNow: true })
    expect((await harness.getBooking(given.booking.id)).status).toBe('expired')
    expect((await harness.getBooking(paid.booking.id)).status).toBe('confirmed')
  })

  it('does not free a slot if a payment for it begins during the check', async () => {
    const booking = await harness.createHold()
    let decide = () => {}
    const decision = new Promise<void>((resolve) => {
      decide = resolve
    })
    const beginning = harness.db.write(async (tx) => {
      await decision
      const late = { id: 'pi_late', provider: 'stripe', status: 'open', received: 0 } as const
      await insertIntent(tx, buildIntent({ booking_id: booking.id, ...late }))
    })
    harness.time.now += HOLD
    // `settle` reads before the payment is stored, and decides after.
    const write = harness.db.write.bind(harness.db)
    vi.spyOn(harness.db, 'write').mockImplementation((work) => {
      decide()
      return write(work)
    })
    expect(await harness.payments.settle(booking.id)).toBe('undecided')
    await beginning
    expect((await harness.getBooking(booking.id)).status).toBe('awaiting_payment')
  })
})

describe('The sweep', () => {
  it('settles every expired hold, whether paid, unpaid or without a payment', async () => {
    const paid = await harness.createStartedPayment()
    const unpaid = await harness.createStartedPayment()
    const never = await harness.createHold()
    harness.double.state.pay(paid.intent)
    harness.time.now += HOLD
    const fresh = await harness.createHold()
    await harness.payments.sweep()
    const statuses = await mapInOrder(
      [paid.booking, unpaid.booking, never, fresh],
      async ({ id }) => (await harness.getBooking(id)).status,
    )
    expect(statuses).toEqual(['confirmed', 'expired', 'expired', 'awaiting_payment'])
  })

  it('is not blocked by one payment that the provider cannot report on', async () => {
    const stuck = await harness.createStartedPayment()
    const others = [
      await harness.createStartedPayment(),
      await harness.createStartedPayment(),
      await harness.createStartedPayment(),
    ]
    harness.time.now += HOLD
    harness.double.addFault('500', `GET /v1/payment_intents/${stuck.intent}`, 99)
    await harness.payments.sweep()
    expect((await harness.getBooking(stuck.booking.id)).status).toBe('awaiting_payment')
    for (const { booking } of others)
      expect((await harness.getBooking(booking.id)).status).toBe('expired')
  })

  it('cancels an intent that is still open for a booking that has ended', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    await harness.db.write((tx) => harness.parts.bookings.expireHold(tx, booking.id))
    await harness.payments.sweep()
    expect(harness.double.state.intents.get(intent)?.status).toBe('canceled')
    const before = harness.double.requests.length
    await harness.payments.sweep()
    expect(harness.double.requests.length).toBe(before)
  })
})
