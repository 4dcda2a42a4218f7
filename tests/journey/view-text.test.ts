import { describe, expect, test, vi } from 'vitest'
import {
  findStops,
  formatClocks,
  formatCountdown,
  formatDaySummary,
  formatDayTitle,
  formatLastDay,
  formatLine,
  formatRowState,
  formatSize,
  listRoute,
  listStopNames,
  nameClockPlace,
  nameZones,
} from '#client/journey/view/view-text.ts'
import { listDayRows, placeInTime } from '#shared/journeys/guest-days.ts'
import {
  BEFORE,
  createSampleCopy,
  DURING,
  type SampleItem,
} from '#tests/support/journeys/guest-journey.ts'

const copy = createSampleCopy()
const { days } = placeInTime(copy, DURING)

const daysOf = (items: readonly SampleItem[]) =>
  placeInTime(createSampleCopy({ days: 2, items }), DURING).days

describe('The stops of a journey', () => {
  test('are where guests sleep or change, not where they come from or go home to', () => {
    expect(listStopNames(days)).toEqual(['Oslo', 'Bodø', 'Svolvær', 'Henningsvær', 'Reine'])
    expect(listRoute(days)).toEqual([
      ...['Oslo', 'Bodø', 'Svolvær', 'Henningsvær', 'Reine', 'Bodø', 'Oslo'],
    ])
  })

  test('are those of an item: both ends of a journey, otherwise where its day is spent', () => {
    const find = (id: string) => {
      const item = copy.items.find((one) => one.id === `j1-${id}`)
      return item && findStops(days, item)
    }
    expect(find('c3')).toEqual(['Svolvær'])
    expect(find('b2')).toEqual(['Bodø', 'Svolvær'])
    expect(find('h2')).toEqual(['Oslo'])
  })

  test('of a journey without nights are all its places', () => {
    const trip = daysOf([{ id: 'a', on: 1, kind: 'activity', place: 'Bergen' }])
    expect([listStopNames(trip), listRoute(trip)]).toEqual([['Bergen'], ['Bergen']])
    expect(listStopNames(daysOf([]))).toEqual([])
  })
})

test('The clock of a time is that of where a journey leaves or arrives, or where an item is', () => {
  const stay = { id: 'bodo', on: 1, kind: 'stay', place: 'Bodø', nights: 1 } as const
  const flight = { kind: 'flight', place: 'London, Heathrow', toPlace: 'Bodø', on: 1 } as const
  const there = { zone: 'Europe/London', endZone: 'Europe/Oslo' }
  const inBodo = daysOf([
    { ...flight, ...there, id: 'leaves', begins: '09:00', ends: '13:30' },
    { ...flight, ...there, id: 'arrives', ends: '13:30' },
    { id: 'call', on: 1, kind: 'activity', begins: '12:00', zone: 'Europe/London' },
    { id: 'sauna', on: 1, kind: 'activity', begins: '17:00', place: 'The pier' },
    stay,
  ])
  const items = inBodo.flatMap((day) => day.items)
  const name = (id: string) => {
    const item = items.find((one) => one.id === `j1-${id}`)
    return item && [nameClockPlace(inBodo, item), nameZones(item)]
  }
  const both = { begin: ' London time', end: ' Oslo time' }
  expect(name('leaves')).toEqual(['London', both])
  expect(name('arrives')).toEqual(['Bodø', both])
  expect(name('call')).toEqual(['London', { begin: '', end: '' }])
  expect(name('sauna')).toEqual(['Bodø', { begin: '', end: '' }])
})

test('A day is named by where it leads, and summed up by its travel or its first plans', () => {
  expect(days.map((day) => `${formatDayTitle(day)}: ${formatDaySummary(day)}`)).toEqual([
    'Oslo: Arrive at Oslo at 10:40, Car to the house at 11:15',
    'Bodø, then Svolvær: Flight to Bodø at 09:20, Express boat to Svolvær at 18:00',
    'Svolvær: Breakfast at the house, Boat into the Trollfjord, and 2 more',
    'Henningsvær: Car to Henningsvær at 10:00',
    'Reine: Car along the coast at 11:00',
    'Reine: Nothing planned. The day is yours.',
    'Bodø: Ferry over the Vestfjord at 14:00',
    'Oslo, then New York: Flight to Oslo at 08:10, Flight to New York at 12:05',
  ])
  const [first, second] = daysOf([{ id: 'a', on: 1, kind: 'note', title: '' }])
  expect([first && formatDayTitle(first), first && formatDaySummary(first)]).toEqual([
    'Day 1',
    'Note',
  ])
  expect(second && formatDayTitle(second)).toBe('Day 2')
})

test('An item’s line says where it goes and when it arrives, a short text for the guests, or where it is', () => {
  const lines = [1, 2, 7].flatMap((index) =>
    listDayRows(placeInTime(copy, DURING), index, DURING).map(formatLine),
  )
  expect(lines).toEqual([
    'Oslo to Bodø, arrives 10:50',
    'Bodø to Svolvær, arrives 21:25',
    'Room 7, towards the sea',
    'Havnehuset, ground floor',
    'Visitor quay, berth 3',
    'The pier, by the harbour office, Havnepromenaden 4, 8300 Svolvær',
    'Bryggekjøkkenet, the corner by the window',
    'Room 7, towards the sea',
    'Bodø to Oslo, arrives 09:40',
    'Oslo to New York, arrives 14:20, New York time',
  ])
})

test('What is next, how long until then, and the clocks at home are told', () => {
  const rows = listDayRows(placeInTime(copy, DURING), 2, DURING)
  expect(rows.map((row) => formatRowState(row, DURING))).toEqual([
    ...[undefined, undefined, 'Next, in 1 h 28 min', undefined, undefined],
  ])
  const soon = DURING + 87.5 * 60_000
  const later = listDayRows(placeInTime(copy, soon), 2, soon)
  expect(later[2] && formatRowState(later[2], soon)).toBe('Next, in 1 min')
  const during = DURING + 90 * 60_000
  const going = listDayRows(placeInTime(copy, during), 2, during)
  expect(going[2] && formatRowState(going[2], during)).toBe('Now, until 18:00')
  expect(formatCountdown(placeInTime(copy, BEFORE))).toBe('In twelve days')
  expect(formatCountdown(placeInTime(copy, BEFORE + 11 * 86_400_000))).toBe('Tomorrow')
  expect(formatClocks(DURING, 'Europe/Oslo', 'America/New_York')).toBe(
    '14:32 here, 08:32 in New York',
  )
  expect(formatClocks(DURING, 'Europe/Oslo', 'Europe/Berlin')).toBeUndefined()
})

test.each([
  [1, '1 KB'],
  [38_000, '38 KB'],
  [1_440_000, '1.4 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})

test.each(['Asia/Tokyo', 'America/New_York'])(
  'The last day of a link is that of the owner’s zone on a device in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(formatLastDay(Date.parse('2026-06-30T22:00:00Z'))).toBe('30 June 2026')
    vi.unstubAllEnvs()
  },
)
