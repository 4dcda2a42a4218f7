import { between, type Random, seedRandom } from '../pen.ts'
import { type MapPoint, type Ridge, ridges } from './ridges.ts'

/** A place in front of the eye: to the `east` (right), to the `north` (away), and up. In metres. */
export interface Place {
  east: number
  north: number
  height: number
}

/** A piece of a crest, from which the ground falls on both sides. */
interface Piece {
  from: Place
  to: Place
  length: number
  bearing: number
  /** How far along its ridge it begins, as its left and its right slope count. */
  left: number
  right: number
}

interface Crest extends Piece {
  summit: number
  ridge: Ridge
  ribs: Folds
  furrows: Folds
}

/** Ribs and gullies, as heights at irregular distances along a ridge; straight between them. */
interface Folds {
  at: number[]
  rise: number[]
}

const CELL = 120
/** How far ribs reach out, and gullies in, as a share of the reach of a slope. */
const RIB_DEPTH = 0.22
const FURROW_DEPTH = 0.02
const WIDEST = 1 + RIB_DEPTH + FURROW_DEPTH
/** Ribs of a slope do not fan out more than this at a bend of the crest. */
const FAN = 0.55

function placeOf([east, north, height]: MapPoint): Place {
  return { east, north, height }
}

/** A crest as frost leaves it: bent and notched between the points of the map. */
function weather(random: Random, nodes: readonly Place[], roughness: number): Place[] {
  const bent: Place[] = []
  nodes.slice(1).forEach((to, index) => {
    const from = nodes[index] as Place
    const length = Math.hypot(to.east - from.east, to.north - from.north)
    const share = between(random, 0.38, 0.62)
    const aside = between(random, -1, 1) * roughness
    const height = from.height + (to.height - from.height) * share
    bent.push(from, {
      east: from.east + (to.east - from.east) * share - (to.north - from.north) * aside,
      north: from.north + (to.north - from.north) * share + (to.east - from.east) * aside,
      height: Math.max(0, height + between(random, -0.8, 0.6) * length * roughness * 0.8),
    })
  })
  bent.push(nodes.at(-1) as Place)
  return bent
}

function fold(
  random: Random,
  length: number,
  { spacing, depth }: { spacing: number; depth: number },
): Folds {
  const folds: Folds = { at: [], rise: [] }
  let up = random() < 0.5
  for (let at = -length; at < length * 2; at += spacing * between(random, 0.35, 1)) {
    folds.at.push(at)
    folds.rise.push((up ? 1 : -1) * depth * between(random, 0.35, 1))
    up = !up
  }
  return folds
}

function riseOf({ at, rise }: Folds, along: number): number {
  let [low, next] = [0, at.length - 1]
  while (next - low > 1) {
    const middle = (low + next) >> 1
    if ((at[middle] ?? 0) > along) next = middle
    else low = middle
  }
  const [before, after] = [at[next - 1] ?? 0, at[next] ?? 1]
  const share = Math.min(1, Math.max(0, (along - before) / (after - before)))
  return (rise[next - 1] ?? 0) * (1 - share) + (rise[next] ?? 0) * share
}

/** The pieces of a crest, with the distance at which each begins, measured on either side of it. */
function piecesOf(nodes: readonly Place[], fan: number): Piece[] {
  const pieces: Piece[] = []
  for (const [index, to] of nodes.slice(1).entries()) {
    const from = nodes[index] as Place
    const length = Math.hypot(to.east - from.east, to.north - from.north)
    const bearing = Math.atan2(to.north - from.north, to.east - from.east)
    const before = pieces.at(-1)
    if (!before) {
      pieces.push({ from, to, length, bearing, left: 0, right: 0 })
      continue
    }
    const bend = (((bearing - before.bearing + Math.PI * 3) % (Math.PI * 2)) - Math.PI) * fan
    const left = before.left + before.length + Math.max(0, -bend)
    const right = before.right + before.length + Math.max(0, bend)
    pieces.push({ from, to, length, bearing, left, right })
  }
  return pieces
}

