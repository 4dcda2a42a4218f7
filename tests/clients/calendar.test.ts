import { expect, it } from 'vitest'
import { placeBusyLabels } from '#client/desk/clients/calendar/calendar-data.ts'
import { getDateForKey, listVisibleWeeks, shiftDate } from '#shared/clients/calendar-dates.ts'
import {
  assignColumns,
  findClosedRanges,
  getVisibleHours,
  toMinuteRange,
  toOpenRanges,
} from '#shared/clients/day-layout.ts'
import { buildTripBands } from '#shared/clients/trip-bands.ts'

const zone = 'Europe/Oslo'
const toInterval = (start: string, end: string) => ({
  start: Date.parse(start),
  end: Date.parse(end),
})
const toMinute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
const toRange = (from: string, to: string) => ({ from: toMinute(from), to: toMinute(to) })

it('The month view shows whole weeks from Monday', () => {
  const weeks = listVisibleWeeks('month', '2026-11-24')
  expect(weeks.map((week) => [week[0], week[6]])).toEqual([
    ['2026-10-26', '2026-11-01'],
    ['2026-11-02', '2026-11-08'],
    ['2026-11-09', '2026-11-15'],
    ['2026-11-16', '2026-11-22'],
    ['2026-11-23', '2026-11-29'],
    ['2026-11-30', '2026-12-06'],
  ])
  expect(listVisibleWeeks('month', '2027-02-10')).toHaveLength(4)
  expect(listVisibleWeeks('week', '2026-11-29')).toEqual([weeks[4]])
})

it('Paging moves by a month or a week, and stops on the last day if a month is shorter', () => {
  expect(shiftDate('month', '2027-01-31', 1)).toBe('2027-02-28')
  expect(shiftDate('month', '2026-12-15', 1)).toBe('2027-01-15')
  expect(shiftDate('month', '2027-01-15', -1)).toBe('2026-12-15')
  expect(shiftDate('week', '2026-12-29', 1)).toBe('2027-01-05')
})

it('Keys move the selected date by day, to the ends of the week, and from month to month', () => {
  const from = (key: string, view: 'month' | 'week' = 'month') =>
    getDateForKey(key, view, '2026-11-24')
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

it('Each trip is one band over its days of the week, in the first free lane', () => {
  const [week = []] = listVisibleWeeks('week', '2026-11-24')
  const trips = [
    { trip: { start: '2026-11-25', end: '2026-11-25' } },
    { trip: { start: '2026-11-22', end: '2026-11-27' } },
    { trip: { start: '2026-11-28', end: '2026-12-04' } },
    { trip: { start: '2026-12-01', end: '2026-12-02' } },
  ]
  const bands = buildTripBands(week, trips)
  expect(
    bands.map(({ from, to, lane, startsBefore: goesBack, endsAfter: goesOn }) => [
      from,
      to,
      lane,
      goesBack,
      goesOn,
    ]),
  ).toEqual([
    [0, 4, 0, true, false],
    [2, 2, 1, false, false],
    [5, 6, 0, false, true],
  ])
})

it('A time is placed on its date in the owner’s time zone, also across midnight', () => {
  const late = toInterval('2026-11-24T22:30:00Z', '2026-11-24T23:30:00Z')
  expect(toMinuteRange('2026-11-24', late, zone)).toEqual({ from: 1410, to: 1440 })
  expect(toMinuteRange('2026-11-25', late, zone)).toEqual({ from: 0, to: 30 })
  expect(toMinuteRange('2026-11-26', late, zone)).toBeUndefined()
})

it('No time is lost on days when the clocks change', () => {
  const on = (date: string, start: string, end: string) =>
    toMinuteRange(date, toInterval(start, end), zone)
  // Clocks go back on 25 October 2026: 02:30 occurs twice, and 23:30 is still on that day.
  expect(on('2026-10-25', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z')).toEqual(
    toRange('02:30', '03:30'),
  )
  expect(on('2026-10-25', '2026-10-25T01:30:00Z', '2026-10-25T02:00:00Z')).toEqual(
    toRange('02:30', '03:00'),
  )
  expect(on('2026-10-25', '2026-10-25T22:30:00Z', '2026-10-25T23:00:00Z')).toEqual(
    toRange('23:30', '24:00'),
  )
  // Clocks go forward on 29 March 2026: the day has 23 hours and still ends at 24:00.
  expect(on('2026-03-29', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z')).toEqual(
    toRange('01:30', '03:30'),
  )
  expect(on('2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toEqual(
    toRange('00:00', '24:00'),
  )
})

it('The calendar shows all open or taken hours, and one hour more on each side', () => {
  expect(getVisibleHours(toOpenRanges([{ start: '09:00', end: '17:00' }]))).toEqual(
    toRange('08:00', '18:00'),
  )
  expect(getVisibleHours([toRange('09:30', '16:30'), toRange('00:00', '01:00')])).toEqual(
    toRange('00:00', '17:00'),
  )
  expect(getVisibleHours([])).toEqual(toRange('08:00', '18:00'))
})

it('Closed hours are hatched', () => {
  const visible = toRange('08:00', '18:00')
  const open = toOpenRanges([
    { start: '13:00', end: '17:00' },
    { start: '09:00', end: '12:00' },
  ])
  expect(findClosedRanges(open, visible)).toEqual([
    toRange('08:00', '09:00'),
    toRange('12:00', '13:00'),
    toRange('17:00', '18:00'),
  ])
  expect(findClosedRanges([], visible)).toEqual([visible])
  expect(findClosedRanges([toRange('00:00', '24:00')], visible)).toEqual([])
})

it('Overlapping entries are placed side by side', () => {
  const items = [
    toRange('10:00', '11:00'),
    toRange('10:30', '11:30'),
    toRange('11:00', '12:00'),
    toRange('12:00', '13:00'),
  ]
  expect(assignColumns(items).map(({ column, of }) => [column, of])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ])
})

it('A busy time is labelled where no booking covers it, or beside the booking that covers all of it', () => {
  const busy = [toRange('13:00', '15:00')]
  const getLabelAt = (...bookings: ReturnType<typeof toRange>[]) =>
    placeBusyLabels(busy, bookings)[0]?.labelAt
  expect(getLabelAt()).toBe(toMinute('13:00'))
  expect(getLabelAt(toRange('13:30', '14:00'))).toBe(toMinute('14:00'))
  expect(getLabelAt(toRange('14:00', '14:30'), toRange('14:30', '16:00'))).toBe(toMinute('13:00'))
  expect(getLabelAt(toRange('12:30', '14:45'))).toBeUndefined()
  expect(getLabelAt(toRange('13:00', '15:00'))).toBeUndefined()
  expect(placeBusyLabels([toRange('09:00', '09:15')], [])[0]?.labelAt).toBe(toMinute('09:00'))
})
