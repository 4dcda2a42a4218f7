import { between, mix, type Point, type Random, seedRandom, shortLinePath } from '../pen.ts'
import { cut, ripple, wedge } from './burin.ts'
import { fill, gradient, ink, line } from './ink.ts'
import { curve } from './path-data.ts'
import { mirror, mixPlaces, type Place, project, projectAll } from './view.ts'

/** A nordlandsbåt: open, clinker-built, with high stems. Its bow points towards us. */
const MIDDLE = { right: 1.35, away: 17 }
const HALF_LENGTH = 3.55
const HALF_BEAM = 0.98
const TOWARDS_BOW = { right: -0.83, away: -0.558 }
const TOWARDS_US = { right: 0.558, away: -0.83 }
const KEEL = -0.22
const MAST_FOOT = 0.06
const MAST_TOP = 6.1

/** Its strakes, as shares of the way from the keel to the rail. */
const strakes = [0.42, 0.62, 0.81, 1]
const STATIONS = 6

/** From the boat's own measures (towards the bow, above the water, towards us) to a place. */
function placeIn([ahead, above, aside]: Place): Place {
  return [
    MIDDLE.right + ahead * TOWARDS_BOW.right + aside * TOWARDS_US.right,
    above,
    MIDDLE.away + ahead * TOWARDS_BOW.away + aside * TOWARDS_US.away,
  ]
}

/** The height of the rail; `station` goes from -1 at the stern to 1 at the bow. */
function railAt(station: number): number {
  return 0.5 + (station > 0 ? 0.62 : 0.48) * Math.abs(station) ** 2.6
}

/** A point of the hull: how far along it, how far up its side, and on which side. */
function hullAt(station: number, share: number, side: 1 | -1): Place {
  const reach = HALF_LENGTH * (0.74 + 0.26 * share ** 0.7)
  const breadth = HALF_BEAM * (1 - Math.abs(station) ** 2.3) * share ** 0.55
  return placeIn([station * reach, KEEL + (railAt(station) - KEEL) * share, breadth * side])
}

function strakeLine(share: number, side: 1 | -1): Place[] {
  return Array.from({ length: STATIONS + 1 }, (_, index) =>
    hullAt((index / STATIONS) * 2 - 1, share, side),
  )
}

/** Where the water meets the hull. */
function waterline(): Place[] {
  return Array.from({ length: STATIONS + 1 }, (_, index) => {
    const station = (index / STATIONS) * 2 - 1
    return hullAt(station, -KEEL / (railAt(station) - KEEL), 1)
  })
}

/** The stem at one end, from the water up; `inward` is how far from its outer edge. */
function stem(end: 1 | -1, inward = 0): Place[] {
  const water = -KEEL / (railAt(end) - KEEL)
  const top = end === 1 ? 1.9 : 1.62
  const back = (place: Place): Place => [
    place[0] - TOWARDS_BOW.right * inward * end,
    place[1],
    place[2] - TOWARDS_BOW.away * inward * end,
  ]
  return [
    hullAt(end, water, 1),
    hullAt(end, (water + 1) / 2, 1),
    hullAt(end, 1, 1),
    placeIn([end * HALF_LENGTH * 1.018, (top + railAt(end)) / 2, 0]),
    placeIn([end * HALF_LENGTH * 1.005, top, 0]),
  ].map(back)
}

export const boatDefinitions = gradient('linearGradient', { id: 'harbour-hull' }, [
  [0, '#16291f'],
  [0.5, '#24392c'],
  [1, '#12231b'],
])

function drawStems(): string {
  return ([-1, 1] as const)
    .map((end) => {
      const outer = projectAll(stem(end))
      const inner = projectAll(stem(end, 0.14)).slice(2)
      return (
        fill(shortLinePath([...outer, ...inner.slice().reverse()], true), '#34493a') +
        line(curve(inner), ink.bronze, [1.6, 0.95])
      )
    })
    .join('')
}

