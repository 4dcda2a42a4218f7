import { fill, line } from '../harbour/ink.ts'
import { whole } from '../harbour/path-data.ts'
import { between, type Point, type Random, shortLinePath } from '../pen.ts'

/** A mountain as seen from the water: its skyline from left to right, and the line of its foot. */
interface Mountain {
  skyline: readonly Point[]
  foot: number
  /** The summits that its slopes fall from. */
  summits: readonly Point[]
}

/** How high the skyline stands above a point of the foot. */
function skylineAt(skyline: readonly Point[], x: number): number {
  const after = skyline.findIndex(([pointX]) => pointX >= x)
  const [from, to] = [skyline[after - 1], skyline[after]]
  if (!(from && to)) return Number.POSITIVE_INFINITY
  return from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0] || 1)
}

function nearest(summits: readonly Point[], [x, y]: Point): Point {
  const far = ([summitX, summitY]: Point) => Math.abs(summitX - x) + (summitY > y ? 400 : 0)
  return [...summits].sort((one, other) => far(one) - far(other))[0] ?? [x, y]
}

interface Strokes {
  count: number
  length: readonly [number, number]
  /** How likely a stroke is at a point, from 0 to 1. */
  tone?: (point: Point) => number
}

/**
 * Strokes that fall as water would: away from the summit, less steeply towards the foot. None
 * leaves the mountain, whose shape is all that they have to tell.
 */
function strokeSlopes(random: Random, mountain: Mountain, strokes: Strokes): string {
  const { skyline, foot, summits } = mountain
  const [left, right] = [skyline[0]?.[0] ?? 0, skyline.at(-1)?.[0] ?? 0]
  const within = ([x, y]: Point) => y > skylineAt(skyline, x) + 3 && y < foot - 2
  let path = ''
  for (let drawn = 0, tries = 0; drawn < strokes.count && tries < strokes.count * 30; tries++) {
    const x = between(random, left, right)
    const top = skylineAt(skyline, x)
    const from: Point = [x, top + 4 + random() ** 1.5 * (foot - top - 8)]
    const summit = nearest(summits, from)
    const lean = (from[0] - summit[0]) / Math.max(40, from[1] - summit[1] + 24)
    const length = between(random, ...strokes.length)
    const steep = Math.hypot(1, lean)
    const middle: Point = [
      from[0] + (lean * length * 0.5) / steep,
      from[1] + (length * 0.5) / steep,
    ]
    const flat = Math.sign(lean) * Math.min(0.3, Math.abs(lean) * 0.4)
    const to: Point = [
      middle[0] + ((lean + flat) * length * 0.5) / steep,
      middle[1] + (length * 0.48) / steep,
    ]
    if (!(within(from) && within(middle) && within(to))) continue
    if (nearest(summits, to) !== summit) continue
    if (strokes.tone && random() > strokes.tone(middle)) continue
    path += shortLinePath(whole([from, middle, to]))
    drawn++
  }
  return path
}

/** Steps between the points of a skyline, uneven as rock is. */
function weather(random: Random, points: readonly Point[], roughness: number): Point[] {
  return points.flatMap((from, index): Point[] => {
    const to = points[index + 1]
    if (!to) return [from]
    const steps = Math.max(1, Math.round(Math.abs(to[0] - from[0]) / between(random, 9, 15)))
    return Array.from({ length: steps }, (_, step): Point => {
      const share = step / steps
      const rough = step ? between(random, -roughness, roughness) : 0
      return [
        from[0] + (to[0] - from[0]) * share + (step ? between(random, -2, 2) : 0),
        from[1] + (to[1] - from[1]) * share + rough,
      ]
    })
  })
}

/** A mountain with its inks; `tone` fills it, and `ink` is the colour of its strokes. */
export interface Fell extends Mountain {
  tone: string
  edge: string
  ink: string
  strokes: number
  /** How far its skyline strays between its points. */
  roughness: number
}

export function drawFell(random: Random, fell: Fell): string {
  const skyline = weather(random, fell.skyline, fell.roughness)
  const [left, right] = [skyline[0]?.[0] ?? 0, skyline.at(-1)?.[0] ?? 0]
  const ground: Point[] = [
    [right, fell.foot + 2],
    [left, fell.foot + 2],
  ]
  const strokes = strokeSlopes(
    random,
    { ...fell, skyline },
    { count: fell.strokes, length: [14, 52] },
  )
  return (
    fill(shortLinePath([...skyline, ...ground], true), fell.tone) +
    line(shortLinePath(skyline), fell.edge, [0.9, 0.55]) +
    line(strokes, fell.ink, [0.85, 0.36])
  )
}
