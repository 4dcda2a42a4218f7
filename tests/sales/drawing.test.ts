import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleFor } from '#client/desk/sales/month-chart.tsx'
import { partsOf, partWords, shortDate, shortMonth } from '#client/desk/sales/sales-words.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { MonthSums } from '#shared/sales/api.ts'
import { assertProperty } from '#tests/support/runs.ts'

test('the axis has at most four lines, at round amounts of whole kroner, none over the highest bar', async () => {
  await assertProperty(
    fc.asyncProperty(fc.integer({ min: 1, max: 2_000_000_000 }), async (highest) => {
      const { lines, top } = scaleFor(highest)
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

test('where nothing was sold there is an axis without lines, and nothing is divided by zero', () => {
  expect(scaleFor(0)).toEqual({ lines: [], top: 1 })
})

test('amounts are written without øre where there are none, with a true minus, and never as a negative nothing', () => {
  expect([0, -0, 400_000, 150_050, -400_000, 1].map(formatFigure)).toEqual([
    '0',
    '0',
    '4,000',
    '1,500.50',
    '−4,000',
    '0.01',
  ])
})

test('a month that the period has only a part of says which', () => {
  const period = { from: '2026-03-10', to: '2026-11-22' }
  expect(partWords('2026-03', period)).toBe('from 10th')
  expect(partWords('2026-04', period)).toBeUndefined()
  expect(partWords('2026-11', period)).toBe('to 22nd')
  expect(partWords('2026-11', { from: '2026-11-02', to: '2026-11-21' })).toBe('2nd to 21st')
  expect(partWords('2026-02', { from: '2026-02-01', to: '2026-02-28' })).toBeUndefined()
})

test('months have three letters, and dates of another year have theirs', () => {
  expect(['2026-09', '2026-11'].map(shortMonth)).toEqual(['Sep', 'Nov'])
  expect(shortDate('2026-11-20', '2026-11-21')).toBe('20 Nov')
  expect(shortDate('2025-12-20', '2026-11-21')).toBe('20 Dec 2025')
})

test('the parts of a month name each service, what went back and what is to', () => {
  const month: MonthSums = {
    month: '2026-11',
    revenue: 250_000,
    received: 400_000,
    refunded: 150_000,
    refunds: 1,
    waiting: 50_000,
    bookings: 1,
    services: [
      { serviceType: 'bespoke-planning', bookings: 1, received: 400_000, refunded: 0 },
      { serviceType: 'business-consultancy', bookings: 0, received: 0, refunded: 150_000 },
    ],
  }
  expect(partsOf(month)).toEqual([
    'Bespoke Planning 4,000 from 1 booking',
    'Refunded −1,500 in 1 payment',
    'Refund waiting −500, not counted',
  ])
})
