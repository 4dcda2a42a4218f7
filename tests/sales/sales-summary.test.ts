import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listServices } from '#shared/content/services.ts'
import { addDays, isPlainDate } from '#shared/lib/date.ts'
import { splitVat } from '#shared/payment/vat.ts'
import type { Sale, SalesLedger } from '#shared/sales/api.ts'
import { addMonths, getPeriod, isValidPeriod, listMonths } from '#shared/sales/periods.ts'
import { summarizeSales } from '#shared/sales/sales-summary.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'

const date = fc.integer({ min: 0, max: 900 }).map((day) => addDays('2025-01-01', day))
const amount = fc.integer({ min: 1, max: 1_000_000 })
const service = fc.constantFrom(...listServices().map(({ type }) => type))

const sale: fc.Arbitrary<Sale> = fc
  .record({
    kind: fc.constantFrom('receipt' as const, 'credit_note' as const),
    amount,
    date,
    service,
  })
  .chain(({ kind, amount, date, service }) => {
    const sign = kind === 'receipt' ? 1 : -1
    return fc.record({
      kind: fc.constant(kind),
      label: fc.constant('1'),
      bookingId: fc.constantFrom('a', 'b', 'c', 'd'),
      serviceType: fc.constant(service),
      serviceTitle: fc.constant(`Title of ${service}`),
      client: fc.constant('Elisabeth Sørbø'),
      amount: fc.constant(sign * amount),
      vat: fc.constant(sign * splitVat(amount, 25).vat),
      vatRate: fc.constant(25),
      vatReason: fc.constant('home' as const),
      country: fc.constant('NO'),
      date: fc.constant(date),
      issuedAt: fc.constant(`${date}T10:00:00.000Z`),
    })
  })

const books: fc.Arbitrary<SalesLedger> = fc.record({
  sales: fc.array(sale, { maxLength: 40 }),
  pendingRefunds: fc.array(
    fc.record({
      bookingId: fc.constantFrom('a', 'b', 'c', 'd'),
      serviceType: service,
      amount,
      date,
    }),
    { maxLength: 5 },
  ),
})

const period = fc
  .tuple(date, date)
  .map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }))

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

test('The total is the sum of its months, and of all receipts minus refunds', async () => {
  await assertProperty(
    fc.asyncProperty(books, period, async (given, range) => {
      const summary = summarizeSales(given, range)
      const inside = given.sales.filter(({ date }) => date >= range.from && date <= range.to)
      expect(summary.totalRevenue).toBe(sum(summary.monthlyRevenue.map(({ revenue }) => revenue)))
      expect(summary.totalRevenue).toBe(sum(inside.map(({ amount }) => amount)))
      expect(summary.totalRevenue).toBe(summary.received - summary.refunded)
      for (const part of ['received', 'refunded', 'refundCount', 'pendingRefundTotal'] as const)
        expect(summary[part]).toBe(sum(summary.monthlyRevenue.map((month) => month[part])))
      expect(summary.totalBookings).toBe(
        sum(summary.monthlyRevenue.map(({ bookings }) => bookings)),
      )
    }),
  )
})

test('VAT and the net amount add up to the total, to the øre, and VAT matches the documents', async () => {
  await assertProperty(
    fc.asyncProperty(books, period, async (given, range) => {
      const { vat, withoutVat, totalRevenue } = summarizeSales(given, range)
      const inside = given.sales.filter(({ date }) => date >= range.from && date <= range.to)
      expect(vat + withoutVat).toBe(totalRevenue)
      expect(vat).toBe(sum(inside.map((one) => one.vat)))
    }),
  )
})

test('The services add up to the total, in the period and in each month', async () => {
  await assertProperty(
    fc.asyncProperty(books, period, async (given, range) => {
      const summary = summarizeSales(given, range)
      for (const part of [summary, ...summary.monthlyRevenue]) {
        expect(sum(part.services.map(({ received }) => received))).toBe(part.received)
        expect(sum(part.services.map(({ refunded }) => refunded))).toBe(part.refunded)
      }
    }),
  )
})

