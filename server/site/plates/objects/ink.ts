import { hatch } from '../harbour/burin.ts'
import {
  between,
  element,
  type Point,
  plate,
  type Random,
  seedRandom,
  shortLinePath,
} from '../pen.ts'

/** Objects are drawn four times as large as they are shown, which is 112 pixels. */
export const SIZE = 448

const BRONZE = '#96703f'
const PAPER = '#fbf8f1'
export const FOREST = '#1f3f32'
export const FLAME = '#e0ae6e'

/** A thing drawn on paper: its outlines hide what is behind them. */
export function shape(d: string, fill = PAPER): string {
  return element('path', {
    d,
    fill,
    stroke: BRONZE,
    'stroke-width': 3.6,
    'stroke-linejoin': 'round',
  })
}

/** Lines within a thing. */
export function detail(d: string, width = 2.6): string {
  return element('path', {
    d,
    stroke: BRONZE,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  })
}

interface Shade {
  angle: number
  /** The gap between two cuts: the smaller, the darker. */
  gap?: number
  /** How likely a cut is at a point, from 0 to 1. */
  tone?: (point: Point) => number
}

/** The side that looks away from the light, which comes from the upper left. */
export function shade(
  random: Random,
  outline: readonly Point[],
  { angle, gap = 9, tone = () => 1 }: Shade,
): string {
  const lay = (turn: number, apart: number, share: number) =>
    hatch(random, {
      outline,
      angle: angle + turn,
      spacing: [gap * apart * 0.8, gap * apart * 1.2],
      length: [12, 46],
      gap: [2, 7],
      weight: [2, 3.4],
      tone: (point) => tone(point) * share,
    })
  const cuts = lay(0, 0.52, 1) + lay(38, 0.8, 0.42)
  return cuts ? element('path', { d: cuts, fill: BRONZE, 'fill-opacity': 0.78 }) : ''
}

/** The ground that a thing stands on: level cuts, longest under its middle. */
export function ground(
  random: Random,
  { x, y, half }: { x: number; y: number; half: number },
): string {
  let lines = ''
  for (let row = 0; row < 4; row++) {
    const reach = half * (1 - row * 0.2) * between(random, 0.9, 1.1)
    const from = x - reach + between(random, -10, 24)
    const to = x + reach - between(random, -10, 24)
    const level = y + row * 9
    lines += shortLinePath([
      [from, level],
      [(from + to) / 2 - between(random, 10, 40), level],
    ])
    lines += shortLinePath([
      [(from + to) / 2 + between(random, 0, 24), level],
      [to, level],
    ])
  }
  return element('path', {
    d: lines,
    stroke: BRONZE,
    'stroke-opacity': 0.6,
    'stroke-width': 3,
    'stroke-linecap': 'round',
  })
}

export const polygon = (points: readonly Point[]): string => shortLinePath(points, true)

/** One object, alone on the page. */
export function still(seed: number, draw: (random: Random) => string[]): string {
  return plate(SIZE, SIZE, draw(seedRandom(seed)).join(''))
}
