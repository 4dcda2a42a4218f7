import { between, type Point, type Random } from '../pen.ts'
import { cutStraight } from './burin.ts'
import { darknessOf } from './fall-lines.ts'
import type { Place } from './land.ts'
import { distanceAt, FAR, HEIGHT, HORIZON, NEAR, placeMirroredAt, WIDTH } from './view.ts'

const SAMPLE = 8
const BARE = 0.7

interface Ripple {
  from: number
  to: number
  darkness: number
  north: number
}

/** Bare rock is dark on the water, whatever the light on it. */
function darknessOfMirrored(place: Place): number {
  return place.north < NEAR && place.height < BARE ? 0.75 : darknessOf(place)
}

/** Where the water of one row is dark. */
function ripplesOf(random: Random, row: number): Ripple[] {
  const ripples: Ripple[] = []
  const limit = between(random, 0.06, 0.3)
  let open: Ripple | undefined
  for (let x = -20; x < WIDTH + 20; x += SAMPLE) {
    const point: Point = [Math.min(WIDTH - 1, Math.max(0, x)), row]
    const mirrored = distanceAt(point) ? undefined : placeMirroredAt(point)
    const darkness = mirrored ? darknessOfMirrored(mirrored) : 0
    if (darkness > limit) {
      if (!open) {
        open = { from: x, to: x, darkness: 0, north: mirrored?.north ?? 0 }
        ripples.push(open)
      }
      open.to = x
      open.darkness = Math.max(open.darkness, darkness)
    } else open = undefined
  }
  return ripples
}

/** A ripple is cut in pieces, which lie a little above and below each other. */
function cutRipple(random: Random, ripple: Ripple, row: number): string[] {
  const near = (row - HORIZON) / (HEIGHT - HORIZON)
  const cuts: string[] = []
  const spread = 8 + near * 40
  const end = ripple.to + between(random, -0.3, 1) * spread
  let start = ripple.from - between(random, -0.3, 1) * spread
  while (end - start > 12) {
    const stop = Math.min(end, start + between(random, 0.3, 1) ** 1.5 * 260 * (0.6 + near))
    const level = row + between(random, -1.5, 1.5)
    const breadth = (0.9 + ripple.darkness * 2.6) * (0.5 + near * 0.7)
    const swell = between(random, 0.3, 0.7)
    cuts.push(
      cutStraight([start, level], [stop, level], {
        breadth: Math.min(breadth, (stop - start) * 0.09),
        swell,
      }),
    )
    start = stop + between(random, 4, 26)
  }
  return cuts
}

/** Strokes where the water mirrors a slope in the shade. */
export function drawReflections(random: Random): { near: string[]; far: string[] } {
  const found = { near: [] as string[], far: [] as string[] }
  let row = HORIZON + 9
  while (row < HEIGHT - 4) {
    const near = (row - HORIZON) / (HEIGHT - HORIZON)
    for (const ripple of ripplesOf(random, row)) {
      if (ripple.to - ripple.from < 10 || random() < 0.04) continue
      const kind = ripple.north > FAR ? found.far : found.near
      kind.push(...cutRipple(random, ripple, row))
    }
    row += between(random, 2.5, 7) + near * between(random, 3, 14)
  }
  return found
}

/** A few long strokes where the water mirrors the sky; mirrored snow stays paper. */
export function drawOpenWater(random: Random): string[] {
  const cuts: string[] = []
  let row = HORIZON + 20
  while (row < HEIGHT - 6) {
    const near = (row - HORIZON) / (HEIGHT - HORIZON)
    let x = between(random, -200, 100)
    while (x < WIDTH) {
      const longest = between(random, 60, 300) * (0.5 + near)
      let end = x
      while (end < x + longest && end < WIDTH + 20 && isSky([end + 8, row])) end += 8
      if (end - x > 40 && random() < 0.62) {
        const breadth = between(random, 0.9, 1.6) + near * 0.8
        cuts.push(cutStraight([x, row], [end, row], { breadth, swell: between(random, 0.3, 0.7) }))
      }
      x = Math.max(end, x + 30) + between(random, 20, 160)
    }
    row += between(random, 5, 11) + near * 16
  }
  return cuts
}

/** The mirrored snow: strokes that are wiped clean, broad and few. */
export function drawMirroredSnow(random: Random): string[] {
  const cuts: string[] = []
  let row = HORIZON + 14
  while (row < HEIGHT - 6) {
    const near = (row - HORIZON) / (HEIGHT - HORIZON)
    let x = between(random, -60, 60)
    while (x < WIDTH) {
      const longest = between(random, 90, 420)
      let end = x
      while (end < x + longest && isSnow([end, row])) end += 8
      if (end - x > 32) {
        const spread = between(random, 0, 14)
        const breadth = between(random, 1.6, 3.4) * (0.6 + near * 0.7)
        const level = row + between(random, -1, 1)
        cuts.push(
          cutStraight([x - spread, level], [end + spread, level], {
            breadth,
            swell: between(random, 0.3, 0.7),
          }),
        )
      }
      x = Math.max(end, x + 8) + (end > x + 32 ? between(random, 6, 60) : 0)
    }
    row += between(random, 4, 8) + near * 12
  }
  return cuts
}

function isSnow([x, y]: Point): boolean {
  if (x < 0 || x >= WIDTH || distanceAt([x, y])) return false
  const mirrored = placeMirroredAt([x, y])
  return mirrored !== undefined && darknessOf(mirrored) < 0.06
}

function isSky([x, y]: Point): boolean {
  const point: Point = [Math.min(WIDTH - 1, Math.max(0, x)), y]
  return !distanceAt(point) && !placeMirroredAt(point)
}
