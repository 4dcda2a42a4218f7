import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Booking, updateStatus } from '#server/booking/store.ts'
import { updateReversals } from '#server/payment/reversals.ts'
import { readMoneyEvents } from '#server/payment/store.ts'
import { getRefundableAmount } from '#shared/payment/reversals.ts'
import { openPaymentHarness, type PaymentHarness } from '#tests/support/payment/payment-harness.ts'

const DAY = 86_400_000

let harness: PaymentHarness

beforeEach(async () => {
  harness = await openPaymentHarness()
})

afterEach(async () => {
  expect(harness.double.violations).toEqual([])
  await harness.close()
})

const deliver = (how: { reversed?: boolean; times?: number } = {}) =>
  harness.double.deliver(harness.receiver, { at: harness.time.now, ...how })

async function createPaid() {
  const paid = await harness.createPaidBooking()
  await deliver()
  await harness.drain()
  return paid
}

const queueRefund = (booking: Booking, amount: number) =>
  harness.db.write((tx) => harness.payments.refund(tx, booking, amount))

const cancel = (booking: Booking) =>
  harness.db.write((tx) =>
    updateStatus(tx, booking.id, { status: 'cancelled', updated_at: harness.time.now }),
  )

/** Delivers all events and runs all jobs. */
async function settleAll(): Promise<void> {
  await harness.drain()
  await deliver()
  await harness.drain()
}

const listStates = async () =>
  (await harness.db.read.selectFrom('dispute').select('state').execute()).map(({ state }) => state)

const listReads = () =>
  harness.double.requests.filter(({ method, path }) => method === 'GET' && path === '/v1/refunds')

const listTotals = async () =>
  (await harness.listReceipts()).map(({ kind, total }) => [kind, total])

