import { element } from '../pen.ts'
import { glass } from './outdoors.ts'
import { spruceShapes } from './spruces.ts'
import { discOnTable, flamePoint, ink, table } from './stage.ts'

type Stop = readonly [offset: number, colour: string, opacity?: number]

function stops(list: readonly Stop[]): string {
  return list
    .map(([offset, colour, opacity]) =>
      element('stop', {
        offset: offset || undefined,
        'stop-color': colour,
        'stop-opacity': opacity,
      }),
    )
    .join('')
}

/** A tone that changes across a shape, or down it. */
function linear(name: string, way: 'across' | 'down', list: readonly Stop[]): string {
  const down = way === 'down' ? { x2: 0, y2: 1 } : {}
  return element('linearGradient', { id: `table-${name}`, ...down }, stops(list))
}

interface Circle {
  cx: number
  cy: number
  r: number
  /** Its height as a share of its width. */
  flat?: number
}

/** A tone that changes away from a point; `flat` makes its circles as flat as the table is. */
function radial(name: string, { cx, cy, r, flat }: Circle, list: readonly Stop[]): string {
  const gradientTransform = flat && `matrix(1 0 0 ${flat} 0 ${Math.round(cy * (1 - flat))})`
  const place = {
    id: `table-${name}`,
    gradientUnits: 'userSpaceOnUse',
    cx,
    cy,
    r,
    gradientTransform,
  }
  return element('radialGradient', place, stops(list))
}

function clip(name: string, path: string): string {
  return element('clipPath', { id: `table-${name}` }, element('path', { d: path }))
}

const [flameX, flameY] = [Math.round(flamePoint[0]), Math.round(flamePoint[1])]

/** Tones of the room: warm near the candle, forest green away from it. */
function roomTones(): string {
  return [
    radial('wall', { cx: flameX, cy: flameY + 30, r: 640 }, [
      [0, '#75643c'],
      [0.4, '#454a31'],
      [0.65, '#20362a'],
      [1, '#0e1d17'],
    ]),
    radial('floor', { cx: 540, cy: 1040, r: 620 }, [
      [0.3, '#0a130f'],
      [0.75, '#232a1f'],
      [1, '#162119'],
    ]),
    linear('log', 'down', [
      [0, ink.night, 0.5],
      [0.3, ink.night, 0],
      [0.7, ink.night, 0],
      [1, ink.night, 0.55],
    ]),
    linear('casing', 'down', [
      [0, '#1b352a'],
      [0.6, '#354634'],
      [1, '#6b613c'],
    ]),
    linear('reveal', 'down', [
      [0, '#162b22'],
      [0.55, '#37432f'],
      [1, '#85714a'],
    ]),
    radial('ledge', { cx: flameX, cy: 585, r: 310 }, [
      [0, '#e0bd84'],
      [0.4, '#8f7a4c'],
      [1, '#2a3b2d'],
    ]),
  ].join('')
}

function outdoorTones(): string {
  const { left, top, right, bottom } = glass
  return [
    linear('sky', 'down', [
      [0, '#1d4247'],
      [0.19, '#427070'],
      [0.37, '#b5b795'],
    ]),
    linear('fell', 'down', [
      [0, '#6f938d'],
      [1, '#35605e'],
    ]),
    linear('haze', 'down', [
      [0, '#8fb0a6', 0],
      [1, '#9dbbb0', 0.5],
    ]),
    linear('snow', 'down', [
      [0, '#a7c0b7'],
      [0.4, '#7fa39c'],
      [1, '#456b66'],
    ]),
    clip('glass', `M${left} ${top}H${right}V${bottom}H${left}z`),
    clip('top', discOnTable([0, 0], table.radius)),
  ].join('')
}

function tableTones(): string {
  return [
    radial('cloth', { cx: flameX, cy: 704, r: 330, flat: 0.55 }, [
      [0, '#FBF3E2'],
      [0.3, '#EFE2C6'],
      [0.7, '#BCAB84'],
      [1, '#7d7652'],
    ]),
    radial('fall', { cx: 500, cy: 800, r: 400 }, [
      [0, '#a99d79'],
      [0.5, '#737658'],
      [1, '#2c3f34'],
    ]),
    linear('leg', 'down', [
      [0.3, '#150f08'],
      [0.8, '#4a3317'],
    ]),
    linear('crust', 'down', [
      [0, '#d9a866'],
      [0.5, '#a0733c'],
      [1, '#4a3115'],
    ]),
    linear('brass', 'across', [
      [0, '#7a572a'],
      [0.45, '#f0d7a4'],
      [1, '#7a572a'],
    ]),
    linear('bow', 'across', [
      [0, '#4a3519'],
      [1, '#a87f49'],
    ]),
    radial('glow', { cx: flameX, cy: flameY, r: 230 }, [
      [0, '#F3CF92', 0.62],
      [0.25, '#E9C48C', 0.28],
      [1, '#E9C48C', 0],
    ]),
  ].join('')
}

/** The gradients, clips and trees that the plate uses. */
export function tones(): string {
  return element('defs', {}, spruceShapes() + roomTones() + outdoorTones() + tableTones())
}
