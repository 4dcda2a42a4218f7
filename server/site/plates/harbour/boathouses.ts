import { between, type Point, type Random, round, seedRandom, shortLinePath } from '../pen.ts'
import { drawDeck } from './boathouse-deck.ts'
import { type Boathouse, DECK_FRONT, houses, placeIn, shapeIn } from './boathouse-plan.ts'
import { cut, hatch, ripple } from './burin.ts'
import { downwards, fill, gradient, ink, line, onPlate, PEN_WIDTH } from './ink.ts'
import { whole } from './path-data.ts'
import { mirror, type Place, project, projectAll, scaleAt } from './view.ts'

const EAVES = 0.4

/** The lit window, on the gable of the nearest house. */
const lamp = { left: 3.3, right: 4.35, sill: 0.95, head: 2.1 }

export const boathouseDefinitions =
  gradient('linearGradient', { id: 'harbour-gable' }, [
    [0, '#1d3428'],
    [0.6, '#34483a'],
    [1, '#5a5d45'],
  ]) +
  gradient('linearGradient', { id: 'harbour-burgundy' }, [
    [0, '#2a0c14'],
    [0.6, '#50131f'],
    [1, '#6a1b2a'],
  ]) +
  gradient('linearGradient', { id: 'harbour-lamp', ...downwards }, [
    [0, '#d9a866'],
    [1, '#f9e2b4'],
  ]) +
  gradient('linearGradient', { id: 'harbour-shadow', y1: 660, x2: 0, y2: 960, ...onPlate }, [
    [0, ink.night, 0.75],
    [0.45, ink.night, 0.5],
    [1, ink.night, 0],
  ])

/** A rectangle on the gable. */
function panel(
  house: Boathouse,
  [left, right, low, high]: readonly [number, number, number, number],
): Point[] {
  return shapeIn(house, [
    [left, low, 0],
    [right, low, 0],
    [right, high, 0],
    [left, high, 0],
  ])
}

function gableCorners({ width, wall, rise }: Boathouse): Place[] {
  return [
    [0, 0, 0],
    [width, 0, 0],
    [width, wall, 0],
    [width / 2, wall + rise, 0],
    [0, wall, 0],
  ]
}

/** The height of the roof at the eaves, which reach out beyond the wall. */
function eavesAt({ width, wall, rise }: Boathouse): number {
  return wall - (EAVES * rise) / (width / 2)
}

function drawWalls(house: Boathouse): string {
  const { width, depth, wall, rise } = house
  const low = eavesAt(house)
  const side = shapeIn(house, [
    [0, 0, 0],
    [0, wall, 0],
    [0, wall, depth],
    [0, 0, depth],
  ])
  const roof = shapeIn(house, [
    [-EAVES, low, depth],
    [-EAVES, low, -EAVES],
    [width / 2, wall + rise, -EAVES],
    [width / 2, wall + rise, depth],
  ])
  return (
    fill(shortLinePath(side, true), house.side) +
    fill(shortLinePath(shapeIn(house, gableCorners(house)), true), house.gable) +
    fill(shortLinePath(roof, true), house.roof) +
    line(shortLinePath(roof.slice(0, 2)), ink.sage, [PEN_WIDTH, 0.35])
  )
}

/** The boards along the two edges of the roof; the right one meets the dawn. */
function drawBargeboards(house: Boathouse): string {
  const { width, wall, rise } = house
  const low = eavesAt(house)
  const board = (edge: number): Place[] => [
    [edge, low, -EAVES],
    [width / 2, wall + rise, -EAVES],
    [width / 2, wall + rise - 0.34, -EAVES],
    [edge, low - 0.3, -EAVES],
  ]
  const left = shapeIn(house, board(-EAVES))
  const right = shapeIn(house, board(width + EAVES))
  const weight = round(scaleAt(house.corner[1]) / 32)
  const soffit = shapeIn(house, [
    [width / 2, wall + rise, 0],
    [width / 2, wall + rise, -EAVES],
    [width + EAVES, low, -EAVES],
    [width + EAVES, low, 0],
  ])
  return (
    fill(shortLinePath(soffit, true), ink.night) +
    fill(shortLinePath(left, true) + shortLinePath(right, true), ink.night) +
    line(shortLinePath(left.slice(0, 2)), ink.sage, [round(weight * 0.7), 0.55]) +
    line(shortLinePath(right.slice(0, 2)), ink.cream, [weight, 0.95])
  )
}

/** Houses farther away get fewer cuts. */
function coarseness(house: Boathouse): number {
  return (house.corner[1] / houses.near.corner[1]) ** 1.3
}

function drawBoards(random: Random, house: Boathouse): string {
  const outline = gableCorners(house).map(([along, above]): Point => [along, above])
  const place = ([along, above]: Point): Point => project(placeIn(house, [along, above, 0]))
  const boards = { outline, angle: 90, place, gap: [0.1, 0.9] } as const
  const coarse = coarseness(house)
  const seams = hatch(random, {
    ...boards,
    spacing: [0.2 * coarse, 0.42 * coarse],
    length: [1.1, 3.4],
    tool: 'line',
  })
  const shine = hatch(random, {
    ...boards,
    spacing: [0.22 * coarse, 0.55 * coarse],
    length: [0.5, 2.6],
    weight: [0.7, 1.3],
    tone: ([along]) => 0.05 + along / house.width,
    tool: 'wedge either way',
  })
  const shade = hatch(random, {
    ...boards,
    spacing: [0.08 * coarse, 0.2 * coarse],
    length: [0.4, 1.8],
    weight: [1.2, 2.4],
    tone: ([along]) => (house === houses.far ? 0 : 0.95 - (along / house.width) * 1.4),
    tool: 'wedge either way',
  })
  return (
    line(seams, ink.night, [0.9, 0.5]) + fill(shade, ink.night, 0.5) + fill(shine, ink.bronze, 0.6)
  )
}

