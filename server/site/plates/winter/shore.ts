import { between, type Point, type Random } from '../pen.ts'
import { cutCrooked, cutStraight } from './burin.ts'
import { simplify } from './contours.ts'
import { distanceAt, FAR, HEIGHT, HORIZON, NEAR, WIDTH } from './view.ts'

/** A rock that the sea keeps bare of snow: its upper edge from left to right, then its foot. */
export interface BareRock {
  top: Point[]
  foot: Point[]
}

const SAMPLE = 3
/** How far below the horizon boulders have their natural size. */
const BOULDER_DEPTH = 76

/** The outline of ledges and boulders along a shore, as rows above the water. */
function boulders(random: Random): (x: number) => number {
  const knots: Point[] = [[-10, 2]]
  let x = 0
  while (x < WIDTH) {
    const isLedge = random() < 0.3
    const width = isLedge ? between(random, 30, 80) : between(random, 12, 40)
    const height = isLedge ? between(random, 2.5, 6) : width * between(random, 0.18, 0.42)
    knots.push([x, between(random, 0.5, 2)])
    for (const share of [0.12, 0.28, 0.44, 0.6, 0.76, 0.9]) {
      const worn = share < 0.5 ? 1 - (0.5 - share) * 0.8 : 1 - (share - 0.5) * 1.3
      if (random() < 0.75) {
        const place = x + width * (share + between(random, -0.05, 0.05))
        knots.push([place, height * worn * between(random, 0.75, 1)])
      }
    }
    x += width * between(random, 0.8, 1)
    if (random() < 0.2) x += between(random, 4, 16)
  }
  knots.sort(([before], [after]) => before - after)
  knots.push([WIDTH * 2, 2])
  return (column) => {
    const next = Math.max(
      1,
      knots.findIndex(([place]) => place > column),
    )
    const [before, after] = [knots[next - 1] as Point, knots[next] as Point]
    const share = (column - before[0]) / (after[0] - before[0])
    return before[1] + (after[1] - before[1]) * share
  }
}

/** The lowest row of near land in a column, and the row where its snow begins. */
function bandAt(
  column: number,
  bareUpTo: (x: number) => number,
): { foot: number; top: number } | undefined {
  let foot = HEIGHT - 1
  const isNear = (row: number) => {
    const north = distanceAt([column, row])
    return north > 0 && north < NEAR
  }
  while (foot > HORIZON && !isNear(foot)) foot--
  if (foot <= HORIZON) return undefined
  // The nearer the shore, the larger its boulders are seen.
  const scale = (foot - HORIZON) / BOULDER_DEPTH
  const bare = bareUpTo(column / scale) * scale
  let top = foot
  while (isNear(top - 1) && foot - top < bare) top--
  return { foot: foot + 1, top }
}

export function findBareRocks(random: Random): BareRock[] {
  const bareUpTo = boulders(random)
  const rocks: BareRock[] = []
  let open: BareRock | undefined
  for (let column = 0; column < WIDTH + SAMPLE; column += SAMPLE) {
    const band = bandAt(Math.min(column, WIDTH - 1), bareUpTo)
    const last = open?.foot.at(-1)
    if (!band || (last && Math.abs(last[1] - band.foot) > 14)) open = undefined
    if (!band) continue
    if (!open) {
      open = { top: [], foot: [] }
      rocks.push(open)
    }
    open.top.push([column, band.top])
    open.foot.push([column, band.foot])
  }
  return rocks.filter(({ top }) => top.length > 3)
}

/** Cuts that leave light on the faces of the bare rock that turn to it. */
export function cutRock(random: Random, { top, foot }: BareRock): string[] {
  const cuts: string[] = []
  let index = 1
  while (index < top.length - 2) {
    const [high, low, next] = [top[index] as Point, foot[index] as Point, top[index + 1] as Point]
    const depth = low[1] - high[1]
    const facesLight = next[1] <= high[1] + 0.5
    if (depth > 8 && facesLight) {
      const start: Point = [high[0] + 1, high[1] + depth * between(random, 0.12, 0.3)]
      const end: Point = [
        high[0] - depth * between(random, 0.02, 0.3),
        low[1] - depth * between(random, 0.1, 0.4),
      ]
      const breadth = between(random, 0.8, 1.9)
      cuts.push(cutStraight(start, end, { breadth, swell: 0.4 }))
    }
    index += facesLight ? 2 + Math.floor(random() * 3) : 1
  }
  return cuts
}

/** The line where the water meets a distant shore: dark, broken, of uneven strength. */
export function cutShoreline(random: Random): string[] {
  const cuts: string[] = []
  let piece: Point[] = []
  const finish = () => {
    const shape = piece.length > 6 ? simplify(piece, 0.7) : []
    const strength = between(random, 1.4, 3.8)
    if (shape.length > 1)
      cuts.push(cutCrooked(shape, (share) => strength * Math.sin(share * Math.PI)))
    piece = []
  }
  let pieceLength = between(random, 40, 220)
  for (let column = 0; column < WIDTH; column += SAMPLE) {
    const row = farFoot(column)
    const last = piece.at(-1)
    if (row === undefined || (last && Math.abs(row - last[1]) > 4)) finish()
    if (row !== undefined) piece.push([column, row - 1])
    if (piece.length * SAMPLE > pieceLength) {
      finish()
      pieceLength = between(random, 30, 160)
      column += between(random, 0, 14)
    }
  }
  finish()
  return cuts
}

function farFoot(column: number): number | undefined {
  for (let row = HEIGHT - 1; row > HORIZON - 40; row--) {
    const north = distanceAt([column, row])
    if (north > FAR) return undefined
    if (north > NEAR) return distanceAt([column, row + 1]) ? undefined : row + 1
  }
  return undefined
}
