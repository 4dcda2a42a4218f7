import { between, type Point, type Random, seedRandom } from '../pen.ts'
import { bordered, Cuts, edge, fill, flowing } from './burin.ts'
import { ink, onTable, outline, shadowOnTable } from './stage.ts'

/** The board on the cloth, and the loaf on it, in metres. */
const board = { u: 0.265, v: 0.25, turned: -0.16, thick: 0.02 }
const loaf = { length: 0.145, width: 0.066, height: 0.075 }

function spot(along: number, across: number): Point {
  const [cos, sin] = [Math.cos(board.turned), Math.sin(board.turned)]
  return [board.u + along * cos - across * sin, board.v + along * sin + across * cos]
}

function onBoard(along: number, across: number, height: number): Point {
  return onTable(...spot(along, across), height)
}

const boardShape: Point[] = [
  [-0.18, 0.085],
  [0.18, 0.085],
  [0.19, 0.06],
  [0.19, -0.075],
  [0.18, -0.095],
  [-0.18, -0.095],
  [-0.19, -0.07],
  [-0.19, 0.06],
]

function drawBoard(random: Random): string {
  const at = (height: number) => boardShape.map(([along, across]) => onBoard(along, across, height))
  const [sides, shadow, top, grain] = [new Cuts(), new Cuts(), new Cuts(), new Cuts()]
  shadow.shape(boardShape.map(([along, across]) => shadowOnTable(...spot(along, across), 0.032)))
  sides.shape(outline([...at(0), ...at(board.thick)]))
  top.shape(at(board.thick))
  for (let across = -0.085; across < -0.02; across += between(random, 0.009, 0.016)) {
    const start = between(random, -0.17, 0)
    const stop = Math.min(0.17, start + between(random, 0.12, 0.26))
    grain.bowed(onBoard(start, across, board.thick), onBoard(stop, across, board.thick), {
      width: 1.8,
      bow: 0.006,
    })
  }
  const front = [boardShape[5], boardShape[4]].map(([along, across] = [0, 0]) =>
    onBoard(along, across, board.thick),
  )
  return (
    shadow.inked(ink.umber, 0.55) +
    sides.inked('#4a3317') +
    top.inked('#a87f49') +
    grain.inked(ink.umber, 0.55) +
    edge(flowing(front), '#E6C696', { width: 1.2, opacity: 0.9 })
  )
}

function girthAt(t: number): number {
  return Math.sqrt(Math.max(0, 1 - Math.abs(t) ** 2.6))
}

/** The crust: share of its length, and degrees from its front foot over its top to its back. */
function onCrust(t: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  const girth = girthAt(t)
  const lump = 1 + 0.05 * Math.sin(t * 5 + 1)
  return onBoard(
    t * loaf.length,
    -Math.cos(angle) * loaf.width * girth,
    board.thick + Math.sin(angle) ** 0.7 * loaf.height * girth * lump,
  )
}

function drawLoafShadow(): string {
  const points: Point[] = []
  for (let t = -1; t <= 1; t += 0.25) {
    const height = board.thick + loaf.height * girthAt(t) * 0.85
    points.push(shadowOnTable(...spot(t * loaf.length, 0.02), height))
    points.push(onBoard(t * loaf.length, -loaf.width * girthAt(t), board.thick))
  }
  return fill(flowing(outline(points), true), ink.umber, 0.5)
}

/** A slash: the crust has torn open along it, and one lip stands up and throws a shade. */
function cutSlash({ crumb, lip }: { crumb: Cuts; lip: Cuts }, t: number, wide: number): void {
  const from = onCrust(t - 0.16, 44)
  const to = onCrust(t + 0.2, 138)
  const [x, y] = onCrust(t + 0.03, 88)
  crumb.lens(from, to, {
    above: [x - wide, y - wide * 0.5],
    below: [x + wide * 0.8, y + wide * 0.3],
  })
  lip.lens(from, to, {
    above: [x + wide * 0.3, y + wide * 0.2],
    below: [x + wide * 1.5, y + wide * 0.6],
  })
}

function drawLoaf(random: Random): string {
  const skin: Point[] = []
  for (let t = -1; t <= 1.001; t += 0.1) {
    for (let degrees = 0; degrees <= 180; degrees += 15) skin.push(onCrust(t, degrees))
  }
  const shape = flowing(
    outline(skin).filter((_, index) => index % 3 === 0),
    true,
  )
  const [dark, light, crumb, lip] = [new Cuts(), new Cuts(), new Cuts(), new Cuts()]
  for (let t = -0.94; t < 0.95; t += between(random, 0.07, 0.12)) {
    const foot = between(random, 2, 12)
    const top = between(random, 26, 52) + Math.abs(t) * 20
    const middle = onCrust(t, (foot + top) / 2)
    dark.along([onCrust(t - 0.02, foot), middle, onCrust(t + 0.03, top)], between(random, 1.8, 3.4))
  }
  for (const t of [-0.72, -0.3, 0.12, 0.5]) cutSlash({ crumb, lip }, t, 8 - Math.abs(t) * 3)
  for (const t of [-0.52, -0.45, -0.1, -0.03, 0.32, 0.38, 0.7, 0.78]) {
    light.along([onCrust(t, 74), onCrust(t + 0.04, 96), onCrust(t + 0.09, 122)], 2.4)
  }
  return (
    bordered(shape, { colour: 'url(#table-crust)' }, { colour: ink.umber, width: 0.9 }) +
    dark.inked('#2a1a09', 0.65) +
    light.inked('#F0DDBD', 0.6) +
    lip.inked('#2a1a09', 0.8) +
    crumb.inked('#F3E3C2')
  )
}

/** A small loaf on a board. */
export function drawBread(): string {
  const random = seedRandom(64)
  return drawBoard(random) + drawLoafShadow() + drawLoaf(random)
}
