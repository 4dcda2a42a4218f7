import { between, element, mix, type Point, type Random, round, shortLinePath } from '../pen.ts'
import { fill, gradient, ink, line, onPlate, strokes } from './inks.ts'
import { DESK_EDGE, LAMP, WIDTH, WINDOW } from './places.ts'

const { left, top, width, height } = WINDOW
const right = left + width
const bottom = top + height
/** The bar across the window, and the fjord behind it. */
const BAR = top + 134
const WATERLINE = 396

const ridge: readonly Point[] = [
  [left, 352],
  [520, 330],
  [541, 292],
  [556, 304],
  [578, 246],
  [590, 262],
  [602, 238],
  [628, 292],
  [646, 282],
  [668, 322],
  [690, 300],
  [right, 334],
]

export const roomDefinitions =
  gradient('radialGradient', 'wall', {
    place: { ...onPlate, cx: LAMP[0], cy: LAMP[1] + 10, r: 470 },
    stops: [
      [0, '#5c5434'],
      [0.3, '#33412f'],
      [0.65, '#172c22'],
      [1, '#0d1c16'],
    ],
  }) +
  gradient('linearGradient', 'dusk', {
    place: { x2: 0, y2: 1 },
    stops: [
      [0, '#0c1d18'],
      [0.5, '#23463a'],
      [0.72, '#86835f'],
      [0.8, '#1d3a30'],
      [1, '#0f211a'],
    ],
  }) +
  element(
    'clipPath',
    { id: 'study-panes' },
    element('path', { d: `M${left} ${top}h${width}v${height}h-${width}z` }),
  )

function pointAround(angle: number, radius: number): Point {
  return [LAMP[0] + Math.cos(angle) * radius * 1.04, LAMP[1] + Math.sin(angle) * radius * 0.96]
}

/** In the beam of the lamp, and outside of the wall, the rings break off. */
function isOnWall(from: Point, to: Point): boolean {
  const middle = (from[0] + to[0]) / 2 - LAMP[0]
  const below = from[1] - LAMP[1]
  const isInBeam = below > 10 && middle > -92 - below * 0.43 && middle < 92 + below * 0.55
  const isInFrame = from[1] >= 0 && from[0] >= -10 && from[0] <= WIDTH + 10
  return !isInBeam && isInFrame && Math.max(from[1], to[1]) <= DESK_EDGE - 1
}

/** Light on the wall: arcs around the lamp, broken by hand, weaker the farther they are. */
export function drawWall(random: Random): string {
  const rings = ['', '', '']
  let radius = 120
  while (radius < 760) {
    const ring = radius < 240 ? 0 : radius < 420 ? 1 : 2
    const pieces = Math.round(radius / 21)
    const share = (2 * Math.PI) / pieces
    for (let piece = 0; piece < pieces; piece++) {
      if (random() < 0.34 + radius / 1500) continue
      const start = (piece + random() * 0.7) * share
      const from = pointAround(start, radius)
      const to = pointAround(start + between(random, 0.3, 1.15) * share, radius)
      if (!isOnWall(from, to)) continue
      const radii = `${round(radius * 1.04)} ${round(radius * 0.96)}`
      rings[ring] += `M${from.map(round).join(' ')}A${radii} 0 0 1 ${to.map(round).join(' ')}`
    }
    radius += between(random, 7, 12) + radius / 75
  }
  const [near, middle, far] = rings as [string, string, string]
  return (
    fill(`M0 0h${WIDTH}v665H0z`, 'url(#study-wall)') +
    strokes(near, ink.bronze, { opacity: 0.5 }) +
    strokes(middle, ink.sage, { width: 0.9, opacity: 0.3 }) +
    strokes(far, ink.sage, { width: 0.8, opacity: 0.16 })
  )
}

/** Strokes down the mountains; the slopes to the left have fewer. */
function drawFallLines(random: Random): string {
  let path = ''
  ridge.slice(1).forEach((to, index) => {
    const from = ridge[index] as Point
    const side = to[1] > from[1] ? 1 : -1
    for (let count = 0; count < 5; count++) {
      const [x, y] = mix(from, to, random())
      const length = between(random, 16, 74)
      if (y + length > WATERLINE - 4) continue
      if (side < 0 && random() < 0.6) continue
      const bend = `${round(side * length * 0.1)} ${round(length * 0.5)}`
      path += `M${round(x)} ${round(y + 5)}q${bend} ${round(side * length * 0.42)} ${round(length)}`
    }
  })
  return line(path, ink.sage, { width: 0.8, opacity: 0.55 })
}

function drawWater(random: Random): string {
  let path = ''
  for (let count = 0; count < 16; count++) {
    const x = left + between(random, 12, 182)
    const length = Math.min(between(random, 14, 60), right - x - 4)
    path += `M${round(x)} ${round(WATERLINE + 2 + count * 4.8)}h${round(length)}`
  }
  return line(path, ink.bronze, { width: 0.9, opacity: 0.5 })
}

function drawStars(random: Random): string {
  let stars = ''
  for (let count = 0; count < 15; count++) {
    const cx = round(left + between(random, 8, width - 8))
    const cy = round(top + between(random, 8, 118))
    stars += element('circle', { cx, cy, r: round(between(random, 0.7, 1.3)) })
  }
  return element('g', { fill: '#ebe2d0' }, stars)
}

function drawAurora(random: Random): string {
  let path = ''
  for (let ray = 0; ray < 36; ray++) {
    const x = left + 6 + ray * 5.9 + random() * 3
    const y = top + 14 + Math.sin(ray / 5.2) * 16 + ray * 0.7
    path += `M${round(x)} ${round(y)}v${round(between(random, 30, 82))}`
  }
  return line(path, '#6a9580', { width: 0.9, opacity: 0.55 })
}

function drawCasement(): string {
  const middle = left + width / 2
  const bars = `M${middle} ${top}v${height}M${left} ${BAR}h${width}`
  const lit =
    `M${left - 16} ${top - 16}v${height + 32}M${left} ${bottom}V${top}` +
    `M${middle - 4.5} ${top}v${height}M${left} ${BAR + 4.5}h${width}`
  const sill = `M${left - 32} ${bottom + 14}h${width + 64}`
  return (
    line(bars, ink.night, { width: 9 }) +
    line(lit, ink.bronze, { opacity: 0.65 }) +
    fill(`${sill}v17h-${width + 64}z`, '#1d382c') +
    line(sill, ink.bronze, { opacity: 0.8 })
  )
}

/** A fjord at night in the window. */
export function drawWindow(random: Random): string {
  const skyline = shortLinePath(ridge)
  // What is drawn with chance takes its numbers in this order, whatever lies on top.
  const [slopes, water] = [drawFallLines(random), drawWater(random)]
  const [stars, aurora] = [drawStars(random), drawAurora(random)]
  const view =
    aurora +
    stars +
    fill(`${skyline}V${WATERLINE}H${left}z`, '#1a352b') +
    line(skyline, ink.sage, { opacity: 0.7 }) +
    slopes +
    water
  return (
    fill(`M${left - 16} ${top - 16}h${width + 32}v${height + 32}h-${width + 32}z`, '#142a21') +
    fill(`M${left} ${top}h${width}v${height}h-${width}z`, 'url(#study-dusk)') +
    element('g', { 'clip-path': 'url(#study-panes)' }, view) +
    drawCasement()
  )
}
