import { between, type Point, type Random, seedRandom, shortLinePath } from '../pen.ts'
import { Cuts, edge, fill, flowing } from './burin.ts'
import { ink, see, table } from './stage.ts'

/** Where the chair stands: an angle round the table, how far off, and how far it is turned. */
const angle = (154 * Math.PI) / 180
const distance = 0.95
const turned = -0.2

const middle = {
  x: table.x + distance * Math.cos(angle),
  z: table.z + distance * Math.sin(angle),
}
const facing = angle + Math.PI + turned
const ahead = { x: Math.cos(facing), z: Math.sin(facing) }

/** A spot of the chair: to the sitter's left, up from the floor, and ahead of its middle. */
function onChair(left: number, height: number, forward: number): Point {
  return see(
    middle.x + ahead.x * forward - ahead.z * left,
    height,
    middle.z + ahead.z * forward + ahead.x * left,
  )
}

const seatHeight = 0.44
const bowEnd = 104

/** The bow is one bent piece: highest behind the sitter, and lower where it becomes an arm. */
function onBow(degrees: number, down: number, outwards = 0): Point {
  const bend = (degrees * Math.PI) / 180
  const back = Math.max(0, Math.cos(bend))
  const height = 0.68 + 0.13 * back ** 1.4 - (0.024 + 0.045 * back ** 2) * down
  const [aside, behind] = [0.27 + outwards, 0.25 + outwards]
  return onChair(aside * Math.sin(bend), height, -behind * Math.cos(bend))
}

function bowLine(down: number, outwards = 0): Point[] {
  return Array.from({ length: 11 }, (_, index) =>
    onBow(-bowEnd + (2 * bowEnd * index) / 10, down, outwards),
  )
}

/** A turned stick: its ends, and half of its width where it is thickest. */
interface Stick {
  top: Point
  foot: Point
  half: number
}

/** A stick is thin at its ends, and thick a little below the middle. */
function cutStick(cuts: Cuts, { top, foot, half }: Stick): void {
  const [x, y] = [top[0] + (foot[0] - top[0]) * 0.55, top[1] + (foot[1] - top[1]) * 0.55]
  cuts.shape([
    [top[0] - half * 0.7, top[1]],
    [top[0] + half * 0.7, top[1]],
    [x + half, y],
    [foot[0] + half * 0.6, foot[1]],
    [foot[0] - half * 0.6, foot[1]],
    [x - half, y],
  ])
}

function drawLegs(): string {
  const wood = new Cuts()
  const lit = new Cuts()
  const shade = new Cuts()
  const corners = [
    [-0.15, -0.15],
    [0.15, -0.15],
    [-0.16, 0.14],
    [0.16, 0.14],
  ] as const
  for (const [left, forward] of corners) {
    const top = onChair(left, seatHeight - 0.03, forward)
    const foot = onChair(left * 1.4, 0, forward * 1.45)
    cutStick(wood, { top, foot, half: 7 })
    shade.bowed([foot[0] - 40, foot[1] + 4], [foot[0] + 12, foot[1]], { width: 9, share: 0.7 })
    lit.bowed([top[0] + 3, top[1] + 12], [foot[0] + 2, foot[1] - 6], { width: 2.4, share: 0.6 })
  }
  for (const left of [-1, 1]) {
    const back = onChair(left * 0.19, 0.17, -0.19)
    const front = onChair(left * 0.195, 0.17, 0.18)
    wood.bowed(back, front, { width: 9 })
  }
  wood.bowed(onChair(-0.19, 0.17, 0), onChair(0.19, 0.17, 0), { width: 8 })
  return shade.inked(ink.night, 0.8) + wood.inked('#33230f') + lit.inked(ink.bronze, 0.5)
}

function seatRim(height: number): Point[] {
  return Array.from({ length: 12 }, (_, step) => {
    const around = (step * Math.PI) / 6
    const [side, front] = [Math.cos(around), Math.sin(around)]
    const aside = Math.sign(side) * Math.abs(side) ** 0.8 * (0.225 + 0.02 * front)
    return onChair(aside, height, Math.sign(front) * Math.abs(front) ** 0.8 * 0.21)
  })
}

function drawSeat(random: Random): string {
  const grain = new Cuts()
  for (let row = -0.17; row < 0.19; row += between(random, 0.027, 0.04)) {
    const reach = 0.2 * Math.sqrt(1 - (row / 0.215) ** 2)
    const start = between(random, -0.95, -0.2) * reach
    const stop = between(random, 0.2, 0.95) * reach
    grain.bowed(onChair(row, seatHeight, start), onChair(row, seatHeight, stop), { width: 2.2 })
  }
  const rim = flowing(seatRim(seatHeight), true)
  return (
    fill(flowing(seatRim(seatHeight - 0.035), true), '#1d150a') +
    fill(rim, '#6b5c38') +
    grain.inked(ink.umber, 0.65) +
    edge(rim, ink.bronze, { opacity: 0.6 })
  )
}

function drawSpindles(): string {
  const wood = new Cuts()
  const lit = new Cuts()
  for (const degrees of [-96, -62, -42, -21, 0, 21, 42, 62, 96]) {
    const bend = (degrees * Math.PI) / 180
    const foot = onChair(0.195 * Math.sin(bend), seatHeight, -0.18 * Math.cos(bend))
    const top = onBow(degrees, 0.8)
    cutStick(wood, { top, foot, half: Math.abs(degrees) > 90 ? 5 : 3.4 })
    lit.bowed([top[0] + 1.4, top[1] + 5], [foot[0] + 1.2, foot[1] - 7], { width: 2.4 })
  }
  return wood.inked('#4a3519') + lit.inked(ink.bronze, 0.9)
}

function drawBow(random: Random): string {
  const face = shortLinePath([...bowLine(0), ...bowLine(1).reverse()], true)
  const top = shortLinePath([...bowLine(0), ...bowLine(0, 0.028).reverse()], true)
  const outer = shortLinePath([...bowLine(0, 0.028), ...bowLine(1, 0.028).reverse()], true)
  const grain = new Cuts()
  for (let degrees = -62; degrees < 40; degrees += between(random, 5, 14)) {
    const down = between(random, 0.2, 0.85)
    const stop = degrees + between(random, 14, 34)
    grain.along([onBow(degrees, down), onBow((degrees + stop) / 2, down), onBow(stop, down)], 1.6)
  }
  return (
    fill(outer, '#3b2a16') +
    fill(face, 'url(#table-bow)') +
    grain.inked(ink.umber, 0.7) +
    fill(top, '#C39A63') +
    edge(flowing(bowLine(0)), '#F0DDBD', { width: 1.2, opacity: 0.9 })
  )
}

/** The one chair, drawn out from the table a little. */
export function drawChair(): string {
  const random = seedRandom(23)
  return [drawLegs(), drawSeat(random), drawSpindles(), drawBow(random)].join('')
}
