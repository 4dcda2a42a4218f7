import { element, mix, type Point } from '../pen.ts'

function short(value: number): string {
  return String(value).replace(/^(-?)0\./, '$1.')
}

/** From here on, a step is written without a decimal. */
const longStep = 15

/** Numbers of path data, with a space only where two would run together. */
export function row(values: readonly number[]): string {
  return values
    .map((value) =>
      short(Math.abs(value) < longStep ? Math.round(value * 10) / 10 : Math.round(value)),
    )
    .reduce((line, next) => (next.startsWith('-') ? line + next : `${line} ${next}`))
}

function step(from: Point, to: Point): Point {
  return [to[0] - from[0], to[1] - from[1]]
}

/** How wide a cut is, how far it bends from the straight way, and at which share of that way. */
interface Bow {
  width: number
  bow?: number
  share?: number
}

/** One side of a wedge: where it ends, and where it bends to on its way. */
interface Side {
  bend: Point
  end: Point
}

/**
 * Many cuts of one ink, as one path. A cut starts as a point, swells, and ends as a point. Each is
 * written from where the last one started, and starts at a whole pixel: that halves the plate.
 */
export class Cuts {
  private path = ''
  private last: Point = [0, 0]

  /** A cut along three points, as wide as `width` at the middle one. */
  along([from, bend, to]: readonly [Point, Point, Point], width: number): void {
    const [alongX, alongY] = step(from, to)
    const length = Math.hypot(alongX, alongY) || 1
    const [sideX, sideY] = [(-alongY / length) * (width / 2), (alongX / length) * (width / 2)]
    this.shape([from, [bend[0] + sideX, bend[1] + sideY], to, [bend[0] - sideX, bend[1] - sideY]])
  }

  /** A cut that bends a little to one side of the straight way, `share` of the way along it. */
  bowed(from: Point, to: Point, { width, bow = 0, share = 0.5 }: Bow): void {
    const [x, y] = mix(from, to, share)
    const bend: Point = [x - (to[1] - from[1]) * bow, y + (to[0] - from[0]) * bow]
    this.along([from, bend, to], width)
  }

  /** A straight-sided shape. */
  shape(points: readonly Point[]): void {
    const [start, ...rest] = points
    if (!start) return
    const steps = rest.flatMap((point, index) => step(points[index] ?? start, point))
    this.begin(start, steps)
  }

  /** A lens between two curves from `from` to `to`, each with its own bend: a wide, soft cut. */
  lens(from: Point, to: Point, { above, below }: { above: Point; below: Point }): void {
    const there = row([...step(from, above), ...step(from, to)])
    const back = row([...step(to, below), ...step(to, from)])
    this.begin(from, [], `q${there}q${back}`)
  }

  /** The dark of a fold: it begins as a point and ends as wide as the way from `left` to `right`. */
  wedge(apex: Point, left: Side, right: Side): void {
    const down = row([...step(apex, left.bend), ...step(apex, left.end)])
    const up = row([...step(right.end, right.bend), ...step(right.end, apex)])
    this.begin(apex, [], `q${down}l${row(step(left.end, right.end))}q${up}`)
  }

  inked(colour: string, opacity?: number): string {
    return fill(this.path, colour, opacity)
  }

  private begin(start: Point, lines: readonly number[], curves = ''): void {
    const whole: Point = [Math.round(start[0]), Math.round(start[1])]
    this.path += `m${row([...step(this.last, whole), ...lines])}${curves}z`
    this.last = whole
  }
}

/** A smooth line through the points (Catmull-Rom): each handle mirrors the one before. */
export function flowing(points: readonly Point[], close = false): string {
  const count = points.length
  const at = (index: number): Point => {
    const inside = close ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)
    return points[inside] ?? [0, 0]
  }
  const start: Point = [Math.round(at(0)[0]), Math.round(at(0)[1])]
  let here = start
  let path = `M${row(start)}`
  for (let index = 0; index < (close ? count : count - 1); index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const [leaveX, leaveY] = step(before, to)
    const [arriveX, arriveY] = step(from, after)
    const way = step(here, to).map((value) => Math.round(value * 10) / 10)
    const [wayX = 0, wayY = 0] = way
    const arriving = [wayX - arriveX / 6, wayY - arriveY / 6, wayX, wayY]
    path += index === 0 ? `c${row([leaveX / 6, leaveY / 6, ...arriving])}` : `s${row(arriving)}`
    here = [here[0] + reached(wayX), here[1] + reached(wayY)]
  }
  return close ? `${path}z` : path
}

/** How far a step goes once it has been written. */
function reached(value: number): number {
  return Math.abs(value) < longStep ? value : Math.round(value)
}

function share(opacity?: number): string | undefined {
  return opacity === undefined ? undefined : short(opacity)
}

/** A filled shape. */
export function fill(path: string, colour: string, opacity?: number): string {
  return path ? element('path', { d: path, fill: colour, opacity: share(opacity) }) : ''
}

interface Stroke {
  width?: number
  opacity?: number
}

/** A line of even width, for edges. */
export function edge(path: string, colour: string, { width = 1, opacity }: Stroke): string {
  return element('path', {
    d: path,
    stroke: colour,
    'stroke-width': width === 1 ? undefined : width,
    opacity: share(opacity),
  })
}

interface Tone {
  colour: string
  opacity?: number
}

interface Border {
  colour: string
  width?: number
}

/** A filled shape with a line round it. */
export function bordered(path: string, tone: Tone, { colour, width = 1 }: Border): string {
  return element('path', {
    d: path,
    fill: tone.colour,
    'fill-opacity': share(tone.opacity),
    stroke: colour,
    'stroke-width': width === 1 ? undefined : width,
  })
}
