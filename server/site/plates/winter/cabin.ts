import { between, element, mix, type Point, type Random, shortLinePath } from '../pen.ts'
import { cutStraight, print } from './burin.ts'
import { heightAt } from './land.ts'
import { project } from './view.ts'

/** A fisherman's cabin: its long side faces the water, its gable the light. */
const MIDDLE = { east: 35, north: 149 }
/** The ridge of the roof runs away from the eye to the right. */
const BEARING = 0.42
const HALF_LENGTH = 5.4
const HALF_WIDTH = 3
const FLOOR = 2.6
const EAVES = 5.7
const RIDGE = 8.5
const OVERHANG = 0.45

const RED = '#8a2638'
const DEEP_RED = '#50131f'

/** A point of the cabin: along the ridge, towards the water, and above it. */
function at(along: number, front: number, height: number): Point {
  return project({
    east: MIDDLE.east + along * Math.cos(BEARING) + front * Math.sin(BEARING),
    north: MIDDLE.north + along * Math.sin(BEARING) - front * Math.cos(BEARING),
    height,
  })
}

function shape(points: readonly Point[], fill: string): string {
  return element('path', { d: shortLinePath(points, true), fill })
}

const front: readonly [Point, Point, Point, Point] = [
  at(-HALF_LENGTH, HALF_WIDTH, FLOOR),
  at(HALF_LENGTH, HALF_WIDTH, FLOOR),
  at(HALF_LENGTH, HALF_WIDTH, EAVES),
  at(-HALF_LENGTH, HALF_WIDTH, EAVES),
]

const gable: readonly Point[] = [
  at(-HALF_LENGTH, -HALF_WIDTH, FLOOR),
  at(-HALF_LENGTH, HALF_WIDTH, FLOOR),
  at(-HALF_LENGTH, HALF_WIDTH, EAVES),
  at(-HALF_LENGTH, 0, RIDGE),
  at(-HALF_LENGTH, -HALF_WIDTH, EAVES),
]

function lines(pairs: readonly (readonly [Point, Point])[], ink: string, breadth: number): string {
  const path = pairs.map((pair) => shortLinePath(pair)).join('')
  return element('path', { d: path, stroke: ink, 'stroke-width': breadth })
}

function drawPiles(random: Random, ink: string): string {
  const frontPiles = [-5.2, -3.1, -0.9, 1.3, 3.4, 5.2].map((along): [Point, Point] => {
    const lean = between(random, -0.15, 0.15)
    return [at(along, HALF_WIDTH, FLOOR), at(along + lean, HALF_WIDTH, 0.2)]
  })
  const backPiles = [-1.6, 0.6].map((across): [Point, Point] => [
    at(-HALF_LENGTH, across, FLOOR),
    at(-HALF_LENGTH, across, 0.9),
  ])
  const braces = (
    [
      [-5.2, -3.1],
      [1.3, -0.9],
      [3.4, 5.2],
    ] as const
  ).map(([from, to]): [Point, Point] => [
    at(from, HALF_WIDTH, FLOOR - 0.2),
    at(to, HALF_WIDTH, 0.7),
  ])
  return lines([...frontPiles, ...backPiles], ink, 2.4) + lines(braces, ink, 1.1)
}

/** It is dark under the floor: level cuts that leave off before the piles do. */
function drawUnderFloor(random: Random, ink: string): string {
  const cuts: string[] = []
  for (let height = FLOOR - 0.25; height > 0.9; height -= 0.3) {
    const start = at(-HALF_LENGTH + between(random, 0.1, 1.5), 1.5, height)
    const end = at(HALF_LENGTH - between(random, 0.1, 2.5), 1.5, height)
    cuts.push(
      cutStraight(start, end, {
        breadth: between(random, 1.6, 2.6),
        swell: between(random, 0.3, 0.7),
      }),
    )
  }
  return print(cuts, ink)
}

/** The deck along the water side: a plank seen from its edge, with snow on it. */
function drawDeck(ink: string, snow: string): string {
  const [left, right, out] = [-HALF_LENGTH - 1.6, HALF_LENGTH + 0.6, HALF_WIDTH + 1.4]
  const top = [
    at(left, HALF_WIDTH, FLOOR),
    at(right, HALF_WIDTH, FLOOR),
    at(right, out, FLOOR),
    at(left, out, FLOOR),
  ]
  const edge = [
    at(left, out, FLOOR),
    at(right, out, FLOOR),
    at(right, out, FLOOR - 0.3),
    at(left, out, FLOOR - 0.3),
  ]
  return shape(top, snow) + shape(edge, ink)
}

