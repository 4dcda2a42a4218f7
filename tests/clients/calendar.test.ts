import { expect, it } from 'vitest'
import { busyAround } from '#client/desk/clients/calendar/calendar-data.ts'
import { dateByKey, turned, weeksShown } from '#shared/clients/calendar.ts'
import {
  closedStretches,
  hoursShown,
  openStretches,
  sideBySide,
  stretchOn,
} from '#shared/clients/day-hours.ts'
import { lanesOver, tripBands } from '#shared/clients/trip-bands.ts'

const zone = 'Europe/Oslo'
const between = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) })
const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
const stretch = (from: string, to: string) => ({ from: clock(from), to: clock(to) })

it('shows a month in whole weeks from Monday on', () => {
  const weeks = weeksShown('month', '2026-11-24')
  expect(weeks.map((week) => [week[0], week[6]])).toEqual([
    ['2026-10-26', '2026-11-01'],
    ['2026-11-02', '2026-11-08'],
    ['2026-11-09', '2026-11-15'],
    ['2026-11-16', '2026-11-22'],
    ['2026-11-23', '2026-11-29'],
    ['2026-11-30', '2026-12-06'],
  ])
  expect(weeksShown('month', '2027-02-10')).toHaveLength(4)
  expect(weeksShown('week', '2026-11-29')).toEqual([weeks[4]])
})

it('turns by month and week, and lands on the last day where a month is shorter', () => {
  expect(turned('month', '2027-01-31', 1)).toBe('2027-02-28')
  expect(turned('month', '2026-12-15', 1)).toBe('2027-01-15')
  expect(turned('month', '2027-01-15', -1)).toBe('2026-12-15')
  expect(turned('week', '2026-12-29', 1)).toBe('2027-01-05')
})

it('is walked by keys, day by day, to the week’s ends and from month to month', () => {
  const from = (key: string, view: 'month' | 'week' = 'month') => dateByKey(key, view, '2026-11-24')
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => from(key))).toEqual([
    '2026-11-23',
    '2026-11-25',
    '2026-11-17',
    '2026-12-01',
  ])
  expect(['Home', 'End', 'PageUp', 'PageDown'].map((key) => from(key))).toEqual([
    '2026-11-23',
    '2026-11-29',
    '2026-10-24',
    '2026-12-24',
  ])
  expect(from('PageDown', 'week')).toBe('2026-12-01')
  expect(from('ArrowDown', 'week')).toBeUndefined()
  expect(from('a')).toBeUndefined()
})

it('lays each journey as one band over its days of the week, on the first line that is free', () => {
  const [week = []] = weeksShown('week', '2026-11-24')
  const trips = [
    { trip: { start: '2026-11-25', end: '2026-11-25' } },
    { trip: { start: '2026-11-22', end: '2026-11-27' } },
    { trip: { start: '2026-11-28', end: '2026-12-04' } },
    { trip: { start: '2026-12-01', end: '2026-12-02' } },
  ]
  const bands = tripBands(week, trips)
  expect(
    bands.map(({ from, to, lane, goesBack, goesOn }) => [from, to, lane, goesBack, goesOn]),
  ).toEqual([
    [0, 4, 0, true, false],
    [2, 2, 1, false, false],
    [5, 6, 0, false, true],
  ])
  expect([0, 2, 5].map((day) => lanesOver(bands, day))).toEqual([1, 2, 1])
})

it('places a time on its date by the owner’s clock, also over midnight', () => {
  const late = between('2026-11-24T22:30:00Z', '2026-11-24T23:30:00Z')
  expect(stretchOn('2026-11-24', late, zone)).toEqual({ from: 1410, to: 1440 })
  expect(stretchOn('2026-11-25', late, zone)).toEqual({ from: 0, to: 30 })
  expect(stretchOn('2026-11-26', late, zone)).toBeUndefined()
})

it('keeps every time of the days on which clocks change', () => {
  const on = (date: string, start: string, end: string) =>
    stretchOn(date, between(start, end), zone)
  // Clocks go back on 25 October 2026: 02:30 occurs twice, and 23:30 is still on that day.
  expect(on('2026-10-25', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z')).toEqual(
    stretch('02:30', '03:30'),
  )
  expect(on('2026-10-25', '2026-10-25T01:30:00Z', '2026-10-25T02:00:00Z')).toEqual(
    stretch('02:30', '03:00'),
  )
  expect(on('2026-10-25', '2026-10-25T22:30:00Z', '2026-10-25T23:00:00Z')).toEqual(
    stretch('23:30', '24:00'),
  )
  // Clocks go forward on 29 March 2026: the day has 23 hours and still ends at 24:00.
  expect(on('2026-03-29', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z')).toEqual(
    stretch('01:30', '03:30'),
  )
  expect(on('2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toEqual(
    stretch('00:00', '24:00'),
  )
})

it('draws the hours that are open or taken, and one around them', () => {
  expect(hoursShown(openStretches([{ start: '09:00', end: '17:00' }]))).toEqual(
    stretch('08:00', '18:00'),
  )
  expect(hoursShown([stretch('09:30', '16:30'), stretch('00:00', '01:00')])).toEqual(
    stretch('00:00', '17:00'),
  )
  expect(hoursShown([])).toEqual(stretch('08:00', '18:00'))
})

it('hatches what is not open', () => {
  const shown = stretch('08:00', '18:00')
  const open = openStretches([
    { start: '13:00', end: '17:00' },
    { start: '09:00', end: '12:00' },
  ])
  expect(closedStretches(open, shown)).toEqual([
    stretch('08:00', '09:00'),
    stretch('12:00', '13:00'),
    stretch('17:00', '18:00'),
  ])
  expect(closedStretches([], shown)).toEqual([shown])
  expect(closedStretches([stretch('00:00', '24:00')], shown)).toEqual([])
})

it('puts what happens at one time side by side', () => {
  const items = [
    stretch('10:00', '11:00'),
    stretch('10:30', '11:30'),
    stretch('11:00', '12:00'),
    stretch('12:00', '13:00'),
  ]
  expect(sideBySide(items).map(({ column, of }) => [column, of])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ])
})

it('writes what is busy where no booking lies over it, and beside the booking where one lies over all of it', () => {
  const busy = [stretch('13:00', '15:00')]
  const words = (...bookings: ReturnType<typeof stretch>[]) => busyAround(busy, bookings)[0]?.words
  expect(words()).toBe(clock('13:00'))
  expect(words(stretch('13:30', '14:00'))).toBe(clock('14:00'))
  expect(words(stretch('14:00', '14:30'), stretch('14:30', '16:00'))).toBe(clock('13:00'))
  expect(words(stretch('12:30', '14:45'))).toBeUndefined()
  expect(words(stretch('13:00', '15:00'))).toBeUndefined()
  expect(busyAround([stretch('09:00', '09:15')], [])[0]?.words).toBe(clock('09:00'))
})