describe('A refund made in the provider’s dashboard', () => {
  it('is recorded with the next number, mailed once and leaves the payment refunded', async () => {
    const { booking, intent } = await createPaid()
    harness.double.state.refund({ payment_intent: intent })
    expect(new Set(await deliver({ times: 2 }))).toEqual(new Set([200]))
    await harness.drain()
    expect(await harness.listRefunds()).toMatchObject([
      { source: 'provider', state: 'done', amount: 400_000, acknowledged_at: null },
    ])
    const [, note] = await harness.listReceipts()
    expect(note).toMatchObject({ number: 2, total: -400_000, vat: -80_000, refersTo: '1' })
    expect(harness.sentMails.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'receipt 1',
      'credit_note 2',
    ])
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'confirmed',
      payment: 'refunded',
    })
  })

  it('is found by the sweep a day later if every event about it was lost', async () => {
    const { booking, intent } = await createPaid()
    harness.double.state.refund({ payment_intent: intent, amount: '100000' })
    harness.double.state.events.length = 0
    await harness.payments.sweep()
    expect(await harness.listRefunds()).toEqual([])
    harness.time.now += DAY
    await harness.payments.sweep()
    expect(await harness.listRefunds()).toMatchObject([{ source: 'provider', amount: 100_000 }])
    expect((await harness.getBooking(booking.id)).payment).toBe('refunded')
  })

  it('reduces a refund of ours that is queued to what remains, and the guest gets everything back once', async () => {
    const { booking, intent } = await createPaid()
    await queueRefund(booking, 400_000)
    harness.double.state.refund({ payment_intent: intent, amount: '100000' })
    await settleAll()
    expect(harness.double.state.sumRefunds(intent)).toBe(400_000)
    expect(await listTotals()).toEqual([
      ['receipt', 400_000],
      ['credit_note', -100_000],
      ['credit_note', -300_000],
    ])
  })

  it('between our question and our refund is noticed by the refusal', async () => {
    const { booking, intent } = await createPaid()
    await queueRefund(booking, 400_000)
    harness.double.onRequest('POST /v1/refunds', () => {
      harness.double.state.refund({ payment_intent: intent, amount: '150000' })
    })
    await settleAll()
    expect(harness.double.state.sumRefunds(intent)).toBe(400_000)
    const amounts = (await harness.listRefunds()).map(({ source, amount, state }) => [
      source,
      amount,
      state,
    ])
    expect(amounts).toEqual(
      expect.arrayContaining([
        ['own', 250_000, 'done'],
        ['provider', 150_000, 'done'],
      ]),
    )
  })

  it('that covers a queued refund of ours needs no other refund, no second mail and no decision about it', async () => {
    const { booking, intent } = await createPaid()
    await cancel(booking)
    await queueRefund(booking, 400_000)
    harness.double.state.refund({ payment_intent: intent })
    await settleAll()
    expect(harness.double.state.refunds).toHaveLength(1)
    expect(harness.sentMails.map(({ kind }) => kind)).toEqual(['receipt', 'credit_note'])
    const own = (await harness.listRefunds()).find(({ source }) => source === 'own')
    expect(own).toMatchObject({ state: 'refused', acknowledged_at: harness.time.now })
  })

  it('of a booking that was cancelled without a refund has its credit note and keeps the status', async () => {
    const { booking, intent } = await createPaid()
    await cancel(booking)
    harness.double.state.refund({ payment_intent: intent })
    await settleAll()
    expect(await harness.getBooking(booking.id)).toMatchObject({
      status: 'cancelled',
      payment: 'refunded',
    })
    expect(await listTotals()).toHaveLength(2)
  })

  it('that the bank returns later is corrected by a document of its own, and the payment is paid again', async () => {
    const { booking, intent } = await createPaid()
    harness.double.state.refund({ payment_intent: intent, amount: '133333' })
    await settleAll()
    harness.double.state.failRefund(harness.double.state.refunds[0]?.id ?? '')
    await settleAll()
    const [, note, correction] = await harness.listReceipts()
    expect(note).toMatchObject({ total: -133_333, vat: -26_667 })
    expect(correction).toMatchObject({
      kind: 'correction',
      number: 3,
      total: 133_333,
      vat: 26_667,
      refersTo: '2',
    })
    expect((await harness.getBooking(booking.id)).payment).toBe('paid')
    expect(await harness.listRefunds()).toMatchObject([{ state: 'failed', acknowledged_at: null }])
    expect(harness.sentMails.map(({ kind }) => kind)).toEqual([
      'receipt',
      'credit_note',
      'correction',
    ])
  })

  it('before the payment itself was noticed is recorded after it', async () => {
    const { booking, intent } = await harness.createStartedPayment()
    harness.double.state.pay(intent)
    harness.double.state.refund({ payment_intent: intent })
    await deliver({ reversed: true })
    await harness.drain()
    expect(await listTotals()).toEqual([
      ['receipt', 400_000],
      ['credit_note', -400_000],
    ])
    expect((await harness.getBooking(booking.id)).status).toBe('confirmed')
  })

  it('of a payment of another product in the same account changes nothing', async () => {
    harness.double.state.create({ amount: '900', currency: 'nok' })
    const [foreign = ''] = harness.double.state.intents.keys()
    harness.double.state.pay(foreign)
    harness.double.state.refund({ payment_intent: foreign })
    harness.double.state.openDispute(foreign, { amount: 900 })
    expect(new Set(await deliver())).toEqual(new Set([200]))
    expect(harness.double.requests).toEqual([])
    expect(await harness.listRefunds()).toEqual([])
  })

  it('is read through all pages of the provider’s list', async () => {
    const { booking, intent } = await createPaid()
    for (let made = 0; made < 101; made += 1)
      harness.double.state.refund({ payment_intent: intent, amount: '1000' })
    // Without the time limit of a request.
    await updateReversals(harness.parts, booking.id)
    expect(await harness.listRefunds()).toHaveLength(101)
  })
})

