import { expect, test } from 'vitest'
import { getOffset } from '#shared/lib/time-zone.ts'
import { findLegalOffset, listOldZones } from '#shared/lib/zones/zone-law.ts'

const MINUTE = 60_000
const winter = Date.parse('2027-01-15T12:00:00Z')

/** Zone data of before the laws of 2026, and of after them. */
const oldOffset = (instant: number, zone: string) =>
  zone === 'America/Vancouver' && instant > Date.parse('2026-11-01T09:00Z')
    ? -480 * MINUTE
    : lawfulOffset(instant, zone)
const lawfulOffset = (instant: number, zone: string) =>
  (findLegalOffset(instant, zone) ?? 0) * MINUTE

test('Zone data from before a law is named by its zones, and data that follows all laws by none', () => {
  expect(listOldZones(oldOffset)).toEqual(['America/Vancouver'])
  expect(listOldZones(lawfulOffset)).toEqual([])
})

test('A zone that the runtime does not know is older than its law', () => {
  const unknown = (instant: number, zone: string) => {
    if (zone === 'America/Coyhaique') throw new RangeError('Invalid time zone')
    return lawfulOffset(instant, zone)
  }
  expect(listOldZones(unknown)).toEqual(['America/Coyhaique'])
})

test('The law holds for all names of a zone, and from its day on', () => {
  expect(findLegalOffset(winter, 'America/Vancouver')).toBe(-420)
  expect(findLegalOffset(winter, 'Canada/Pacific')).toBe(-420)
  expect(findLegalOffset(winter, 'America/Edmonton')).toBe(-360)
  expect(findLegalOffset(Date.parse('2026-01-15T12:00Z'), 'America/Vancouver')).toBeUndefined()
  expect(findLegalOffset(winter, 'Europe/Oslo')).toBeUndefined()
})

test('This runtime is named old exactly where its offsets are not the ones of the law', () => {
  const isOld = getOffset(winter, 'America/Vancouver') !== -420 * MINUTE
  expect(listOldZones().includes('America/Vancouver')).toBe(isOld)
})
