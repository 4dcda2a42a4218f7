import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serviceTypes } from '#shared/booking/catalogue.ts'
import { addDays, isPlainDate } from '#shared/lib/date.ts'
import { splitVat } from '#shared/lib/money.ts'
import type { Books, Sale } from '#shared/sales/api.ts'
import { addMonths, isPeriod, monthsOf, periodOf } from '#shared/sales/periods.ts'
import { summarise } from '#shared/sales/sums.ts'
import { assertProperty } from '#tests/support/runs.ts'

const date = fc.integer({ min: 0, max: 900 }).map((day) => addDays('2025-01-01', day))
const amount = fc.integer({ min: 1, max: 1_000_000 })
const service = fc.constantFrom(...serviceTypes)

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
      client: fc.constant('Elisabeth Sørbø'),
      amount: fc.constant(sign * amount),
      vat: fc.constant(sign * splitVat(amount).vat),
      date: fc.constant(date),
      issuedAt: fc.constant(`${date}T10:00:00.000Z`),
    })
  })

const books: fc.Arbitrary<Books> = fc.record({
  sales: fc.array(sale, { maxLength: 40 }),
  waiting: fc.array(
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

test('the total is the sum of its months, and of all receipts without what went back', async () => {
  await assertProperty(
    fc.asyncProperty(books, period, async (given, asked) => {
      const summary = summarise(given, asked)
      const inside = given.sales.filter(({ date }) => date >= asked.from && date <= asked.to)
      expect(summary.totalRevenue).toBe(sum(summary.monthlyRevenue.map(({ revenue }) => revenue)))
      expect(summary.totalRevenue).toBe(sum(inside.map(({ amount }) => amount)))
      expect(summary.totalRevenue).toBe(summary.received - summary.refunded)
      for (const part of ['received', 'refunded', 'refunds', 'waiting'] as const)
        expect(summary[part]).toBe(sum(summary.monthlyRevenue.map((month) => month[part])))
      expect(summary.totalBookings).toBe(
        sum(summary.monthlyRevenue.map(({ bookings }) => bookings)),
      )
    }),
  )
})

test('VAT and the rest are the total, to the øre, and VAT is what the documents say', async () => {
  await assertProperty(
    fc.asyncProperty(books, period, async (given, asked) => {
      const { vat, withoutVat, totalRevenue } = summarise(given, asked)
      const inside = given.sales.filter(({ date }) => date >= asked.from && date <= asked.to)
      expect(vat + withoutVat).toBe(totalRevenue)
      expect(vat).toBe(sum(inside.map((one) => one.vat)))
    }),
  )
})

test('the services add up to the whole, in the period and in each month', async () => {
  await assertProperty(
    fc.asyncProperty(books, period, async (given, asked) => {
      const summary = summarise(given, asked)
      for (const part of [summary, ...summary.monthlyRevenue]) {
        expect(sum(part.services.map(({ received }) => received))).toBe(part.received)
        expect(sum(part.services.map(({ refunded }) => refunded))).toBe(part.refunded)
      }
    }),
  )
})

test('a period parted in two has the sums of its parts', async () => {
  await assertProperty(
    fc.asyncProperty(books, period, fc.nat(900), async (given, { from, to }, days) => {
      const middle = addDays(from, days)
      fc.pre(middle < to)
      const parts = [
        summarise(given, { from, to: middle }),
        summarise(given, { from: addDays(middle, 1), to }),
      ]
      const whole = summarise(given, { from, to })
      expect(whole.totalRevenue).toBe(sum(parts.map((part) => part.totalRevenue)))
      expect(whole.vat).toBe(sum(parts.map((part) => part.vat)))
      expect(whole.totalBookings).toBe(sum(parts.map((part) => part.totalBookings)))
    }),
  )
})

test('every month of the period is there once, in order, also where nothing was sold', async () => {
  await assertProperty(
    fc.asyncProperty(period, async (asked) => {
      const months = summarise({ sales: [], waiting: [] }, asked).monthlyRevenue
      expect(months.map(({ month }) => month)).toEqual(monthsOf(asked))
      expect(months[0]?.month).toBe(asked.from.slice(0, 7))
      expect(months.at(-1)?.month).toBe(asked.to.slice(0, 7))
      for (const [index, { month }] of months.entries())
        if (index > 0) expect(month).toBe(addMonths(months[index - 1]?.month ?? '', 1))
    }),
  )
})

describe('the average', () => {
  const receipt = (amount: number): Sale => ({
    kind: 'receipt',
    label: '1',
    bookingId: 'a',
    serviceType: 'bespoke-planning',
    client: 'Elisabeth Sørbø',
    amount,
    vat: splitVat(amount).vat,
    date: '2026-11-01',
    issuedAt: '2026-11-01T10:00:00.000Z',
  })
  const november = { from: '2026-11-01', to: '2026-11-30' }

  test('is of what paid bookings brought, and nothing where there were none', () => {
    const sales = [receipt(400_000), receipt(150_000)]
    expect(summarise({ sales, waiting: [] }, november).averageBookingValue).toBe(275_000)
    expect(summarise({ sales: [], waiting: [] }, november).averageBookingValue).toBe(0)
  })

  test('is not lowered by a refund, which is subtracted from the total', () => {
    const note: Sale = { ...receipt(-400_000), kind: 'credit_note' }
    const summary = summarise({ sales: [receipt(400_000), note], waiting: [] }, november)
    expect(summary).toMatchObject({ averageBookingValue: 400_000, totalRevenue: 0, refunds: 1 })
    expect(summary.recentSales).toMatchObject([{ amount: 400_000, refunded: 400_000 }])
  })
})

describe('a period', () => {
  test('of each choice ends today and begins with a month', () => {
    const today = '2026-11-24'
    expect(periodOf('month', today)).toEqual({ from: '2026-11-01', to: today })
    expect(periodOf('quarter', today)).toEqual({ from: '2026-09-01', to: today })
    expect(periodOf('twelve', today)).toEqual({ from: '2025-12-01', to: today })
    expect(periodOf('year', today)).toEqual({ from: '2026-01-01', to: today })
    expect(periodOf('quarter', '2026-01-31')).toEqual({ from: '2025-11-01', to: '2026-01-31' })
  })

  test('of every day of three years is one of real dates', async () => {
    await assertProperty(
      fc.asyncProperty(
        date,
        fc.constantFrom('month', 'quarter', 'twelve', 'year'),
        async (today, id) => {
          const { from, to } = periodOf(id as 'month', today)
          expect(isPlainDate(from) && isPlainDate(to) && isPeriod({ from, to })).toBe(true)
        },
      ),
    )
  })

  test('is none where it ends before it begins, or is longer than anyone reads', () => {
    expect(isPeriod({ from: '2026-11-02', to: '2026-11-01' })).toBe(false)
    expect(isPeriod({ from: '1900-01-01', to: '2026-11-01' })).toBe(false)
  })
})
