import { element } from '../pen.ts'

/** The inks of the plate. */
export const ink = {
  night: '#0b1813',
  shadow: '#0d1a14',
  umber: '#3a2a12',
  forest: '#1f3f32',
  sage: '#a9c2ae',
  bronze: '#d9b98a',
  brass: '#c39a63',
  glow: '#e9c48c',
  burgundy: '#8a2638',
  paper: '#f5efe3',
} as const

export function fill(path: string, colour: string, opacity?: number): string {
  return element('path', { d: path, fill: colour, 'fill-opacity': opacity })
}

interface Stroke {
  width?: number
  opacity?: number
}

export function line(path: string, colour: string, { width = 1, opacity }: Stroke = {}): string {
  return element('path', {
    d: path,
    stroke: colour,
    'stroke-width': width === 1 ? undefined : width,
    'stroke-opacity': opacity,
  })
}

/** Lines with round ends, as the burin leaves them. */
export function strokes(path: string, colour: string, stroke: Stroke): string {
  return element('g', { 'stroke-linecap': 'round' }, line(path, colour, stroke))
}

type Stop = readonly [offset: number, colour: string, opacity?: number]

/** Where a gradient begins and ends, as attributes, and its colours on the way. */
interface Gradient {
  place: Record<string, string | number>
  stops: readonly Stop[]
}

/** Coordinates of a gradient are of the plate, not of the shape it fills. */
export const onPlate = { gradientUnits: 'userSpaceOnUse' }

/** A gradient; named after the plate, as another plate may be in the same page. */
export function gradient(
  kind: 'linearGradient' | 'radialGradient',
  name: string,
  { place, stops }: Gradient,
): string {
  const written = stops.map(([offset, colour, opacity]) =>
    element('stop', {
      offset: offset || undefined,
      'stop-color': colour,
      'stop-opacity': opacity,
    }),
  )
  return element(kind, { id: `study-${name}`, ...place }, written.join(''))
}
