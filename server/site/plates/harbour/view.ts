import type { Point } from '../pen.ts'

/** A place in the harbour, in metres: to the right of us, above the water, and away from us. */
export type Place = readonly [right: number, up: number, away: number]

export const WIDTH = 1000
export const HEIGHT = 1200
/** Where the water would end if no land lay behind it. */
export const HORIZON = 560
/** The dawn behind the gap in the mountains: the one light of the picture. */
export const GLOW: Point = [548, 520]

const EYE_HEIGHT = 3.3
const SIGHT = 1000

/** Where a place lies on the plate. */
export function project([right, up, away]: Place): Point {
  return [WIDTH / 2 + (right / away) * SIGHT, HORIZON + ((EYE_HEIGHT - up) / away) * SIGHT]
}

export function projectAll(places: readonly Place[]): Point[] {
  return places.map(project)
}

/** How long a metre is on the plate, at that distance. */
export function scaleAt(away: number): number {
  return SIGHT / away
}

export function mixPlaces(a: Place, b: Place, t: number): Place {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

/** The same place in still water. */
export function mirror([right, up, away]: Place): Place {
  return [right, -up, away]
}
