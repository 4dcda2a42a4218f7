import { type Box, boxAround, boxOf, type Obstacle, overlaps } from './map-labels.ts'
import { drawLand } from './map-shores.ts'
import {
  type Frame,
  fitView,
  type MapSize,
  type MapView,
  type Point,
  type Position,
  toVector,
  type Vector,
} from './map-view.ts'

// Stops and route of a map, and what of the North it shows.

export interface MapStop {
  /** As in the list beside the map. */
  number: number
  name: string
  at: Position
}

export interface PlacedStop extends MapStop {
  /** The middle of its disc. */
  x: number
  y: number
  /** Where the place is, if its disc had to make room for another. */
  place?: Point
}

export interface Leg {
  from: Point
  /** The route bends towards it. */
  bend: Point
  to: Point
  /** Whether it leads to a stop where the journey was before. */
  returns: boolean
}

/** Kilometres: a map shows a region, never single streets. */
const LEAST_EXTENT = 170
const LEAST_EXTENT_AROUND = 220
const LEAST_EXTENT_AROUND_ONE = 340
/** How many times larger the map must become for a far stop to be left outside. */
const GAIN = 1.6

interface FitOptions {
  frame: Frame
  radius: number
  current: number | undefined
  /** Only these stops must be on the map. */
  around?: readonly number[] | undefined
  keepsAll?: boolean
}

/**
 * The map that shows the stops. A distant stop is left out if the others would overlap with it on the map, except the
 * one with the number `current`. With `keepsAll` none is.
 */
export function fitStops(
  stops: readonly MapStop[],
  { frame, radius, current, around, keepsAll = false }: FitOptions,
): MapView {
  type Places = { number: number; place: Vector }[]
  const fitTo = (inside: Places) =>
    fitView(
      inside.map(({ place }) => place),
      frame,
      around ? LEAST_EXTENT_AROUND : inside.length === 1 ? LEAST_EXTENT_AROUND_ONE : LEAST_EXTENT,
    )
  let inside: Places = stops
    .filter(({ number }) => !around || around.includes(number))
    .map(({ number, at }) => ({ number, place: toVector(at) }))
  let view = fitTo(inside)
  while (
    !keepsAll &&
    inside.length > 2 &&
    isCrowded(
      inside.map(({ place }) => view.project(place)),
      radius,
    )
  ) {
    const closer = inside
      .filter(({ number }) => number !== current)
      .map((left) => inside.filter((stop) => stop !== left))
      .map((rest) => ({ rest, view: fitTo(rest) }))
      .reduce((best, next) => (next.view.scale > best.view.scale ? next : best))
    if (closer.view.scale < GAIN * view.scale || closer.rest.length * 2 < stops.length) break
    inside = closer.rest
    view = closer.view
  }
  return view
}

function isCrowded(points: readonly Point[], radius: number): boolean {
  return points.some((one, index) =>
    points.slice(index + 1).some((other) => distance(one, other) < 1.5 * radius),
  )
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}

/** Stops whose discs do not overlap. */
export function placeStops(stops: readonly MapStop[], view: MapView, radius: number): PlacedStop[] {
  const places = stops.map(({ at }) => view.locate(at))
  const discs = places.map(([x, y]) => ({ x, y }))
  const apart = 2 * radius + 3
  for (let round = 0; round < 24; round++) {
    for (const [index, one] of discs.entries()) {
      for (const [behind, other] of discs.slice(index + 1).entries()) {
        const [x, y] = [other.x - one.x, other.y - one.y]
        const length = Math.hypot(x, y)
        if (length >= apart) continue
        // Discs at the very same place part in a direction of their own.
        const [right, down] = length > 0.01 ? [x / length, y / length] : turn(index + behind)
        const push = (apart - length) / 2
        one.x -= right * push
        one.y -= down * push
        other.x += right * push
        other.y += down * push
      }
    }
  }
  return stops.map((stop, index) => {
    const { x, y } = discs[index] ?? { x: 0, y: 0 }
    const place = places[index] ?? [x, y]
    return distance([x, y], place) > radius * 0.7 ? { ...stop, x, y, place } : { ...stop, x, y }
  })
}

function turn(index: number): Point {
  return [Math.cos(index * 2.4), Math.sin(index * 2.4)]
}

/** How far a leg bends aside, as a share of its length. */
const BEND = 0.12
/** Units by which a leg keeps away from others, and from stops where it does not end. */
const CLEARANCE = 10

/**
 * `route`: numbers of the stops, in the order of the journey. A leg bends to its left, or to its right if
 * it is freer there.
 */