/** Boards stand upright; the joints between them are cut unevenly. */
function boards(
  random: Random,
  [from, to, topFrom, topTo]: readonly [Point, Point, Point, Point],
  spacing: number,
): string[] {
  const cuts: string[] = []
  for (let share = spacing; share < 0.98; share += spacing * between(random, 0.7, 1.4)) {
    const low = mix(from, to, share)
    const high = mix(topFrom, topTo, share)
    const cutLow = mix(low, high, between(random, 0, 0.18))
    const cutHigh = mix(low, high, between(random, 0.7, 1))
    const breadth = between(random, 0.7, 1.3)
    cuts.push(cutStraight(cutLow, cutHigh, { breadth }))
  }
  return cuts
}

function drawWalls(random: Random): string {
  const [leftLow, rightLow, rightHigh, leftHigh] = front
  const [backLow, frontLow, frontHigh, top, backHigh] = gable as [Point, Point, Point, Point, Point]
  const middleLow = mix(backLow, frontLow, 0.5)
  return (
    shape(gable, RED) +
    shape(front, '#6a1b2a') +
    print(
      [
        ...boards(random, [leftLow, rightLow, leftHigh, rightHigh], 0.045),
        ...boards(random, [backLow, middleLow, backHigh, top], 0.26),
        ...boards(random, [middleLow, frontLow, top, frontHigh], 0.26),
      ],
      DEEP_RED,
    )
  )
}

function drawWindow(along: number, ink: string, snow: string): string {
  const pane = (grow: number) => [
    at(along - 0.6 - grow, HALF_WIDTH, 3.65 - grow),
    at(along + 0.6 + grow, HALF_WIDTH, 3.65 - grow),
    at(along + 0.6 + grow, HALF_WIDTH, 4.95 + grow),
    at(along - 0.6 - grow, HALF_WIDTH, 4.95 + grow),
  ]
  const bars =
    shortLinePath([at(along, HALF_WIDTH, 3.6), at(along, HALF_WIDTH, 5)]) +
    shortLinePath([at(along - 0.65, HALF_WIDTH, 4.35), at(along + 0.65, HALF_WIDTH, 4.35)])
  return (
    shape(pane(0.2), snow) +
    shape(pane(0), ink) +
    element('path', { d: bars, stroke: snow, 'stroke-width': 0.9 })
  )
}

function drawDoor(ink: string, snow: string): string {
  const door = (grow: number) => [
    at(0.3 - grow, HALF_WIDTH, FLOOR),
    at(1.3 + grow, HALF_WIDTH, FLOOR),
    at(1.3 + grow, HALF_WIDTH, 4.75 + grow),
    at(0.3 - grow, HALF_WIDTH, 4.75 + grow),
  ]
  return shape(door(0.17), snow) + shape(door(0), ink)
}

/** White boards cover the corners and the edges of the gable. */
function drawTrim(snow: string): string {
  const [, frontLow, frontHigh] = gable as [Point, Point, Point]
  const corners =
    shortLinePath([frontLow, frontHigh]) +
    shortLinePath([front[1], front[2]]) +
    shortLinePath([gable[0] as Point, gable[4] as Point])
  return element('path', { d: corners, stroke: snow, 'stroke-width': 1.8 })
}

