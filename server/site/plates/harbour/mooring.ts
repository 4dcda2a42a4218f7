import { between, mix, type Point, type Random, round, shortLinePath } from '../pen.ts'
import { mooringAt } from './boat.ts'
import { wedge } from './burin.ts'
import { fill, gradient, ink, line, PEN_WIDTH } from './ink.ts'
import { curve } from './path-data.ts'
import { bollardFoot, ROPE } from './quay-plan.ts'
import { type Place, project, scaleAt } from './view.ts'

/** The parts of the bollard, in metres: a foot, a shaft that narrows in the middle, and a head. */
const FOOT = { height: 0.035, radius: 0.2 }
const SHAFT = { low: 0.15, waist: 0.105, high: 0.13 }
const HEAD = { low: 0.37, high: 0.44, radius: 0.18, crown: 0.13 }
/** Where the shaft ends, under the head. */
const NECK = 0.35

/** The heights of the turns of the rope around the shaft. */
const turns = [0.11, 0.165]
const TURN_RADIUS = 0.135

/** The inks of the rope: its strands, their shade, and the lay between them. */
const hemp = { light: '#a98a58', shade: '#6b5532', lay: '#2b2415' }

/** Where the rope is thinner than this, its lay is not drawn. */
const THINNEST_LAY = 5.5

const metre = scaleAt(bollardFoot[2])

export const bollardDefinitions = gradient('linearGradient', { id: 'harbour-iron' }, [
  [0, '#3f5443'],
  [0.3, '#1d382c'],
  [1, '#0a1611'],
])

type Angles = readonly [from: number, to: number]

interface Side {
  over: Point[]
  under: Point[]
}

/** The two edges of a rope along points of the plate; `widths` are those at its ends. */
function findEdges(points: readonly Point[], widths: readonly [number, number]): Side {
  const last = points.length - 1
  const edge = (side: 1 | -1) =>
    points.map(([x, y], index): Point => {
      const from = points[Math.max(0, index - 1)] ?? [x, y]
      const to = points[Math.min(last, index + 1)] ?? [x, y]
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
      const half = ((widths[0] + (widths[1] - widths[0]) * (index / last)) / 2) * side
      return [x - ((to[1] - from[1]) / length) * half, y + ((to[0] - from[0]) / length) * half]
    })
  return { over: edge(-1), under: edge(1) }
}

/** The slanting lines between the strands. */
function drawLay({ over, under }: Side): string {
  let lay = ''
  over.slice(0, -1).forEach((from, index) => {
    const [to = from, low = from, lowTo = from] = [over[index + 1], under[index], under[index + 1]]
    const width = Math.hypot(low[0] - from[0], low[1] - from[1])
    if (width < THINNEST_LAY) return
    const count = Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / (width * 0.8))
    for (let step = 0; step < count; step++)
      lay += shortLinePath([mix(from, to, step / count), mix(low, lowTo, (step + 0.9) / count)])
  })
  return line(lay, hemp.lay, [PEN_WIDTH, 0.9])
}

/** The line from the boat to the bollard. */
export function drawMooring(): string {
  const [right, up, away] = bollardFoot
  const end: Place = [right - 0.1, up + 0.17, away + 0.09]
  const points = Array.from({ length: 7 }, (_, index) =>
    project(mooringAt(end, (index / 6) ** 0.55)),
  )
  const edges = findEdges(points, [2, ROPE * metre])
  const back = curve(edges.under.slice().reverse()).replace('M', 'L')
  return (
    line(curve(edges.under), ink.night, [2.4]) +
    fill(`${curve(edges.over)}${back}z`, hemp.light) +
    drawLay(edges) +
    line(curve(edges.over), ink.cream, [0.9, 0.8])
  )
}

/** A level ring around the bollard: its centre on the plate, and its two radii. */
function ringAt(height: number, radius: number): { x: number; y: number; rx: number; ry: number } {
  const [right, up, away] = bollardFoot
  const [x, y] = project([right, up + height, away])
  const nearer = project([right, up + height, away - radius])
  return { x, y, rx: radius * metre, ry: nearer[1] - y }
}

/** Part of a ring; the angles are in degrees, clockwise from the right. */
function arc(height: number, radius: number, [from, to]: Angles): Point[] {
  const { x, y, rx, ry } = ringAt(height, radius)
  const count = Math.max(2, Math.ceil(Math.abs(to - from) / 36))
  return Array.from({ length: count + 1 }, (_, index): Point => {
    const angle = ((from + ((to - from) * index) / count) * Math.PI) / 180
    return [x + Math.cos(angle) * rx, y + Math.sin(angle) * ry]
  })
}

/** A whole ring as path data. */
function ringPath(height: number, radius: number): string {
  const { x, y, rx, ry } = ringAt(height, radius)
  const half = `a${round(rx)} ${round(ry)} 0 0 1 `
  return `M${round(x - rx)} ${round(y)}${half}${round(rx * 2)} 0${half}${round(rx * -2)} 0z`
}

