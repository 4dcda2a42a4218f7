import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { createDateFinder } from '#shared/lib/wall-time.ts'

const zones = [
  'Europe/Oslo',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Havana',
  'Asia/Kathmandu',
  'UTC',
  'Pacific/Apia',
]
const HOUR = 3_600_000

test('Instants in a row have the same dates as each by itself, also where clocks change at midnight', () => {
  const year = { min: Date.parse('2011-01-01T00:00:00Z'), max: Date.parse('2031-01-01T00:00:00Z') }
  const steps = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer(year), steps, (zone, first, hours) => {
      const dateOf = createDateFinder(zone)
      let instant = first
      for (const step of hours) {
        instant += step * HOUR
        expect(dateOf(instant)).toBe(toWallTime(instant, zone).date)
      }
    }),
  )
})

test('A day that begins twice because of a clock change has the right date', () => {
  // In Havana the first hour of 1 November 2026 occurs twice.
  const dateOf = createDateFinder('America/Havana')
  for (
    let instant = Date.parse('2026-11-01T03:00:00Z');
    instant < Date.parse('2026-11-01T08:00:00Z');
    instant += HOUR / 4
  )
    expect(dateOf(instant)).toBe(toWallTime(instant, 'America/Havana').date)
})