/** Snow lies thick on the roof and hangs over the eaves. */
function drawRoof(random: Random, ink: string, snow: string): string {
  const [near, far] = [-HALF_LENGTH - OVERHANG, HALF_LENGTH + OVERHANG]
  const [low, out] = [EAVES - 0.35, HALF_WIDTH + OVERHANG]
  const slope = [
    at(near, 0, RIDGE + 0.45),
    at(far, 0, RIDGE + 0.45),
    at(far, out, low + 0.4),
    at(near, out, low + 0.4),
  ]
  const barge = [
    at(near, -out, low + 0.3),
    at(near, 0, RIDGE + 0.45),
    at(near, out, low + 0.4),
    at(near, out, low - 0.1),
    at(near, 0, RIDGE - 0.05),
    at(near, -out, low - 0.1),
  ]
  const shade: string[] = []
  for (const share of [0.55, 0.72, 0.8, 0.94]) {
    const top = mix(slope[0] as Point, slope[1] as Point, share)
    const bottom = mix(slope[3] as Point, slope[2] as Point, share)
    shade.push(
      cutStraight(
        mix(top, bottom, between(random, 0.1, 0.5)),
        mix(top, bottom, between(random, 0.75, 0.95)),
        { breadth: 1 },
      ),
    )
  }
  shade.push(cutStraight(at(near, out, low), at(far, out, low), { breadth: 2.2 }))
  shade.push(cutStraight(at(near, 0, RIDGE + 0.5), at(far, 0, RIDGE + 0.5), { breadth: 1.3 }))
  shade.push(cutStraight(at(far, 0, RIDGE + 0.5), at(far, out, low), { breadth: 1.5 }))
  shade.push(cutStraight(at(near, 0, RIDGE + 0.5), at(near, -out, low + 0.3), { breadth: 1.2 }))
  shade.push(cutStraight(at(near, 0, RIDGE - 0.05), at(near, out, low - 0.1), { breadth: 1.6 }))
  return shape(slope, snow) + shape(barge, snow) + print(shade, ink)
}

function drawChimney(ink: string, snow: string): string {
  const stone = [
    at(1.8, 0.3, RIDGE - 0.3),
    at(2.7, 0.3, RIDGE - 0.3),
    at(2.7, 0.3, RIDGE + 1.3),
    at(1.8, 0.3, RIDGE + 1.3),
  ]
  const cap = [
    at(1.6, 0.3, RIDGE + 1.3),
    at(2.9, 0.3, RIDGE + 1.3),
    at(2.7, 0.3, RIDGE + 1.7),
    at(1.9, 0.3, RIDGE + 1.65),
  ]
  return shape(stone, ink) + shape(cap, snow)
}

export function drawCabin(random: Random, ink: string, snow: string): string {
  return (
    drawUnderFloor(random, ink) +
    drawPiles(random, ink) +
    drawWalls(random) +
    drawTrim(snow) +
    [-3.6, -1.5, 3.4].map((along) => drawWindow(along, ink, snow)).join('') +
    drawDoor(ink, snow) +
    drawChimney(ink, snow) +
    drawRoof(random, ink, snow) +
    drawDeck(ink, snow)
  )
}

/** A rack for stockfish: crossed poles, and long ones laid in their forks. */
export function drawRack(random: Random, ink: string): string {
  const over = (share: number, height: number): Point => {
    const [east, north] = [56 + share * 17, 164 + share * 6]
    return project({ east, north, height: heightAt(east, north) + height })
  }
  const stands = [0, 0.33, 0.68, 1]
  const forks = stands.flatMap((share): [Point, Point][] => {
    const [spread, lean] = [1.2 / 17, between(random, 0.4, 0.8) / 17]
    return [
      [over(share - spread, 0), over(share + lean, 4.2)],
      [over(share + spread, 0), over(share - lean, 4.2)],
    ]
  })
  const laid = [3.1, 2.1, 1.3].map((height): [Point, Point] => [
    over(-0.08 + between(random, 0, 0.06), height),
    over(1.02 + between(random, 0, 0.06), height),
  ])
  return lines(forks, ink, 1.5) + lines(laid, ink, 1.1)
}

/** The mirrored cabin, row by row: where its red begins and ends. */
export function drawCabinReflection(random: Random): string {
  const mirror = (along: number, height: number) => at(along, HALF_WIDTH, -height)
  const cuts: string[] = []
  for (let height = 0.9; height < RIDGE; height += between(random, 0.35, 0.62)) {
    if (height > EAVES && random() < 0.5) continue
    const narrow = height > EAVES ? (height - EAVES) * 1.6 : 0
    const start = mirror(-HALF_LENGTH + narrow + between(random, -0.8, 1.4), height)
    const end = mirror(HALF_LENGTH - narrow + between(random, -1.6, 0.7), height)
    const row = (start[1] + end[1]) / 2
    const broken = between(random, 0.35, 0.75)
    const middle: Point = [start[0] + (end[0] - start[0]) * broken, row]
    const breadth = between(random, 2, 3.6)
    cuts.push(cutStraight([start[0], row], middle, { breadth }))
    cuts.push(
      cutStraight([middle[0] + between(random, 3, 12), row + 1], [end[0], row], {
        breadth: breadth * 0.8,
      }),
    )
  }
  return print(cuts, RED)
}
