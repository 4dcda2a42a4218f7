import { expect, test } from 'vitest'
import { listDays } from '#shared/journeys/days.ts'
import { createGuestCopy, listGuestDays } from '#shared/journeys/guest-copy.ts'
import { emptyItem, type ItemData, toJourneyData } from '#shared/journeys/journey-fields.ts'
import { formatVisits, type JourneyStops, listStops } from '#shared/journeys/places/stops.ts'

/** Days with their items, in order. */
function planDays(start: string, days: Partial<ItemData>[][]) {
  const ids = days.map((_, index) => `d${index + 1}`)
  const fields = Object.fromEntries(ids.map((id, index) => [`day.${id}`, `a${index}`]))
  const items = days.flatMap((list, index) =>
    list.map((item, place) => ({
      ...emptyItem,
      ...{ id: `j-${index}x${place}`, day: ids[index] ?? '', order: `a${place}` },
      ...item,
    })),
  )
  const journey = toJourneyData({ start, ...fields })
  return { journey, days: listDays(journey, items) }
}

const plan = (start: string, ...days: Partial<ItemData>[][]): JourneyStops =>
  listStops(planDays(start, days).days)

const summary = ({ stops }: JourneyStops) =>
  stops.map((stop) => `${stop.number} ${stop.name}: ${formatVisits(stop)}`)

const stay = (place: string, nights = 1) => ({ kind: 'stay', place, nights }) as const
const go = (place: string, toPlace: string) => ({ kind: 'ferry', place, toPlace }) as const

const lofotenDays: Partial<ItemData>[][] = [
  [{ kind: 'flight', place: 'Newark', toPlace: 'Oslo Airport' }, stay('Oslo')],
  [
    { kind: 'flight', place: 'Gardermoen', toPlace: 'Bodø' },
    { kind: 'table', title: 'Lunch', place: 'Bodø' },
    go('Bodø', 'Svolvær'),
    { ...stay('Havnehuset', 2), address: 'Torget 22, 8300 Svolvær' },
  ],
  [{ kind: 'activity', place: 'The pier, by the harbour office' }],
  [go('Svolvær', 'Henningsvær'), stay('Henningsvær')],
  [stay('Reine', 2)],
  [],
  [go('Moskenes', 'Bodø'), stay('Bodø')],
  [{ kind: 'flight', place: 'Bodø', toPlace: 'New York' }],
]

const lofoten = () => plan('2026-06-09', ...lofotenDays)

test('A journey has each of its places once, with the dates and nights there', () => {
  expect(summary(lofoten())).toEqual([
    '1 Oslo: 9 June, 1 night',
    '2 Bodø: 10 June; 15 June, 1 night',
    '3 Svolvær: 10 June, 2 nights',
    '4 Henningsvær: 12 June, 1 night',
    '5 Reine: 13 June, 2 nights',
  ])
})

test('The route goes through the stops in order and returns where the journey does', () => {
  expect(lofoten().route).toEqual([1, 2, 3, 4, 5, 2])
})

test('Each day has the stop where its night is spent', () => {
  expect(lofoten().days).toEqual([1, 3, 3, 4, 5, 5, 2, 2])
})

test('Guests see the same stops as the owner', () => {
  const { journey, days } = planDays('2026-06-09', lofotenDays)
  const host = { name: '', phone: '' }
  const copy = createGuestCopy({ journey, days, guests: '', host, now: 0 })
  expect(listStops(listGuestDays(copy))).toEqual(lofoten())
})

test('A house that the map does not know is listed but not on the map', () => {
  const { stops } = plan('', [stay('Somewhere quiet', 3)], [], [], [stay('Bergen')])
  expect(stops.map(({ name, at }) => [name, at])).toEqual([
    ['Somewhere quiet', undefined],
    ['Bergen', [5.322, 60.391]],
  ])
  expect(stops.map(formatVisits)).toEqual(['Day 1, 3 nights', 'Day 4, 1 night'])
})

test('A day out and back is a visit by day, and both ways are part of the route', () => {
  const journey = plan('2026-07-01', [stay('Bergen', 2)], [{ kind: 'activity', place: 'Flåm' }])
  expect(summary(journey)).toEqual(['1 Bergen: 1 July, 2 nights', '2 Flåm: 2 July'])
  expect(journey.route).toEqual([1, 2, 1])
})

test('Two houses in one town, one after the other, are one visit', () => {
  const journey = plan('2026-07-01', [stay('Hotel A, Tromsø')], [stay('Hotel B, Tromsø', 2)])
  expect(summary(journey)).toEqual(['1 Tromsø: 1 July, 3 nights'])
})

test('A place that is only passed is a stop with its date', () => {
  const journey = plan('2026-07-01', [go('Bergen', 'Trondheim')], [stay('Bodø')])
  expect(summary(journey)).toEqual([
    '1 Bergen: 1 July',
    '2 Trondheim: 1 July',
    '3 Bodø: 2 July, 1 night',
  ])
})

test('The place on the route is chosen from two with the same name', () => {
  const journey = plan('', [stay('Tórshavn')], [{ kind: 'activity', place: 'Húsavík' }])
  expect(journey.stops[1]?.at?.[1]).toBeCloseTo(61.8, 1)
})

test('A journey without days, or with notes alone, has no stops', () => {
  expect(plan('')).toEqual({ stops: [], route: [], days: [] })
  expect(plan('', [{ kind: 'note', title: 'Pack' }]).stops).toEqual([])
})
