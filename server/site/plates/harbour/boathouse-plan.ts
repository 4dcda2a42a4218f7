import type { Point } from '../pen.ts'
import { whole } from './path-data.ts'
import { type Place, projectAll } from './view.ts'

export interface Boathouse {
  /** The corner nearest to us: the left one of the gable. */
  corner: readonly [right: number, away: number]
  /** The way the gable faces, in degrees to the right of us. */
  facing: number
  width: number
  depth: number
  deck: number
  wall: number
  rise: number
  gable: string
  side: string
  roof: string
}

export const houses = {
  near: {
    corner: [-8.1, 19],
    facing: 48,
    width: 5.4,
    depth: 9,
    deck: 1.5,
    wall: 2.7,
    rise: 2.5,
    gable: 'url(#harbour-gable)',
    side: '#13251c',
    roof: '#0f2018',
  },
  middle: {
    corner: [-6.1, 28.6],
    facing: 52,
    width: 5,
    depth: 8,
    deck: 1.4,
    wall: 3.1,
    rise: 2.7,
    gable: 'url(#harbour-burgundy)',
    side: '#10211a',
    roof: '#132a20',
  },
  far: {
    corner: [-6, 43],
    facing: 44,
    width: 4.4,
    depth: 7,
    deck: 1.3,
    wall: 2.4,
    rise: 2.3,
    gable: '#34493a',
    side: '#1a3026',
    roof: '#1b3329',
  },
} as const satisfies Record<string, Boathouse>

/** How far the deck reaches before the gable. */
export const DECK_FRONT = -1.2

/** From a house's own measures (along the gable, above the deck, into the house) to a place. */
export function placeIn(house: Boathouse, [along, above, into]: Place): Place {
  const turn = (house.facing * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return [
    house.corner[0] + along * cos - into * sin,
    house.deck + above,
    house.corner[1] + along * sin + into * cos,
  ]
}

export function shapeIn(house: Boathouse, points: readonly Place[]): Point[] {
  return whole(projectAll(points.map((point) => placeIn(house, point))))
}
