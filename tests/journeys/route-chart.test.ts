import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ChartInk, drawRouteChart } from '#shared/journeys/map/route-chart.ts'

function draw(places: readonly string[], ink: ChartInk = 'lofoten') {
  const chart = drawRouteChart(places, ink)
  if (!chart) throw new Error('There is no chart')
  return chart
}

const readPicture = (picture: string) =>
  decodeURIComponent(picture.slice('data:image/svg+xml,'.length))

describe('The chart of a route', () => {
  test('has each place once, numbered in the order of the journey, and a leg from each to the next', () => {
    const { stops, route, text } = draw(['Bergen', 'Flåm', 'Geiranger', 'Bergen'])
    expect(stops.map(({ number, name }) => `${number} ${name}`)).toEqual([
      '1 Bergen',
      '2 Flåm',
      '3 Geiranger',
    ])
    expect(route).toHaveLength(3)
    expect(text).toBe(
      'Chart, not for navigation: a dotted route from Bergen to Flåm, Geiranger and Bergen',
    )
  })

  test.each([
    ['one place', ['Longyearbyen'], 0, 'Chart, not for navigation: Longyearbyen'],
    [
      'two places',
      ['Bergen', 'Voss'],
      1,
      'Chart, not for navigation: a dotted route from Bergen to Voss',
    ],
    [
      'a place that is named twice in a row',
      ['Voss', 'Voss'],
      0,
      'Chart, not for navigation: Voss',
    ],
    [
      'coordinates in the far north',
      ['Longyearbyen', 'Ice edge 82.5, 20.25'],
      1,
      'Chart, not for navigation: a dotted route from Longyearbyen to Ice edge',
    ],
  ])('can be of %s', (_what, places, legs, text) => {
    const chart = draw(places)
    expect(chart.route).toHaveLength(legs)
    expect(chart.text).toBe(text)
  })

  test.each([
    ['one place', ['Nuuk']],
    ['close places', ['Oslo', 'Drøbak']],
    ['many places', 'Oslo Bergen Ålesund Trondheim Bodø Svolvær Tromsø Alta Kirkenes'.split(' ')],
    ['places on both sides of the sea', ['Nuuk', 'Ilulissat', 'Reykjavík', 'Helsinki']],
    ['the far north', ['Tromsø', 'Longyearbyen', '83.9, 45.5']],
  ])('has all stops and names inside its border: %s', (_what, places) => {
    const { stops, picture } = draw(places)
    expect(stops).toHaveLength(places.length)
    for (const { x, y, nameX, nameY } of stops) {
      for (const across of [x, nameX]) expect(Math.abs(across - 200)).toBeLessThan(180)
      for (const down of [y, nameY]) expect(Math.abs(down - 240)).toBeLessThan(220)
    }
    expect(readPicture(picture)).not.toMatch(/NaN|Infinity|undefined/)
  })

  test('leaves out what the map does not have, and is none without any place', () => {
    const { stops } = draw(['Bergen', 'Nowhere at all', '66.5, 179.9', '66.5, -179.9', 'Voss'])
    expect(stops.map(({ name }) => name)).toEqual(['Bergen', 'Voss'])
    expect(drawRouteChart(['Nowhere at all', ''], 'lofoten')).toBeUndefined()
    expect(drawRouteChart([], 'lofoten')).toBeUndefined()
  })

  test.each<ChartInk>(['lofoten', 'lapland', 'denmark'])(
    'has no other colours and line widths than the drawn chart of %s',
    (ink) => {
      const drawn = fs.readFileSync(`client/ui/plates/route-${ink}.svg`, 'utf8')
      const list = (svg: string, pattern: RegExp) =>
        new Set([...svg.matchAll(pattern)].map(([, value = '']) => value.replace(/^0\./, '.')))
      const made = readPicture(draw(['Tromsø', 'Abisko', 'Kiruna'], ink).picture)
      for (const pattern of [/"(#\w{6})"/g, /stroke-width="([\d.]+)"/g]) {
        const known = list(drawn, pattern)
        if (pattern.source.startsWith('stroke')) known.add('.8')
        expect([...list(made, pattern)].filter((value) => !known.has(value))).toEqual([])
      }
    },
  )

  test('is a picture that a page can contain: an address without quotes or markup', () => {
    const { picture } = draw(['Reykjavík', 'Vík', 'Höfn', 'Akureyri'])
    expect(picture).toMatch(/^data:image\/svg\+xml,%3Csvg [^"#<>&]+%3C\/svg%3E$/)
    expect(picture.length).toBeLessThan(40_000)
  })
})
