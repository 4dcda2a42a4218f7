import type { Point } from '../pen.ts'
import { row } from './burin.ts'

/** The inks of the plate. */
export const ink = {
  night: '#0b1813',
  deep: '#10211a',
  sage: '#A9C2AE',
  snow: '#DFE7DF',
  umber: '#3a2a12',
  brass: '#C39A63',
  bronze: '#D9B98A',
  linen: '#EBE2D0',
  cream: '#FBF8F1',
} as const

/** The eye in metres above the floor, its focal length in pixels, and the vanishing point. */
const eye = { height: 1.6, focus: 1150, x: 480, y: 320 }

export const wallDistance = 3.7
export const table = { x: 0.1, y: 0.74, z: 2.45, radius: 0.62 }
/** On the table, measured from its middle: to the right, away from us, and above the cloth. */
export const flame = { u: -0.06, v: 0.15, height: 0.335 }

/** Pixels of one metre, at a distance. */
export function scaleAt(distance: number): number {
  return eye.focus / distance
}

/** The place as the eye sees it: one vanishing point, upright lines stay upright. */
export function see(x: number, y: number, z: number): Point {
  const scale = scaleAt(z)
  return [eye.x + x * scale, eye.y + (eye.height - y) * scale]
}

/** A spot on the cloth (or above it), measured from the middle of the table. */
export function onTable(u: number, v: number, height = 0): Point {
  return see(table.x + u, table.y + height, table.z + v)
}

/** Where the shadow of a point above the cloth falls, away from the flame. */
export function shadowOnTable(u: number, v: number, height: number): Point {
  const reach = height / (flame.height - height)
  return onTable(u + (u - flame.u) * reach, v + (v - flame.v) * reach)
}

export const flamePoint = onTable(flame.u, flame.v, flame.height)

/** How much candlelight reaches a point of the picture: 1 at the flame, 0 in the dark. */
export function lightAt([x, y]: Point, reach: number): number {
  const distance = Math.hypot(x - flamePoint[0], y - flamePoint[1])
  return Math.max(0, 1 - distance / reach)
}

/** A circle that lies flat, as the eye sees it: an ellipse, tilted when it lies to one side. */
function disc({ x, y, z }: { x: number; y: number; z: number }, radius: number): string {
  const inside = 1 - (radius / z) ** 2
  const plain = scaleAt(z) * radius
  const wide = plain / Math.sqrt(inside)
  const slope = -plain / z / inside
  const [skew, deep] = [x * slope, (eye.height - y) * slope]
  const tilt = Math.atan2(2 * skew * deep, wide ** 2 + skew ** 2 - deep ** 2) / 2
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  const long = Math.hypot(wide * cos, skew * cos + deep * sin)
  const flat = Math.hypot(wide * sin, deep * cos - skew * sin)
  const [near, far] = [see(x, y, z - radius), see(x, y, z + radius)]
  const centre: Point = [(near[0] + far[0]) / 2, (near[1] + far[1]) / 2]
  const [reachX, reachY] = [long * cos, long * sin]
  const arc = `a${row([long, flat, (tilt * 180) / Math.PI])} 0 1 `
  const start = row([centre[0] - reachX, centre[1] - reachY])
  return `M${start}${arc}${row([reachX * 2, reachY * 2])}${arc}${row([-reachX * 2, -reachY * 2])}z`
}

/** A circle on the cloth. */
export function discOnTable([u, v]: Point, radius: number, height = 0): string {
  return disc({ x: table.x + u, y: table.y + height, z: table.z + v }, radius)
}

/** The smallest convex outline around the points. */
export function outline(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

function turn(a: Point = [0, 0], b: Point = [0, 0], c: Point = [0, 0]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
