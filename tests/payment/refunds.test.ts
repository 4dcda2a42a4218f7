import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Booking, updateStatus } from '#server/booking/store.ts'
import { runRefund } from '#server/payment/refunds.ts'
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

/** A booking whose money arrives after its slot was released. */
async function createLatePayment(): Promise<{ booking: Booking; intent: string }> {
  const { booking, intent } = await harness.createStartedPayment()
  await harness.db.write((tx) => harness.parts.bookings.expireHold(tx, booking.id))
  harness.double.state.pay(intent)
  return { booking, intent }
}

const createRefund = (booking: Booking, amount = booking.amount) =>
  harness.db.write((tx) => harness.payments.refund(tx, booking, amount))

/** Runs the retries, an hour later: only a job's first attempt is due at once. */
async function drainLater(): Promise<void> {
  harness.time.now += 3_600_000
  await harness.drain()
}

describe('A payment for a slot that is lost', () => {
  it('is refunded in full, once and with one email, however often and concurrently it is settled', async () => {
    const { booking, intent } = await createLatePayment()
    await Promise.all(Array.from({ length: 10 }, () => harness.payments.settle(booking.id)))
    await harness.double.deliver(harness.receiver, { at: harness.time.now, times: 2 })
    await harness.drain()
    await harness.payments.settle(booking.id)
    await harness.payments.sweep()
    await harness.drain()
    expect(harness.double.state.refunds).toMatchObject([
      { payment_intent: intent, amount: 400_000 },
    ])
    expect(harness.sentMails).toEqual([
      { kind: 'late-refund', booking: booking.id, amount: 400_000 },
    ])
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'expired',
      payment: 'refunded',
    })
  })

  it('never confirms the booking, and has no receipt to credit', async () => {
    const { booking } = await createLatePayment()
    await harness.payments.settle(booking.id)
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'expired',
      payment: 'paid',
    })
    await harness.drain()
    expect(await harness.countCells(booking.id)).toBe(0)
    expect(await harness.listReceipts()).toEqual([])
  })

  it('does not affect the visitor who has the slot now', async () => {
    const { booking } = await createLatePayment()
    const { booking: next } = await harness.createPaidBooking()
    await harness.payments.settle(booking.id)
    await harness.drain()
    expect(await harness.getBooking(next.id)).toMatchObject({
      status: 'confirmed',
      payment: 'paid',
    })
    expect(harness.double.state.refunds).toHaveLength(1)
  })
})

