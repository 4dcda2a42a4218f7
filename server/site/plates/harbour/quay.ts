import { between, type Point, type Random, seedRandom, shortLinePath } from '../pen.ts'
import { hatch } from './burin.ts'
import { fill, gradient, ink, line, onPlate } from './ink.ts'
import { drawBollard, drawMooring } from './mooring.ts'
import { BOLLARD, placeIn, shapeIn } from './quay-plan.ts'
import { type Place, project, WIDTH } from './view.ts'

/** How much of the deck is drawn: what lies beyond is out of the picture. */
const [LEFT, RIGHT, NEAREST] = [-2.2, 2.4, 1.8]
/** The timber along the quay's edge. */
const BEAM = { width: 0.24, height: 0.1 }

export const quayDefinitions = gradient(
  'radialGradient',
  {
    id: 'harbour-deck',
    cx: 0,
    cy: 0,
    r: 1,
    ...onPlate,
    gradientTransform: 'matrix(620 0 0 330 560 960)',
  },
  [
    [0, '#8a6a40'],
    [0.4, '#4e452c'],
    [1, '#14211a'],
  ],
)

interface Plank {
  left: number
  right: number
  /** Where it begins, behind the beam: no two are sawn alike. */
  start: number
}

function layPlanks(random: Random): Plank[] {
  const planks: Plank[] = []
  let left = LEFT
  while (left < RIGHT) {
    const right = left + between(random, 0.16, 0.235)
    planks.push({ left, right, start: BEAM.width + between(random, -0.01, 0.02) })
    left = right
  }
  return planks
}

/** Two rows of nails, over the joists; most of the nearer row is worn away. */
function drawNails(random: Random, planks: readonly Plank[]): string {
  const rows = [
    { inward: 0.34, share: 0.7 },
    { inward: 0.98, share: 0.15 },
  ]
  const nails = planks.flatMap(({ left, right }) =>
    rows.flatMap(({ inward, share }) =>
      [0.2, 0.78]
        .filter(() => random() < share)
        .map((across) => {
          const along = left + (right - left) * across
          return project(placeIn([along, 0, inward + between(random, -0.02, 0.02)]))
        }),
    ),
  )
  const dots = nails
    .filter(([x]) => x > 0 && x < WIDTH)
    .map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}h0`)
  return line(dots.join(''), ink.night, [3.4, 0.8])
}

function drawPlanks(random: Random): string {
  const planks = layPlanks(random)
  const outline = ({ left, right, start }: Plank): Place[] => [
    [left, 0, NEAREST],
    [left, 0, start],
    [right, 0, start],
    [right, 0, NEAREST],
  ]
  const darker = planks
    .filter(() => random() < 0.45)
    .map((plank) => shortLinePath(shapeIn(outline(plank)), true))
  const gaps = planks.map((plank) => shortLinePath(shapeIn(outline(plank).slice(0, 2))))
  return (
    fill(darker.join(''), ink.night, 0.22) +
    line(gaps.join(''), ink.night, [2.6, 0.95]) +
    drawNails(random, planks)
  )
}

function drawGrain(random: Random): string {
  const outline: Point[] = [
    [-2.3, 0.26],
    [2.5, 0.26],
    [2.1, 1.35],
    [-1.5, 1.35],
  ]
  const place = ([along, inward]: Point): Point => project(placeIn([along, 0, inward]))
  const grain = { outline, angle: 90, place, gap: [0.1, 0.6] } as const
  const warm = hatch(random, {
    ...grain,
    spacing: [0.02, 0.07],
    length: [0.08, 0.4],
    weight: [0.8, 1.5],
    bow: [-0.015, 0.015],
    tone: ([along, inward]) => 0.95 - Math.abs(along - 0.15) * 0.5 - inward * 0.55,
  })
  const dark = hatch(random, {
    ...grain,
    spacing: [0.05, 0.13],
    length: [0.1, 0.6],
    weight: [1.2, 2.6],
    tone: ([, inward]) => 0.3 + inward * 0.3,
    tool: 'wedge',
  })
  return fill(dark, ink.night, 0.55) + fill(warm, ink.bronze, 0.6)
}

function drawEdgeBeam(random: Random): string {
  const beam = (inward: number, above: number): Place[] => [
    [LEFT, above, inward],
    [RIGHT, above, inward],
  ]
  const top = shapeIn([...beam(0, BEAM.height), ...beam(BEAM.width, BEAM.height).reverse()])
  const face = shapeIn([...beam(BEAM.width, BEAM.height), ...beam(BEAM.width, 0).reverse()])
  const grain = hatch(random, {
    outline: [
      [-2.3, 0.02],
      [2.4, 0.02],
      [2.4, BEAM.width - 0.02],
      [-2.3, BEAM.width - 0.02],
    ],
    angle: 0,
    spacing: [0.025, 0.05],
    length: [0.25, 1.1],
    gap: [0.1, 0.8],
    weight: [0.9, 1.6],
    tone: ([along]) => 0.9 - Math.abs(along) * 0.3,
    place: ([along, inward]) => project(placeIn([along, BEAM.height, inward])),
  })
  return (
    fill(shortLinePath(top, true), 'url(#harbour-deck)') +
    fill(shortLinePath(face, true), '#0d1a14') +
    fill(grain, ink.night, 0.6) +
    line(shortLinePath(top.slice(0, 2)), ink.cream, [1.6, 0.9]) +
    line(shortLinePath(face.slice(0, 2)), ink.bronze, [1, 0.7])
  )
}

/** The dawn throws it towards us. */
function drawBollardShadow(): string {
  const { along, inward } = BOLLARD
  const shadow = shapeIn([
    [along - 0.2, 0, inward],
    [along + 0.2, 0, inward - 0.05],
    [along + 0.62, 0, inward + 1.1],
    [along + 0.16, 0, inward + 1.1],
  ])
  return fill(shortLinePath(shadow, true), ink.night, 0.5)
}

export function drawQuay(): string {
  const random = seedRandom(3301)
  const deck = shapeIn([
    [LEFT, 0, 0],
    [RIGHT, 0, 0],
    [RIGHT, 0, NEAREST],
    [LEFT, 0, NEAREST],
  ])
  return (
    fill(shortLinePath(deck, true), 'url(#harbour-deck)') +
    drawPlanks(random) +
    drawGrain(random) +
    drawBollardShadow() +
    drawEdgeBeam(random) +
    drawMooring() +
    drawBollard(random)
  )
}
