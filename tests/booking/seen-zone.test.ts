import { expect, test } from 'vitest'
import { getGuestZone, readSeenOffset } from '#shared/booking/guest-zone.ts'
import { formatMeetingTime } from '#shared/booking/zoned-time.ts'
import { getOffset, toSeenZone, toWallTime } from '#shared/lib/time-zone.ts'
import { isZone } from '#shared/lib/zones/zone-names.ts'

const start = '2026-12-15T18:00:00Z'
const instant = Date.parse(start)
const timezone = 'America/Vancouver'
const ours = getOffset(instant, timezone) / 60_000

test('A time that the visitor saw an hour later than our zone data says is printed as the visitor saw it', () => {
  const zone = getGuestZone({ start, timezone, seenOffset: ours + 60 })
  expect(toWallTime(instant, zone)).toEqual({
    date: '2026-12-15',
    minute: toWallTime(instant, timezone).minute + 60,
  })
  expect(formatMeetingTime(instant, instant + 1_800_000, zone).zone).toMatch(
    /^America\/Vancouver \(GMT−\d\)$/,
  )
})

test('The offset that the visitor saw replaces ours only where ours is the same as at that time', () => {
  const [winter, summer] = [Date.parse('2025-01-15T18:00Z'), Date.parse('2025-07-15T18:00Z')]
  const zone = toSeenZone(winter, -420, 'America/New_York')
  expect(getOffset(winter + 86_400_000, zone)).toBe(-420 * 60_000)
  expect(getOffset(summer, zone)).toBe(-240 * 60_000)
})

test('The zone stays as it is if both agree, or if no wall time is known', () => {
  expect(getGuestZone({ start, timezone, seenOffset: ours })).toBe(timezone)
  expect(getGuestZone({ start, timezone, seenOffset: null })).toBe(timezone)
})

test('A wall time that cannot come from other zone data says nothing about the visitor’s clock', () => {
  const at = (minutes: number) => {
    const wall = new Date(instant + (ours + minutes) * 60_000).toISOString()
    return readSeenOffset(instant, { date: wall.slice(0, 10), time: wall.slice(11, 16), timezone })
  }
  expect([0, 60, -60, 180].map(at)).toEqual([ours, ours + 60, ours - 60, null])
  expect(readSeenOffset(instant, { date: '', time: '', timezone })).toBeNull()
})

test('A zone that names an offset is accepted from no form', () => {
  expect(isZone(toSeenZone(instant, ours + 60, timezone))).toBe(false)
})
