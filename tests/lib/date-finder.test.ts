import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateFinder } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'

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

test('many instants in a row have the dates that each by itself would have, also where clocks change at midnight', () => {
  const year = { min: Date.parse('2011-01-01T00:00:00Z'), max: Date.parse('2031-01-01T00:00:00Z') }
  const steps = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer(year), steps, (zone, first, hours) => {
      const dateOf = dateFinder(zone)
      let instant = first
      for (const step of hours) {
        instant += step * HOUR
        expect(dateOf(instant)).toBe(wallOf(instant, zone).date)
      }
    }),
  )
})

test('a day that the clocks begin twice is told right', () => {
  // In Havana the first hour of 1 November 2026 occurs twice.
  const dateOf = dateFinder('America/Havana')
  for (
    let instant = Date.parse('2026-11-01T03:00:00Z');
    instant < Date.parse('2026-11-01T08:00:00Z');
    instant += HOUR / 4
  )
    expect(dateOf(instant)).toBe(wallOf(instant, 'America/Havana').date)
})
