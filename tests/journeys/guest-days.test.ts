import { describe, expect, test } from 'vitest'
import { listDayRows, placeInTime } from '#shared/journeys/guest-days.ts'
import {
  BEFORE,
  createSampleCopy,
  DURING,
  type SampleItem,
} from '#tests/support/journeys/guest-journey.ts'

const at = (iso: string) => Date.parse(iso)

/** From New York on the evening of day 1, by night to Oslo, and back on day 4. */
const overNight: SampleItem[] = [
  { id: 'a', on: 1, title: 'Lunch', kind: 'table', begins: '12:00', zone: 'America/New_York' },
  {
    ...{ id: 'b', on: 1, kind: 'flight', title: 'To Oslo', place: 'New York', toPlace: 'Oslo' },
    ...{ begins: '18:00', zone: 'America/New_York', ends: '07:30', endDay: 1 },
    endZone: 'Europe/Oslo',
  },
  { id: 'c', on: 2, title: 'Breakfast', kind: 'table', begins: '09:00' },
  {
    ...{ id: 'd', on: 4, kind: 'flight', title: 'Home', place: 'Oslo', toPlace: 'New York' },
    ...{ begins: '12:00', ends: '14:30', endZone: 'America/New_York' },
  },
]

const abroad = createSampleCopy({ start: '2026-06-09', days: 4, items: overNight })
const sample = createSampleCopy()

describe('Today is the day where the guests are', () => {
  test.each([
    ['before the first day, by the zone of the first plan', '2026-06-09T03:00:00Z', 'before', -1],
    [
      'at home on the first day, though Oslo has the next date',
      '2026-06-09T21:00:00Z',
      'under way',
      0,
    ],
    ['in the air, by the clock where they left', '2026-06-10T03:00:00Z', 'under way', 0],
    ['once they have landed', '2026-06-10T05:30:00Z', 'under way', 1],
    [
      'home again: the evening there, not the night in Oslo',
      '2026-06-13T02:00:00Z',
      'under way',
      3,
    ],
    ['after midnight at home', '2026-06-13T04:30:00Z', 'after', -1],
  ])('%s', (_what, time, phase, today) => {
    const { phase: found, today: index } = placeInTime(abroad, at(time))
    expect([found, index]).toEqual([phase, today])
  })

  test('a journey without dates has no today', () => {
    const timeline = placeInTime(createSampleCopy({ start: '' }), DURING)
    expect([timeline.phase, timeline.today, timeline.days.length]).toEqual(['undated', -1, 8])
  })

  test('the days until it begins are counted', () => {
    expect(placeInTime(sample, BEFORE)).toMatchObject({ phase: 'before', daysUntil: 12 })
  })
})

const listStates = (copy: typeof sample, index: number, now: number) =>
  listDayRows(placeInTime(copy, now), index, now).map(
    ({ item, role, state }) => `${item.title}: ${role} ${state}`,
  )

