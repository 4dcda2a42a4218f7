import { describe, expect, test } from 'vitest'
import { allZones, searchZones, zoneOptions } from '#client/booking/calendar/zone-picker.tsx'
import { currentZone } from '#shared/lib/zone.ts'

const winter = Date.parse('2026-11-25T09:30:00Z')

describe('the time zone list', () => {
  test('begins with the detected zone, and holds UTC and every supported zone once', () => {
    const zones = allZones('Europe/Oslo')
    expect(zones[0]).toBe('Europe/Oslo')
    expect(new Set(zones).size).toBe(zones.length)
    expect(zones).toContain('UTC')
    for (const zone of Intl.supportedValuesOf('timeZone'))
      expect(zones).toContain(currentZone(zone))
  })

  test('is searched by city, by region, by offset and by the names cities go by today', () => {
    const options = zoneOptions('Europe/Oslo', winter)
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

  test('shows each zone with the offset of the meeting’s season', () => {
    const summer = Date.parse('2026-07-01T09:30:00Z')
    expect(zoneOptions('Europe/Oslo', winter)[0]?.label).toBe('Europe/Oslo (GMT+1)')
    expect(zoneOptions('Europe/Oslo', summer)[0]?.label).toBe('Europe/Oslo (GMT+2)')
  })
})
