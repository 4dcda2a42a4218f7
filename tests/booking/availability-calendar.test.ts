import { describe, expect, test } from 'vitest'
import {
  buildOpenDays,
  findSameHour,
  getMonthRange,
  getOpenStarts,
} from '#client/booking/calendar/availability.ts'
import { getDayForKey, listWeeks, shiftMonth } from '#client/booking/calendar/month-grid.tsx'
import { groupStartsByDate } from '#shared/booking/zoned-time.ts'

describe('The month grid', () => {
  test('starts on Monday and contains every day of the month once', () => {
    const weeks = listWeeks('2026-11-21')
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks.flat().filter(Boolean)).toHaveLength(30)
    expect(listWeeks('2027-02-01')).toHaveLength(4)
  })

  test('has the correct first and last day of each month, in leap years too', () => {
    expect(getMonthRange('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(getMonthRange('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  })

  test('is navigated by keyboard by day, week and month, and to either end of a week', () => {
    const from = (key: string) => getDayForKey('2026-11-25', key)
    expect(from('ArrowLeft')).toBe('2026-11-24')
    expect(from('ArrowDown')).toBe('2026-12-02')
    expect(from('Home')).toBe('2026-11-23')
    expect(from('End')).toBe('2026-11-29')
    expect(from('PageUp')).toBe('2026-10-25')
    expect(from('PageDown')).toBe('2026-12-25')
    expect(from('a')).toBeUndefined()
  })

  test('moves to the last day of a neighbouring month that is shorter', () => {
    expect(shiftMonth('2027-01-31', 1)).toBe('2027-02-28')
    expect(shiftMonth('2026-12-31', -1)).toBe('2026-11-30')
  })
})

describe('Open slots by the visitor’s dates', () => {
  const at = (iso: string) => Date.parse(iso)
  // Monday 30 November, 09:00 and 16:30 in Oslo.
  const starts = [at('2026-11-30T08:00Z'), at('2026-11-30T15:30Z')]

  test('are listed on their date in the visitor’s zone, also across the end of a month', () => {
    const answers = { '2026-11-01': { starts }, '2026-12-01': { starts } }
    const oslo = buildOpenDays(answers, 'Europe/Oslo')
    expect(getOpenStarts('2026-11-30', oslo)).toEqual(starts)
    expect(getOpenStarts('2026-12-01', oslo)).toEqual([])
    const kiritimati = buildOpenDays(answers, 'Pacific/Kiritimati')
    expect(getOpenStarts('2026-11-30', kiritimati)).toEqual([starts[0]])
    expect(getOpenStarts('2026-12-01', kiritimati)).toEqual([starts[1]])
  })

  test('are unknown for months that were not fetched', () => {
    const days = buildOpenDays({ '2026-11-01': { starts } }, 'Pacific/Kiritimati')
    expect(getOpenStarts('2026-12-01', days)).toBeUndefined()
    expect(getOpenStarts('2026-11-02', days)).toEqual([])
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
