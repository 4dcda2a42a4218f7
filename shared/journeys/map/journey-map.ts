import {
  type Box,
  type MapName,
  type MapSea,
  type Obstacle,
  placeNames,
  placeSeas,
} from './map-labels.ts'
import {
  drawLegs,
  fitOverview,
  fitStops,
  type Leg,
  type Locator,
  listObstacles,
  type MapStop,
  type PlacedStop,
  placeLocator,
  placeStops,
} from './map-route.ts'
import { drawGraticule, drawHachures, drawLand, type LandPaths } from './map-shores.ts'
import type { Frame, MapSize, MapView } from './map-view.ts'

export interface MapRequest extends MapSize {
  /** Those whose place is known. */
  stops: readonly MapStop[]
  /** Numbers of the stops in the order of the journey. */
  route: readonly number[]
  /** Number of today's stop. */
  current?: number | undefined
  /** Numbers of the stops that the view is about; the others are shown where they are in it. */
  around?: readonly number[] | undefined
  /** `overview`: all of the North; `route`: as near as the stops allow; `whole`: with all of them; `sketch`: tiny, without text. */
  frame: 'overview' | 'route' | 'whole' | 'sketch'
  /** Shares of the height that something else covers. */
  covered?: { top: number; bottom: number } | undefined
  hasLocator?: boolean | undefined
}

/** A line that repeats the shore. */
export interface Echo {
  width: number
  opacity: number
}

/** All that a map shows, as numbers and path data. */
export interface JourneyMap {
  land: LandPaths
  graticule: string
  /** Strokes on the mountains of a map that shows whole countries; closer ones have contours. */
  hachures: string
  echoes: Echo[]
  contours: Echo[]
  legs: Leg[]
  stops: PlacedStop[]
  radius: number
  fontSize: number
  names: MapName[]
  seas: MapSea[]
  locator: Locator | undefined
}

/** Units to a kilometre: from here on a map is close enough for contours instead of hachures. */
const CLOSE = 1
/** Units to a kilometre at which the lines off the shore are as wide as below. */
const WIDE_ECHOES = 2.2
/** And the units of the shorter side of such a plate. */
const WIDE_PLATE = 320
const ECHOES: Echo[] = [
  { width: 44, opacity: 0.22 },
  { width: 29, opacity: 0.32 },
  { width: 16, opacity: 0.46 },
]
const CONTOURS: Echo[] = [
  { width: 58, opacity: 0.22 },
  { width: 38, opacity: 0.34 },
  { width: 20, opacity: 0.44 },
]
const SKETCH_ECHOES: Echo[] = [{ width: 8, opacity: 0.34 }]
/** Units by which the land goes on outside the drawing. */
const BLEED = 60
/** Stops from which on discs and names are smaller. */
const MANY = 12

/** Units that names keep from the edge. */
const EDGE = 8

export function drawMap(request: MapRequest): JourneyMap {
  const { stops: wanted, route, current, around, frame, hasLocator } = request
  const isSketch = frame === 'sketch'
  const { radius, fontSize } = getSizes(request)
  const stopFrame = frameStops(request)
  const view =
    frame === 'overview' || wanted.length === 0
      ? fitOverview(wanted, stopFrame)
      : fitStops(wanted, { frame: stopFrame, radius, current, around, keepsAll: frame === 'whole' })
  const stops = placeStops(wanted, view, radius)
  const legs = drawLegs(stops, route)
  const obstacles: Obstacle[] = listObstacles(stops, legs, radius)
  const locator = hasLocator ? placeLocator(view, obstacles) : undefined
  if (locator) obstacles.push(locator)
  const text = { radius, fontSize, obstacles, within: frameText(request) }
  const isToday = ({ number }: MapStop) => number === current
  const inOrder = [...stops].sort((a, b) => Number(isToday(b)) - Number(isToday(a)))
  const names = isSketch ? [] : placeNames(inOrder, text)
  obstacles.push(...names)
  return {
    land: drawLand(view, { least: isSketch ? 2.5 : 2.2, bleed: BLEED }),
    graticule: drawGraticule(view),
    ...drawRelief(view, isSketch),
    ...{ legs, stops, radius, fontSize, names, locator },
    seas: isSketch ? [] : placeSeas(view, text),
  }
}

function drawRelief(view: MapView, isSketch: boolean) {
  if (isSketch) return { echoes: SKETCH_ECHOES, contours: [], hachures: drawHachures(view) }
  const near = Math.min(1, Math.max(0.35, view.scale / WIDE_ECHOES))
  const share = near * Math.min(1, Math.min(view.width, view.height) / WIDE_PLATE)
  const scale = (echo: Echo) => ({ ...echo, width: echo.width * share })
  const isClose = view.scale > CLOSE
  return {
    echoes: ECHOES.map(scale),
    contours: isClose ? CONTOURS.map(scale) : [],
    hachures: isClose ? '' : drawHachures(view),
  }
}

function getSizes({ stops, width, height, frame }: MapRequest) {
  if (frame === 'sketch') return { radius: 3.2, fontSize: 0 }
  if (Math.max(width, height) < 240) return { radius: 7.5, fontSize: 12 }
  return stops.length > MANY || Math.min(width, height) < 300
    ? { radius: 9, fontSize: 15 }
    : { radius: 11, fontSize: 17 }
}

/** Where the stops are: with room around them for their names. */
function frameStops({ width, height, frame, covered }: MapRequest): Frame {
  if (frame === 'sketch') return centreSquare(width, height)
  const { top, bottom } = covered ?? { top: 0, bottom: 0 }
  const shown = height * (1 - top - bottom)
  const [across, down] = [width, shown].map((side) => Math.min(80, side * 0.16)) as [number, number]
  return {
    ...{ width, height, left: across, right: width - across },
    ...{ top: height * top + down, bottom: height * (1 - bottom) - down },
  }
}

/** A sketch may lose its sides or its top and bottom. */
function centreSquare(width: number, height: number): Frame {
  const half = Math.min(width, height) * 0.28
  const [x, y] = [width / 2, height / 2]
  return { width, height, left: x - half, right: x + half, top: y - half, bottom: y + half }
}

function frameText({ width, height, covered }: MapRequest): Box {
  const { top, bottom } = covered ?? { top: 0, bottom: 0 }
  return {
    ...{ left: EDGE, right: width - EDGE },
    ...{ top: height * top + EDGE, bottom: height * (1 - bottom) - EDGE },
  }
}