function drawInside(random: Random): string {
  const near = projectAll(strakeLine(1, 1))
  const far = projectAll(strakeLine(1, -1))
  const thwarts = [-0.52, -0.16, 0.24, 0.56].map((station) => {
    const [from, to] = [hullAt(station, 0.86, -1), hullAt(station, 0.86, 1)]
    const lift = (place: Place, ahead: number): Place => [
      place[0] + TOWARDS_BOW.right * ahead,
      place[1],
      place[2] + TOWARDS_BOW.away * ahead,
    ]
    return shortLinePath(
      projectAll([lift(from, 0.13), lift(to, 0.13), lift(to, -0.13), lift(from, -0.13)]),
      true,
    )
  })
  let ribs = ''
  for (let station = -0.7; station < 0.75; station += between(random, 0.14, 0.22)) {
    const [top, low] = [project(hullAt(station, 0.99, -1)), project(hullAt(station, 0.76, -1))]
    ribs += shortLinePath([top, low])
  }
  return (
    fill(shortLinePath([...far, ...near.slice().reverse()], true), '#0d1a14') +
    line(ribs, ink.sage, [1.2, 0.3]) +
    fill(thwarts.join(''), '#6f6240') +
    line(curve(far), ink.cream, [1.6, 0.95])
  )
}

/** Cuts along the strakes, which swell under the turn of the bilge. */
function drawStrakeCuts(random: Random): { pale: string; warm: string } {
  let pale = ''
  let warm = ''
  const shares = [0.52, 0.69, 0.75, 0.87, 0.94]
  for (const share of shares) {
    let station = -0.95 + random() * 0.3
    while (station < 0.9) {
      const reach = between(random, 0.12, 0.42)
      const middle = hullAt(station + reach / 2, share, 1)
      const [from, to] = [
        project(hullAt(station, share, 1)),
        project(hullAt(Math.min(station + reach, 0.97), share, 1)),
      ]
      if (middle[1] > 0.06) {
        const straight = mix(from, to, 0.5)
        const length = Math.hypot(to[0] - from[0], to[1] - from[1])
        const bow = -(project(middle)[1] - straight[1]) / (length || 1)
        const drawn = cut({ from, to, weight: between(random, 0.8, 1.4), bow })
        if (station > 0.35) warm += drawn
        else pale += drawn
      }
      station += reach + between(random, 0.06, 0.4)
    }
  }
  return { pale, warm }
}

function drawHull(random: Random): string {
  const rail = strakeLine(1, 1)
  const outline = projectAll([
    ...rail,
    ...stem(1).slice(0, 2).reverse(),
    ...waterline().reverse(),
    ...stem(-1).slice(0, 2),
  ])
  const laps = strakes.slice(0, -1).map((share) => {
    const points = strakeLine(share, 1).filter((place) => place[1] > 0.02)
    return curve(projectAll(points))
  })
  const { pale, warm } = drawStrakeCuts(random)
  return (
    fill(shortLinePath(outline, true), 'url(#harbour-hull)') +
    line(laps.join(''), ink.night, [2.2]) +
    fill(pale, ink.sage, 0.5) +
    fill(warm, ink.bronze, 0.7) +
    line(curve(projectAll(rail)), ink.bronze, [1.6, 0.95])
  )
}

const mastTop: Place = placeIn([MAST_FOOT * HALF_LENGTH, MAST_TOP, 0])

function drawRig(): string {
  const foot = placeIn([MAST_FOOT * HALF_LENGTH, 0.1, 0])
  const [top, bottom] = [project(mastTop), project(foot)]
  const mast: Point[] = [
    [top[0] - 1.6, top[1]],
    [top[0] + 1.6, top[1]],
    [bottom[0] + 4.2, bottom[1]],
    [bottom[0] - 4.2, bottom[1]],
  ]
  const bow = project(placeIn([HALF_LENGTH * 0.985, 1.25, 0]))
  const ropes = [hullAt(-0.28, 1, 1), hullAt(-0.2, 1, -1), hullAt(-0.42, 1, 1)].map((end) =>
    shortLinePath([mix(top, bottom, 0.05), project(end)]),
  )
  return (
    line(shortLinePath([mix(top, bottom, 0.03), bow]) + ropes.join(''), ink.night, [1.2, 0.95]) +
    fill(shortLinePath(mast, true), '#16241c') +
    line(
      shortLinePath([
        [top[0] - 1.2, top[1]],
        [bottom[0] - 3.6, bottom[1]],
      ]),
      ink.bronze,
      [1.2, 0.95],
    )
  )
}

