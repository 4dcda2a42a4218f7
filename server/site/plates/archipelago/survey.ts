import { measureArea, sample, simplify, traceContours } from '../field.ts'
import { joinNumbers } from '../harbour/path-data.ts'
import { type Line, measureText, type Name } from '../lettering.ts'
import { between, mix, type Point, type Random, seedRandom } from '../pen.ts'
import { COMPASS, COMPASS_REACH } from './compass.ts'
import { HEIGHT, type IsClear, measureNearest, SURVEYED, toLandUnits, WIDTH } from './sheet.ts'
import { drawSlopes } from './slopes.ts'
import { rock } from './terrain.ts'

/** Smaller pieces of land are rocks. */
const SMALLEST_ISLAND = 900
const SMALLEST_ROCK = 20
const SMALLEST_LAKE = 90
/** How far the drawn shore may be from the true one. */
const TOLERANCE = 1.9
const GRID_STEP = 3
/** Frames of other proportions cut off this much; a figure that is cut in two cannot be read. */
const MARGIN = { side: 64, top: 150 }

/** All that is measured of the archipelago, as path data. */
export interface Survey {
  islands: string
  rocks: string
  lit: string
  shade: string
  depths: Line[]
}

/** The parts that are placed by hand; the survey keeps clear of them. */
export interface Plan {
  legs: Point[][]
  reefs: Point[]
  seaNames: Name[]
  landNames: Name[]
}

export function surveyArchipelago({ legs, reefs, seaNames, landNames }: Plan): Survey {
  const random = seedRandom(9)
  const way = legs.flatMap(followLeg)
  const isClearSea = avoidNames(seaNames)
  const isClearLand = avoidNames(landNames)
  const outlines = traceShore()
  const isIsland = (points: Point[]) => measureArea(points) >= SMALLEST_ISLAND
  const isLake = (points: Point[]) => measureArea(points) < -SMALLEST_LAKE
  const isRock = (points: Point[]) =>
    measureArea(points) > SMALLEST_ROCK &&
    !isIsland(points) &&
    points.every(
      ([x, y]) =>
        isClearSea(x, y, 8) &&
        measureNearest(way, x, y) > 12 &&
        Math.hypot(x - COMPASS[0], y - COMPASS[1]) > COMPASS_REACH,
    )
  const write = (list: Point[][]) => list.map(writeShore).join('')
  return {
    islands: write(outlines.filter((points) => isIsland(points) || isLake(points))),
    rocks: write(outlines.filter(isRock)),
    ...drawSlopes(random, isClearLand),
    depths: listDepths(random, { way, reefs, isClear: isClearSea }),
  }
}

/** Points of the route, near enough to each other to keep away from. */
function followLeg(leg: Point[]): Point[] {
  return leg.slice(1).flatMap((to, index) => {
    const from = leg[index] ?? to
    return Array.from({ length: 8 }, (_, share) => mix(from, to, share / 8))
  })
}

/**
 * Ice has worn the shore round: each point that was measured bends a curve, which runs from the
 * middle of one side to the middle of the next.
 */
function writeShore(points: Point[]): string {
  const corners = tighten(points).map(toLandUnits)
  const middle = (index: number): Point => {
    const [from, to] = [corners[index], corners[(index + 1) % corners.length]]
    return from && to
      ? [Math.round((from[0] + to[0]) / 2), Math.round((from[1] + to[1]) / 2)]
      : [0, 0]
  }
  let [x, y] = middle(corners.length - 1)
  let path = `M${joinNumbers([x, y])}q`
  const steps = corners.flatMap(([bendX, bendY], index) => {
    const [toX, toY] = middle(index)
    const written = [bendX - x, bendY - y, toX - x, toY - y]
    x = toX
    y = toY
    return written
  })
  path += joinNumbers(steps)
  return `${path}z`
}

function traceShore(): Point[][] {
  const { left, top, right, bottom } = SURVEYED
  // Water all round, so that every shore closes.
  const isEdge = (x: number, y: number) => x <= left || y <= top || x >= right || y >= bottom
  const grid = sample((x, y) => (isEdge(x, y) ? -1 : rock(x, y)), SURVEYED, GRID_STEP)
  return traceContours(grid, 0).map(({ points }) => points)
}

/** A closed line with fewer points. */
function tighten(points: Point[]): Point[] {
  const half = points.length >> 1
  const halves = [points.slice(0, half + 1), points.slice(half)]
  return halves.flatMap((part) => simplify(part, TOLERANCE).slice(0, -1))
}

/** Returns a test of whether a point is clear of all names. */
function avoidNames(names: Name[]): IsClear {
  const boxes = names.map((name) => {
    const turn = (name.rotation * Math.PI) / 180
    return { ...name, turn, half: measureText(name.text, name.size, name.spacing) / 2 }
  })
  return (x, y, margin) =>
    boxes.every((box) => {
      const [east, south] = [x - box.x, y - box.y]
      const along = east * Math.cos(box.turn) + south * Math.sin(box.turn)
      const below = south * Math.cos(box.turn) - east * Math.sin(box.turn)
      return (
        Math.abs(along) > box.half + margin ||
        below > box.size * 0.25 + margin ||
        below < -box.size * 0.75 - margin
      )
    })
}

/** Whether a depth figure fits here: no land or rock within the outermost water line. */
function isOpenWater(x: number, y: number): boolean {
  return Array.from({ length: 12 }, (_, index) => (index * Math.PI) / 6).every((angle) =>
    [11, 20, 29].every((far) => rock(x + far * Math.cos(angle), y + far * Math.sin(angle)) < -1),
  )
}

/** Whether a figure stands clear of the meridians and parallels, which are 300 apart. */
function isOffNet(x: number, y: number): boolean {
  const apart = (place: number, first: number) => Math.abs(((place - first + 450) % 300) - 150)
  return apart(x, 150) > 16 && apart(y, 200) > 14
}

/** What figures stay away from: the route, the reefs, and what must stay clear besides. */
interface Occupied {
  way: Point[]
  reefs: Point[]
  isClear: IsClear
}

/** Figures in open water, more apart where it is deep. */
function listDepths(random: Random, { way, reefs, isClear }: Occupied): Line[] {
  const depths: (Line & { apart: number })[] = []
  for (let attempt = 0; attempt < 2400; attempt++) {
    const [x, y] = [
      between(random, MARGIN.side, WIDTH - MARGIN.side),
      between(random, MARGIN.top, HEIGHT - MARGIN.top),
    ]
    const offShore = -rock(x, y - 5)
    const apart = between(random, 66, 100) + offShore * 0.35
    const isFree =
      isOffNet(x, y - 5) &&
      isOpenWater(x, y - 5) &&
      isClear(x, y - 5, 22) &&
      Math.hypot(x - COMPASS[0], y - COMPASS[1]) > COMPASS_REACH &&
      measureNearest(way, x, y - 5) > 24 &&
      measureNearest(reefs, x, y - 5) > 30 &&
      depths.every((other) => Math.hypot(x - other.x, y - other.y) > Math.max(apart, other.apart))
    if (!isFree) continue
    const west = 1.4 - x / 1600
    const depth = Math.round((2 + 0.009 * offShore ** 2 * west) * between(random, 0.8, 1.25))
    depths.push({ text: String(depth), x: Math.round(x), y: Math.round(y), apart })
  }
  return depths.map(({ text, x, y }) => ({ text, x, y }))
}