/** Part of a ring as path data; the angles are in degrees, clockwise from the right. */
function arcPath(height: number, radius: number, angles: Angles): string {
  const { rx, ry } = ringAt(height, radius)
  const points = arc(height, radius, angles)
  const [from, to] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]]
  const isLarge = Math.abs(angles[1] - angles[0]) > 180 ? 1 : 0
  const isClockwise = angles[1] > angles[0] ? 1 : 0
  const radii = `${round(rx)} ${round(ry)}`
  return `M${round(from[0])} ${round(from[1])}A${radii} 0 ${isLarge} ${isClockwise} ${round(to[0])} ${round(to[1])}`
}

/** The left or right outline of the shaft, from the foot up. */
function shaftSide(side: 1 | -1): Point[] {
  const levels = [
    [FOOT.height, SHAFT.low],
    [0.1, SHAFT.waist + 0.012],
    [0.2, SHAFT.waist],
    [0.29, SHAFT.waist + 0.008],
    [NECK, SHAFT.high],
  ] as const
  return levels.map(([height, radius]) => {
    const { x, y, rx } = ringAt(height, radius)
    return [x + side * rx, y]
  })
}

interface Band {
  radius: number
  top: number
  /** Between which heights the cuts end. */
  bottom: readonly [number, number]
  angles: Angles
}

/** Cuts down the side of a part. */
function drawBand(random: Random, { radius, top, bottom, angles }: Band): string {
  let cuts = ''
  for (let angle = angles[0]; angle < angles[1]; angle += between(random, 6, 13)) {
    const [from] = arc(top, radius, [angle, angle])
    const [to] = arc(between(random, ...bottom), radius, [angle, angle])
    if (from && to) cuts += wedge({ from, to, weight: 2 })
  }
  return cuts
}

/** The cuts down the shaft and the head: dark away from the dawn, pale towards it. */
function drawBollardCuts(random: Random): string {
  const [shaft, head] = [SHAFT.waist, HEAD.radius]
  const shade = { angles: [10, 92] } as const
  const light = { angles: [112, 165] } as const
  const dark =
    drawBand(random, { ...shade, radius: shaft, top: 0.34, bottom: [0.2, 0.3] }) +
    drawBand(random, { ...shade, radius: head, top: HEAD.high - 0.01, bottom: [0.37, 0.4] })
  const pale =
    drawBand(random, { ...light, radius: shaft, top: 0.3, bottom: [0.2, 0.26] }) +
    drawBand(random, { ...light, radius: head, top: HEAD.high - 0.02, bottom: [0.38, 0.41] })
  return fill(dark, ink.night, 0.8) + fill(pale, ink.sage, 0.5)
}

/** The turns of the rope where they pass in front of the shaft. */
function drawTurns(): string {
  const arcs = turns.map((height) => arcPath(height, TURN_RADIUS, [178, 2])).join('')
  const shines = turns.map((height) => arcPath(height + 0.022, TURN_RADIUS, [160, 40])).join('')
  const [inner, outer] = [TURN_RADIUS - ROPE / 2, TURN_RADIUS + ROPE / 2]
  let lay = ''
  for (const height of turns)
    for (let angle = 14; angle < 176; angle += 15) {
      const [above] = arc(height + 0.015, inner, [angle, angle])
      const [below] = arc(height - 0.012, outer, [angle - 7, angle - 7])
      if (above && below) lay += shortLinePath([above, below])
    }
  return (
    line(arcs, ink.night, [16]) +
    line(arcs, hemp.light, [13]) +
    line(lay, hemp.lay, [PEN_WIDTH, 0.9]) +
    line(shines, ink.cream, [1, 0.8])
  )
}

export function drawBollard(random: Random): string {
  const backTurns = turns.map((height) => arcPath(height, TURN_RADIUS, [180, 360])).join('')
  const shaft = [...shaftSide(-1), ...shaftSide(1).reverse()]
  const lowerEdge = arcPath(HEAD.low, HEAD.radius, [0, 180]).replace('M', 'L')
  const { x, y, rx } = ringAt(HEAD.low, HEAD.radius)
  const litSide = `M${round(x - rx)} ${round(y)}L`
  const rim = arcPath(HEAD.high, HEAD.radius, [180, 310]).replace('M', litSide)
  return (
    fill(ringPath(0, FOOT.radius + 0.01), ink.night) +
    fill(ringPath(FOOT.height, FOOT.radius), '#1a3026') +
    line(arcPath(FOOT.height, FOOT.radius, [130, 230]), ink.bronze, [1.6, 0.9]) +
    line(backTurns, hemp.shade, [round(ROPE * metre)]) +
    fill(curve(shaft, true), 'url(#harbour-iron)') +
    line(curve(shaftSide(-1).slice(2)), ink.bronze, [1.8, 0.9]) +
    fill(ringPath(NECK, SHAFT.high), ink.night) +
    fill(arcPath(HEAD.high, HEAD.radius, [180, 360]) + lowerEdge, 'url(#harbour-iron)') +
    fill(ringPath(HEAD.high, HEAD.radius), '#27402f') +
    drawBollardCuts(random) +
    line(arcPath(HEAD.high + 0.01, HEAD.crown, [150, 260]), ink.sage, [PEN_WIDTH, 0.6]) +
    line(rim, ink.bronze, [1.8, 0.95]) +
    drawTurns()
  )
}
