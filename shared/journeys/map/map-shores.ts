import { dot, type MapView, type Point, toVector, type Vector } from './map-view.ts'
import shores from './nordic.json' with { type: 'json' }

// The drawing of the land: paths, from the shores in `nordic.json`.

/** Degrees of latitude in one unit of the file; of longitude there are two of them in a unit. */
const UNIT = 0.005

interface Line {
  points: Vector[]
  middle: Vector
  /** Cosine of the angle from its middle to its farthest point. */
  reach: number
}

/** Lines as steps from point to point, `east north east north …`, each with `z` at its end. */
function decode(text: string): Line[] {
  let [x, y] = [0, 0]
  return text
    .slice(0, -1)
    .split('z')
    .map((line) => {
      const steps = line.match(/-?\d+/g) ?? []
      const points: Vector[] = []
      for (let index = 0; index + 1 < steps.length; index += 2) {
        x += Number(steps[index])
        y += Number(steps[index + 1])
        points.push(toVector([x * UNIT * 2, y * UNIT]))
      }
      const middle = points[points.length >> 1] ?? [1, 0, 0]
      return { points, middle, reach: Math.min(...points.map((point) => dot(point, middle))) }
    })
}

let decoded: Record<keyof typeof shores, Line[]> | undefined

function readShores() {
  decoded ??= {
    nordic: decode(shores.nordic),
    neighbours: decode(shores.neighbours),
    borders: decode(shores.borders),
  }
  return decoded
}

/** Path data. */
export interface LandPaths {
  nordic: string
  neighbours: string
  borders: string
}

interface LandOptions {
  /** Square units of the smallest bend of a shore. */
  least: number
  /** Units by which the land goes on outside the view, so that its edge is not seen. */
  bleed: number
}

export function drawLand(view: MapView, options: LandOptions): LandPaths {
  const { nordic, neighbours } = readShores()
  const draw = (lines: Line[]) =>
    listShapes(lines, view, { ...options, closed: true })
      .map((points) => `${linePath(points)}z`)
      .join('')
  return {
    nordic: draw(nordic),
    neighbours: draw(neighbours),
    borders: drawBorders(view, options.least),
  }
}

function listShapes(
  lines: readonly Line[],
  view: MapView,
  { least, bleed, closed }: LandOptions & { closed: boolean },
): Point[][] {
  return lines
    .filter((line) => isInView(line, view))
    .map((line) => line.points.map(view.project))
    .map((points) => thin(closed ? clip(points, view, bleed) : points, least))
    .filter((points) => !closed || isVisible(points, least))
}

/** Path data of the borders between countries. */
export function drawBorders(view: MapView, least: number): string {
  const options = { least, bleed: 0, closed: false }
  return listShapes(readShores().borders, view, options).map(linePath).join('')
}

/** All land as path data, with its corners rounded: what is near is not drawn with the ruler. */
export function drawRoundedLand(view: MapView, options: LandOptions) {
  const { nordic, neighbours } = readShores()
  const shapes = listShapes([...nordic, ...neighbours], view, { ...options, closed: true })
  return { path: shapes.map(roundedPath).join(''), isLand: (at: Point) => isWithin(shapes, at) }
}

/** Units from a corner at which its bend begins at the most, and edges so short that they stay as they are. */
const BEND_REACH = 18
const SHORT_EDGE = 7

function roundedPath(points: readonly Point[]): string {
  const pen = new Pen()
  for (const [index, corner] of points.entries()) {
    const before = points.at(index - 1) ?? corner
    const after = points[(index + 1) % points.length] ?? corner
    const isBent = Math.min(measure(before, corner), measure(corner, after)) >= SHORT_EDGE
    const near = (other: Point) => {
      const length = measure(corner, other)
      return mix(corner, other, Math.min(length / 2, BEND_REACH) / length)
    }
    pen.draw(index === 0 ? 'M' : 'l', isBent ? near(before) : corner)
    if (isBent) pen.draw('q', corner, near(after))
  }
  return `${pen.path}z`
}