describe('A refund', () => {
  it('requests exactly the decided amount, under an idempotency key made from its own id', async () => {
    const { booking, intent } = await harness.createPaidBooking()
    await createRefund(booking)
    const [row] = await harness.listRefunds()
    await harness.drain()
    expect(harness.double.listWrites('/v1/refunds')).toEqual([
      expect.objectContaining({
        key: `refund:${row?.id}`,
        params: { payment_intent: intent, amount: '400000', 'metadata[refundId]': row?.id },
      }),
    ])
    expect(await harness.listRefunds()).toMatchObject([
      { state: 'done', provider_refund: 're_000004' },
    ])
    expect((await harness.getBooking(booking.id)).payment).toBe('refunded')
  })

  it('is followed by one credit note that reverses the receipt', async () => {
    const { booking } = await harness.createPaidBooking()
    await createRefund(booking)
    await harness.drain()
    const [receipt, note] = await harness.listReceipts()
    expect(receipt).toMatchObject({ kind: 'receipt', number: 1, total: 400_000, refersTo: null })
    expect(note).toMatchObject({
      kind: 'credit_note',
      number: 2,
      refersTo: '1',
      net: -320_000,
      vat: -80_000,
      total: -400_000,
    })
    expect(harness.sentMails.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'receipt 1',
      'credit_note 2',
    ])
  })

  it.each(['500', '429', 'drop'] as const)(
    'is retried if the provider answers %s, and the money is paid back once',
    async (kind) => {
      const { booking } = await harness.createPaidBooking()
      await createRefund(booking)
      harness.double.addFault(kind, 'POST /v1/refunds', 2)
      await harness.drain()
      await drainLater()
      await drainLater()
      expect(harness.double.state.refunds).toHaveLength(1)
      expect(await harness.listReceipts()).toHaveLength(2)
      expect((await harness.getBooking(booking.id)).payment).toBe('refunded')
    },
  )

  it('counts as failed after days without an answer, and as done once the provider shows it', async () => {
    const { booking } = await harness.createPaidBooking()
    await createRefund(booking)
    harness.double.addFault('drop', 'POST /v1/refunds', 2)
    await harness.drain()
    harness.double.addFault('500', 'GET /v1/refunds', 1_000)
    for (let attempt = 0; attempt < 84; attempt += 1) await drainLater()
    expect(await harness.listRefunds()).toMatchObject([{ state: 'failed', provider_refund: null }])
    harness.double.clearFaults()
    harness.time.now += 86_400_000
    await harness.payments.sweep()
    expect(await harness.listRefunds()).toMatchObject([{ state: 'done' }])
    expect(await harness.listReceipts()).toHaveLength(2)
  })

  it('is found again even if the provider has forgotten its idempotency key', async () => {
    const { booking } = await harness.createPaidBooking()
    await createRefund(booking, 100_000)
    harness.double.addFault('drop', 'POST /v1/refunds', 2)
    await harness.drain()
    harness.double.forgetKeys()
    await drainLater()
    expect(harness.double.state.refunds).toHaveLength(1)
    expect(await harness.listRefunds()).toMatchObject([{ state: 'done' }])
  })

  it('that the owner already made by hand is not made again, and the one by hand is recorded', async () => {
    const { booking, intent } = await harness.createPaidBooking()
    harness.double.state.refund({ payment_intent: intent })
    await createRefund(booking)
    await harness.drain()
    expect(harness.double.state.refunds).toHaveLength(1)
    const states = (await harness.listRefunds()).map(({ source, state }) => [source, state])
    expect(Object.fromEntries(states)).toEqual({ own: 'refused', provider: 'done' })
    expect(await harness.listReceipts()).toHaveLength(2)
    expect((await harness.getBooking(booking.id)).payment).toBe('refunded')
  })

  it('whose job runs twice concurrently is made and recorded once', async () => {
    const { booking } = await harness.createPaidBooking()
    await createRefund(booking)
    const [row] = await harness.listRefunds()
    const run = () => runRefund(harness.parts, { refundId: row?.id })
    await Promise.all([run(), run()])
    await harness.drain()
    expect(harness.double.state.refunds).toHaveLength(1)
    expect(await harness.listReceipts()).toHaveLength(2)
  })

  it('cannot exceed the amount that was paid', async () => {
    const { booking } = await harness.createPaidBooking()
    await createRefund(booking, 300_000)
    await expect(createRefund(booking, 100_001)).rejects.toThrow('exceeds what remains')
    expect(await harness.listRefunds()).toHaveLength(1)
  })

  it('is rolled back with the transaction that decided on it', async () => {
    const { booking } = await harness.createPaidBooking()
    const undone = harness.db.write(async (tx) => {
      await harness.payments.refund(tx, booking, booking.amount)
      throw new Error('The cancelling failed')
    })
    await expect(undone).rejects.toThrow('The cancelling failed')
    await harness.drain()
    expect(await harness.listRefunds()).toEqual([])
    expect(harness.double.state.refunds).toEqual([])
  })

  it('that the bank returns is marked as failed, for the owner to see', async () => {
    const { booking } = await harness.createPaidBooking()
    await createRefund(booking)
    await harness.drain()
    harness.double.state.failRefund((await harness.listRefunds())[0]?.provider_refund ?? '')
    await harness.double.deliver(harness.receiver, { at: harness.time.now })
    expect(await harness.listRefunds()).toMatchObject([{ state: 'failed' }])
  })

  it('that the bank returned can be made once more', async () => {
    const { booking } = await harness.createPaidBooking()
    await createRefund(booking)
    await harness.drain()
    harness.double.state.failRefund((await harness.listRefunds())[0]?.provider_refund ?? '')
    await harness.double.deliver(harness.receiver, { at: harness.time.now })
    await createRefund(booking)
    await drainLater()
    expect((await harness.listRefunds()).map(({ state }) => state)).toEqual(['failed', 'done'])
  })

  it('that the provider refuses at once does not count as paid back: no credit note and no email', async () => {
    const { booking } = await harness.createPaidBooking()
    const { active } = harness.parts.providers
    if (!active) throw new Error('No provider takes payments')
    vi.spyOn(active, 'refund').mockImplementation(async ({ refundId, amount }) => ({
      id: 're_refused',
      refundId,
      amount,
      state: 'failed',
      createdAt: harness.time.now,
    }))
    await harness.drain()
    const mails = harness.sentMails.length
    await createRefund(booking)
    await harness.drain()
    expect(await harness.listRefunds()).toMatchObject([
      { state: 'failed', provider_refund: 're_refused' },
    ])
    expect(await harness.listReceipts()).toHaveLength(1)
    expect(harness.sentMails).toHaveLength(mails)
    expect((await harness.getBooking(booking.id)).payment).toBe('paid')
  })

  it('is not made for a cancelled booking beyond what its cancellation decided', async () => {
    const { booking } = await harness.createPaidBooking()
    await harness.db.write((tx) =>
      updateStatus(tx, booking.id, { status: 'cancelled', updated_at: 0 }),
    )
    harness.time.now += HOLD
    await harness.payments.settle(booking.id)
    await harness.drain()
    expect(await harness.listRefunds()).toEqual([])
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'cancelled',
      payment: 'paid',
    })
  })
})
