import { between, type Point, type Random } from '../pen.ts'
import type { Place } from './land.ts'
import {
  FAR,
  groundAt,
  HEIGHT,
  isSeen,
  lightOn,
  NEAR,
  placeSeenAt,
  project,
  scaleAt,
  slopeAt,
  WIDTH,
} from './view.ts'

/** A stroke of the burin: the way of its middle, and how dark the ground is along it. */
export interface Stroke {
  points: Point[]
  darkness: number[]
  north: number
}

const STEP = 4
const SQUARE = 16
/** Ground with less light than this takes ink; snow in more light is left as paper. */
const INK_BELOW = 0.52
/** More crooked strokes than this are left out: they would tell of hair, not of rock. */
const STRAIGHTEST = 0.962

/** How dark a place is: 0 paper, 1 black. */
export function darknessOf(place: Place): number {
  const inkBelow = place.north > FAR ? 0.3 : place.north < NEAR ? 0.3 : INK_BELOW
  return Math.min(1, Math.max(0, (inkBelow - lightOn(place)) / (inkBelow + 0.05)))
}

/** Strokes of the same slope keep apart: the darker, the closer. */
function spacingOf(darkness: number, north: number): number {
  return (16 - darkness * 11) * (north > FAR ? 0.7 : 1)
}

/** The points of the strokes that are drawn already, by square. */
class Drawn {
  private readonly squares = new Map<number, Point[]>()

  add(point: Point): void {
    const key = this.key(point[0], point[1])
    const square = this.squares.get(key)
    if (square) square.push(point)
    else this.squares.set(key, [point])
  }

  isNear([x, y]: Point, distance: number): boolean {
    const around = Math.ceil(distance / SQUARE)
    for (let column = -around; column <= around; column++) {
      for (let row = -around; row <= around; row++) {
        const square = this.squares.get(this.key(x + column * SQUARE, y + row * SQUARE))
        if (square?.some((point) => Math.hypot(point[0] - x, point[1] - y) < distance)) return true
      }
    }
    return false
  }

  private key(x: number, y: number): number {
    return Math.floor(x / SQUARE) * 1000 + Math.floor(y / SQUARE)
  }
}

/** The next place down (or up) the fall line, as far away as the picture shows a step. */
function follow(place: Place, direction: 1 | -1): Place | undefined {
  const slope = slopeAt(place)
  const steepness = Math.hypot(slope.east, slope.north)
  if (steepness < 0.05) return undefined
  const run = (STEP / scaleAt(place.north) / Math.hypot(1, steepness) / steepness) * direction
  return groundAt(place.east - slope.east * run, place.north - slope.north * run)
}

/** What a pass of strokes looks for: how dark the ground is, and how far apart they stay there. */
interface Pass {
  darkness: (place: Place) => number
  spacing: (darkness: number, north: number) => number
  drawn: Drawn
  /** Strokes that come out shorter are left out. */
  shortest: number
  attempts: number
}

function trace(
  start: Place,
  pass: Pass,
  { direction, longest }: { direction: 1 | -1; longest: number },
): Stroke {
  const stroke: Stroke = { points: [], darkness: [], north: start.north }
  let place: Place | undefined = start
  let length = 0
  while (place && length < longest) {
    const darkness = pass.darkness(place)
    const point = project(place)
    const last = stroke.points.at(-1)
    if (darkness <= 0 || place.height < 0.05 || !isSeen(place)) break
    if (pass.drawn.isNear(point, pass.spacing(darkness, place.north) * 0.62)) break
    if (last) length += Math.hypot(point[0] - last[0], point[1] - last[1])
    stroke.points.push(point)
    stroke.darkness.push(darkness)
    place = follow(place, direction)
  }
  return stroke
}

function strokeThrough(random: Random, start: Place, pass: Pass): Stroke {
  const longest = between(random, 60, 260)
  const up = trace(start, pass, { direction: -1, longest: longest * 0.5 })
  const down = trace(start, pass, { direction: 1, longest: longest * 0.8 })
  return {
    points: [...up.points.reverse(), ...down.points.slice(1)],
    darkness: [...up.darkness.reverse(), ...down.darkness.slice(1)],
    north: start.north,
  }
}

function lengthOf(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, [x, y], index) => {
    const [beforeX, beforeY] = points[index] as Point
    return sum + Math.hypot(x - beforeX, y - beforeY)
  }, 0)
}

/** Length from end to end, as a share of the way. */
function straightnessOf(points: readonly Point[]): number {
  return lengthOf([points[0] as Point, points.at(-1) as Point]) / lengthOf(points)
}

/** A stroke through a point of the picture, if there is shaded land and room for it. */
function tryStroke(random: Random, point: Point, pass: Pass): Stroke | undefined {
  const place = placeSeenAt(point)
  const darkness = place ? pass.darkness(place) : 0
  if (!place || darkness <= 0) return undefined
  const apart = pass.spacing(darkness, place.north) * between(random, 0.85, 1.25)
  if (pass.drawn.isNear(point, apart)) return undefined
  const stroke = strokeThrough(random, place, pass)
  const isLong = lengthOf(stroke.points) >= pass.shortest * (place.north > FAR ? 0.5 : 1)
  return isLong && straightnessOf(stroke.points) > STRAIGHTEST ? stroke : undefined
}

function drawPass(random: Random, pass: Pass): Stroke[] {
  const strokes: Stroke[] = []
  for (let attempt = 0; attempt < pass.attempts; attempt++) {
    const point: Point = [random() * WIDTH, between(random, 60, HEIGHT)]
    const stroke = tryStroke(random, point, pass)
    if (!stroke) continue
    for (const drawnPoint of stroke.points) pass.drawn.add(drawnPoint)
    strokes.push(stroke)
  }
  return strokes
}

/** Snow in the light: a few thin strokes tell how it falls. */
function glimmerOf(place: Place): number {
  if (place.north > FAR || place.north < NEAR) return 0
  return Math.min(0.12, Math.max(0, (0.86 - lightOn(place)) * 0.3))
}

/** Strokes down the slopes of the mountains: in the shade the long ones first, then in the light. */
export function drawFallLines(random: Random): Stroke[] {
  const drawn = new Drawn()
  const shade = { darkness: darknessOf, spacing: spacingOf, drawn, attempts: 14_000 }
  const light = { darkness: glimmerOf, spacing: () => 46, drawn, shortest: 70, attempts: 6000 }
  return [
    ...[120, 70, 40, 24].flatMap((shortest) => drawPass(random, { ...shade, shortest })),
    ...drawPass(random, light),
  ]
}

function driftOf(place: Place): number {
  return place.north < NEAR && place.height > 0.5 && lightOn(place) < 0.8 ? 0.14 : 0
}

/** Strokes on the snow of the near shores; level ones would lie on its edge. */
export function drawDrifts(random: Random): Stroke[] {
  const pass: Pass = {
    darkness: driftOf,
    spacing: () => 13,
    drawn: new Drawn(),
    shortest: 20,
    attempts: 6000,
  }
  return drawPass(random, pass).filter(({ points }) => {
    const [first, last] = [points[0] as Point, points.at(-1) as Point]
    return last[1] - first[1] > Math.abs(last[0] - first[0]) * 0.35
  })
}