/** Writes one shape as steps, which are shorter than positions. */
class Pen {
  path = ''
  /** Tenths of units. */
  private at: Point = [0, 0]

  draw(command: 'M' | 'l' | 'q', ...points: readonly Point[]): void {
    const tenths = points.map(([x, y]): Point => [Math.round(x * 10), Math.round(y * 10)])
    const steps = tenths.flatMap(([x, y]) => [x - this.at[0], y - this.at[1]])
    const numbers = steps.map((step) => String(step / 10).replace(/^(-?)0\./, '$1.'))
    this.path += command + numbers.join(' ').replaceAll(' -', '-')
    this.at = tenths.at(-1) ?? this.at
  }
}

const measure = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1])
const write = ([x, y]: Point) => `${round(x)} ${round(y)}`

function isWithin(shapes: readonly Point[][], [x, y]: Point): boolean {
  let isInside = false
  for (const points of shapes)
    for (const [index, [toX, toY]] of points.entries()) {
      const [fromX, fromY] = points.at(index - 1) ?? [toX, toY]
      const crosses =
        fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)
      if (crosses) isInside = !isInside
    }
  return isInside
}

const DEGREE = Math.PI / 180

function isInView({ middle, reach }: Line, view: MapView): boolean {
  const apart = Math.acos(Math.min(1, dot(middle, view.middle)))
  return apart < Math.acos(Math.min(1, reach)) + (view.radius + 1) * DEGREE
}

/** Without bends so small that they would only thicken the line; `least` in square units. */
function thin(points: Point[], least: number): Point[] {
  let kept = points
  for (const share of [0.1, 0.25, 0.5, 1, 1]) {
    let last: Point | undefined
    kept = kept.filter((point, index) => {
      const next = kept[index + 1]
      const isKept = !last || !next || measureBend(last, point, next) >= least * share
      if (isKept) last = point
      return isKept
    })
  }
  return kept
}

function measureBend([x, y]: Point, [alongX, alongY]: Point, [toX, toY]: Point): number {
  return Math.abs((alongX - x) * (toY - y) - (toX - x) * (alongY - y)) / 2
}

/** Whether an island is large enough to be seen. */
function isVisible(points: Point[], least: number): boolean {
  let twice = 0
  for (const [index, [x, y]] of points.entries()) {
    const [lastX, lastY] = points.at(index - 1) ?? [x, y]
    twice += lastX * y - x * lastY
  }
  return Math.abs(twice) / 2 > 2 * least
}

/** The part of a ring that is in the view or at most `bleed` units outside. */
function clip(points: Point[], { width, height }: MapView, bleed: number): Point[] {
  const edges = [
    { axis: 0, at: -bleed, side: 1 },
    { axis: 0, at: width + bleed, side: -1 },
    { axis: 1, at: -bleed, side: 1 },
    { axis: 1, at: height + bleed, side: -1 },
  ] as const
  let ring = points
  for (const { axis, at, side } of edges) {
    const kept: Point[] = []
    let from = ring.at(-1)
    let wasInside = from !== undefined && (from[axis] - at) * side >= 0
    for (const to of ring) {
      const isInside = (to[axis] - at) * side >= 0
      if (from && isInside !== wasInside)
        kept.push(mix(from, to, (at - from[axis]) / (to[axis] - from[axis])))
      if (isInside) kept.push(to)
      from = to
      wasInside = isInside
    }
    ring = kept
  }
  return ring
}

