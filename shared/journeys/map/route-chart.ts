import { findPlace, type Position } from '../places/places.ts'
import {
  type Box,
  boxAround,
  type MapName,
  type Obstacle,
  overlaps,
  placeNames,
  placeSeas,
  SEA_SPACING,
} from './map-labels.ts'
import { drawLegs, fitStops, listObstacles, type MapStop, placeStops } from './map-route.ts'
import { drawBorders, drawGraticule, drawRoundedLand } from './map-shores.ts'
import type { MapView, Point } from './map-view.ts'
import { isNorth } from './north.ts'

/** What lies above a chart's picture; all lengths and positions are in units of its view box. */
export interface ChartOverlay {
  viewBox: { width: number; height: number }
  /** Path data, one path for each leg. */
  route: readonly string[]
  stops: readonly {
    x: number
    y: number
    number: number
    /** Empty where there is no room for it. */
    name: string
    nameX: number
    nameY: number
    anchor: 'start' | 'middle' | 'end'
  }[]
  soundings: readonly { x: number; y: number; text: string }[]
  /** `rotation` in degrees. */
  seas: readonly { x: number; y: number; rotation: number; letterSpacing: number; text: string }[]
}

/** A chart that was drawn from the names of places. */
export interface RouteChart extends ChartOverlay {
  /** Address of the picture, which contains all of it. */
  picture: string
  /** The chart in words. */
  text: string
}

/** A line that repeats the shore. */
type Echo = readonly [width: number, opacity: number]

interface Ink {
  sea: string
  shore: string
  land: string
  relief: string
  /** Frame, compass and graticule. */
  fine: string
  echoes: readonly Echo[]
  contours: readonly Echo[]
}

/** The colours and lines of the drawn charts, by their names. */
const inks = {
  lofoten: {
    ...{ sea: '#E3E9DF', shore: '#4F7562', land: '#F7F2E6', relief: '#8A7A52', fine: '#96703F' },
    echoes: toEchoes(0.4),
    contours: [
      [30, 0.2],
      [19, 0.3],
      [10, 0.4],
    ],
  },
  lapland: {
    ...{ sea: '#0C1D1B', shore: '#A6C8C2', land: '#1C3D37', relief: '#9CC0BA', fine: '#D9B98A' },
    echoes: toEchoes(0.42),
    contours: [
      [60, 0.16],
      [44, 0.2],
      [30, 0.24],
      [18, 0.3],
      [9, 0.38],
    ],
  },
  denmark: {
    ...{ sea: '#DFE5D6', shore: '#5E7F6C', land: '#F1E7D3', relief: '#6A7F62', fine: '#96703F' },
    echoes: toEchoes(0.4),
    contours: [
      [26, 0.2],
      [15, 0.2],
      [7, 0.3],
    ],
  },
} satisfies Record<string, Ink>

export type ChartInk = keyof typeof inks

function toEchoes(third: number): Echo[] {
  return [
    [26, 0.2],
    [18, 0.3],
    [11, third],
    [5.2, 0.6],
  ]
}

const SIZE = { width: 400, height: 480 }
const RADIUS = 8
const NAME_SIZE = 15
const SEA_SIZE = 12
/** Where stops are, with room around them for their names. */
const FRAME = { ...SIZE, left: 74, right: 326, top: 82, bottom: 398 }
/** Inside the two lines of the border. */
const WITHIN: Box = { left: 20, top: 20, right: 380, bottom: 460 }
/** Where the compass may be, the best place first. */
const COMPASSES = [
  [62, 410],
  [346, 62],
  [346, 410],
  [62, 62],
] as const
const COMPASS_REACH = 34

/** Seas have English names on the site, as far as they have any. */
const englishSeas: Readonly<Record<string, string>> = {
  Norskehavet: 'Norwegian Sea',
  Nordsjøen: 'North Sea',
  Östersjön: 'Baltic Sea',
  Bottenhavet: 'Bothnian Sea',
  Bottenviken: 'Bothnian Bay',
  Suomenlahti: 'Gulf of Finland',
  Barentshavet: 'Barents Sea',
  Danmarkstræde: 'Denmark Strait',
  'Davis Stræde': 'Davis Strait',
}

