import { between, type Point, type Random, seedRandom, shortLinePath } from '../pen.ts'
import { cut, ripple } from './burin.ts'
import { downwards, fill, gradient, ink, onPlate } from './ink.ts'
import { peakSkyline, slopeSkyline } from './mountains.ts'
import { whole } from './path-data.ts'
import { GLOW, HORIZON, WIDTH } from './view.ts'

const FAR_WATER = HORIZON + 4
const NEAR_WATER = 1030

export const waterDefinitions =
  gradient('linearGradient', { id: 'harbour-water', ...downwards }, [
    [0, '#8d8258'],
    [0.1, '#5c6a4e'],
    [0.3, '#335244'],
    [0.6, '#1a372c'],
    [1, '#0e1f18'],
  ]) +
  gradient(
    'radialGradient',
    {
      id: 'harbour-path',
      cx: 0,
      cy: 0,
      r: 1,
      ...onPlate,
      gradientTransform: `matrix(150 0 0 400 ${GLOW[0]} ${FAR_WATER})`,
    },
    [
      [0, '#f0cf98', 0.95],
      [0.25, '#d9ae73', 0.6],
      [0.6, '#a07645', 0.25],
      [1, '#a07645', 0],
    ],
  ) +
  gradient(
    'linearGradient',
    { id: 'harbour-mirrored', y1: FAR_WATER, x2: 0, y2: 880, ...onPlate },
    [
      [0, '#14291f', 0.75],
      [0.5, '#0f211a', 0.5],
      [1, '#0b1813', 0],
    ],
  )

function drawMirrored(random: Random): string {
  const mirrored = (skyline: readonly Point[]): Point[] =>
    skyline.map(([x, y]): Point => [x, FAR_WATER + (FAR_WATER - y) * 1.02])
  const peak: Point[] = [
    ...mirrored(peakSkyline.filter((_, index) => index % 4 === 0)),
    [WIDTH + 60, FAR_WATER + 80],
    [WIDTH + 60, FAR_WATER],
  ]
  const slope: Point[] = [[-4, FAR_WATER], ...mirrored(slopeSkyline)]
  return fill(
    shortLinePath(ripple(random, peak, 16), true) + shortLinePath(whole(slope), true),
    'url(#harbour-mirrored)',
  )
}

/** The rows of ripples, closer to each other the farther they are. */
function findRows(random: Random): number[] {
  const rows: number[] = []
  let y = FAR_WATER + 3
  while (y < NEAR_WATER) {
    rows.push(y)
    y += between(random, 3.2, 5.4) + (y - FAR_WATER) * between(random, 0.019, 0.038)
  }
  return rows
}

/** The long reflection of the dawn: close and even far off, broken near us. */
function drawPath(random: Random, rows: readonly number[]): string {
  let core = ''
  let edge = ''
  for (const y of rows) {
    const depth = y - FAR_WATER
    const reach = 26 + depth * 0.15
    const longest = 34 + depth * 0.26
    let x = GLOW[0] - reach * between(random, 0.5, 1.5)
    const end = GLOW[0] + reach * between(random, 0.5, 1.5)
    while (x < end) {
      const length = between(random, 0.25, 1) * longest
      const offCentre = Math.abs(x + length / 2 - GLOW[0]) / reach
      const drawn = cut({
        from: [x, y],
        to: [x + length, y + between(random, -0.5, 0.5)],
        weight: (between(random, 0.9, 1.5) + depth * 0.0035) * (1.15 - offCentre * 0.3),
        bow: depth > 130 ? between(random, -0.012, 0.012) : 0,
        swell: between(random, 0.25, 0.75),
      })
      if (offCentre < 0.6 && depth < 300) core += drawn
      else edge += drawn
      x += length + between(random, 0.15, 0.8) * longest * (0.35 + depth / 420)
    }
  }
  return fill(edge, ink.bronze, 0.7) + fill(core, ink.cream, 0.88)
}

function drawRipples(random: Random, rows: readonly number[]): string {
  let ripples = ''
  for (const y of rows) {
    const depth = y - FAR_WATER
    for (let chance = random(); chance > 0.45; chance -= 0.3) {
      const x = between(random, -60, WIDTH)
      ripples += cut({
        from: [x, y],
        to: [x + between(random, 30, 90) + depth * 0.3, y],
        weight: between(random, 0.8, 1.5) + depth * 0.002,
        swell: between(random, 0.15, 0.85),
      })
    }
  }
  return fill(ripples, ink.sage, 0.3)
}

/** The low swell near the quay, in long bowed cuts. */
function drawSwell(random: Random): string {
  let swell = ''
  for (let y = 838; y < 985; y += between(random, 7, 15)) {
    const x = random() < 0.62 ? between(random, -80, 330) : between(random, 620, 960)
    const length = between(random, 60, 190)
    swell += cut({
      from: [x, y],
      to: [x + length, y - between(random, 0, 3)],
      weight: between(random, 1, 1.7),
      bow: between(random, -0.02, 0.03),
      swell: between(random, 0.3, 0.7),
    })
  }
  return fill(swell, ink.sage, 0.34)
}

export function drawWater(): string {
  const random = seedRandom(1207)
  const rows = findRows(random)
  const surface = `M0 ${FAR_WATER}h${WIDTH}v${NEAR_WATER - FAR_WATER}H0z`
  return (
    fill(surface, 'url(#harbour-water)') +
    fill(surface, 'url(#harbour-path)') +
    drawMirrored(random) +
    drawRipples(random, rows) +
    drawSwell(random) +
    drawPath(random, rows)
  )
}
