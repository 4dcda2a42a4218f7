import type { Point } from '../pen.ts'

export const WIDTH = 1000
export const HEIGHT = 1200

/** The land goes on outside the picture, so that its water lines do not end at the edge. */
const BLEED = 60
export const SURVEYED = { left: -BLEED, top: -BLEED, right: WIDTH + BLEED, bottom: HEIGHT + BLEED }

/** The land is written in half units: as whole numbers, which are shorter. */
export const LAND_UNITS = 2

export function toLandUnits([x, y]: Point): Point {
  return [Math.round(x * LAND_UNITS), Math.round(y * LAND_UNITS)]
}

export function measureNearest(points: Point[], x: number, y: number): number {
  return Math.min(...points.map((point) => Math.hypot(x - point[0], y - point[1])))
}

/** Whether a point is at least `margin` away from everything that must stay visible. */
export type IsClear = (x: number, y: number, margin: number) => boolean
