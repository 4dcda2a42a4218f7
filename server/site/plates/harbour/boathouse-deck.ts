import { between, mix, type Point, type Random, round, shortLinePath } from '../pen.ts'
import { type Boathouse, DECK_FRONT, houses, shapeIn } from './boathouse-plan.ts'
import { wedge } from './burin.ts'
import { fill, ink, line } from './ink.ts'
import { scaleAt } from './view.ts'

/** One post, from under the deck into the water; each leans a little its own way. */
function postShape(
  house: Boathouse,
  along: number,
  [into, lean]: readonly [number, number],
): Point[] {
  const foot = along + lean
  return shapeIn(house, [
    [along - 0.11, -0.15, into],
    [along + 0.11, -0.15, into],
    [foot + 0.13, -house.deck, into],
    [foot - 0.13, -house.deck - 0.02, into],
  ])
}

function drawPosts(random: Random, house: Boathouse): string {
  let trunks = ''
  let edges = ''
  let rings = ''
  const count = house === houses.near ? 6 : 5
  for (let index = 0; index < count; index++) {
    const along = (index / (count - 1)) * house.width + between(random, -0.2, 0.2)
    const shape = postShape(house, along, [DECK_FRONT + 0.15, between(random, -0.12, 0.12)])
    const [, topRight, footRight, footLeft] = shape
    if (!topRight || !footRight || !footLeft) continue
    trunks += shortLinePath(shape, true)
    edges += wedge({ from: mix(topRight, footRight, 0.1), to: footRight, weight: 1.6 })
    const reach = (footRight[0] - footLeft[0]) * between(random, 0.5, 1.4)
    rings += wedge({
      from: [footLeft[0] - reach, footLeft[1]],
      to: [footRight[0] + reach * 2, footRight[1]],
      weight: 1.4,
    })
  }
  // The sides of the other two lie behind the nearest house.
  for (let into = 0.9; house === houses.near && into < 4; into += 1.7)
    trunks += shortLinePath(postShape(house, -0.2, [into, between(random, -0.1, 0.1)]), true)
  return fill(trunks, '#22352a') + fill(edges, ink.bronze, 0.8) + fill(rings, ink.sage, 0.4)
}

/** The deck before the gable, and the dark under it. */
export function drawDeck(random: Random, house: Boathouse): string {
  const { width, depth, deck } = house
  const dark = shapeIn(house, [
    [-0.3, -0.1, depth],
    [-0.3, -0.1, DECK_FRONT],
    [width + 0.3, -0.1, DECK_FRONT],
    [width + 0.3, -deck, DECK_FRONT],
    [-0.3, -deck, DECK_FRONT],
    [-0.3, -deck, depth],
  ])
  const top = shapeIn(house, [
    [-0.5, 0, 0],
    [width + 0.5, 0, 0],
    [width + 0.5, 0, DECK_FRONT],
    [-0.5, 0, DECK_FRONT],
  ])
  const edge = shapeIn(house, [
    [-0.5, 0, DECK_FRONT],
    [width + 0.5, 0, DECK_FRONT],
    [width + 0.5, -0.24, DECK_FRONT],
    [-0.5, -0.24, DECK_FRONT],
  ])
  const brace = shapeIn(house, [
    [0.1, -0.3, DECK_FRONT + 0.3],
    [width * 0.38, 0.2 - deck, DECK_FRONT + 0.3],
  ])
  const metre = scaleAt(house.corner[1])
  return (
    fill(shortLinePath(dark, true), ink.night, 0.92) +
    line(shortLinePath(brace), '#1a2d22', [round(metre * 0.12)]) +
    drawPosts(random, house) +
    fill(shortLinePath(top, true), '#4a4f37') +
    fill(shortLinePath(edge, true), '#16291f') +
    line(shortLinePath(edge.slice(0, 2)), ink.bronze, [round(metre * 0.03 + 0.4), 0.9])
  )
}
