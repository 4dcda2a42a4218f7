import { createNoise } from '../field.ts'
import { between, type Random, seedRandom } from '../pen.ts'
import { BAYS, RIDGES, type Ridge, SHOALS } from './ridges.ts'

// An invented archipelago. Its rock has a grain, as on real coasts worn down by ice: ridges run
// one way and come up again as skerries beyond the last point of land, and clefts cut across.

/** Radians from the horizontal to the grain. */
const GRAIN = 1.08
const [ALONG_X, ALONG_Y] = [Math.cos(GRAIN), -Math.sin(GRAIN)]

/** How much less the distance from an end counts along a ridge than aside from it. */
const POINTEDNESS = 0.5

const broad = createNoise(11)
const fine = createNoise(23)
const crumble = createNoise(37)
const bend = createNoise(5)

/** Coordinates along the grain and across it. */
function toGrain(x: number, y: number): [along: number, across: number] {
  const wave = 26 * bend(x / 330, y / 330)
  return [x * ALONG_X + y * ALONG_Y + wave, x * -ALONG_Y + y * ALONG_X + wave]
}

/** How far a point is within the ridge; below 0 outside. The ends run out to a point. */
function reachInto({ spine }: Ridge, x: number, y: number): number {
  let deepest = -Infinity
  for (let index = 0; index + 1 < spine.length; index++) {
    const [fromX, fromY, fromReach] = spine[index] ?? [0, 0, 0]
    const [toX, toY, toReach] = spine[index + 1] ?? [0, 0, 0]
    const [east, south] = [toX - fromX, toY - fromY]
    const length = Math.hypot(east, south)
    const along = ((x - fromX) * east + (y - fromY) * south) / length
    const aside = ((x - fromX) * south - (y - fromY) * east) / length
    const within = Math.max(0, Math.min(length, along))
    const away = Math.hypot(aside, (along - within) * POINTEDNESS)
    const reach = fromReach + ((toReach - fromReach) * within) / length
    deepest = Math.max(deepest, reach - away)
  }
  return deepest
}

/** Clefts: straight breaks of the rock that cross the grain. */
const clefts = listClefts(seedRandom(301))

function listClefts(random: Random) {
  return Array.from({ length: 26 }, () => {
    // Rock breaks in two directions; one of them is more frequent.
    const turn = GRAIN + (random() < 0.7 ? 1.05 : 2.25) + between(random, -0.12, 0.12)
    return {
      x: between(random, 0, 1000),
      y: between(random, 0, 1200),
      east: Math.cos(turn),
      south: -Math.sin(turn),
      length: between(random, 40, 130),
      width: between(random, 3, 8),
      depth: between(random, 14, 40),
    }
  })
}

function cleave(x: number, y: number): number {
  let depth = 0
  for (const cleft of clefts) {
    const [fromX, fromY] = [x - cleft.x, y - cleft.y]
    const along = Math.abs(fromX * cleft.east + fromY * cleft.south) / cleft.length
    const across = Math.abs(fromX * cleft.south - fromY * cleft.east) / cleft.width
    if (along < 1 && across < 2)
      depth = Math.max(depth, cleft.depth * (1 - along) * Math.exp(-across * across))
  }
  return depth
}

/** How far a point is within the nearest of them; below 0 outside all. */
function reachIntoAny(ridges: Ridge[], x: number, y: number): number {
  return Math.max(...ridges.map((ridge) => reachInto(ridge, x, y)))
}

/** The drawn-out ridges and hollows of the rock, at three sizes. */
function describeRock(x: number, y: number) {
  const [along, across] = toGrain(x, y)
  return {
    along,
    across,
    swells: broad(along / 120, across / 38),
    slots: 0.42 - Math.abs(fine(along / 64, across / 16)),
    edges: 7 * crumble(along / 20, across / 9),
    roughness: 0.8 + 0.8 * bend(x / 210 + 40, y / 210),
  }
}

/** Skerries stand in strings along the grain, and each string is broken into pieces. */
function raiseSkerries(shoal: number, form: ReturnType<typeof describeRock>): number {
  const { along, across, slots, edges } = form
  const wave = 7 * broad(along / 60, across / 60)
  const string = 1 - 5.5 * Math.abs(fine(along / 330 + 3, (across + wave) / 46 + 5))
  const piece = crumble(along / 46 + 8, across / 60) + 0.5 * crumble(along / 17 + 30, across / 12)
  return Math.min(0, shoal * 0.7) - 15 + 17 * string + 24 * piece + 1.7 * edges + 9 * slots
}

/** Height above the sea; the shore is at 0. */
export function rock(x: number, y: number): number {
  const land = reachIntoAny(RIDGES, x, y)
  const shoal = reachIntoAny(SHOALS, x, y)
  if (land < -90 && shoal < -30) return Math.max(land, -90)
  const form = describeRock(x, y)
  const { along, across, swells, slots, edges, roughness } = form
  const island = land + 30 * swells + roughness * (24 * slots + edges) - cleave(x, y)
  const shore =
    10 * broad(along / 50 + 7, across / 30) +
    roughness * (6 * slots + edges) -
    reachIntoAny(BAYS, x, y)
  return Math.max(Math.min(island, shore), raiseSkerries(shoal, form))
}

/** Height of the hills, without the broken edges of the shore. */
export function hill(x: number, y: number): number {
  const land = reachIntoAny(RIDGES, x, y)
  if (land < -40) return land
  const { swells, slots } = describeRock(x, y)
  return Math.min(land + 26 * swells + 10 * slots, 2 - reachIntoAny(BAYS, x, y))
}
