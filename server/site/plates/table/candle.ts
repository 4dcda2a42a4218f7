import { element, type Point } from '../pen.ts'
import { Cuts, edge, fill } from './burin.ts'
import { discOnTable, flame, flamePoint, ink, onTable, scaleAt, table } from './stage.ts'

const { u, v } = flame
const wick = 0.3

/** A spot of the candle: metres from its axis, and up from the cloth. */
function at(aside: number, height: number): Point {
  const [x, y] = onTable(u, v, height)
  return [x + aside * scaleAt(table.z + v), y]
}

/** A low brass dish with a short socket and a ring to carry it by. */
function drawHolder(): string {
  const ring = discOnTable([u + 0.09, v - 0.02], 0.02, 0.02)
  const socket = new Cuts()
  socket.shape([at(-0.017, 0.055), at(0.017, 0.055), at(0.021, 0.012), at(-0.021, 0.012)])
  const cuts = new Cuts()
  cuts.along([at(-0.058, 0.008), at(-0.035, -0.003), at(0.005, -0.007)], 2)
  cuts.along([at(0.02, 0), at(0.042, 0.006), at(0.06, 0.018)], 2.4)
  cuts.bowed(at(0.011, 0.05), at(0.014, 0.015), { width: 2.4 })
  return (
    fill(discOnTable([u + 0.004, v - 0.012], 0.085), ink.umber, 0.6) +
    edge(ring, ink.umber, { width: 4.5 }) +
    edge(ring, ink.brass, { width: 2.6 }) +
    fill(discOnTable([u, v], 0.062), '#5f421d') +
    fill(discOnTable([u, v], 0.075, 0.014), 'url(#table-brass)') +
    edge(discOnTable([u, v], 0.075, 0.014), '#F0DDBD', { opacity: 0.9 }) +
    fill(discOnTable([u, v], 0.024, 0.012), '#5f421d') +
    socket.inked('url(#table-brass)') +
    cuts.inked(ink.umber, 0.7) +
    edge(discOnTable([u, v], 0.0175, 0.055), '#F0DDBD', { width: 1.2 })
  )
}

function drawWax(): string {
  const body = new Cuts()
  body.shape([at(-0.0085, wick), at(0.0085, wick - 0.003), at(0.0125, 0.055), at(-0.0125, 0.055)])
  const shade = new Cuts()
  shade.bowed(at(0.003, 0.25), at(0.005, 0.075), { width: 1.6 })
  shade.bowed(at(0.006, 0.285), at(0.0085, 0.06), { width: 2.4 })
  const run = new Cuts()
  run.along([at(-0.008, wick), at(-0.014, 0.25), at(-0.0095, 0.19)], 3)
  return body.inked('#F3E6CC') + shade.inked('#7a572a', 0.6) + run.inked(ink.cream)
}

function drawFlame(): string {
  const [x = 0, y = 0] = at(0, wick).map(Math.round)
  return (
    fill(`M${x - 1} ${y + 2}l.5-9h1.500l.5 9z`, ink.umber) +
    fill(`M${x} ${y + 1}c-7-1-8-11-4-19 2-6 4-11 5-20 3 9 8 16 8 25 0 8-4 13-9 14z`, '#F3C77E') +
    fill(`M${x} ${y - 3}c-3-2-4-7-2-12 1-3 2-6 3-10 2 5 4 9 4 14 0 4-2 7-5 8z`, ink.cream)
  )
}

/** The light in the air, over all that stands behind the candle. */
export function drawGlow(): string {
  const [cx, cy] = flamePoint.map(Math.round)
  return element('circle', { cx, cy, r: 230, fill: 'url(#table-glow)' })
}

export function drawCandle(): string {
  return drawHolder() + drawWax() + drawFlame()
}
