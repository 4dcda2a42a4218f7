import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/lib/date.ts'
import { formatOffset, getOffset, toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant, getLastInstant, listInstants } from '#shared/lib/wall-time.ts'
import { isZone } from '#shared/lib/zones/zone-names.ts'
import { hardZones } from '#tests/support/schedule/schedule-arbitraries.ts'

const zones = fc.constantFrom(
  ...hardZones,
  'Europe/Oslo',
  'America/New_York',
  'Australia/Lord_Howe',
)
const anyInstant = fc.integer({
  min: Date.UTC(2026, 0, 1) / 60_000,
  max: Date.UTC(2028, 11, 31) / 60_000,
})

const parseUtc = (iso: string) => Date.parse(iso)

describe('The conversion between wall time and instants', () => {
  it('finds every instant from the wall time that it shows', () => {
    fc.assert(
      fc.property(anyInstant, zones, (minutes, zone) => {
        const instant = minutes * 60_000
        const { date, minute } = toWallTime(instant, zone)
        expect(listInstants(date, minute, zone)).toContain(instant)
      }),
    )
  })

  it('returns only instants that show the requested wall time', () => {
    const dates = fc.integer({ min: 0, max: 1000 }).map((day) => addDays('2026-01-01', day))
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 1439 }), zones, (date, minute, zone) => {
        for (const instant of listInstants(date, minute, zone))
          expect(toWallTime(instant, zone)).toEqual({ date, minute })
      }),
    )
  })

  it('finds no instant in the skipped hour of Oslo, and two in its repeated hour', () => {
    expect(listInstants('2027-03-28', 150, 'Europe/Oslo')).toEqual([])
    expect(listInstants('2027-10-31', 150, 'Europe/Oslo')).toEqual([
      parseUtc('2027-10-31T00:30:00Z'),
      parseUtc('2027-10-31T01:30:00Z'),
    ])
  })

  it('moves the edge of a range out of a skipped hour, to its end', () => {
    const gapEnd = parseUtc('2027-03-28T01:00:00Z')
    expect(getFirstInstant('2027-03-28', 150, 'Europe/Oslo')).toBe(gapEnd)
    expect(getLastInstant('2027-03-28', 150, 'Europe/Oslo')).toBe(gapEnd)
  })

  it('uses the outer instants if the edges of a range occur twice', () => {
    expect(getFirstInstant('2027-10-31', 150, 'Europe/Oslo')).toBe(parseUtc('2027-10-31T00:30:00Z'))
    expect(getLastInstant('2027-10-31', 150, 'Europe/Oslo')).toBe(parseUtc('2027-10-31T01:30:00Z'))
  })

  it('reads minute 1440 as the next midnight', () => {
    expect(getLastInstant('2026-11-25', 1440, 'Europe/Oslo')).toBe(parseUtc('2026-11-25T23:00:00Z'))
  })

  it('skips the day that never existed in Apia', () => {
    expect(listInstants('2011-12-30', 600, 'Pacific/Apia')).toEqual([])
    expect(getFirstInstant('2011-12-30', 0, 'Pacific/Apia')).toBe(parseUtc('2011-12-30T10:00:00Z'))
  })

  it('returns the exact offset on both sides of a clock change', () => {
    const change = parseUtc('2027-03-28T01:00:00Z')
    expect(getOffset(change - 1, 'Europe/Oslo')).toBe(3_600_000)
    expect(getOffset(change, 'Europe/Oslo')).toBe(7_200_000)
  })

  it('formats offsets as people write them', () => {
    const now = parseUtc('2026-11-25T09:00:00Z')
    expect(formatOffset(now, 'Europe/Oslo')).toBe('GMT+1')
    expect(formatOffset(now, 'Asia/Kathmandu')).toBe('GMT+5:45')
    expect(formatOffset(now, 'America/St_Johns')).toBe('GMT−3:30')
    expect(formatOffset(now, 'UTC')).toBe('GMT')
  })

  it('accepts the name of a zone, and rejects an unknown name', () => {
    expect(isZone('Europe/Oslo')).toBe(true)
    expect(isZone('Europe/Atlantis')).toBe(false)
  })
})
