import { describe, expect, test } from 'vitest'
import {
  listZoneOptions,
  listZonesDetectedFirst,
  searchZones,
} from '#client/booking/calendar/zone-picker.tsx'
import { getCurrentZone } from '#shared/lib/zones/zone-names.ts'

const winter = Date.parse('2026-11-25T09:30:00Z')

describe('The time zone list', () => {
  test('starts with the detected zone, and contains UTC and every supported zone once', () => {
    const zones = listZonesDetectedFirst('Europe/Oslo')
    expect(zones[0]).toBe('Europe/Oslo')
    expect(new Set(zones).size).toBe(zones.length)
    expect(zones).toContain('UTC')
    for (const zone of Intl.supportedValuesOf('timeZone'))
      expect(zones).toContain(getCurrentZone(zone))
  })

  test('can be searched by city, region, offset and the current names of cities', () => {
    const options = listZoneOptions('Europe/Oslo', winter)
    const found = (search: string) => searchZones(options, search).map(({ zone }) => zone)
    expect(found('new york')).toEqual(['America/New_York'])
    expect(found('OSLO europe')).toEqual(['Europe/Oslo'])
    expect(found('gmt+5:45')).toHaveLength(1)
    expect(found('gmt-3:30')).toEqual(['America/St_Johns'])
    expect(found('kathmandu')).toHaveLength(1)
    expect(found('kolkata')).toEqual(['Asia/Kolkata'])
    expect(found('calcutta')).toEqual(['Asia/Kolkata'])
    expect(found('atlantis')).toEqual([])
  })

  test('shows each zone with its summer or winter offset at the time of the meeting', () => {
    const summer = Date.parse('2026-07-01T09:30:00Z')
    expect(listZoneOptions('Europe/Oslo', winter)[0]?.label).toBe('Europe/Oslo (GMT+1)')
    expect(listZoneOptions('Europe/Oslo', summer)[0]?.label).toBe('Europe/Oslo (GMT+2)')
  })
})
