import type { Point } from '../pen.ts'
import { whole } from './path-data.ts'
import { type Place, projectAll } from './view.ts'

const DECK = 1.6
const EDGE = { right: 0, away: 4.02 }
/** The quay's edge runs a little away from us to the right. */
const TURN = 0.155

/** The bollard: where it stands along the edge, and how far from it. */
export const BOLLARD = { along: 1.02, inward: 0.62 }
/** The thickness of the mooring line. */
export const ROPE = 0.05

/** From the quay's own measures (along its edge, above the deck, inward from the edge). */
export function placeIn([along, above, inward]: Place): Place {
  const [cos, sin] = [Math.cos(TURN), Math.sin(TURN)]
  return [
    EDGE.right + along * cos + inward * sin,
    DECK + above,
    EDGE.away + along * sin - inward * cos,
  ]
}

export function shapeIn(points: readonly Place[]): Point[] {
  return whole(projectAll(points.map(placeIn)))
}

export const bollardFoot: Place = placeIn([BOLLARD.along, 0, BOLLARD.inward])