function mix(from: Point, to: Point, share: number): Point {
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function linePath(points: readonly Point[]): string {
  return `M${points.map(write).join('L')}`
}

/** Degrees between meridians and parallels: about six of them cross the view. */
function chooseSteps({ width, scale, middle }: MapView): [east: number, north: number] {
  const kilometres = width / scale / 5
  const choose = (degree: number) =>
    [0.5, 1, 2, 5, 10].find((step) => step * degree > kilometres) ?? 10
  const latitude = Math.asin(middle[2])
  return [choose(111 * Math.cos(latitude)), choose(111)]
}

/** Path data of the meridians and parallels. */
export function drawGraticule(view: MapView): string {
  const { width, height } = view
  const edge = [0, 0.25, 0.5, 0.75, 1].flatMap((share): Point[] => [
    [width * share, 0],
    [width * share, height],
    [0, height * share],
    [width, height * share],
  ])
  const around = edge.map(view.toPosition)
  const [eastStep, northStep] = chooseSteps(view)
  const [longitudes, latitudes] = [around.map(([east]) => east), around.map(([, north]) => north)]
  const ticks = (values: number[], step: number) => {
    const first = Math.floor(Math.min(...values) / step)
    const count = Math.ceil(Math.max(...values) / step) - first
    return Array.from({ length: count + 1 }, (_, index) => (first + index) * step)
  }
  const [meridians, parallels] = [ticks(longitudes, eastStep), ticks(latitudes, northStep)]
  const parts = (values: number[]) => {
    const [first = 0, last = 0] = [values[0], values.at(-1)]
    return Array.from({ length: 37 }, (_, index) => first + ((last - first) * index) / 36)
  }
  const lines = [
    ...meridians.map((east) => parts(parallels).map((north) => view.locate([east, north]))),
    ...parallels.map((north) => parts(meridians).map((east) => view.locate([east, north]))),
  ]
  return lines.map(linePath).join('')
}

/** Where mountains are: lines along them, with kilometres to each side. */
const ridges: { line: [longitude: number, latitude: number][]; side: number }[] = [
  {
    line: [
      [6.8, 58.9],
      [7.3, 60],
      [8, 61.2],
      [9.3, 62.3],
      [12, 63.6],
      [13.8, 65.2],
      [15.6, 66.8],
      [17.6, 68],
      [20.2, 69],
      [22.6, 69.5],
    ],
    side: 45,
  },
  {
    line: [
      [-21, 64.6],
      [-18.6, 64.75],
      [-16.2, 64.9],
    ],
    side: 70,
  },
]
/** Square units to a stroke, and its shortest length. */
const HACHURE_ROOM = 60
const HACHURE_LENGTH = 3.5
const MOST_HACHURES = 250

/** Path data of short strokes across the mountains; the same each time. */
export function drawHachures(view: MapView): string {
  let seed = 7
  const random = () => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  let path = ''
  for (const { line, side } of ridges) {
    const points = line.map(view.locate)
    for (const [index, to] of points.slice(1).entries()) {
      const ridge = { from: points[index] ?? to, to, side: side * view.scale }
      if (!isNear(ridge, view)) continue
      const area = Math.hypot(to[0] - ridge.from[0], to[1] - ridge.from[1]) * 2 * ridge.side
      const count = Math.min(MOST_HACHURES, Math.round(area / HACHURE_ROOM))
      for (let stroke = 0; stroke < count; stroke++) path += drawHachure(ridge, random)
    }
  }
  return path
}

function isNear({ from, to, side }: Ridge, { width, height }: MapView): boolean {
  const isBeside = (axis: 0 | 1, length: number) =>
    Math.max(from[axis], to[axis]) < -side || Math.min(from[axis], to[axis]) > length + side
  return !isBeside(0, width) && !isBeside(1, height)
}

interface Ridge {
  from: Point
  to: Point
  /** Units to each side. */
  side: number
}

function drawHachure({ from, to, side }: Ridge, random: () => number): string {
  const [east, south] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(east, south) || 1
  const along = random()
  const off = ((random() + random() - 1) * side * 1.5) / length
  const reach = (HACHURE_LENGTH * (1 + random())) / length
  const slant = random() * 1.3 - 0.4
  const [x, y] = [from[0] + east * along - south * off, from[1] + south * along + east * off]
  const [right, down] = [reach * (east * slant - south), reach * (south * slant + east)]
  return `M${round(x)} ${round(y)}l${round(right)} ${round(down)}`
}
