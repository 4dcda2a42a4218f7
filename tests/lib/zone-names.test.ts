import { safeParse } from 'valibot'
import { expect, it } from 'vitest'
import { formatZone, formatZoneCity, getOffset } from '#shared/lib/time-zone.ts'
import { getCurrentZone, getFormerZone, isZone, listZones } from '#shared/lib/zones/zone-names.ts'
import { ZoneName } from '#shared/schedule/schema.ts'

const winter = Date.parse('2026-11-25T09:30:00Z')

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata', 'Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv', 'Kyiv'],
  ['America/Godthab', 'America/Nuuk', 'Nuuk'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh', 'Ho Chi Minh'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires', 'Buenos Aires'],
])(
  'The zone %s is named %s everywhere, and either name is accepted for the same zone',
  (before, today, city) => {
    for (const name of [before, today]) {
      expect(getCurrentZone(name)).toBe(today)
      expect(formatZone(name)).toBe(today.replaceAll('_', ' '))
      expect(formatZoneCity(name)).toBe(city)
      expect(isZone(name)).toBe(true)
      expect(safeParse(ZoneName, name)).toMatchObject({ success: true, output: today })
    }
    expect(getOffset(winter, before)).toBe(getOffset(winter, today))
  },
)

it('The list has every zone of this machine once, and none under a former name', () => {
  const zones = listZones()
  expect(new Set(zones).size).toBe(zones.length)
  expect(zones).toContain('UTC')
  expect(zones).toContain('Asia/Kolkata')
  expect(zones.filter((zone) => getCurrentZone(zone) !== zone)).toEqual([])
  expect(zones.filter((zone) => !isZone(zone))).toEqual([])
  const offsets = new Set(Intl.supportedValuesOf('timeZone').map((zone) => getOffset(winter, zone)))
  expect(new Set(zones.map((zone) => getOffset(winter, zone)))).toEqual(offsets)
})

it('A zone name that the machine does not know yet is read by its former name', () => {
  const Real = Intl.DateTimeFormat
  const older = (locale: string, options: Intl.DateTimeFormatOptions) => {
    if (options.timeZone === 'Pacific/Kanton') throw new RangeError('Invalid time zone')
    return new Real(locale, options)
  }
  Intl.DateTimeFormat = older as unknown as typeof Intl.DateTimeFormat
  try {
    expect(getFormerZone('Pacific/Kanton')).toBe('Pacific/Enderbury')
    expect(isZone('Pacific/Kanton')).toBe(true)
    expect(getOffset(winter, 'Pacific/Kanton')).toBe(13 * 3_600_000)
    expect(isZone('Pacific/Atlantis')).toBe(false)
  } finally {
    Intl.DateTimeFormat = Real
  }
})
