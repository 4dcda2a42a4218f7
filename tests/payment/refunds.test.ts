import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Booking, updateStatus } from '#server/booking/store.ts'
import { runRefund } from '#server/payment/refunds.ts'
import { HOLD, openTill, type Till } from '#tests/support/stripe-till.ts'

let till: Till

beforeEach(async () => {
  till = await openTill()
})

afterEach(async () => {
  expect(till.double.violations).toEqual([])
  await till.close()
})

/** A booking whose money arrives after its slot was released. */
async function late(): Promise<{ booking: Booking; intent: string }> {
  const { booking, intent } = await till.begun()
  await till.db.write((tx) => till.parts.bookings.expire(tx, booking.id))
  till.double.books.pay(intent)
  return { booking, intent }
}

const refund = (booking: Booking, amount = booking.amount) =>
  till.db.write((tx) => till.payments.refund(tx, booking, amount))

/** Runs the retries, an hour later: only a job's first attempt is due at once. */
async function drainLater(): Promise<void> {
  till.time.now += 3_600_000
  await till.drain()
}

describe('money for a time that is lost', () => {
  it('goes back in full, once, with one mail, however often and at once it is settled', async () => {
    const { booking, intent } = await late()
    await Promise.all(Array.from({ length: 10 }, () => till.payments.settle(booking.id)))
    await till.double.deliver(till.receiver, { at: till.time.now, times: 2 })
    await till.drain()
    await till.payments.settle(booking.id)
    await till.payments.sweep()
    await till.drain()
    expect(till.double.books.refunds).toMatchObject([{ payment_intent: intent, amount: 400_000 }])
    expect(till.sent).toEqual([{ kind: 'late-refund', booking: booking.id, amount: 400_000 }])
    expect(till.booking(booking.id)).toMatchObject({ status: 'expired', payment: 'refunded' })
  })

  it('never becomes a booking, and has no receipt to take back', async () => {
    const { booking } = await late()
    await till.payments.settle(booking.id)
    expect(till.booking(booking.id)).toMatchObject({ status: 'expired', payment: 'paid' })
    await till.drain()
    expect(till.cells(booking.id)).toBe(0)
    expect(till.receipts()).toEqual([])
  })

  it('leaves the visitor who has the time now alone', async () => {
    const { booking } = await late()
    const { booking: next } = await till.paid()
    await till.payments.settle(booking.id)
    await till.drain()
    expect(till.booking(next.id)).toMatchObject({ status: 'confirmed', payment: 'paid' })
    expect(till.double.books.refunds).toHaveLength(1)
  })
})