describe('An event about a refund or dispute', () => {
  it('is answered with an error while the provider cannot be asked, and changes nothing', async () => {
    const { intent } = await createPaid()
    harness.double.state.refund({ payment_intent: intent })
    harness.double.addFault('500', 'GET /v1/refunds', 9)
    expect(new Set(await deliver())).toEqual(new Set([502]))
    expect(await harness.listRefunds()).toEqual([])
  })

  it('is handled for refunds if our key may not read disputes; one about a dispute is not lost', async () => {
    const { intent } = await createPaid()
    harness.double.state.refund({ payment_intent: intent, amount: '100000' })
    harness.double.addFault('403', 'GET /v1/disputes', 99)
    expect(new Set(await deliver())).toEqual(new Set([200]))
    expect(await listTotals()).toHaveLength(2)
    harness.double.state.openDispute(intent)
    expect(new Set(await deliver())).toEqual(new Set([502]))
  })

  it('is not trusted: a refund that the provider does not list is not recorded', async () => {
    const { intent } = await createPaid()
    harness.double.state.refund({ payment_intent: intent })
    harness.double.state.refunds.length = 0
    await deliver()
    expect(await harness.listRefunds()).toEqual([])
  })
})

describe('The sweep', () => {
  it('asks for few payments at a time, and never again for one after 540 days', async () => {
    for (let made = 0; made < 12; made += 1) await harness.createPaidBooking()
    harness.time.now += DAY
    harness.double.requests.length = 0
    await harness.payments.sweep()
    expect(listReads()).toHaveLength(8)
    await harness.payments.sweep()
    await harness.payments.sweep()
    expect(listReads()).toHaveLength(12)
    harness.time.now += 541 * DAY
    await harness.payments.sweep()
    await harness.payments.sweep()
    expect(listReads()).toHaveLength(24)
    harness.time.now += 541 * DAY
    await harness.payments.sweep()
    expect(listReads()).toHaveLength(24)
  })

  it('is not held up by payments that the provider does not know', async () => {
    for (let made = 0; made < 8; made += 1) {
      const { intent } = await harness.createPaidBooking()
      harness.double.state.deleteIntent(intent)
    }
    const { intent } = await harness.createPaidBooking()
    harness.double.state.refund({ payment_intent: intent })
    harness.time.now += DAY
    harness.double.addFault('500', 'GET /v1/refunds', 8)
    await harness.payments.sweep()
    await harness.payments.sweep()
    expect(await harness.listRefunds()).toMatchObject([{ source: 'provider' }])
  })
})

