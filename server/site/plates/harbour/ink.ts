import { element } from '../pen.ts'
import { shorten } from './path-data.ts'

/** The inks of the plate. */
export const ink = {
  night: '#0b1813',
  sage: '#a9c2ae',
  bronze: '#d9b98a',
  cream: '#f0ddbd',
  paper: '#fbf8f1',
}

/** A filled shape. */
export function fill(path: string, color: string, opacity = 1): string {
  return path && element('path', { d: shorten(path), fill: color + alpha(opacity) })
}

/** The width of a line where nothing else is said. */
export const PEN_WIDTH = 1.2

/** A line with a pen of one width. */
export function line(path: string, color: string, [width, opacity = 1]: readonly number[]): string {
  return (
    path &&
    element('path', {
      d: shorten(path),
      stroke: color + alpha(opacity),
      'stroke-width': width === PEN_WIDTH ? undefined : width,
    })
  )
}

/** The opacity as the last two digits of a colour. */
function alpha(opacity: number): string {
  return opacity === 1
    ? ''
    : Math.round(opacity * 255)
        .toString(16)
        .padStart(2, '0')
}

type Stop = readonly [offset: number, color: string, opacity?: number]

/** A gradient; without coordinates of the plate it spans the shape it fills. */
export function gradient(
  kind: 'linearGradient' | 'radialGradient',
  attributes: Record<string, string | number>,
  stops: readonly Stop[],
): string {
  const content = stops.map(([offset, color, opacity]) =>
    element('stop', {
      offset: offset || undefined,
      'stop-color': color + alpha(opacity ?? 1),
    }),
  )
  return element(kind, attributes, content.join(''))
}

/** For gradients in the units of the plate. */
export const onPlate = { gradientUnits: 'userSpaceOnUse' }
/** For gradients from the top of a shape to its bottom. */
export const downwards = { x2: 0, y2: 1 }
