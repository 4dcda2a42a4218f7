import { describe, expect, it } from 'vitest'
import {
  findFreeGaps,
  fitDayAxis,
  formatTimeUntil,
  getAxisPosition,
  listWeekDates,
  placeLabels,
} from '#shared/desk/day-ruler.ts'
import { listInstants } from '#shared/lib/wall-time.ts'

const zone = 'Europe/Oslo'
const date = '2026-11-24'
const day = { date, zone }

const toInstant = (time: string, on = date) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return listInstants(on, hours * 60 + minutes, zone)[0] ?? Number.NaN
}
const toInterval = (start: string, end: string) => ({
  start: toInstant(start),
  end: toInstant(end),
})

describe('The week', () => {
  it.each(['2026-11-23', '2026-11-24', '2026-11-29'])('of %s begins on its Monday', (any) => {
    expect(listWeekDates(any)).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
    ])
  })
})

describe('The free times of today', () => {
  const open = [toInterval('09:00', '12:00'), toInterval('13:00', '17:00')]

  it('are the open hours without a call', () => {
    const taken = [toInterval('10:30', '11:00'), toInterval('15:00', '16:00')]
    expect(findFreeGaps(open, taken, toInstant('08:50'))).toEqual([
      toInterval('09:00', '10:30'),
      toInterval('11:00', '12:00'),
      toInterval('13:00', '15:00'),
      toInterval('16:00', '17:00'),
    ])
  })

  it('begin no earlier than now, and omit gaps under half an hour', () => {
    const taken = [toInterval('13:20', '16:40')]
    expect(findFreeGaps(open, taken, toInstant('11:15'))).toEqual([toInterval('11:15', '12:00')])
    expect(findFreeGaps(open, taken, toInstant('11:31'))).toEqual([])
  })

  it('are empty when one call covers the whole day, or the day is closed', () => {
    expect(findFreeGaps(open, [toInterval('08:00', '18:00')], toInstant('08:00'))).toEqual([])
    expect(findFreeGaps([], [], toInstant('08:00'))).toEqual([])
  })
})

describe('The time axis of a day', () => {
  it('shows the usual hours, and as many more as have entries', () => {
    expect(fitDayAxis([toInterval('09:00', '17:00')], day)).toEqual({ from: 8, to: 18 })
    expect(fitDayAxis([toInterval('06:30', '07:00'), toInterval('19:30', '20:15')], day)).toEqual({
      from: 6,
      to: 21,
    })
  })

  it('ends with its day, even if an entry runs past midnight', () => {
    const late = { start: toInstant('23:30'), end: toInstant('00:30', '2026-11-25') }
    expect(fitDayAxis([late], day)).toEqual({ from: 8, to: 24 })
    expect(getAxisPosition(late.end, { from: 8, to: 24 }, day)).toBe(1)
  })

  it('places an instant by local time, also on a day with 25 hours', () => {
    const long = { date: '2026-10-25', zone }
    const axis = { from: 0, to: 24 }
    expect(getAxisPosition(toInstant('12:00', long.date), axis, long)).toBe(0.5)
    expect(getAxisPosition(toInstant('07:00'), { from: 8, to: 18 }, day)).toBe(0)
  })
})

it('Of several close marks the first gets a label, and then the next one that has room', () => {
  expect(placeLabels([0.1, 0.15, 0.2, 0.26, 0.8], 0.1, 0.9)).toEqual([
    'after',
    undefined,
    'after',
    undefined,
    'after',
  ])
  expect(placeLabels([], 0.1, 0.9)).toEqual([])
})

it('A mark near the end has its label before it, if no other label is there', () => {
  expect(placeLabels([0.95], 0.1, 0.9)).toEqual(['before'])
  expect(placeLabels([0.82, 0.95], 0.1, 0.9)).toEqual(['after', undefined])
})

it.each([
  ['10:30', '08:50', 'in 1 hour 40 minutes'],
  ['10:30', '09:30', 'in 1 hour'],
  ['10:30', '10:29', 'in 1 minute'],
  ['11:30', '08:30', 'in 3 hours'],
  ['10:30', '10:31', 'now'],
])('A start at %s, seen at %s, is described as %s', (start, now, description) => {
  expect(formatTimeUntil(toInstant(start), toInstant(now))).toBe(description)
})
