import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/lib/date.ts'
import { firstInstantFrom, instantsOfWall, lastInstantFrom } from '#shared/lib/wall.ts'
import { isZone, offsetAt, offsetName, wallOf } from '#shared/lib/zone.ts'
import { hardZones } from '#tests/support/zones.ts'

const zones = fc.constantFrom(
  ...hardZones,
  'Europe/Oslo',
  'America/New_York',
  'Australia/Lord_Howe',
)
const instants = fc.integer({
  min: Date.UTC(2026, 0, 1) / 60_000,
  max: Date.UTC(2028, 11, 31) / 60_000,
})

const utc = (iso: string) => Date.parse(iso)

describe('wall time and instants', () => {
  it('finds every instant again from the wall time it shows', () => {
    fc.assert(
      fc.property(instants, zones, (minutes, zone) => {
        const instant = minutes * 60_000
        const { date, minute } = wallOf(instant, zone)
        expect(instantsOfWall(date, minute, zone)).toContain(instant)
      }),
    )
  })

  it('names only instants that show the wall time asked for', () => {
    const dates = fc.integer({ min: 0, max: 1000 }).map((day) => addDays('2026-01-01', day))
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 1439 }), zones, (date, minute, zone) => {
        for (const instant of instantsOfWall(date, minute, zone))
          expect(wallOf(instant, zone)).toEqual({ date, minute })
      }),
    )
  })

  it('finds no instant in the spring gap of Oslo, and two in its autumn hour', () => {
    expect(instantsOfWall('2027-03-28', 150, 'Europe/Oslo')).toEqual([])
    expect(instantsOfWall('2027-10-31', 150, 'Europe/Oslo')).toEqual([
      utc('2027-10-31T00:30:00Z'),
      utc('2027-10-31T01:30:00Z'),
    ])
  })

  it('moves the edge of a range out of a gap, to its end', () => {
    const gapEnd = utc('2027-03-28T01:00:00Z')
    expect(firstInstantFrom('2027-03-28', 150, 'Europe/Oslo')).toBe(gapEnd)
    expect(lastInstantFrom('2027-03-28', 150, 'Europe/Oslo')).toBe(gapEnd)
  })

  it('takes the outer instants where the edges of a range happen twice', () => {
    expect(firstInstantFrom('2027-10-31', 150, 'Europe/Oslo')).toBe(utc('2027-10-31T00:30:00Z'))
    expect(lastInstantFrom('2027-10-31', 150, 'Europe/Oslo')).toBe(utc('2027-10-31T01:30:00Z'))
  })

  it('reads minute 1440 as the next midnight', () => {
    expect(lastInstantFrom('2026-11-25', 1440, 'Europe/Oslo')).toBe(utc('2026-11-25T23:00:00Z'))
  })

  it('passes over the day that Apia never had', () => {
    expect(instantsOfWall('2011-12-30', 600, 'Pacific/Apia')).toEqual([])
    expect(firstInstantFrom('2011-12-30', 0, 'Pacific/Apia')).toBe(utc('2011-12-30T10:00:00Z'))
  })

  it('knows the offset on both sides of a change, to the second', () => {
    const change = utc('2027-03-28T01:00:00Z')
    expect(offsetAt(change - 1, 'Europe/Oslo')).toBe(3_600_000)
    expect(offsetAt(change, 'Europe/Oslo')).toBe(7_200_000)
  })

  it('names offsets as people write them', () => {
    const now = utc('2026-11-25T09:00:00Z')
    expect(offsetName(now, 'Europe/Oslo')).toBe('GMT+1')
    expect(offsetName(now, 'Asia/Kathmandu')).toBe('GMT+5:45')
    expect(offsetName(now, 'America/St_Johns')).toBe('GMT−3:30')
    expect(offsetName(now, 'UTC')).toBe('GMT')
  })

  it('knows a zone from a name that is none', () => {
    expect(isZone('Europe/Oslo')).toBe(true)
    expect(isZone('Europe/Atlantis')).toBe(false)
  })
})