describe('A dispute', () => {
  it('is recorded with its last day on the first event, and leaves the revenue once it is lost', async () => {
    const { booking, intent } = await createPaid()
    const dueBy = Math.floor((harness.time.now + 7 * DAY) / 1000)
    const { id } = harness.double.state.openDispute(intent, { dueBy })
    await deliver()
    expect(await harness.db.read.selectFrom('dispute').selectAll().execute()).toMatchObject([
      {
        id,
        booking_id: booking.id,
        amount: 400_000,
        state: 'needs_response',
        answer_by: dueBy * 1000,
      },
    ])
    expect(await listTotals()).toEqual([['receipt', 400_000]])
    harness.double.state.changeDispute(id, 'lost')
    await deliver()
    expect(await listTotals()).toEqual([
      ['receipt', 400_000],
      ['credit_note', -400_000],
    ])
  })

  it('that is won leaves the revenue as it is', async () => {
    const { booking, intent } = await createPaid()
    const { id } = harness.double.state.openDispute(intent)
    await settleAll()
    harness.double.state.changeDispute(id, 'won')
    await settleAll()
    expect(await listTotals()).toEqual([['receipt', 400_000]])
    expect((await harness.getBooking(booking.id)).payment).toBe('paid')
    expect(await listStates()).toEqual(['won'])
  })

  it('that is won on appeal comes back into the revenue', async () => {
    const { booking, intent } = await createPaid()
    const { id } = harness.double.state.openDispute(intent)
    harness.double.state.changeDispute(id, 'lost')
    await settleAll()
    expect((await harness.getBooking(booking.id)).payment).toBe('refunded')
    harness.double.state.changeDispute(id, 'won')
    await settleAll()
    expect(await listTotals()).toEqual([
      ['receipt', 400_000],
      ['credit_note', -400_000],
      ['correction', 400_000],
    ])
  })

  it('withholds the money from a queued refund, and the guest is told that it was not made', async () => {
    const { booking, intent } = await createPaid()
    await cancel(booking)
    await queueRefund(booking, 400_000)
    harness.double.state.openDispute(intent)
    await settleAll()
    expect(harness.double.state.refunds).toEqual([])
    expect(await harness.listRefunds()).toMatchObject([{ state: 'refused', acknowledged_at: null }])
    expect(harness.sentMails.map(({ kind }) => kind)).toEqual(['receipt', 'not-made dispute'])
  })

  it('is not set back by an older answer that arrives after a newer one', async () => {
    const { booking, intent } = await createPaid()
    const { id } = harness.double.state.openDispute(intent)
    const { active } = harness.parts.providers
    if (!active) throw new Error('No provider takes payments')
    const read = active.readReversals.bind(active)
    vi.spyOn(active, 'readReversals').mockImplementationOnce(async (asked) => {
      const older = await read(asked)
      harness.double.state.changeDispute(id, 'lost')
      await harness.payments.settleReversals(booking.id)
      return older
    })
    await harness.payments.settleReversals(booking.id)
    expect(await listStates()).toEqual(['lost'])
    expect(await listTotals()).toEqual([
      ['receipt', 400_000],
      ['credit_note', -400_000],
    ])
  })

  it('that is only an inquiry leaves the payment refundable', async () => {
    const { booking, intent } = await createPaid()
    harness.double.state.openDispute(intent, { status: 'warning_needs_response' })
    await settleAll()
    await queueRefund(booking, 400_000)
    await settleAll()
    expect(harness.double.state.sumRefunds(intent)).toBe(400_000)
  })

  it('of the whole price after a partial refund never credits more than the receipt', async () => {
    const { intent } = await createPaid()
    harness.double.state.refund({ payment_intent: intent, amount: '100000' })
    await settleAll()
    const { id } = harness.double.state.openDispute(intent, { amount: 400_000 })
    harness.double.state.changeDispute(id, 'lost')
    await settleAll()
    expect(await listTotals()).toEqual([
      ['receipt', 400_000],
      ['credit_note', -100_000],
      ['credit_note', -300_000],
    ])
    harness.double.state.failRefund(harness.double.state.refunds[0]?.id ?? '')
    await settleAll()
    const totals = (await harness.listReceipts()).map(({ total }) => total)
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(0)
  })

  it('in a state that we do not know counts as withheld money, never as nothing', async () => {
    const { booking, intent } = await createPaid()
    const dispute = harness.double.state.openDispute(intent)
    Object.assign(dispute, { status: 'a_new_word' })
    await settleAll()
    expect(await listStates()).toEqual(['unknown'])
    const money = await readMoneyEvents(harness.db.read, [booking.id])
    expect(getRefundableAmount(await harness.getBooking(booking.id), money)).toBe(0)
  })

  it.each([
    ['with the money paid back', true, 'lost'],
    ['without a movement of money', false, 'warning_closed'],
  ])('that was prevented %s is read by the money', async (_how, isPaidBack, state) => {
    const { intent } = await createPaid()
    const status = isPaidBack ? 'needs_response' : 'warning_needs_response'
    const { id } = harness.double.state.openDispute(intent, { status })
    harness.double.state.changeDispute(id, 'prevented')
    await settleAll()
    expect(await listStates()).toEqual([state])
  })
})
