import { describe, expect, test } from 'vitest'
import { daysBetween } from '#shared/lib/date.ts'
import { MAX_RANGE_DAYS } from '#shared/schedule/api.ts'
import { canAnswerFor, getPrefetchRange } from '#sw/rules.ts'

const today = '2026-11-21'
const wide = { ...getPrefetchRange(today), bookableTo: '2027-02-19' }

test('The date range that is fetched ahead is within the limit for one request', () => {
  const { from, to } = getPrefetchRange(today)
  expect(daysBetween(from, to)).toBeLessThanOrEqual(MAX_RANGE_DAYS)
})

describe('Dates covered by a cached availability answer', () => {
  test.each([
    ['the month that has begun, whose first days are over', '2026-10-31', '2026-12-01'],
    ['a month within', '2026-12-31', '2027-02-01'],
    ['the month in which booking ends', '2027-01-31', '2027-03-01'],
    ['months after that, which are empty', '2027-04-30', '2027-06-01'],
  ])('%s', (_what, from, to) => {
    expect(canAnswerFor(wide, { from, to }, today)).toBe(true)
  })

  test('the remaining days when the answer is five days old', () => {
    expect(canAnswerFor(wide, { from: '2026-10-31', to: '2026-12-01' }, '2026-11-26')).toBe(true)
  })
})

describe('Dates not covered by a cached availability answer', () => {
  const december = { from: '2026-11-30', to: '2027-01-01', bookableTo: '2027-02-19' }

  test.each([
    ['days before it', '2026-11-20', '2026-12-24'],
    ['days after it', '2026-12-24', '2027-01-15'],
  ])('%s', (_what, from, to) => {
    expect(canAnswerFor(december, { from, to }, today)).toBe(false)
  })
})