/** The yard, lowered, with the sail furled along it. */
function drawYard(random: Random): string {
  const ends = [placeIn([-2.75, 1.02, 0.1]), placeIn([1.75, 0.78, 0.12])] as const
  const [from, to] = [project(ends[0]), project(ends[1])]
  const along = (share: number, drop: number): Point => {
    const [x, y] = mix(from, to, share)
    return [x, y + drop]
  }
  const under = [0, 0.08, 0.22, 0.36, 0.5, 0.64, 0.8, 0.92, 1]
  const sag = [0, 8, 14, 12, 16, 13, 16, 9, 0]
  const bundle = [
    ...under.map((share) => along(share, -3)),
    ...under.map((share, index) => along(share, sag[index] ?? 0)).reverse(),
  ]
  const ties = [0.15, 0.29, 0.43, 0.57, 0.72, 0.86].map((share) =>
    shortLinePath([along(share, -4), along(share + 0.006, 13)]),
  )
  let folds = ''
  for (let share = 0.04; share < 0.9; share += between(random, 0.035, 0.07)) {
    const drop = between(random, 2, 11)
    folds += wedge({
      from: along(share, drop),
      to: along(share + between(random, 0.07, 0.13), drop + between(random, -2, 3)),
      weight: 2,
    })
  }
  return (
    fill(shortLinePath(bundle, true), '#8a8562') +
    fill(folds, ink.night, 0.6) +
    line(ties.join(''), ink.night, [1.6]) +
    line(shortLinePath([along(-0.03, -3), along(1.03, -3)]), ink.night, [5]) +
    line(shortLinePath([along(-0.02, -5), along(1.02, -5)]), ink.cream, [1.2, 0.9])
  )
}

/** A mast or stem in the water, broken into cuts. */
function mirroredCuts(
  random: Random,
  [foot, top]: readonly [Place, Place],
  [reach, weight]: readonly [number, number],
): string {
  const [from, to] = [project(mirror(foot)), project(mirror(top))]
  let cuts = ''
  for (let share = 0; share < 1; share += between(random, 7, 17) / Math.abs(to[1] - from[1])) {
    const [x, y] = mix(from, to, share)
    const half = between(random, 0.4, 1) * reach
    const shift = between(random, -0.3, 0.3) * reach
    cuts += cut({
      from: [x - half + shift, y],
      to: [x + half + shift, y],
      weight,
      swell: between(random, 0.2, 0.8),
    })
  }
  return cuts
}

function drawMirrored(random: Random): string {
  const outline = [...strakeLine(1, 1).map(mirror), ...waterline().reverse()]
  const hull = ripple(random, projectAll(outline), 12)
  const mast = [placeIn([0.2, 1.2, 0]), mixPlaces(placeIn([0.2, 0, 0]), mastTop, 0.8)] as const
  const bow = [hullAt(1, 0.8, 1), placeIn([HALF_LENGTH, 1.9, 0])] as const
  const stern = [hullAt(-1, 0.8, 1), placeIn([-HALF_LENGTH, 1.6, 0])] as const
  const cuts =
    mirroredCuts(random, mast, [20, 3]) +
    mirroredCuts(random, bow, [18, 3]) +
    mirroredCuts(random, stern, [14, 2.6])
  return fill(shortLinePath(hull, true), ink.night, 0.85) + fill(cuts, ink.night, 0.8)
}

export function drawBoat(): string {
  const random = seedRandom(529)
  return (
    drawMirrored(random) +
    drawStems() +
    drawInside(random) +
    drawRig() +
    drawYard(random) +
    drawHull(random)
  )
}

/** How far the mooring line hangs through, in metres, times four. */
const SLACK = 3.7

/** The mooring line, at a share of the way from the bow to its other end. */
export function mooringAt(end: Place, share: number): Place {
  const [right, up, away] = mixPlaces(hullAt(1, 0.97, 1), end, share)
  return [right, up - SLACK * share * (1 - share), away]
}
