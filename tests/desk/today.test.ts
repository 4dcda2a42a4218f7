import { describe, expect, it } from 'vitest'
import { alongAxis, awayWords, dayAxis, freeGaps, labelled, weekOf } from '#shared/desk/today.ts'
import { instantsOfWall } from '#shared/lib/wall.ts'

const zone = 'Europe/Oslo'
const date = '2026-11-24'
const day = { date, zone }

const at = (time: string, on = date) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return instantsOfWall(on, hours * 60 + minutes, zone)[0] ?? Number.NaN
}
const from = (start: string, end: string) => ({ start: at(start), end: at(end) })

describe('the week', () => {
  it.each(['2026-11-23', '2026-11-24', '2026-11-29'])('around %s begins on its Monday', (any) => {
    expect(weekOf(any)).toEqual([
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

describe('what is free today', () => {
  const open = [from('09:00', '12:00'), from('13:00', '17:00')]

  it('is what of the open hours no call takes', () => {
    const taken = [from('10:30', '11:00'), from('15:00', '16:00')]
    expect(freeGaps(open, taken, at('08:50'))).toEqual([
      from('09:00', '10:30'),
      from('11:00', '12:00'),
      from('13:00', '15:00'),
      from('16:00', '17:00'),
    ])
  })

  it('begins with the present, and knows no gap of less than half an hour', () => {
    const taken = [from('13:20', '16:40')]
    expect(freeGaps(open, taken, at('11:15'))).toEqual([from('11:15', '12:00')])
    expect(freeGaps(open, taken, at('11:31'))).toEqual([])
  })

  it('is nothing where one call covers all, or the day is closed', () => {
    expect(freeGaps(open, [from('08:00', '18:00')], at('08:00'))).toEqual([])
    expect(freeGaps([], [], at('08:00'))).toEqual([])
  })
})

describe('the ruler of a day', () => {
  it('shows the usual hours, and as many more as there is something in', () => {
    expect(dayAxis([from('09:00', '17:00')], day)).toEqual({ from: 8, to: 18 })
    expect(dayAxis([from('06:30', '07:00'), from('19:30', '20:15')], day)).toEqual({
      from: 6,
      to: 21,
    })
  })

  it('ends with its day, whatever runs on after midnight', () => {
    const late = { start: at('23:30'), end: at('00:30', '2026-11-25') }
    expect(dayAxis([late], day)).toEqual({ from: 8, to: 24 })
    expect(alongAxis(late.end, { from: 8, to: 24 }, day)).toBe(1)
  })

  it('places an instant by the wall clock, also on a day that has 25 hours', () => {
    const long = { date: '2026-10-25', zone }
    const axis = { from: 0, to: 24 }
    expect(alongAxis(at('12:00', long.date), axis, long)).toBe(0.5)
    expect(alongAxis(at('07:00'), { from: 8, to: 18 }, day)).toBe(0)
  })
})

it('labels the first of what lies close together, and the next one that has room', () => {
  expect(labelled([0.1, 0.15, 0.2, 0.26, 0.8], 0.1, 0.9)).toEqual([
    'after',
    undefined,
    'after',
    undefined,
    'after',
  ])
  expect(labelled([], 0.1, 0.9)).toEqual([])
})

it('labels before it what begins near the end, where nothing stands yet', () => {
  expect(labelled([0.95], 0.1, 0.9)).toEqual(['before'])
  expect(labelled([0.82, 0.95], 0.1, 0.9)).toEqual(['after', undefined])
})

it.each([
  ['10:30', '08:50', 'in 1 hour 40 minutes'],
  ['10:30', '09:30', 'in 1 hour'],
  ['10:30', '10:29', 'in 1 minute'],
  ['11:30', '08:30', 'in 3 hours'],
  ['10:30', '10:31', 'now'],
])('what begins at %s is at %s %s', (start, now, words) => {
  expect(awayWords(at(start), at(now))).toBe(words)
})
