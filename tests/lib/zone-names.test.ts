import { safeParse } from 'valibot'
import { expect, it } from 'vitest'
import {
  currentZone,
  formerZone,
  isZone,
  listZones,
  offsetAt,
  zoneCity,
  zoneWords,
} from '#shared/lib/zone.ts'
import { ZoneName } from '#shared/schedule/schema.ts'

const winter = Date.parse('2026-11-25T09:30:00Z')

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata', 'Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv', 'Kyiv'],
  ['America/Godthab', 'America/Nuuk', 'Nuuk'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh', 'Ho Chi Minh'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires', 'Buenos Aires'],
])(
  '%s is named %s everywhere, and either name is taken for the same zone',
  (before, today, city) => {
    for (const name of [before, today]) {
      expect(currentZone(name)).toBe(today)
      expect(zoneWords(name)).toBe(today.replaceAll('_', ' '))
      expect(zoneCity(name)).toBe(city)
      expect(isZone(name)).toBe(true)
      expect(safeParse(ZoneName, name)).toMatchObject({ success: true, output: today })
    }
    expect(offsetAt(winter, before)).toBe(offsetAt(winter, today))
  },
)

it('the list has every zone of this machine once, and none by a name that was given up', () => {
  const zones = listZones()
  expect(new Set(zones).size).toBe(zones.length)
  expect(zones).toContain('UTC')
  expect(zones).toContain('Asia/Kolkata')
  expect(zones.filter((zone) => currentZone(zone) !== zone)).toEqual([])
  expect(zones.filter((zone) => !isZone(zone))).toEqual([])
  const offsets = new Set(Intl.supportedValuesOf('timeZone').map((zone) => offsetAt(winter, zone)))
  expect(new Set(zones.map((zone) => offsetAt(winter, zone)))).toEqual(offsets)
})

it('a name that a machine does not know yet is read by the one before', () => {
  const Real = Intl.DateTimeFormat
  const older = (locale: string, options: Intl.DateTimeFormatOptions) => {
    if (options.timeZone === 'Pacific/Kanton') throw new RangeError('Invalid time zone')
    return new Real(locale, options)
  }
  Intl.DateTimeFormat = older as unknown as typeof Intl.DateTimeFormat
  try {
    expect(formerZone('Pacific/Kanton')).toBe('Pacific/Enderbury')
    expect(isZone('Pacific/Kanton')).toBe(true)
    expect(offsetAt(winter, 'Pacific/Kanton')).toBe(13 * 3_600_000)
    expect(isZone('Pacific/Atlantis')).toBe(false)
  } finally {
    Intl.DateTimeFormat = Real
  }
})