/** The chart of a route through these places, in this order; those that the map does not have are left out. */
export function drawRouteChart(names: readonly string[], ink: ChartInk): RouteChart | undefined {
  const { stops: known, route } = listStops(names)
  if (known.length === 0) return undefined
  const view = fitStops(known, { frame: FRAME, radius: RADIUS, current: undefined, keepsAll: true })
  const stops = placeStops(known, view, RADIUS)
  const legs = drawLegs(stops, route)
  const obstacles: Obstacle[] = listObstacles(stops, legs, RADIUS)
  const land = drawRoundedLand(view, { least: LEAST_BEND, bleed: BLEED })
  const free = COMPASSES.filter(
    (at) => !obstacles.some((other) => overlaps(boxAround(at, COMPASS_REACH), other)),
  )
  const compass = free.find((at) => !land.isLand(at)) ?? free[0]
  if (compass) obstacles.push(boxAround(compass, COMPASS_REACH))
  const named = stops.map((stop) => {
    const [name] = placeNames([stop], {
      ...{ radius: RADIUS, fontSize: NAME_SIZE, obstacles, within: WITHIN },
    })
    if (name) obstacles.push(name)
    return { stop, name }
  })
  const seas = placeSeas(view, {
    ...{ fontSize: SEA_SIZE, obstacles, within: WITHIN, translations: englishSeas },
  })
  return {
    viewBox: SIZE,
    route: legs.map(({ from, bend, to }) => `M${point(from)}Q${point(bend)} ${point(to)}`),
    stops: named.map(({ stop: { x, y, number }, name }) => ({
      ...{ x: round(x), y: round(y), number },
      ...toLabel(name, x, y),
    })),
    soundings: [],
    seas: seas.map(({ x, y, rotation, text }) => ({
      ...{ x: round(x), y: round(y), rotation: round(rotation), text },
      letterSpacing: round(SEA_SPACING * SEA_SIZE),
    })),
    picture: toAddress(drawPicture(view, inks[ink], { land: land.path, compass })),
    text: describe(route.map((number) => known[number - 1]?.name ?? '')),
  }
}

function listStops(names: readonly string[]): { stops: MapStop[]; route: number[] } {
  const stops = new Map<string, MapStop>()
  const route: number[] = []
  let near: Position | undefined
  for (const text of names) {
    const place = findPlace(text, near)
    if (!place || !isNorth(place.at)) continue
    near = place.at
    const { id, name, at } = place
    const stop = stops.get(id) ?? { number: stops.size + 1, name, at }
    stops.set(id, stop)
    if (route.at(-1) !== stop.number) route.push(stop.number)
  }
  return { stops: [...stops.values()], route }
}

function describe(names: readonly string[]): string {
  const [first = '', ...others] = names
  const last = others.pop()
  if (last === undefined) return `Chart, not for navigation: ${first}`
  const between = others
    .map((name) => `${name}, `)
    .join('')
    .replace(/, $/, ' and ')
  return `Chart, not for navigation: a dotted route from ${first} to ${between}${last}`
}

function toLabel(name: MapName | undefined, x: number, y: number) {
  if (!name) return { name: '', nameX: round(x), nameY: round(y), anchor: 'middle' as const }
  return { name: name.text, nameX: round(name.x), nameY: round(name.y), anchor: name.anchor }
}

const round = (value: number) => Math.round(value * 10) / 10
const point = ([x, y]: Point) => `${round(x)} ${round(y)}`

/** Square units of the smallest bend of a shore. */
const LEAST_BEND = 1.2
/** Units by which the land goes on outside, so that the lines along its edge are not seen. */
const BLEED = 34

