import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildRuler,
  formatOffsetFromOwner,
  getDayInterval,
  getSpanOnAxis,
  isAtNight,
} from '#shared/desk/zone-ruler.ts'

const HOUR = 3_600_000
const oslo = 'Europe/Oslo'
const plain = getDayInterval(Date.parse('2026-11-25T15:00:00Z'), oslo)

const hours = (axis: { start: number; end: number }) => (axis.end - axis.start) / HOUR
const round = (place: number) => Math.round(place * 1000) / 1000

describe('The time axis', () => {
  it.each([
    ['a plain day', '2026-11-25T15:00:00Z', 24],
    ['the spring night', '2027-03-28T09:00:00Z', 23],
    ['the autumn night', '2026-10-25T09:00:00Z', 25],
  ])('covers the owner’s whole day: %s', (_day, instant, length) => {
    const axis = getDayInterval(Date.parse(instant), oslo)
    expect(hours(axis)).toBe(length)
    expect(axis.start).toBeLessThanOrEqual(Date.parse(instant))
    expect(axis.end).toBeGreaterThan(Date.parse(instant))
  })
})

describe('A ruler in the owner’s own zone', () => {
  it('has a tick for each hour, three labels, and night at both ends', () => {
    const { ticks, labels, nights } = buildRuler(plain, oslo)
    expect(ticks).toHaveLength(24)
    expect(labels).toEqual([
      { at: 0.25, text: '06' },
      { at: 0.5, text: '12' },
      { at: 0.75, text: '18' },
    ])
    expect(nights.map(({ from, to }) => [round(from), round(to)])).toEqual([
      [0, 0.292],
      [0.917, 1],
    ])
  })

  it.each([
    ['spring', '2027-03-28T09:00:00Z', 23, [6 - 1, 12 - 1, 18 - 1]],
    ['autumn', '2026-10-25T09:00:00Z', 25, [6 + 1, 12 + 1, 18 + 1]],
  ])(
    'has the real number of hours on the day of the %s clock change',
    (_season, instant, length, places) => {
      const axis = getDayInterval(Date.parse(instant), oslo)
      const { ticks, labels, nights } = buildRuler(axis, oslo)
      expect(ticks).toHaveLength(length)
      expect(labels.map(({ at }) => Math.round(at * length))).toEqual(places)
      expect(Math.round((nights[0]?.to ?? 0) * length)).toBe(7 + (length - 24))
    },
  )
})

describe('A ruler in another zone on the same axis', () => {
  it.each([
    ['America/New_York', ['00', '06', '12']],
    ['Asia/Tokyo', ['12', '18', '00', '06']],
    ['Asia/Kathmandu', ['06', '12', '18', '00']],
    ['Pacific/Apia', ['18', '00', '06']],
    ['Pacific/Chatham', ['18', '00', '06', '12']],
  ])('for %s shows that zone’s own hours', (zone, names) => {
    expect(
      buildRuler(plain, zone)
        .labels.map(({ text }) => text)
        .toSorted(),
    ).toEqual(names.toSorted())
  })

  it('for Kathmandu has ticks at its own full hours, a quarter of an hour off the owner’s', () => {
    const [first = 0] = buildRuler(plain, 'Asia/Kathmandu').ticks
    expect(Math.round(first * 24 * 60)).toBe(15)
  })

  it('for New York has its night in the middle of the owner’s day', () => {
    const [night] = buildRuler(plain, 'America/New_York').nights
    expect([round(night?.from ?? 0), round(night?.to ?? 0)]).toEqual([0.167, 0.542])
  })

  it('for any zone and day has all marks on the axis and in order, with eight to ten hours of night', () => {
    const zones = ['Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/Havana', oslo]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
        (owner, zone, instant) => {
          const axis = getDayInterval(instant, owner)
          const { ticks, labels, nights } = buildRuler(axis, zone)
          for (const places of [ticks, labels.map(({ at }) => at)]) {
            expect(places).toEqual(places.toSorted((a, b) => a - b))
            expect(places.every((place) => place >= 0 && place < 1)).toBe(true)
          }
          const dark = nights.reduce((sum, { from, to }) => sum + (to - from), 0)
          const minutes = Math.round(dark * hours(axis) * 60)
          expect(Math.abs(minutes - 9 * 60)).toBeLessThanOrEqual(60)
          expect(new Set(labels.map(({ text }) => text)).size).toBe(labels.length)
        },
      ),
    )
  })
})

describe('A meeting on the axis', () => {
  it('is placed at its hours, and is cut off at midnight', () => {
    const at = (start: string, end: string) =>
      getSpanOnAxis(plain, { start: Date.parse(start), end: Date.parse(end) })
    expect(at('2026-11-25T15:00:00Z', '2026-11-25T15:30:00Z')).toEqual({
      from: 16 / 24,
      to: 16.5 / 24,
    })
    expect(at('2026-11-25T22:30:00Z', '2026-11-25T23:30:00Z').to).toBe(1)
  })

  it.each([
    ['2026-11-25T21:00:00Z', true],
    ['2026-11-25T20:30:00Z', false],
    ['2026-11-26T06:00:00Z', false],
    ['2026-11-26T05:30:00Z', true],
  ])('that starts at %s is at night: %s', (start, night) => {
    const begins = Date.parse(start)
    expect(isAtNight({ start: begins, end: begins + HOUR / 2 }, oslo)).toBe(night)
  })
})

describe('The difference between a zone and the owner’s', () => {
  it.each([
    ['America/New_York', '6 hours behind you'],
    ['Asia/Kathmandu', '4 hours 45 minutes ahead of you'],
    ['Pacific/Apia', '12 hours ahead of you'],
    ['Europe/London', '1 hour behind you'],
    ['Europe/Paris', 'the same time as yours'],
  ])('is described for %s as “%s”', (zone, description) => {
    expect(formatOffsetFromOwner(Date.parse('2026-11-25T15:00:00Z'), zone, oslo)).toBe(description)
  })

  it('is calculated for the day of the meeting, not for today', () => {
    expect(
      formatOffsetFromOwner(Date.parse('2027-03-20T15:00:00Z'), 'America/New_York', oslo),
    ).toBe('5 hours behind you')
  })
})