function raise(random: Random): Crest[] {
  return ridges.flatMap((ridge) => {
    let nodes = ridge.nodes.map(placeOf)
    for (let pass = 0; pass < 3; pass++) nodes = weather(random, nodes, ridge.rough)
    const pieces = piecesOf(nodes, ridge.reach * FAN)
    const longest = pieces.reduce((sum, { length }) => sum + length * 2, ridge.reach * 3)
    const ribs = fold(random, longest, { spacing: ridge.ribs, depth: RIB_DEPTH })
    const furrows = fold(random, longest, { spacing: ridge.ribs * 0.45, depth: FURROW_DEPTH })
    return pieces.map((piece) => {
      const summit = Math.max(piece.from.height, piece.to.height)
      return { ...piece, summit, ridge, ribs, furrows }
    })
  })
}

/** The crests that can be the ground of each square of the map, the highest first. */
function sortBySquare(crests: readonly Crest[]): Map<number, Crest[]> {
  const squares = new Map<number, Crest[]>()
  for (const crest of crests) {
    const { from, to } = crest
    const reach = crest.ridge.reach * WIDEST
    const west = Math.floor((Math.min(from.east, to.east) - reach) / CELL)
    const eastern = Math.floor((Math.max(from.east, to.east) + reach) / CELL)
    const south = Math.floor((Math.min(from.north, to.north) - reach) / CELL)
    const northern = Math.floor((Math.max(from.north, to.north) + reach) / CELL)
    for (let column = west; column <= eastern; column++) {
      for (let line = south; line <= northern; line++) {
        const key = column * 10_000 + line
        const square = squares.get(key)
        if (square) square.push(crest)
        else squares.set(key, [crest])
      }
    }
  }
  return squares
}

const squares = sortBySquare(raise(seedRandom(77)).sort((one, other) => other.summit - one.summit))

/** Height of the slope of a crest, if it can be higher than what was found before. */
function heightOn(
  crest: Crest,
  { east, north }: { east: number; north: number },
  atLeast: number,
): number {
  const { from, to, length, ridge } = crest
  const runEast = to.east - from.east
  const runNorth = to.north - from.north
  const along = (east - from.east) * runEast + (north - from.north) * runNorth
  const share = Math.min(1, Math.max(0, along / (length * length)))
  const [offEast, offNorth] = [
    east - from.east - runEast * share,
    north - from.north - runNorth * share,
  ]
  const aside = Math.sqrt(offEast * offEast + offNorth * offNorth)
  const highestFall = 1 - aside / (ridge.reach * WIDEST)
  if (highestFall <= 0 || crest.summit * highestFall ** ridge.hollow <= atLeast) return -1
  const left = runEast * offNorth - runNorth * offEast > 0
  // Around a bend or an end the ribs spread like a fan.
  const ahead = offEast * runEast + offNorth * runNorth
  const across = Math.abs(runEast * offNorth - runNorth * offEast)
  const turn = share > 0 && share < 1 ? 0 : Math.atan2(ahead, across)
  const start = left ? crest.left : crest.right + ridge.reach
  const place = start + share * length + turn * ridge.reach * FAN
  const rise = riseOf(crest.ribs, place) + riseOf(crest.furrows, place + aside * 0.1)
  const fall = 1 - aside / (ridge.reach * (1 + rise))
  if (fall <= 0) return -1
  const top = from.height + (to.height - from.height) * share
  return top * (fall ** ridge.hollow - 0.03)
}

/** Height of the ground; below zero is under water. */
export function heightAt(east: number, north: number): number {
  const square = squares.get(Math.floor(east / CELL) * 10_000 + Math.floor(north / CELL))
  const spot = { east, north }
  let highest = -1
  for (const crest of square ?? []) {
    if (crest.summit <= highest) break
    highest = Math.max(highest, heightOn(crest, spot, highest))
  }
  return highest
}
