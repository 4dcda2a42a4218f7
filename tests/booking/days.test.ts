import { describe, expect, test } from 'vitest'
import {
  monthOf,
  openDays,
  sameHourAfter,
  startsOn,
} from '#client/booking/calendar/availability.ts'
import { dayByKey, monthAway, weeksOf } from '#client/booking/calendar/month-grid.tsx'
import { groupByDate } from '#shared/booking/times.ts'

describe('the month grid', () => {
  test('begins on Monday and holds every day of the month once', () => {
    const weeks = weeksOf('2026-11-21')
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks.flat().filter(Boolean)).toHaveLength(30)
    expect(weeksOf('2027-02-01')).toHaveLength(4)
  })

  test('knows the first and last day of months, leap years included', () => {
    expect(monthOf('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(monthOf('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  })

  test('moves by day, week, to the ends of a week and by month', () => {
    const from = (key: string) => dayByKey('2026-11-25', key)
    expect(from('ArrowLeft')).toBe('2026-11-24')
    expect(from('ArrowDown')).toBe('2026-12-02')
    expect(from('Home')).toBe('2026-11-23')
    expect(from('End')).toBe('2026-11-29')
    expect(from('PageUp')).toBe('2026-10-25')
    expect(from('PageDown')).toBe('2026-12-25')
    expect(from('a')).toBeUndefined()
  })

  test('lands on the last day where the neighbouring month is shorter', () => {
    expect(monthAway('2027-01-31', 1)).toBe('2027-02-28')
    expect(monthAway('2026-12-31', -1)).toBe('2026-11-30')
  })
})

describe('open times by the visitor’s dates', () => {
  const at = (iso: string) => Date.parse(iso)
  // Monday 30 November, 09:00 and 16:30 in Oslo.
  const starts = [at('2026-11-30T08:00Z'), at('2026-11-30T15:30Z')]

  test('are found on the date they have in the visitor’s zone, over the end of a month too', () => {
    const answers = { '2026-11-01': { starts }, '2026-12-01': { starts } }
    const oslo = openDays(answers, 'Europe/Oslo')
    expect(startsOn('2026-11-30', oslo)).toEqual(starts)
    expect(startsOn('2026-12-01', oslo)).toEqual([])
    const kiritimati = openDays(answers, 'Pacific/Kiritimati')
    expect(startsOn('2026-11-30', kiritimati)).toEqual([starts[0]])
    expect(startsOn('2026-12-01', kiritimati)).toEqual([starts[1]])
  })

  test('say nothing of months that were not asked for', () => {
    const days = openDays({ '2026-11-01': { starts } }, 'Pacific/Kiritimati')
    expect(startsOn('2026-12-01', days)).toBeUndefined()
    expect(startsOn('2026-11-02', days)).toEqual([])
  })
})

describe('the proposal for a lost time', () => {
  const zone = 'Europe/Oslo'
  const at = (iso: string) => Date.parse(iso)
  const lost = at('2026-11-25T09:30:00Z')
  const days = (...starts: string[]) => groupByDate(starts.map(at), zone)

  test('is the same hour on the next day that has times', () => {
    const open = days('2026-11-25T10:00:00Z', '2026-11-30T09:00:00Z', '2026-11-30T09:30:00Z')
    expect(sameHourAfter('2026-11-25', open, { lost, zone })).toBe(at('2026-11-30T09:30:00Z'))
  })

  test('keeps the hour of the clock, not of the sun, over a change', () => {
    const before = at('2027-03-26T09:30:00Z')
    const open = days('2027-03-29T08:30:00Z', '2027-03-29T09:30:00Z')
    const found = sameHourAfter('2027-03-26', open, { lost: before, zone })
    expect(found).toBe(at('2027-03-29T08:30:00Z'))
  })

  test('is none where that hour is not open, nor on the lost day itself', () => {
    expect(
      sameHourAfter('2026-11-25', days('2026-11-26T10:00:00Z'), { lost, zone }),
    ).toBeUndefined()
    expect(
      sameHourAfter('2026-11-25', days('2026-11-25T09:30:00Z'), { lost, zone }),
    ).toBeUndefined()
  })
})