interface PictureParts {
  /** Path data. */
  land: string
  /** Its middle; undefined if there is no room for it. */
  compass: Point | undefined
}

function drawPicture(view: MapView, ink: Ink, { land: shores, compass }: PictureParts): string {
  const { sea, shore, land, relief, fine, echoes, contours } = ink
  const borders = drawBorders(view, LEAST_BEND)
  const repeat = (lines: readonly Echo[], line: string, ground: string) =>
    lines
      .map(
        ([width, opacity]) =>
          `<use stroke="${line}" stroke-opacity="${opacity}" stroke-width="${width}" href="#land"/>` +
          `<use stroke="${ground}" stroke-width="${round(width - 1.1)}" href="#land"/>`,
      )
      .join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" fill="none" preserveAspectRatio="xMidYMid slice" viewBox="0 0 400 480" width="400" height="480">`,
    `<defs><path id="land" d="${shores}"/><clipPath id="inland"><use href="#land"/></clipPath></defs>`,
    `<path fill="${sea}" d="M0 0h400v480H0z"/>`,
    `<path stroke="${fine}" stroke-opacity=".3" stroke-width=".7" d="${drawGraticule(view)}"/>`,
    `<g stroke-linejoin="round">${repeat(echoes, shore, sea)}</g>`,
    `<use fill="${land}" href="#land"/>`,
    `<g stroke-linejoin="round" clip-path="url(#inland)">${repeat(contours, relief, land)}`,
    `<path stroke="${relief}" stroke-dasharray="5 3 1 3" stroke-opacity=".5" stroke-width=".8" d="${borders}"/></g>`,
    `<use stroke="${shore}" href="#land"/>`,
    compass ? drawCompass(compass, fine) : '',
    `<g stroke="${fine}"><path stroke-opacity=".5" stroke-width=".7" d="M8 8h384v464H8zm3.5 3.5h377v457h-377z"/>`,
    `<path stroke-opacity=".7" stroke-width="1.5" d="${BORDER}"/></g></svg>`,
  ].join('')
}

/** The dashes of the border: ten along each side, twelve down. */
const BORDER = [
  ...Array.from({ length: 10 }, (_, at) => round(27.2 + at * 38.4)).flatMap((x) =>
    [8, 472].map((y) => `M${x} ${y}h19.2`),
  ),
  ...Array.from({ length: 12 }, (_, at) => round(27.3 + at * 38.67)).flatMap((y) =>
    [8, 392].map((x) => `M${x} ${y}v19.3`),
  ),
].join('')

/** The letter N, which pictures cannot set in the page's fonts. */
const NORTH_LETTER =
  'm3-2 5-1v-38l-5-2v-2h11L41-7l-2 2v-36l-5-2v-2h14v2l-5 2V1h-3L11-40l1-1v38l6 1v2H3z'

const COMPASS_POINTS =
  'M0-22-2.6-2.6 0 0zm0 44L2.6 2.6 0 0zm0 0L-2.6 2.6 0 0zM22 0 2.6-2.6 0 0zm0 0L2.6 2.6 0 0zm-44 0 19.4-2.6L0 0zm0 0 19.4 2.6L0 0z'

function drawCompass([x, y]: Point, ink: string): string {
  return [
    `<g stroke="${ink}" stroke-width=".8" transform="translate(${x} ${y})">`,
    `<circle r="15" stroke-opacity=".6"/><circle r="11.5" stroke-opacity=".3"/>`,
    `<path fill="${ink}" d="M0-22 2.6-2.6 0 0z"/><path stroke-width=".6" d="${COMPASS_POINTS}"/>`,
    `<path fill="${ink}" stroke="none" transform="translate(-3.4 -26) scale(.136)" d="${NORTH_LETTER}"/></g>`,
  ].join('')
}

/** So that a page needs no file for it. */
function toAddress(svg: string): string {
  return `data:image/svg+xml,${svg.replaceAll(/["#%<>&]/g, (sign) => encodeURIComponent(sign))}`
}
