import { type Point, seedRandom } from './pen.ts'

/** A height for each point of the drawing. */
export type Field = (x: number, y: number) => number

/** Hills and hollows without a direction, about 1 unit apart, from -1 to 1 (gradient noise). */
export function createNoise(seed: number): Field {
  const random = seedRandom(seed)
  const SIZE = 64
  const slopes = Array.from({ length: SIZE * SIZE }, (): Point => {
    const angle = random() * 2 * Math.PI
    return [Math.cos(angle), Math.sin(angle)]
  })
  const wrap = (value: number) => ((value % SIZE) + SIZE) % SIZE
  const ease = (t: number) => t * t * t * (t * (6 * t - 15) + 10)
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [x - left, y - top]
    const corner = (right: number, down: number) => {
      const [slopeX, slopeY] = slopes[wrap(left + right) + SIZE * wrap(top + down)] ?? [0, 0]
      return slopeX * (u - right) + slopeY * (v - down)
    }
    const blend = (a: number, b: number, t: number) => a + (b - a) * ease(t)
    const upper = blend(corner(0, 0), corner(1, 0), u)
    const lower = blend(corner(0, 1), corner(1, 1), u)
    return 1.5 * blend(upper, lower, v)
  }
}

/** The heights of a field at the knots of a net of squares. */
export interface Grid {
  left: number
  top: number
  step: number
  columns: number
  rows: number
  heights: Float64Array
}

export function sample(
  field: Field,
  box: { left: number; top: number; right: number; bottom: number },
  step: number,
): Grid {
  const columns = Math.ceil((box.right - box.left) / step) + 1
  const rows = Math.ceil((box.bottom - box.top) / step) + 1
  const heights = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      heights[row * columns + column] = field(box.left + column * step, box.top + row * step)
  return { left: box.left, top: box.top, step, columns, rows, heights }
}

export interface Contour {
  points: Point[]
  closed: boolean
}

/** The lines of one height, with the higher ground at their left hand. */
export function traceContours(grid: Grid, level: number): Contour[] {
  const segments = new Map<string, { from: Point; to: Point; end: string }>()
  for (let row = 0; row < grid.rows - 1; row++)
    for (let column = 0; column < grid.columns - 1; column++)
      for (const [start, end, from, to] of crossSquare(grid, level, { column, row }))
        segments.set(start, { from, to, end })
  return joinSegments(segments)
}

type Crossing = [start: string, end: string, from: Point, to: Point]

/** Where the line crosses the sides of one square (marching squares). */
function crossSquare(
  grid: Grid,
  level: number,
  { column, row }: { column: number; row: number },
): Crossing[] {
  const knots = [
    [column, row],
    [column + 1, row],
    [column + 1, row + 1],
    [column, row + 1],
  ] as const
  const values = knots.map(([x, y]) => (grid.heights[y * grid.columns + x] ?? 0) - level)
  const leaving: [string, Point][] = []
  const entering: [string, Point][] = []
  knots.forEach((knot, index) => {
    const next = knots[(index + 1) % 4] ?? knot
    const [here = 0, there = 0] = [values[index], values[(index + 1) % 4]]
    if (here > 0 === there > 0) return
    const share = here / (here - there)
    const point: Point = [
      grid.left + grid.step * (knot[0] + (next[0] - knot[0]) * share),
      grid.top + grid.step * (knot[1] + (next[1] - knot[1]) * share),
    ]
    const name = [knot, next]
      .map((end) => end.join())
      .sort()
      .join()
    if (here > 0) leaving.push([name, point])
    else entering.push([name, point])
  })
  return leaving.map(([name, point], index) => {
    const [other, end] = entering[index] ?? [name, point]
    return [name, other, point, end]
  })
}

function joinSegments(segments: Map<string, { from: Point; to: Point; end: string }>): Contour[] {
  const contours: Contour[] = []
  const ends = new Set([...segments.values()].map(({ end }) => end))
  const follow = (start: string) => {
    const points: Point[] = []
    let name = start
    for (let segment = segments.get(name); segment; segment = segments.get(name)) {
      if (points.length === 0) points.push(segment.from)
      points.push(segment.to)
      segments.delete(name)
      name = segment.end
    }
    if (points.length > 3) contours.push({ points, closed: name === start })
  }
  // Lines that begin at the edge of the net come first: they must not begin in their middle.
  for (const name of [...segments.keys()]) if (!ends.has(name)) follow(name)
  for (const name of [...segments.keys()]) if (segments.has(name)) follow(name)
  return contours
}

/** A line with fewer points, none of the others farther from it than `tolerance`. */
export function simplify(points: Point[], tolerance: number): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3) return points
  const [east, south] = [last[0] - first[0], last[1] - first[1]]
  const length = Math.hypot(east, south)
  let farthest = 0
  let distance = 0
  points.forEach(([x, y], index) => {
    const away =
      length < 0.001
        ? Math.hypot(x - first[0], y - first[1])
        : Math.abs(east * (y - first[1]) - south * (x - first[0])) / length
    if (away > distance) [farthest, distance] = [index, away]
  })
  if (distance <= tolerance) return [first, last]
  const head = simplify(points.slice(0, farthest + 1), tolerance)
  return [...head.slice(0, -1), ...simplify(points.slice(farthest), tolerance)]
}

/** The area within a contour; below 0 if the ground within is the lower. */
export function measureArea(points: Point[]): number {
  const sum = points.reduce((total, [x, y], index) => {
    const [beforeX, beforeY] = points.at(index - 1) ?? [x, y]
    return total + beforeX * y - x * beforeY
  }, 0)
  return sum / 2
}

/** The heights between the knots. */
export function interpolate({ left, top, step, columns, heights }: Grid): Field {
  return (x, y) => {
    const [across, down] = [(x - left) / step, (y - top) / step]
    const [column, row] = [Math.floor(across), Math.floor(down)]
    const [u, v] = [across - column, down - row]
    const at = (right: number, below: number) =>
      heights[(row + below) * columns + column + right] ?? 0
    return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v
  }
}

/** A grid without its sharp edges: each height becomes the mean of its surroundings. */
export function blur(grid: Grid, times: number): Grid {
  let { heights } = grid
  for (let time = 0; time < times; time++) {
    const before = heights
    heights = before.map((_, index) => {
      const column = index % grid.columns
      let [sum, count] = [0, 0]
      for (const down of [-1, 0, 1])
        for (const right of [-1, 0, 1]) {
          const height = before[index + down * grid.columns + right]
          if (height === undefined || column + right < 0 || column + right >= grid.columns) continue
          sum += height
          count++
        }
      return sum / count
    })
  }
  return { ...grid, heights }
}
