import type { Lettering } from '../lettering.ts'
import { element, linePath, type Point, shortLinePath } from '../pen.ts'

export const COMPASS: Point = [172, 990]
/** How far the compass reaches; nothing else stands within. */
export const COMPASS_REACH = 104

const RING = 46

/** Lines to the sixteen winds, over the whole chart. */
export function drawRhumbLines(width: number, height: number): string {
  const rays = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8
    // The meridian and the parallel are drawn already.
    if (index % 4 === 0) return ''
    const far = width + height
    return linePath([
      COMPASS,
      [COMPASS[0] + far * Math.cos(angle), COMPASS[1] + far * Math.sin(angle)],
    ])
  })
  return element('path', { d: rays.join(''), 'stroke-opacity': 0.16 })
}

/** The two halves of a point of the rose, the one in the shade first. */
function drawPoint(angle: number, length: number, waist: number): [string, string] {
  const tip: Point = [Math.sin(angle) * length, -Math.cos(angle) * length]
  const half = (side: 1 | -1): string => {
    const turn = angle + (side * Math.PI) / 4
    const hip: Point = [Math.sin(turn) * waist, -Math.cos(turn) * waist]
    return shortLinePath([[0, 0], tip, hip], true)
  }
  return [half(1), half(-1)]
}

/** A star of four points; the first one's angle, the length of all, and how wide they are. */
interface Star {
  from: number
  length: number
  waist: number
}

function drawStar({ from, length, waist }: Star, ink: string): string {
  const points = Array.from({ length: 4 }, (_, index) =>
    drawPoint(from + (index * 2 * Math.PI) / 4, length, waist),
  )
  return (
    element('path', { d: points.map(([shade]) => shade).join(''), fill: ink }) +
    element('path', { d: points.map(([, light]) => light).join('') })
  )
}

/** A rose of eight points in a ring of degrees; the light comes from the north-west. */
export function drawCompass(ink: string, paper: string, names: Lettering): string {
  const ring = (r: number, attributes: Record<string, string | number>) =>
    element('circle', { r, ...attributes })
  return element(
    'g',
    {
      transform: `translate(${COMPASS.join(' ')})`,
      stroke: ink,
      fill: paper,
      'stroke-linejoin': 'round',
    },
    [
      ring(RING + 10, { 'stroke-width': 1.2 }),
      ring(RING + 6.5, { 'stroke-width': 0.7 }),
      // 72 strokes, one for every five degrees
      ring(RING + 3, {
        fill: 'none',
        'stroke-width': 5,
        'stroke-dasharray': `.9 ${((2 * Math.PI * (RING + 3)) / 72 - 0.9).toFixed(3)}`,
      }),
      ring(RING, { 'stroke-width': 0.7 }),
      ring(20, { 'stroke-width': 0.7 }),
      drawStar({ from: Math.PI / 4, length: RING - 6, waist: 8 }, ink),
      drawStar({ from: 0, length: RING + 19, waist: 11 }, ink),
      element('g', { fill: ink, stroke: 'none' }, names.write([{ text: 'N', x: 0, y: -71 }], 22)),
    ].join(''),
  )
}
