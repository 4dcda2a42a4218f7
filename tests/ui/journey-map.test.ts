import fs from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawMap, type JourneyMap, type MapRequest } from '#shared/journeys/map/journey-map.ts'
import { overlaps } from '#shared/journeys/map/map-labels.ts'
import type { MapStop } from '#shared/journeys/map/map-route.ts'
import { createView, fitView, toVector } from '#shared/journeys/map/map-view.ts'

const SHORES = 'shared/journeys/map/nordic.json'
const SIZE = { width: 400, height: 520 }

const places = {
  Oslo: [10.752, 59.913],
  Bergen: [5.322, 60.391],
  Bodø: [14.405, 67.28],
  Svolvær: [14.568, 68.234],
  Kabelvåg: [14.482, 68.21],
  Henningsvær: [14.204, 68.153],
  Reine: [13.089, 67.932],
  Reykjavík: [-21.942, 64.147],
  Tromsø: [18.956, 69.649],
} as const

type Name = keyof typeof places

const toStops = (...names: Name[]): MapStop[] =>
  names.map((name, index) => ({ number: index + 1, name, at: places[name] }))

function draw(stops: MapStop[], request: Partial<MapRequest> = {}): JourneyMap {
  const route = stops.map(({ number }) => number)
  return drawMap({ stops, route, frame: 'route', ...SIZE, ...request })
}

const isOnPlate = ({ x, y }: { x: number; y: number }) =>
  x > 0 && x < SIZE.width && y > 0 && y < SIZE.height

test('A map for paper has every stop, also a distant one that a closer map leaves out', () => {
  const stops = toStops('Oslo', 'Bodø', 'Svolvær', 'Kabelvåg', 'Henningsvær', 'Reine')
  const isWhole = (frame: MapRequest['frame']) => draw(stops, { frame }).stops.every(isOnPlate)
  expect(isWhole('route')).toBe(false)
  expect(isWhole('whole')).toBe(true)
})

test('The shores take at most 10 KB as a browser receives them', () => {
  const file = fs.readFileSync(SHORES)
  const options = { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }
  expect(brotliCompressSync(JSON.stringify(JSON.parse(String(file))), options).length).toBeLessThan(
    10_000,
  )
})

/** By d3-geo 3.1.2: `geoAzimuthalEqualArea().rotate([-14, -67]).scale(2 * 6371).translate([200, 260])`. */
const projected: Record<Name, [x: number, y: number]> = {
  Oslo: [-162.638537, 1825.732641],
  Bergen: [-751.99, 1663.284785],
  Bodø: [234.786592, 197.617672],
  Svolvær: [246.842659, -14.637994],
  Kabelvåg: [239.792056, -9.241138],
  Henningsvær: [216.883412, 3.5611],
  Reine: [123.883221, 52.176947],
  Reykjavík: [-3089.184572, -82.444402],
  Tromsø: [582.973179, -344.389239],
}

test('The projection is the azimuthal one of equal areas, and back', () => {
  const view = createView([14, 67], 2, SIZE)
  for (const name of Object.keys(places) as Name[]) {
    const place = places[name]
    const [x, y] = view.locate(place)
    const [expectedX, expectedY] = projected[name]
    expect(x).toBeCloseTo(expectedX, 5)
    expect(y).toBeCloseTo(expectedY, 5)
    const [longitude, latitude] = view.toPosition([x, y])
    expect(longitude).toBeCloseTo(place[0], 6)
    expect(latitude).toBeCloseTo(place[1], 6)
  }
})

test('Every stop is inside its frame, near and far', () => {
  const frame = { ...SIZE, left: 60, right: 340, top: 80, bottom: 440 }
  const anywhere = fc.tuple(
    fc.double({ min: -50, max: 31, noNaN: true }),
    fc.double({ min: 55, max: 79, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(anywhere, { minLength: 1, maxLength: 12 }), (spots) => {
      const view = fitView(spots.map(toVector), frame, 170)
      // The fit is exact for a region; across an ocean the projection bends by a few units.
      const slack = 12
      for (const [x, y] of spots.map(view.locate)) {
        expect(x).toSatisfy((value: number) => value > 60 - slack && value < 340 + slack)
        expect(y).toSatisfy((value: number) => value > 80 - slack && value < 440 + slack)
      }
    }),
  )
})

test('A map is never closer than a region', () => {
  const [one, other] = draw(toStops('Svolvær', 'Kabelvåg')).stops
  // Four kilometres would fill the plate; the discs are pushed apart instead.
  expect(Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))).toBeLessThan(
    30,
  )
})

test('A far stop is left outside the map where the others would lie upon each other', () => {
  const { stops } = draw(toStops('Oslo', 'Svolvær', 'Henningsvær', 'Reine'))
  expect(stops.filter(isOnPlate).map(({ name }) => name)).toEqual([
    'Svolvær',
    'Henningsvær',
    'Reine',
  ])
})

