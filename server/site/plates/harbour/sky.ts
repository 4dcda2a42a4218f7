import { between, type Point, type Random, seedRandom } from '../pen.ts'
import { cut, wedge } from './burin.ts'
import { downwards, fill, gradient, ink, line, onPlate } from './ink.ts'
import { GLOW, HORIZON, WIDTH } from './view.ts'

export const skyDefinitions =
  gradient('linearGradient', { id: 'harbour-sky', ...downwards }, [
    [0, '#0c1d16'],
    [0.36, '#173328'],
    [0.62, '#2f5342'],
    [0.82, '#6b7658'],
    [0.94, '#a98f5f'],
    [1, '#c09a66'],
  ]) +
  gradient('radialGradient', { id: 'harbour-glow', cx: GLOW[0], cy: GLOW[1], r: 330, ...onPlate }, [
    [0, '#f6dcaa', 0.95],
    [0.16, '#ecc489', 0.7],
    [0.45, '#c09a66', 0.28],
    [1, '#c09a66', 0],
  ])

/** Banks of cloud; the rows of their lower edges, which the dawn reaches, lie closest. */
const banks = [
  { middle: [236, 214], reach: 205, depth: 62, rows: 6, tilt: -0.03 },
  { middle: [742, 128], reach: 250, depth: 46, rows: 5, tilt: -0.026 },
  { middle: [905, 268], reach: 150, depth: 30, rows: 4, tilt: -0.03 },
  { middle: [478, 342], reach: 250, depth: 50, rows: 7, tilt: -0.022 },
  { middle: [262, 402], reach: 170, depth: 26, rows: 4, tilt: -0.016 },
  { middle: [520, 447], reach: 260, depth: 40, rows: 7, tilt: -0.008 },
] as const

/** Long ruled lines give the sky its tone, as in a steel engraving. */
const RULED_LINES = 19

const stars = 'M118 62h0M404 47h0M872 58h0M237 138h0M611 96h0M935 214h0'

/** The share of the glow that reaches a point of the sky, from 0 to 1. */
function warmth([x, y]: Point): number {
  return Math.max(0, 1 - Math.hypot((x - GLOW[0]) * 0.8, y - GLOW[1]) / 400)
}

type Tones = Record<'cold' | 'warm' | 'lit', string>

function drawBank(random: Random, bank: (typeof banks)[number]): Tones {
  const tones: Tones = { cold: '', warm: '', lit: '' }
  for (let index = 0; index < bank.rows; index++) {
    const height = 1 - (index / bank.rows) ** 0.7
    const width = bank.reach * Math.sqrt(1 - height ** 2 * 0.8) * between(random, 0.75, 1)
    let x = bank.middle[0] - width + between(random, 0, 40)
    const end = bank.middle[0] + width * between(random, 0.6, 1)
    while (x < end) {
      const length = (0.22 + random() ** 2 * 0.9) * width
      const y = bank.middle[1] - height * bank.depth + (x - bank.middle[0]) * bank.tilt
      const heat = warmth([x + length / 2, y])
      const tone = heat > 0.5 ? 'lit' : heat > 0.2 ? 'warm' : 'cold'
      tones[tone] += cut({
        from: [x, y],
        to: [x + length, y + length * bank.tilt],
        weight: (1.9 - height * 1.1) * between(random, 0.7, 1.1) + heat * 0.8,
        swell: between(random, 0.3, 0.7),
      })
      x += length + between(random, 8, 60)
    }
  }
  return tones
}

function drawClouds(random: Random): string {
  const drawn = banks.map((bank) => drawBank(random, bank))
  const all = (tone: keyof Tones) => drawn.map((tones) => tones[tone]).join('')
  return (
    fill(all('cold'), ink.sage, 0.42) +
    fill(all('warm'), ink.bronze, 0.6) +
    fill(all('lit'), ink.cream, 0.85)
  )
}

function drawRuledSky(random: Random): string {
  let near = ''
  let far = ''
  for (let index = 0; index < RULED_LINES; index++) {
    const height = (index + between(random, 0.1, 0.9)) / RULED_LINES
    const y = HORIZON - 20 - height ** 1.25 * 530
    let x = between(random, -200, 120)
    while (x < WIDTH) {
      const length = between(random, 130, 420)
      const ends: [Point, Point] = [
        [x, y],
        [x + length, y - length * height * 0.012],
      ]
      const [from, to] = random() < 0.5 ? ends : [ends[1], ends[0]]
      const drawn = wedge({ from, to, weight: between(random, 0.7, 1.3) })
      if (warmth([x + length / 2, y]) > 0.3) near += drawn
      else far += drawn
      x += length + between(random, 60, 420)
    }
  }
  return fill(far, ink.sage, 0.22) + fill(near, ink.bronze, 0.4)
}

export function drawSky(): string {
  const random = seedRandom(411)
  const ground = `M0 0h${WIDTH}v${HORIZON + 20}H0z`
  return (
    fill(ground, 'url(#harbour-sky)') +
    fill(ground, 'url(#harbour-glow)') +
    line(stars, ink.cream, [2, 0.7]) +
    drawRuledSky(random) +
    drawClouds(random)
  )
}
