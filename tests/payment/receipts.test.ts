import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { issueReceipt } from '#server/payment/receipts.ts'
import { formatAmount } from '#shared/lib/money.ts'
import { getSeller } from '#shared/payment/seller.ts'
import { formatTaxNote, splitVat } from '#shared/payment/vat.ts'
import { openPaymentHarness, type PaymentHarness } from '#tests/support/payment/payment-harness.ts'

let harness: PaymentHarness

beforeEach(async () => {
  harness = await openPaymentHarness()
})

afterEach(async () => {
  expect(harness.double.violations).toEqual([])
  await harness.close()
})

const listReceiptNumbers = async () => (await harness.listReceipts()).map(({ number }) => number)

describe('A receipt', () => {
  it('names both parties, the meeting, net, VAT and total', async () => {
    const { booking } = await harness.createPaidBooking()
    expect(await harness.listReceipts()).toEqual([
      {
        kind: 'receipt',
        series: 'real',
        number: 1,
        label: '1',
        bookingId: booking.id,
        serviceType: 'bespoke-planning',
        startsAt: booking.starts_at,
        issuedAt: harness.time.now,
        title: 'Bespoke Planning',
        seller: getSeller(),
        buyer: {
          name: 'Elisabeth Sørbø',
          contact: '',
          organizationNumber: '',
          address: ['Storgata 1', '0155 Oslo', 'Norway'],
          country: 'NO',
          isCompany: false,
        },
        vatOutcome: { rate: 25, reason: 'home' },
        currency: 'nok',
        net: 320_000,
        vat: 80_000,
        total: 400_000,
        refersTo: null,
      },
    ])
  })

  it('preserves the original parties, even if the booking changes later', async () => {
    const { booking } = await harness.createPaidBooking()
    const renamed = { ...booking, last_name: 'Lund' }
    await expect(
      harness.db.write((tx) => issueReceipt(tx, { booking: renamed, seller: getSeller() }, 0)),
    ).rejects.toThrow(/UNIQUE|unique/)
    const [receipt] = await harness.listReceipts()
    expect(receipt?.buyer.name).toBe('Elisabeth Sørbø')
  })

  it('is numbered without a gap when many bookings are paid concurrently', async () => {
    const all = []
    for (let turn = 0; turn < 12; turn += 1) all.push(await harness.createStartedPayment())
    for (const { intent } of all) harness.double.state.pay(intent)
    const twice = [...all, ...all]
    await Promise.all(twice.map(({ booking }) => harness.payments.settle(booking.id)))
    expect(await listReceiptNumbers()).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  })

  it('causes no gap in the numbers if its transaction is rolled back', async () => {
    await harness.createPaidBooking()
    const next = await harness.createHold()
    const undone = harness.db.write(async (tx) => {
      expect((await issueReceipt(tx, { booking: next, seller: getSeller() }, 0)).number).toBe(2)
      throw new Error('Undone')
    })
    await expect(undone).rejects.toThrow('Undone')
    await harness.createPaidBooking()
    expect(await listReceiptNumbers()).toEqual([1, 2])
  })

  it('shares its number series with the credit notes', async () => {
    const first = await harness.createPaidBooking()
    await harness.db.write((tx) => harness.payments.refund(tx, first.booking, first.booking.amount))
    await harness.drain()
    await harness.createPaidBooking()
    expect((await harness.listReceipts()).map(({ kind }) => kind)).toEqual([
      'receipt',
      'credit_note',
      'receipt',
    ])
    expect(await listReceiptNumbers()).toEqual([1, 2, 3])
  })

  it('for a demonstration payment is marked as such and numbered in its own series', async () => {
    await harness.createPaidBooking()
    await harness.createPaidBooking()
    const demoBooking = { ...(await harness.createHold()), demo: 1 }
    const receipt = await harness.db.write((tx) =>
      issueReceipt(tx, { booking: demoBooking, seller: getSeller() }, 0),
    )
    expect(receipt).toMatchObject({ series: 'demo', number: 1, label: 'DEMO-1' })
    await harness.createPaidBooking()
    expect((await harness.listReceipts()).map(({ label }) => label)).toEqual([
      'DEMO-1',
      '1',
      '2',
      '3',
    ])
  })
})

describe('Amounts', () => {
  it('split into net and VAT that add up exactly to the price', () => {
    expect(splitVat(400_000, 25)).toEqual({ net: 320_000, vat: 80_000 })
    expect(splitVat(150_000, 25)).toEqual({ net: 120_000, vat: 30_000 })
    for (let amount = 1; amount < 2_000; amount += 1) {
      const { net, vat } = splitVat(amount, 25)
      expect(net + vat).toBe(amount)
      expect(Math.abs(vat - net * 0.25)).toBeLessThan(1)
    }
  })

  it('are formatted in the Norwegian way', () => {
    expect(formatAmount(400_000, 'nok')).toBe('NOK\u00a04\u00a0000')
    expect(formatAmount(-400_000, 'nok')).toBe('NOK\u00a0−4\u00a0000')
    const home = { rate: 25, reason: 'home' } as const
    expect(formatTaxNote('nok', home)).toBe('25% VAT included')
    expect(formatTaxNote('eur', home)).toBe('Tax included')
  })
})

describe('Partial credit notes', () => {
  it.each([
    [
      [133_333, 133_333, 133_333, 1],
      [26_667, 26_666, 26_667, 0],
    ],
    [
      [1, 399_999],
      [0, 80_000],
    ],
    [
      [3, 3, 3, 399_991],
      [1, 0, 1, 79_998],
    ],
  ])('of %j have %j of VAT: together exactly that of the receipt', async (parts, vats) => {
    const { booking } = await harness.createPaidBooking()
    for (const part of parts) {
      await harness.db.write((tx) => harness.payments.refund(tx, booking, part))
      await harness.drain()
    }
    const [receipt, ...notes] = await harness.listReceipts()
    expect(notes.map(({ vat }) => -vat + 0)).toEqual(vats)
    expect(notes.reduce((sum, { vat }) => sum - vat, 0)).toBe(receipt?.vat)
    for (const { net, vat, total } of notes) expect(net + vat).toBe(total)
  })
})