test('Today’s stop is always on the map', () => {
  const stops = toStops('Oslo', 'Svolvær', 'Henningsvær', 'Reine')
  expect(draw(stops, { current: 1 }).stops.every(isOnPlate)).toBe(true)
})

test('The discs of stops at one place lie side by side, with a line to where they are', () => {
  const twice = toStops('Bergen', 'Bergen', 'Bergen')
  const { stops, radius } = draw(twice)
  for (const [index, one] of stops.entries())
    for (const other of stops.slice(index + 1))
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(2 * radius)
  expect(stops.some(({ place }) => place)).toBe(true)
})

const anyStops = fc
  .uniqueArray(fc.constantFrom(...(Object.keys(places) as Name[])), { minLength: 1 })
  .map((names) => toStops(...names))

test('No name lies on another, on a disc, on the route or outside the plate', () => {
  fc.assert(
    fc.property(anyStops, fc.boolean(), (stops, hasLocator) => {
      const map = draw(stops, { hasLocator })
      for (const [index, name] of map.names.entries()) {
        expect(map.names.slice(index + 1).filter((other) => overlaps(name, other))).toEqual([])
        expect(name.left).toBeGreaterThan(0)
        expect(name.right).toBeLessThan(SIZE.width)
        if (map.locator) expect(overlaps(name, map.locator)).toBe(false)
        const others = map.stops.filter((stop) => stop.name !== name.text)
        for (const { x, y } of others)
          expect(overlaps(name, { left: x - 9, right: x + 9, top: y - 9, bottom: y + 9 })).toBe(
            false,
          )
        for (const { from, bend, to } of map.legs) {
          const middle = [0, 1].map(
            (axis) => ((from[axis] ?? 0) + 2 * (bend[axis] ?? 0) + (to[axis] ?? 0)) / 4,
          )
          const [x = 0, y = 0] = middle
          expect(overlaps(name, { left: x, right: x, top: y, bottom: y })).toBe(false)
        }
      }
    }),
  )
})

test('Today’s stop is named first', () => {
  const crowd = toStops('Svolvær', 'Kabelvåg', 'Henningsvær')
  for (const { number, name } of crowd)
    expect(draw(crowd, { current: number }).names[0]?.text).toBe(name)
})

test('Stops and names stay clear of what lies over the map', () => {
  const { stops, names } = draw(toStops('Svolvær', 'Reine', 'Bodø'), {
    covered: { top: 0.1, bottom: 0.45 },
  })
  for (const { y } of stops) expect(y).toSatisfy((value: number) => value > 52 && value < 286)
  for (const { bottom } of names) expect(bottom).toBeLessThan(286)
})

test('There and back are two lines, the way back is marked, and a leg is drawn once', () => {
  const stops = toStops('Bodø', 'Reine')
  const { legs } = draw(stops, { route: [1, 2, 1, 2] })
  expect(legs.map(({ returns }) => returns)).toEqual([false, true])
  const [there, back] = legs
  const apart = Math.hypot(
    (there?.bend[0] ?? 0) - (back?.bend[0] ?? 0),
    (there?.bend[1] ?? 0) - (back?.bend[1] ?? 0),
  )
  expect(apart).toBeGreaterThan(20)
})

test('A stop that is not on the map is passed by', () => {
  expect(draw(toStops('Bodø', 'Reine'), { route: [1, 7, 2] }).legs).toHaveLength(1)
})

test('Without stops all of the North is shown, and no route', () => {
  const map = draw([])
  expect(map).toMatchObject({ stops: [], legs: [], names: [] })
  expect(map.land.nordic.length).toBeGreaterThan(4000)
})

test('The small map is shown for a region, lies in a free corner, and holds the mark', () => {
  const { locator, stops } = draw(toStops('Svolvær', 'Reine'), { hasLocator: true })
  const { left = 0, right = 0, top = 0, bottom = 0, region } = locator ?? {}
  for (const { x, y } of stops)
    expect(overlaps({ left, right, top, bottom }, { left: x, right: x, top: y, bottom: y })).toBe(
      false,
    )
  expect(region?.left).toBeGreaterThan(0)
  expect(region?.right).toBeLessThan(right - left)
  expect(draw(toStops('Oslo', 'Tromsø'), { hasLocator: true }).locator).toBe(undefined)
})

test('A sketch has no text, and its stops are where no crop reaches', () => {
  const map = draw(toStops('Oslo', 'Bergen', 'Tromsø'), {
    ...{ frame: 'sketch', width: 165, height: 118 },
  })
  expect(map).toMatchObject({ names: [], seas: [], contours: [] })
  for (const { x } of map.stops) expect(Math.abs(x - 82.5)).toBeLessThan(50)
})

test('The shores of a map are cut to its plate', () => {
  const { land } = draw(toStops('Svolvær', 'Reine'))
  const numbers = land.nordic.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? []
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(-60)
  expect(Math.max(...numbers)).toBeLessThanOrEqual(580)
})
