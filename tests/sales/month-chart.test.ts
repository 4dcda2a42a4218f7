import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildScale } from '#client/desk/sales/month-chart.tsx'
import {
  formatMonthDetails,
  formatMonthPart,
  formatShortDate,
  formatShortMonth,
} from '#client/desk/sales/sales-text.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { MonthTotals } from '#shared/sales/api.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'

test('The axis has at most four lines, at round amounts, none above the highest bar', async () => {
  await assertProperty(
    fc.asyncProperty(fc.integer({ min: 1, max: 2_000_000_000 }), async (highest) => {
      const { gridLines: lines, max: top } = buildScale(highest)
      expect(top).toBe(highest)
      expect(lines.length).toBeLessThanOrEqual(4)
      if (highest >= 400) expect(lines.length).toBeGreaterThan(0)
      for (const [index, line] of lines.entries()) {
        expect(line).toBeLessThanOrEqual(highest)
        expect(line % 50).toBe(0)
        expect(line).toBe((lines[0] ?? 0) * (index + 1))
      }
    }),
  )
})

test('Without sales the axis has no lines, and nothing is divided by zero', () => {
  expect(buildScale(0)).toEqual({ gridLines: [], max: 1 })
})

test('Amounts have decimals only when needed, a true minus sign, and no negative zero', () => {
  expect([0, -0, 400_000, 150_050, -400_000, 1].map(formatFigure)).toEqual([
    '0',
    '0',
    '4,000',
    '1,500.50',
    '−4,000',
    '0.01',
  ])
})

test('A month that is only partly in the period says which part is', () => {
  const period = { from: '2026-03-10', to: '2026-11-22' }
  expect(formatMonthPart('2026-03', period)).toBe('from 10th')
  expect(formatMonthPart('2026-04', period)).toBeUndefined()
  expect(formatMonthPart('2026-11', period)).toBe('to 22nd')
  expect(formatMonthPart('2026-11', { from: '2026-11-02', to: '2026-11-21' })).toBe('2nd to 21st')
  expect(formatMonthPart('2026-02', { from: '2026-02-01', to: '2026-02-28' })).toBeUndefined()
})

test('Months are shortened to three letters, and dates in another year include the year', () => {
  expect(['2026-09', '2026-11'].map(formatShortMonth)).toEqual(['Sep', 'Nov'])
  expect(formatShortDate('2026-11-20', '2026-11-21')).toBe('20 Nov')
  expect(formatShortDate('2025-12-20', '2026-11-21')).toBe('20 Dec 2025')
})

test('The breakdown of a month names services with payments, completed refunds and pending refunds', () => {
  const month: MonthTotals = {
    month: '2026-11',
    revenue: 250_000,
    received: 400_000,
    refunded: 150_000,
    refundCount: 1,
    pendingRefundTotal: 50_000,
    bookings: 1,
    services: [
      {
        ...{ serviceType: 'bespoke-planning', serviceTitle: 'Bespoke Planning' },
        ...{ bookings: 1, received: 400_000, refunded: 0 },
      },
      {
        ...{ serviceType: 'business-consultancy', serviceTitle: 'Business Consultancy' },
        ...{ bookings: 0, received: 0, refunded: 150_000 },
      },
    ],
  }
  expect(formatMonthDetails(month)).toEqual([
    'Bespoke Planning 4,000 from 1 booking',
    'Refunded −1,500 in 1 payment',
    'Refund waiting −500, not counted',
  ])
})