describe('The list of a day', () => {
  test('dims what is over, names what is next, and ends with the night', () => {
    expect(listStates(sample, 2, DURING)).toEqual([
      'Breakfast at the house: item past',
      'Boat into the Trollfjord: item past',
      'Sauna on the pier: item next',
      'Table for two: item later',
      'Havnehuset: night later',
    ])
  })

  test('says what is going on, and then nothing of what is next', () => {
    expect(listStates(sample, 2, at('2026-06-11T09:00:00Z')).slice(1, 3)).toEqual([
      'Boat into the Trollfjord: item now',
      'Sauna on the pier: item later',
    ])
  })

  test('of another day names nothing as next, and dims all of the past', () => {
    expect(listStates(sample, 3, DURING)).toEqual([
      'Car to Henningsvær: item later',
      'Bryggehotellet: night later',
    ])
    expect(listStates(sample, 1, DURING).every((row) => row.endsWith('past'))).toBe(true)
  })

  test('begins with the arrival of a journey by night', () => {
    expect(listStates(abroad, 1, at('2026-06-10T06:00:00Z'))).toEqual([
      'To Oslo: arrival past',
      'Breakfast: item next',
    ])
  })

  test('is right in the night in which the clocks go back: the boat at 02:30 comes once', () => {
    const items: SampleItem[] = [
      { id: 'a', on: 1, kind: 'ferry', title: 'Night boat', begins: '02:30', ends: '03:30' },
    ]
    const copy = createSampleCopy({ start: '2026-10-25', days: 1, items })
    expect(listStates(copy, 0, at('2026-10-25T00:15:00Z'))).toEqual(['Night boat: item next'])
    expect(listStates(copy, 0, at('2026-10-25T00:45:00Z'))).toEqual(['Night boat: item now'])
    expect(listStates(copy, 0, at('2026-10-25T02:15:00Z'))).toEqual(['Night boat: item now'])
    expect(listStates(copy, 0, at('2026-10-25T02:45:00Z'))).toEqual(['Night boat: item past'])
  })

  test('is in order of time, arrivals among the rest, whatever the order of the plans', () => {
    const items: SampleItem[] = [
      {
        id: 'car',
        on: 1,
        kind: 'transfer',
        title: 'Hire car',
        begins: '10:00',
        ends: '09:00',
        endDay: 1,
      },
      {
        id: 'ferry',
        on: 1,
        kind: 'ferry',
        title: 'Night ferry',
        begins: '20:00',
        ends: '08:15',
        endDay: 1,
      },
      { id: 'hotel', on: 2, kind: 'stay', title: 'Hotel', begins: '15:00', ends: '11:00' },
      { id: 'note', on: 2, kind: 'note', title: 'Bring boots' },
      { id: 'walk', on: 2, title: 'Walk', begins: '10:00', ends: '12:30' },
      { id: 'tip', on: 2, kind: 'note', title: 'After the walk' },
      { id: 'early', on: 2, title: 'Sunrise', begins: '07:00' },
    ]
    for (const start of ['2026-06-09', '']) {
      const copy = createSampleCopy({ start, days: 2, items })
      const rows = listDayRows(placeInTime(copy, BEFORE), 1, BEFORE)
      expect(rows.map(({ item, role }) => `${item.title}, ${role}`)).toEqual([
        'Bring boots, item',
        'Sunrise, item',
        'Night ferry, arrival',
        'Hire car, arrival',
        'Walk, item',
        'After the walk, item',
        'Hotel, night',
      ])
    }
  })

  test('has the arrival of a long voyage, and of a flight over the date line the day of its departure', () => {
    const items: SampleItem[] = [
      {
        id: 'v',
        on: 1,
        kind: 'ferry',
        title: 'Voyage',
        begins: '21:30',
        ends: '14:30',
        endDay: 11,
      },
      {
        ...{ id: 'f', on: 2, kind: 'flight', title: 'To Honolulu', begins: '00:30', endDay: -1 },
        ...{ zone: 'Asia/Tokyo', ends: '12:40', endZone: 'Pacific/Honolulu' },
      },
    ]
    const copy = createSampleCopy({ start: '2026-03-02', days: 12, items })
    expect(listStates(copy, 11, BEFORE)).toEqual(['Voyage: arrival past'])
    const [row] = listDayRows(placeInTime(copy, 0), 1, 0)
    expect((row?.end ?? 0) - (row?.start ?? 0)).toBe(7 * 3_600_000 + 10 * 60_000)
  })

  test('keeps a plan that ends before it begins, in its place', () => {
    const items: SampleItem[] = [{ id: 'a', on: 1, title: 'Odd', begins: '12:00', ends: '09:00' }]
    const copy = createSampleCopy({ days: 1, items })
    expect(listStates(copy, 0, at('2026-06-09T06:00:00Z'))).toEqual(['Odd: item next'])
  })
})
