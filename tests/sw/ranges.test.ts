import { describe, expect, test } from 'vitest'
import { daysBetween } from '#shared/lib/date.ts'
import { MAX_RANGE_DAYS } from '#shared/schedule/api.ts'
import { covers, wideRange } from '#sw/rules.ts'

const today = '2026-11-21'
const wide = { ...wideRange(today), bookableTo: '2027-02-19' }

test('what is fetched ahead is no longer than one question may be', () => {
  const { from, to } = wideRange(today)
  expect(daysBetween(from, to)).toBeLessThanOrEqual(MAX_RANGE_DAYS)
})

describe('a kept answer stands in for', () => {
  test.each([
    ['the month that has begun, whose first days are over', '2026-10-31', '2026-12-01'],
    ['a month within', '2026-12-31', '2027-02-01'],
    ['the month in which booking ends', '2027-01-31', '2027-03-01'],
    ['months after that, which hold nothing', '2027-04-30', '2027-06-01'],
  ])('%s', (_what, from, to) => {
    expect(covers(wide, { from, to }, today)).toBe(true)
  })

  test('the days still to come when it is five days old', () => {
    expect(covers(wide, { from: '2026-10-31', to: '2026-12-01' }, '2026-11-26')).toBe(true)
  })
})

describe('it does not stand in for', () => {
  const december = { from: '2026-11-30', to: '2027-01-01', bookableTo: '2027-02-19' }

  test.each([
    ['days before it', '2026-11-20', '2026-12-24'],
    ['days after it', '2026-12-24', '2027-01-15'],
  ])('%s', (_what, from, to) => {
    expect(covers(december, { from, to }, today)).toBe(false)
  })
})
