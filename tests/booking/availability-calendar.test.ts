import { describe, expect, test } from 'vitest'
import {
  buildOpenDays,
  findFirstStart,
  findSameHour,
} from '#client/booking/calendar/availability.ts'
import { getDayForKey, getWeeks } from '#client/ui/calendar/day-grid.tsx'
import { groupStartsByDate } from '#shared/booking/zoned-time.ts'

describe('Five weeks of the calendar', () => {
  test('begin with the week of today, and follow each other without a gap', () => {
    const today = '2026-11-29'
    expect(getWeeks(today, today)).toEqual({ from: '2026-11-23', to: '2026-12-27' })
    expect(getWeeks(today, '2026-12-27')).toEqual(getWeeks(today, today))
    expect(getWeeks(today, '2026-12-28')).toEqual({ from: '2026-12-28', to: '2027-01-31' })
    expect(getWeeks(today, '2027-02-01').from).toBe('2027-02-01')
  })

  test('never lie before the week of today', () => {
    expect(getWeeks('2026-11-30', '2026-11-01').from).toBe('2026-11-30')
  })

  test('are navigated by keyboard by day, week and five weeks, and to either end of a week', () => {
    const from = (key: string) => getDayForKey('2026-11-25', key)
    expect(from('ArrowLeft')).toBe('2026-11-24')
    expect(from('ArrowDown')).toBe('2026-12-02')
    expect(from('Home')).toBe('2026-11-23')
    expect(from('End')).toBe('2026-11-29')
    expect(from('PageUp')).toBe('2026-10-21')
    expect(from('PageDown')).toBe('2026-12-30')
    expect(from('a')).toBeUndefined()
  })
})

describe('Open slots by the visitor’s dates', () => {
  const at = (iso: string) => Date.parse(iso)
  // Sunday 27 December, 09:00 and 16:30 in Oslo.
  const starts = [at('2026-12-27T08:00Z'), at('2026-12-27T15:30Z')]
  const first = { starts, to: '2026-12-27' }

  test('are listed on their date in the visitor’s zone, also across the end of five weeks', () => {
    const answers = { '2026-11-23': first, '2026-12-28': { starts, to: '2027-01-31' } }
    const oslo = buildOpenDays(answers, 'Europe/Oslo')
    expect(oslo.get('2026-12-27')).toEqual(starts)
    expect(oslo.get('2026-12-28')).toEqual([])
    const kiritimati = buildOpenDays(answers, 'Pacific/Kiritimati')
    expect(kiritimati.get('2026-12-27')).toEqual([starts[0]])
    expect(kiritimati.get('2026-12-28')).toEqual([starts[1]])
  })

  test('are unknown for weeks that were not fetched', () => {
    const days = buildOpenDays({ '2026-11-23': first }, 'Pacific/Kiritimati')
    expect(days.get('2026-12-28')).toBeUndefined()
    expect(days.get('2026-11-24')).toEqual([])
  })

  test('have a first one only if every day before it is known', () => {
    const days = buildOpenDays({ '2026-11-23': first }, 'Europe/Oslo')
    expect(findFirstStart('2026-11-29', days)).toBe(starts[0])
    expect(findFirstStart('2026-11-20', days)).toBeUndefined()
    const later = { '2026-12-21': { starts, to: '2027-01-24' } }
    expect(findFirstStart('2026-11-29', buildOpenDays(later, 'Europe/Oslo'))).toBeUndefined()
  })
})

describe('The suggested replacement for a lost slot', () => {
  const zone = 'Europe/Oslo'
  const at = (iso: string) => Date.parse(iso)
  const lost = at('2026-11-25T09:30:00Z')
  const days = (...starts: string[]) => groupStartsByDate(starts.map(at), zone)

  test('is the same hour on the next day that has open slots', () => {
    const open = days('2026-11-25T10:00:00Z', '2026-11-30T09:00:00Z', '2026-11-30T09:30:00Z')
    expect(findSameHour('2026-11-25', open, { lost, zone })).toBe(at('2026-11-30T09:30:00Z'))
  })

  test('has the same local clock time across a clock change', () => {
    const before = at('2027-03-26T09:30:00Z')
    const open = days('2027-03-29T08:30:00Z', '2027-03-29T09:30:00Z')
    const found = findSameHour('2027-03-26', open, { lost: before, zone })
    expect(found).toBe(at('2027-03-29T08:30:00Z'))
  })

  test('does not exist if that hour is not open, and is never on the lost slot’s own day', () => {
    expect(findSameHour('2026-11-25', days('2026-11-26T10:00:00Z'), { lost, zone })).toBeUndefined()
    expect(findSameHour('2026-11-25', days('2026-11-25T09:30:00Z'), { lost, zone })).toBeUndefined()
  })
})
