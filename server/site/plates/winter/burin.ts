import { element, mix, type Point } from '../pen.ts'

/** Strokes are written in whole numbers of this part of a unit: half as long as with decimals. */
const FINENESS = 4

/** How broad a stroke is at a share of its way; its ends are points whatever this says. */
export type Breadth = (share: number) => number

function pointAt(points: readonly Point[], share: number): Point {
  const place = share * (points.length - 1)
  const index = Math.min(points.length - 2, Math.floor(place))
  const [from, to] = [points[index] as Point, points[index + 1] as Point]
  const rest = place - index
  return [from[0] + (to[0] - from[0]) * rest, from[1] + (to[1] - from[1]) * rest]
}

/** The control point of the cubic curve through four points at thirds of the way. */
function controlOf([start, early, late, end]: readonly [Point, Point, Point, Point]): Point {
  const along = (axis: 0 | 1) =>
    (-5 * start[axis] + 18 * early[axis] - 9 * late[axis] + 2 * end[axis]) / 6
  return [along(0), along(1)]
}

function write(numbers: readonly number[]): string {
  return numbers
    .map((value) => String(Math.round(value * FINENESS)))
    .reduce((text, next) => (next.startsWith('-') ? text + next : `${text} ${next}`))
}

function step(from: Point, to: Point): Point {
  return [to[0] - from[0], to[1] - from[1]]
}

/** Path data of one cut of the burin: it begins as a point, swells and ends as a point. */
export function cut(points: readonly Point[], breadth: Breadth): string {
  const snap = (point: Point): Point => [
    Math.round(point[0] * FINENESS) / FINENESS,
    Math.round(point[1] * FINENESS) / FINENESS,
  ]
  const [start, end] = [snap(pointAt(points, 0)), snap(pointAt(points, 1))]
  const [early, late] = [pointAt(points, 1 / 3), pointAt(points, 2 / 3)]
  const first = controlOf([start, early, late, end])
  const second = controlOf([end, late, early, start])
  const [east, south] = step(start, end)
  const length = Math.hypot(east, south) || 1
  const aside = (point: Point, distance: number): Point => [
    point[0] + (south / length) * distance,
    point[1] - (east / length) * distance,
  ]
  // A cubic comes three quarters of the way to its control points.
  const [upper, lower] = [breadth(1 / 3) * 0.67, breadth(2 / 3) * 0.67]
  const there = [aside(first, upper), aside(second, lower), end].flatMap((to) => step(start, to))
  const back = [aside(second, -lower), aside(first, -upper), start].flatMap((to) => step(end, to))
  return `M${write(start)}c${write([...there, ...back])}z`
}

interface StraightCut {
  breadth: number
  /** The share of its way at which it is broadest. */
  swell?: number
}

/** Path data of a straight cut. */
export function cutStraight(
  start: Point,
  end: Point,
  { breadth, swell = 0.5 }: StraightCut,
): string {
  const from: Point = [
    Math.round(start[0] * FINENESS) / FINENESS,
    Math.round(start[1] * FINENESS) / FINENESS,
  ]
  const way = step(from, end)
  const rounded: Point = [
    Math.round(way[0] * FINENESS) / FINENESS,
    Math.round(way[1] * FINENESS) / FINENESS,
  ]
  const length = Math.hypot(...rounded) || 1
  const aside: Point = [(rounded[1] / length) * breadth, (-rounded[0] / length) * breadth]
  const there = [rounded[0] * swell + aside[0], rounded[1] * swell + aside[1], ...rounded]
  const back = [rounded[0] * (swell - 1) - aside[0], rounded[1] * (swell - 1) - aside[1]]
  return `M${write(from)}q${write([...there, ...back, -rounded[0], -rounded[1]])}z`
}

/** A line with few points needs more between them for the burin to swell. */
function divide(line: readonly Point[]): Point[] {
  return line.flatMap((point, index) => {
    const before = line[index - 1]
    return before ? [mix(before, point, 0.5), point] : [point]
  })
}

/** Path data of a long crooked line, drawn with one side straight on the points and one pressed. */
export function cutCrooked(line: readonly Point[], breadth: Breadth): string {
  const points = line.length < 4 ? divide(divide(line)) : line
  const last = points.length - 1
  const pressed = points
    .slice(1, -1)
    .map(([x, y], index): Point => [x, y + breadth((index + 1) / last)])
  const around = [...points, ...pressed.reverse()]
  const steps: number[] = []
  let pen: Point = points[0] as Point
  for (const to of around.slice(1)) {
    const [east, south] = step(pen, to)
    const rounded: Point = [
      Math.round(east * FINENESS) / FINENESS,
      Math.round(south * FINENESS) / FINENESS,
    ]
    steps.push(...rounded)
    pen = [pen[0] + rounded[0], pen[1] + rounded[1]]
  }
  return `M${write(points[0] as Point)}l${write(steps)}z`
}

/** The cuts of one ink. */
export function print(cuts: readonly string[], ink: string): string {
  return element('path', {
    transform: `scale(${1 / FINENESS})`,
    d: cuts.join(''),
    fill: ink,
  })
}