function drawRoofRows(random: Random, house: Boathouse): string {
  const rows = hatch(random, {
    outline: [
      [0, 0.1],
      [house.depth, 0.1],
      [house.depth, 1],
      [0, 1],
    ],
    angle: 0,
    spacing: [0.08 * coarseness(house), 0.15 * coarseness(house)],
    length: [0.8, 2.6],
    gap: [0.4, 2.8],
    weight: [0.8, 1.4],
    tool: 'wedge either way',
    place: ([into, up]) =>
      project(
        placeIn(house, [
          -EAVES + (house.width / 2 + EAVES) * up,
          house.wall - 0.3 + (house.rise + 0.3) * up,
          into - EAVES,
        ]),
      ),
  })
  return fill(rows, ink.sage, 0.4)
}

/** The doors on the deck, and the hatch of the loft above them. */
function drawDoors(house: Boathouse): string {
  const left = house.width * 0.18
  const [low, high] = [house.wall + 0.1, house.wall + 1.15]
  const middle = house.width / 2
  const door = panel(house, [left, left + 1.7, 0, 2.05])
  const loft = panel(house, [middle - 0.5, middle + 0.5, low, high])
  const lines = [
    panel(house, [left + 0.88, left + 1.7, 0, 2.05]).slice(0, 4),
    panel(house, [middle - 0.5, middle + 0.5, low, high]).slice(1, 3),
    panel(house, [left + 0.1, left + 1.6, 0.45, 1.7]).filter((_, corner) => corner % 2 === 0),
  ].map((points) => shortLinePath(points))
  return (
    fill(shortLinePath(door, true) + shortLinePath(loft, true), ink.night, 0.72) +
    line(lines.join(''), ink.bronze, [0.9, 0.55])
  )
}

function drawLitWindow(house: Boathouse): string {
  const { left, right, sill, head } = lamp
  const glass = panel(house, [left, right, sill, head])
  const frame = panel(house, [left - 0.12, right + 0.12, sill - 0.12, head + 0.12])
  const spill = shapeIn(house, [
    [left - 0.4, 0, DECK_FRONT],
    [right + 0.5, 0, DECK_FRONT],
  ])
  const bars = shapeIn(house, [
    [(left + right) / 2, sill, 0],
    [(left + right) / 2, head, 0],
    [left, sill + (head - sill) * 0.6, 0],
    [right, sill + (head - sill) * 0.6, 0],
  ])
  return (
    fill(shortLinePath(frame, true), ink.night) +
    fill(shortLinePath(glass, true), 'url(#harbour-lamp)') +
    line(shortLinePath(spill), '#f6dcaa', [2.4, 0.9]) +
    line(shortLinePath(bars.slice(0, 2)) + shortLinePath(bars.slice(2)), ink.night, [2])
  )
}

/** What stands above the water, dark below it. */
function drawHouseMirrored(random: Random, house: Boathouse): string {
  const { width, wall, rise, deck, depth } = house
  const corners: Place[] = [
    [width + 0.4, -deck, -1],
    [width + 0.5, 0, -1.2],
    [width + EAVES, wall - 0.4, 0],
    [width / 2, wall + rise, 0],
    [width / 2, wall + rise, depth],
    [-0.3, -deck, depth],
    [-0.3, -deck, -1],
  ]
  const outline = projectAll(corners.map((corner) => mirror(placeIn(house, corner))))
  const shape = house === houses.far ? whole(outline) : ripple(random, outline, 13)
  return fill(shortLinePath(shape, true), 'url(#harbour-shadow)')
}

function drawLampMirrored(random: Random): string {
  const [x, y] = project(mirror(placeIn(houses.near, [lamp.left + 0.5, lamp.head, 0])))
  let strokes = ''
  for (let depth = -90; depth < 74; depth += between(random, 7, 17)) {
    const half = between(random, 7, 24) * (1 - Math.abs(depth) / 150)
    const middle = x + between(random, -7, 7)
    strokes += cut({
      from: [middle - half, y + depth],
      to: [middle + half, y + depth],
      weight: 1.3,
      bow: between(random, -0.03, 0.03),
      swell: between(random, 0.25, 0.75),
    })
  }
  return fill(strokes, '#f0c387', 0.75)
}

function drawHouse(random: Random, house: Boathouse): string {
  return (
    drawDeck(random, house) +
    drawWalls(house) +
    drawBoards(random, house) +
    drawRoofRows(random, house) +
    (house === houses.far ? '' : drawDoors(house)) +
    (house === houses.near ? drawLitWindow(house) : '') +
    drawBargeboards(house)
  )
}

export function drawBoathouses(): string {
  const random = seedRandom(86)
  const farToNear: Boathouse[] = [houses.far, houses.middle, houses.near]
  const mirrored = farToNear.map((house) => drawHouseMirrored(random, house)).join('')
  const standing = farToNear.map((house) => drawHouse(random, house)).join('')
  return mirrored + drawLampMirrored(random) + standing
}