describe('a refund', () => {
  it('asks for exactly what was decided, under a key made from its own id', async () => {
    const { booking, intent } = await till.paid()
    await refund(booking)
    const [row] = till.refunds()
    await till.drain()
    expect(till.double.writes('/v1/refunds')).toEqual([
      expect.objectContaining({
        key: `refund:${row?.id}`,
        params: { payment_intent: intent, amount: '400000', 'metadata[refundId]': row?.id },
      }),
    ])
    expect(till.refunds()).toMatchObject([{ state: 'done', provider_refund: 're_000004' }])
    expect(till.booking(booking.id).payment).toBe('refunded')
  })

  it('is followed by one credit note that takes the receipt back', async () => {
    const { booking } = await till.paid()
    await refund(booking)
    await till.drain()
    const [receipt, note] = till.receipts()
    expect(receipt).toMatchObject({ kind: 'receipt', number: 1, total: 400_000, refersTo: null })
    expect(note).toMatchObject({
      kind: 'credit_note',
      number: 2,
      refersTo: '1',
      net: -320_000,
      vat: -80_000,
      total: -400_000,
    })
    expect(till.sent.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'receipt 1',
      'credit_note 2',
    ])
  })

  it.each(['500', '429', 'drop'] as const)(
    'is tried again where the provider answers %s, and the money goes back once',
    async (kind) => {
      const { booking } = await till.paid()
      await refund(booking)
      till.double.fail(kind, 'POST /v1/refunds', 2)
      await till.drain()
      await drainLater()
      await drainLater()
      expect(till.double.books.refunds).toHaveLength(1)
      expect(till.receipts()).toHaveLength(2)
      expect(till.booking(booking.id).payment).toBe('refunded')
    },
  )

  it('is found again though the provider has forgotten its key', async () => {
    const { booking } = await till.paid()
    await refund(booking, 100_000)
    till.double.fail('drop', 'POST /v1/refunds', 2)
    await till.drain()
    till.double.forgetKeys()
    await drainLater()
    expect(till.double.books.refunds).toHaveLength(1)
    expect(till.refunds()).toMatchObject([{ state: 'done' }])
  })

  it('that the owner had made by hand counts as made', async () => {
    const { booking, intent } = await till.paid()
    till.double.books.refund({ payment_intent: intent })
    await refund(booking)
    await till.drain()
    expect(till.double.books.refunds).toHaveLength(1)
    expect(till.refunds()).toMatchObject([{ state: 'done' }])
    expect(till.booking(booking.id).payment).toBe('refunded')
  })

  it('that its job runs twice at once is made and written down once', async () => {
    const { booking } = await till.paid()
    await refund(booking)
    const [row] = till.refunds()
    const run = () => runRefund(till.parts, { refundId: row?.id })
    await Promise.all([run(), run()])
    await till.drain()
    expect(till.double.books.refunds).toHaveLength(1)
    expect(till.receipts()).toHaveLength(2)
  })

  it('cannot give back more than was paid', async () => {
    const { booking } = await till.paid()
    await refund(booking, 300_000)
    await expect(refund(booking, 100_001)).rejects.toThrow('paid less')
    expect(till.refunds()).toHaveLength(1)
  })

  it('is undone with the transaction that decided it', async () => {
    const { booking } = await till.paid()
    const undone = till.db.write((tx) => {
      till.payments.refund(tx, booking, booking.amount)
      throw new Error('The cancelling failed')
    })
    await expect(undone).rejects.toThrow('The cancelling failed')
    await till.drain()
    expect(till.refunds()).toEqual([])
    expect(till.double.books.refunds).toEqual([])
  })

  it('that the bank returns is marked as failed, for the owner to see', async () => {
    const { booking } = await till.paid()
    await refund(booking)
    await till.drain()
    till.double.books.failRefund(till.refunds()[0]?.provider_refund ?? '')
    await till.double.deliver(till.receiver, { at: till.time.now })
    expect(till.refunds()).toMatchObject([{ state: 'failed' }])
  })

  it('that the bank returned leaves its money to be given back once more', async () => {
    const { booking } = await till.paid()
    await refund(booking)
    await till.drain()
    till.double.books.failRefund(till.refunds()[0]?.provider_refund ?? '')
    await till.double.deliver(till.receiver, { at: till.time.now })
    await refund(booking)
    await drainLater()
    expect(till.refunds().map(({ state }) => state)).toEqual(['failed', 'done'])
  })

  it('that the provider refuses at once is no money given back: no credit note, and no mail', async () => {
    const { booking } = await till.paid()
    const { active } = till.parts.providers
    if (!active) throw new Error('No provider takes payments')
    vi.spyOn(active, 'refund').mockResolvedValue({ id: 're_refused', state: 'failed' })
    await till.drain()
    const mails = till.sent.length
    await refund(booking)
    await till.drain()
    expect(till.refunds()).toMatchObject([{ state: 'failed', provider_refund: 're_refused' }])
    expect(till.receipts()).toHaveLength(1)
    expect(till.sent).toHaveLength(mails)
    expect(till.booking(booking.id).payment).toBe('paid')
  })

  it('leaves a cancelled booking as its cancellation decided: what is kept stays kept', async () => {
    const { booking } = await till.paid()
    await till.db.write((tx) =>
      updateStatus(tx, booking.id, { status: 'cancelled', updated_at: 0 }),
    )
    till.time.now += HOLD
    await till.payments.settle(booking.id)
    await till.drain()
    expect(till.refunds()).toEqual([])
    expect(till.booking(booking.id)).toMatchObject({ status: 'cancelled', payment: 'paid' })
  })
})
