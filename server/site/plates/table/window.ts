import { between, mix, type Point, type Random, seedRandom, shortLinePath } from '../pen.ts'
import { Cuts, edge, fill } from './burin.ts'
import { glass } from './outdoors.ts'
import { ink, see, wallDistance } from './stage.ts'

/** The hole in the wall: the reveals slope from it to the glass. */
const left = Math.round(see(-0.64, 0, wallDistance)[0])
const right = Math.round(see(1, 0, wallDistance)[0])
const lintel = Math.round(see(0, 2.07, wallDistance)[1])
const sill = Math.round(see(0, 0.7, wallDistance)[1])

/** The flat board round the opening, and how far the sill stands out beyond it. */
const board = 27
const overhang = 18

/** All that the window covers of the wall. */
export const casing = {
  left: left - board - overhang,
  right: right + board + overhang,
  top: lintel - board,
  sill,
  bottom: sill + 17,
}

const outside = { lowLeft: [left, sill], lowRight: [right, sill] } as const
const inside = {
  lowLeft: [glass.left, glass.bottom],
  lowRight: [glass.right, glass.bottom],
} as const

/** Where a reveal meets the wall, and where it meets the glass. */
interface Reveal {
  outerX: number
  innerX: number
}

const leftReveal: Reveal = { outerX: left, innerX: glass.left }
const rightReveal: Reveal = { outerX: right, innerX: glass.right }

/** The grain of a reveal runs upright, as its boards do, and draws together towards the glass. */
function cutReveal(cuts: Cuts, random: Random, { outerX, innerX }: Reveal): void {
  for (let t = 0.08; t < 0.95; t += between(random, 0.1, 0.2)) {
    const x = outerX + (innerX - outerX) * t
    const top = lintel + (glass.top - lintel) * t
    const low = sill + (glass.bottom - sill) * t
    let y = between(random, 0.3, 0.6)
    while (y < 0.95) {
      const end = Math.min(0.985, y + between(random, 0.15, 0.4))
      const at = (share: number): Point => [x, top + (low - top) * share]
      cuts.bowed(at(y), at(end), { width: between(random, 1.2, 1.4 + end * 1.8), share: 0.65 })
      y = end + between(random, 0.03, 0.2)
    }
  }
}

function drawReveals(random: Random): string {
  const side = ({ outerX, innerX }: Reveal) =>
    `M${outerX} ${lintel}L${innerX} ${glass.top}V${glass.bottom}L${outerX} ${sill}z`
  const upper = `M${left} ${lintel}H${right}L${glass.right} ${glass.top}H${glass.left}z`
  const lower = shortLinePath(
    [outside.lowLeft, outside.lowRight, inside.lowRight, inside.lowLeft],
    true,
  )
  const cuts = new Cuts()
  cutReveal(cuts, random, leftReveal)
  cutReveal(cuts, random, rightReveal)
  for (let share = 0.2; share < 0.9; share += between(random, 0.14, 0.24)) {
    const y = lintel + (glass.top - lintel) * share
    const start = between(random, 330, 560)
    cuts.bowed([start, y], [start + between(random, 60, 140), y], { width: 1.6 })
  }
  const boards = new Cuts()
  for (let count = 0; count < 13; count++) {
    const t = between(random, 0.1, 0.92)
    const [start, stop] = [
      mix(inside.lowLeft, outside.lowLeft, t),
      mix(inside.lowRight, outside.lowRight, t),
    ]
    const from = between(random, 0, 0.7)
    boards.bowed(mix(start, stop, from), mix(start, stop, from + between(random, 0.1, 0.3)), {
      width: 1.8,
    })
  }
  return (
    fill(upper, '#1b2c21') +
    fill(side(leftReveal), 'url(#table-reveal)') +
    fill(side(rightReveal), 'url(#table-reveal)') +
    fill(lower, 'url(#table-ledge)') +
    cuts.inked(ink.bronze, 0.5) +
    boards.inked(ink.umber, 0.6)
  )
}

function drawCasing(): string {
  const { top } = casing
  const [far, near] = [left - board, right + board]
  const outer = `M${far} ${top}H${near}V${sill}H${far}z`
  const inner = `M${left} ${lintel}V${sill}H${right}V${lintel}z`
  const front = `M${casing.left} ${sill}H${casing.right}v17H${casing.left}z`
  return (
    fill(outer + inner, 'url(#table-casing)') +
    edge(`M${far} ${sill}V${top}H${near}V${sill}`, ink.night, { width: 3, opacity: 0.7 }) +
    edge(
      `M${far + 3} ${sill}V${top + 3}H${near - 3}V${sill}M${left} ${sill}V${lintel}H${right}V${sill}`,
      ink.bronze,
      { opacity: 0.55 },
    ) +
    edge(
      `M${far} ${top}L${left} ${lintel}L${glass.left} ${glass.top}M${near} ${top}L${right} ${lintel}L${glass.right} ${glass.top}`,
      ink.night,
      { opacity: 0.6 },
    ) +
    fill(
      `M${casing.left + 5} ${sill + 17}H${casing.right - 5}v10H${casing.left + 5}z`,
      ink.night,
      0.6,
    ) +
    fill(front, 'url(#table-ledge)') +
    edge(`M${casing.left} ${sill}H${casing.right}`, '#F0DDBD', { width: 1.4, opacity: 0.9 })
  )
}

/** Six panes: bars stand in front of the glass, and show the candle a lit side. */
function drawBars(): string {
  const third = (glass.right - glass.left) / 3
  const across = 380
  const bar = 5
  const frame = 8
  const panes = [0, 1, 2].flatMap((column) => {
    const start = Math.round(glass.left + column * third + (column ? bar : frame))
    const stop = Math.round(glass.left + (column + 1) * third - (column < 2 ? bar : frame))
    const rows = [
      [glass.top + frame, across - bar],
      [across + bar, glass.bottom - frame],
    ] as const
    return rows.map(([top, low]) => ({ start, stop, top, low }))
  })
  const holes = panes
    .map(({ start, stop, top, low }) => `M${start} ${top}V${low}H${stop}V${top}z`)
    .join('')
  const lit = panes
    .map(
      ({ start, stop, top, low }) =>
        `M${stop < 500 ? stop : start} ${top}V${low}M${start} ${low}H${stop}`,
    )
    .join('')
  return (
    fill(
      `M${glass.left} ${glass.top}H${glass.right}V${glass.bottom}H${glass.left}z${holes}`,
      '#0d1a14',
    ) + edge(lit, ink.bronze, { width: 1.2, opacity: 0.75 })
  )
}

/** Snow that the wind has left in the corners of the lower panes. */
function drawDrifts(): string {
  const low = glass.bottom - 8
  const drift = (x: number, width: number, height: number) =>
    `M${x} ${low}v-${height}q${width * 0.2} ${height * 0.9} ${width} ${height}z`
  return fill(
    drift(337, 74, 22) + drift(468, 40, 10) + drift(601, 62, 17) + drift(722, -38, 12),
    ink.snow,
    0.8,
  )
}

/** The window in its deep wall; what is outside is drawn by `drawOutdoors`. */
export function drawWindow(outdoors: string): string {
  const random = seedRandom(411)
  return [
    drawReveals(random),
    `<g clip-path="url(#table-glass)">${outdoors}</g>`,
    drawDrifts(),
    drawBars(),
    drawCasing(),
  ].join('')
}
