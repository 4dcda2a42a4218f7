import { expect, test } from 'vitest'
import { formatMeetingTime } from '#shared/booking/zoned-time.ts'
import { getOffset, isZone, toSeenZone, toWallTime } from '#shared/lib/time-zone.ts'
import { listInstants } from '#shared/lib/wall-time.ts'

const start = Date.parse('2026-12-15T18:00:00Z')
const zone = 'America/Vancouver'
const seenByVisitor = (minutes: number) => start + getOffset(start, zone) + minutes * 60_000

test('A time that the visitor saw an hour later than our zone data says is printed as the visitor saw it', () => {
  const seen = toSeenZone(start, seenByVisitor(60), zone)
  const ours = toWallTime(start, zone).minute
  expect(toWallTime(start, seen)).toEqual({ date: '2026-12-15', minute: ours + 60 })
  expect(isZone(seen)).toBe(true)
  expect(formatMeetingTime(start, start + 1_800_000, seen).zone).toMatch(
    /^America\/Vancouver \(GMT−\d\)$/,
  )
  expect(listInstants('2026-12-15', ours + 60, seen)).toEqual([start])
})

test('The zone stays as it is if both agree, or if the wall time cannot come from zone data', () => {
  expect(toSeenZone(start, seenByVisitor(0), zone)).toBe(zone)
  expect(toSeenZone(start, seenByVisitor(180), zone)).toBe(zone)
})