export function drawLegs(stops: readonly PlacedStop[], route: readonly number[]): Leg[] {
  const byNumber = new Map(stops.map((stop) => [stop.number, stop]))
  const visited = route.flatMap((number) => byNumber.get(number) ?? [])
  const legs: Leg[] = []
  const drawn = new Set<string>()
  for (const [index, to] of visited.entries()) {
    const from = visited[index - 1]
    const key = `${from?.number} ${to.number}`
    if (!from || from === to || drawn.has(key)) continue
    drawn.add(key)
    const returns = visited.slice(0, index).includes(to)
    const others = stops.filter((stop) => stop !== from && stop !== to)
    const crowd = [...others.map(({ x, y }): Point => [x, y]), ...legs.flatMap(listDots)]
    const [left, right] = [BEND, -BEND].map((bend) => ({ ...bendLeg(from, to, bend), returns }))
    if (!left || !right) continue
    const isFreer = countNear(right, crowd) < countNear(left, crowd)
    legs.push(isFreer ? right : left)
  }
  return legs
}

function bendLeg(from: PlacedStop, to: PlacedStop, bend: number): Omit<Leg, 'returns'> {
  const [right, down] = [to.x - from.x, to.y - from.y]
  return {
    from: [from.x, from.y],
    bend: [(from.x + to.x) / 2 + bend * 2 * down, (from.y + to.y) / 2 - bend * 2 * right],
    to: [to.x, to.y],
  }
}

function countNear(leg: Leg, crowd: readonly Point[]): number {
  const isNear = ([x, y]: Point) =>
    crowd.some((other) => (x - other[0]) ** 2 + (y - other[1]) ** 2 < CLEARANCE ** 2)
  return listDots(leg).filter(isNear).length
}

/** Points along a leg, a few units apart. */
function listDots(leg: Leg): Point[] {
  const count = Math.min(200, Math.ceil(distance(leg.from, leg.to) / 6))
  return Array.from({ length: count }, (_, index) => walk(leg, (index + 0.5) / count))
}

/** The point at a share of the way. */
function walk({ from, bend, to }: Leg, share: number): Point {
  const rest = 1 - share
  const along = (axis: 0 | 1) =>
    rest * rest * from[axis] + 2 * rest * share * bend[axis] + share * share * to[axis]
  return [along(0), along(1)]
}

/** Boxes of all that a name must not cover: the discs, and the route. */
export function listObstacles(
  stops: readonly PlacedStop[],
  legs: readonly Leg[],
  radius: number,
): Obstacle[] {
  const discs = stops.map(({ number, x, y }) => ({
    ...boxAround([x, y], radius + 1),
    stop: number,
  }))
  const dots = legs.flatMap(listDots).map((dot) => boxAround(dot, 2))
  return [...discs, ...dots]
}

/** The overview: the countries from Denmark to the North Cape, and Iceland where it is wide enough. */
const CORNERS: Position[] = [
  [4.6, 60.8],
  [12, 54.6],
  [31, 62.9],
  [25.7, 71.2],
  [30.9, 70.3],
]
const ICELAND: Position[] = [
  [-24.5, 65.5],
  [-18.7, 63.4],
]

/** All of the North, and the stops beyond. */
export function fitOverview(stops: readonly MapStop[], frame: Frame): MapView {
  const isWide = frame.right - frame.left > 1.15 * (frame.bottom - frame.top)
  const corners = isWide ? [...CORNERS, ...ICELAND] : CORNERS
  return fitView([...corners, ...stops.map(({ at }) => at)].map(toVector), frame, LEAST_EXTENT)
}

/** Where a small map of everything lies in the drawing. */
export interface Locator extends Box {
  land: string
  /** What the large map shows. */
  region: Box
}

const LOCATOR = { width: 84, height: 94, margin: 6 }
/** Units from the edge. */
const LOCATOR_OFFSET = 14
/** Kilometres; a wider map shows by itself where it is. */
const WIDEST_LOCATED = 900

/** A small map in a free corner of a close view. */
export function placeLocator(view: MapView, obstacles: readonly Box[]): Locator | undefined {
  const { width, height, scale } = view
  const box = findCorner(view, obstacles)
  if (!box || Math.min(width, height) < 300 || width / scale > WIDEST_LOCATED) return undefined
  const shown = [
    view.toPosition([0, 0]),
    view.toPosition([width, 0]),
    view.toPosition([0, height]),
    view.toPosition([width, height]),
  ]
  const { margin, ...size } = LOCATOR
  const edges = {
    left: margin,
    right: size.width - margin,
    top: margin,
    bottom: size.height - margin,
  }
  const small = fitView([...CORNERS, ...shown].map(toVector), { ...size, ...edges }, 1)
  return {
    ...box,
    land: drawLand(small, { least: 0.8, bleed: 10 }).nordic,
    region: boxOf(shown.map(small.locate)),
  }
}

function findCorner({ width, height }: MapSize, obstacles: readonly Box[]): Box | undefined {
  const [east, south] = [width - LOCATOR_OFFSET, height - LOCATOR_OFFSET]
  const lefts = [LOCATOR_OFFSET, east - LOCATOR.width]
  const tops = [south - LOCATOR.height, LOCATOR_OFFSET]
  return tops
    .flatMap((top) => lefts.map((left) => ({ left, top })))
    .map(({ left, top }) => ({
      ...{ left, top, right: left + LOCATOR.width, bottom: top + LOCATOR.height },
    }))
    .find((box) => !obstacles.some((other) => overlaps(box, other)))
}
