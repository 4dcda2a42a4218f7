import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { issueReceipt } from '#server/payment/receipts.ts'
import { formatAmount, splitVat, taxNote } from '#shared/lib/money.ts'
import { business } from '#shared/site/business.ts'
import { openTill, type Till } from '#tests/support/stripe-till.ts'

let till: Till

beforeEach(async () => {
  till = await openTill()
})

afterEach(async () => {
  expect(till.double.violations).toEqual([])
  await till.close()
})

const numbers = () => till.receipts().map(({ number }) => number)

describe('a receipt', () => {
  it('names both parties, the meeting, net, VAT and total', async () => {
    const { booking } = await till.paid()
    expect(till.receipts()).toEqual([
      {
        kind: 'receipt',
        series: 'real',
        number: 1,
        label: '1',
        bookingId: booking.id,
        serviceType: 'bespoke-planning',
        startsAt: booking.starts_at,
        issuedAt: till.time.now,
        seller: {
          name: business.legalName,
          address: business.address,
          organizationNumber: business.organizationNumber,
        },
        buyer: 'Elisabeth Sørbø',
        currency: 'nok',
        net: 320_000,
        vat: 80_000,
        total: 400_000,
        refersTo: null,
      },
    ])
  })

  it('keeps the parties as they were, whatever the booking says later', async () => {
    const { booking } = await till.paid()
    const renamed = { ...booking, last_name: 'Lund' }
    await expect(till.db.write((tx) => issueReceipt(tx, renamed, 0))).rejects.toThrow('UNIQUE')
    expect(till.receipts().map(({ buyer }) => buyer)).toEqual(['Elisabeth Sørbø'])
  })

  it('is numbered without a gap when many bookings are paid at once', async () => {
    const all = []
    for (let turn = 0; turn < 12; turn += 1) all.push(await till.begun())
    for (const { intent } of all) till.double.books.pay(intent)
    const twice = [...all, ...all]
    await Promise.all(twice.map(({ booking }) => till.payments.settle(booking.id)))
    expect(numbers()).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  })

  it('leaves no gap where its transaction is undone', async () => {
    await till.paid()
    const next = await till.hold()
    const undone = till.db.write((tx) => {
      expect(issueReceipt(tx, next, 0).number).toBe(2)
      throw new Error('Undone')
    })
    await expect(undone).rejects.toThrow('Undone')
    await till.paid()
    expect(numbers()).toEqual([1, 2])
  })

  it('shares its series with the credit notes', async () => {
    const first = await till.paid()
    await till.db.write((tx) => till.payments.refund(tx, first.booking, first.booking.amount))
    await till.drain()
    await till.paid()
    expect(till.receipts().map(({ kind }) => kind)).toEqual(['receipt', 'credit_note', 'receipt'])
    expect(numbers()).toEqual([1, 2, 3])
  })

  it('of a demonstration says so, and counts in a series of its own', async () => {
    await till.paid()
    await till.paid()
    const shown = { ...(await till.hold()), demo: 1 }
    const receipt = await till.db.write((tx) => issueReceipt(tx, shown, 0))
    expect(receipt).toMatchObject({ series: 'demo', number: 1, label: 'DEMO-1' })
    await till.paid()
    expect(till.receipts().map(({ label }) => label)).toEqual(['DEMO-1', '1', '2', '3'])
  })
})

describe('amounts', () => {
  it('split into net and VAT that add up to the price, to the last øre', () => {
    expect(splitVat(400_000)).toEqual({ net: 320_000, vat: 80_000 })
    expect(splitVat(150_000)).toEqual({ net: 120_000, vat: 30_000 })
    for (let amount = 1; amount < 2_000; amount += 1) {
      const { net, vat } = splitVat(amount)
      expect(net + vat).toBe(amount)
      expect(Math.abs(vat - net * 0.25)).toBeLessThan(1)
    }
  })

  it('are written the Norwegian way', () => {
    expect(formatAmount(400_000, 'nok')).toBe('4\u00a0000,00\u00a0kr')
    expect(formatAmount(-400_000, 'nok')).toBe('−4\u00a0000,00\u00a0kr')
    expect(taxNote('nok')).toBe('25% VAT included')
    expect(taxNote('eur')).toBe('Tax included')
  })
})