test('The totals of a period that is split in two are the sums of both parts', async () => {
  await assertProperty(
    fc.asyncProperty(books, period, fc.nat(900), async (given, { from, to }, days) => {
      const middle = addDays(from, days)
      fc.pre(middle < to)
      const parts = [
        summarizeSales(given, { from, to: middle }),
        summarizeSales(given, { from: addDays(middle, 1), to }),
      ]
      const whole = summarizeSales(given, { from, to })
      expect(whole.totalRevenue).toBe(sum(parts.map((part) => part.totalRevenue)))
      expect(whole.vat).toBe(sum(parts.map((part) => part.vat)))
      expect(whole.totalBookings).toBe(sum(parts.map((part) => part.totalBookings)))
    }),
  )
})

test('Every month of the period is listed once, in order, even without sales', async () => {
  await assertProperty(
    fc.asyncProperty(period, async (range) => {
      const months = summarizeSales({ sales: [], pendingRefunds: [] }, range).monthlyRevenue
      expect(months.map(({ month }) => month)).toEqual(listMonths(range))
      expect(months[0]?.month).toBe(range.from.slice(0, 7))
      expect(months.at(-1)?.month).toBe(range.to.slice(0, 7))
      for (const [index, { month }] of months.entries())
        if (index > 0) expect(month).toBe(addMonths(months[index - 1]?.month ?? '', 1))
    }),
  )
})

describe('The average', () => {
  const receipt = (amount: number): Sale => ({
    kind: 'receipt',
    label: '1',
    bookingId: 'a',
    serviceType: 'bespoke-planning',
    serviceTitle: 'Bespoke Planning',
    client: 'Elisabeth Sørbø',
    amount,
    vat: splitVat(amount, 25).vat,
    vatRate: 25,
    vatReason: 'home' as const,
    country: 'NO',
    date: '2026-11-01',
    issuedAt: '2026-11-01T10:00:00.000Z',
  })
  const november = { from: '2026-11-01', to: '2026-11-30' }

  test('is the amount received per receipt, and zero without any', () => {
    const sales = [receipt(400_000), receipt(150_000)]
    expect(summarizeSales({ sales, pendingRefunds: [] }, november).averageBookingValue).toBe(
      275_000,
    )
    expect(summarizeSales({ sales: [], pendingRefunds: [] }, november).averageBookingValue).toBe(0)
  })

  test('is not lowered by a refund, which is subtracted from the total', () => {
    const note: Sale = { ...receipt(-400_000), kind: 'credit_note' }
    const summary = summarizeSales(
      { sales: [receipt(400_000), note], pendingRefunds: [] },
      november,
    )
    expect(summary).toMatchObject({ averageBookingValue: 400_000, totalRevenue: 0, refundCount: 1 })
    expect(summary.recentSales).toMatchObject([{ amount: 400_000, refunded: 400_000 }])
  })
})

describe('A sales period', () => {
  test('of each preset ends today and begins on the first day of a month', () => {
    const today = '2026-11-24'
    expect(getPeriod('month', today)).toEqual({ from: '2026-11-01', to: today })
    expect(getPeriod('quarter', today)).toEqual({ from: '2026-09-01', to: today })
    expect(getPeriod('twelve', today)).toEqual({ from: '2025-12-01', to: today })
    expect(getPeriod('year', today)).toEqual({ from: '2026-01-01', to: today })
    expect(getPeriod('quarter', '2026-01-31')).toEqual({ from: '2025-11-01', to: '2026-01-31' })
  })

  test('of each preset has valid dates on any day of three years', async () => {
    await assertProperty(
      fc.asyncProperty(
        date,
        fc.constantFrom('month', 'quarter', 'twelve', 'year'),
        async (today, id) => {
          const { from, to } = getPeriod(id as 'month', today)
          expect(isPlainDate(from) && isPlainDate(to) && isValidPeriod({ from, to })).toBe(true)
        },
      ),
    )
  })

  test('is invalid if it ends before it begins or is too long', () => {
    expect(isValidPeriod({ from: '2026-11-02', to: '2026-11-01' })).toBe(false)
    expect(isValidPeriod({ from: '1900-01-01', to: '2026-11-01' })).toBe(false)
  })
})
