import type { Point } from '../pen.ts'

export const WIDTH = 800
export const HEIGHT = 1000

/** Middle of the lower edge of the lamp's shade: the light of the picture. */
export const LAMP: Point = [318, 372]
export const SHADE_RADIUS = 98

/** Where the desk meets the wall. */
export const DESK_EDGE = 656

/** The panes of the window. */
export const WINDOW = { left: 498, top: 104, width: 222, height: 372 }

/** Corners of the chart on the desk: far left, far right, near right, near left. */
export const CHART: readonly [Point, Point, Point, Point] = [
  [168, 716],
  [606, 702],
  [742, 914],
  [52, 938],
]
