import { between, element, type Point, type Random, seedRandom, shortLinePath } from '../pen.ts'
import { Cuts, edge, fill } from './burin.ts'
import { ink, lightAt, see, table, wallDistance } from './stage.ts'
import { casing } from './window.ts'

/** Where the wall with the window meets the wall on the right. */
const cornerX = 1.42
const corner = Math.round(see(cornerX, 0, wallDistance)[0])
const floorLine = Math.round(see(0, 0, wallDistance)[1])

/** Upper edges of the logs, from the floor; no two logs are equally thick. */
const courses = [0.15, 0.41, 0.64, 0.93, 1.18, 1.46, 1.7, 2.0, 2.25, 2.54, 2.8]

/** Logs above this height are lit from below. */
const litFrom = 1

interface Grain {
  bright: Cuts
  cool: Cuts
}

/** The part of a line that the window does not cover: what is left of it, or right of it. */
function besideWindow(from: number, to: number, y: number): [number, number] {
  const board = y > casing.sill - 4 ? 0 : 16
  if (y < casing.top - 6 || y > casing.bottom + 10) return [from, to]
  if (from < casing.left) return [from, Math.min(to, casing.left + board - 3)]
  return [Math.max(from, casing.right - board + 3), to]
}

/**
 * The grain of one log: long cuts along it, many where the light falls, few in the dark. A log is
 * round, so the light lies on the half of it that is turned to the flame.
 */
function drawLog(grain: Grain, random: Random, { low, high }: { low: number; high: number }): void {
  const lit = low > litFrom ? 0.68 : 0.3
  for (const row of [0.1, 0.24, 0.38, 0.5, 0.62, 0.74, 0.88]) {
    const height = high - (high - low) * (row + between(random, -0.05, 0.05))
    const belly = Math.max(0.12, 1 - Math.abs(row - lit) * 1.9)
    let x = between(random, -1.7, -1.4)
    while (x < cornerX - 0.1) {
      const light = lightAt(see(x, height, wallDistance), 600)
      const length = between(random, 0.16, 0.4) * (1.7 - light)
      const y = see(0, height, wallDistance)[1]
      const [start, stop] = besideWindow(
        see(x, 0, wallDistance)[0],
        Math.min(see(x + length, 0, wallDistance)[0], corner - 8),
        y,
      )
      if (stop - start > 14 && random() < (0.03 + light * 1.85) * belly) {
        const width = between(random, 0.9, 1.2 + light * 2.4)
        const cuts = random() < light * 2 - 0.15 ? grain.bright : grain.cool
        cuts.bowed([start, y], [stop, y], {
          width,
          bow: between(random, -0.012, 0.012),
          share: between(random, 0.25, 0.75),
        })
      }
      x += length + between(random, 0.03, 0.3)
    }
  }
}

/** The seam between two logs, from the left edge to the corner, behind the casing of the window. */
function drawSeams(random: Random): string {
  const lines: string[] = []
  const [shade, lips] = [new Cuts(), new Cuts()]
  for (const height of courses.slice(1)) {
    const y = Math.round(see(0, height, wallDistance)[1])
    lines.push(`M0 ${y}H${corner}`)
    for (let x = between(random, -60, 60); x < corner - 60; x += between(random, 90, 280)) {
      const [start, stop] = besideWindow(x, Math.min(x + between(random, 110, 330), corner - 4), y)
      if (stop - start < 50) continue
      const share = between(random, 0.2, 0.8)
      shade.bowed([start, y - 2], [stop, y - 1], { width: between(random, 3, 6), share })
      if (random() < lightAt([(start + stop) / 2, y], 620) * 1.6)
        lips.bowed([start + 12, y + 3], [stop - 9, y + 3], { width: 2, share })
    }
  }
  return (
    edge(lines.join(''), ink.night, { width: 2.2, opacity: 0.8 }) +
    shade.inked(ink.night, 0.6) +
    lips.inked(ink.bronze, 0.45)
  )
}

/** Each log is darker at its upper and lower edge, for it is round. */
function drawLogs(): string {
  const logs = courses.slice(1).map((high, index) => {
    const [top, low] = [high, courses[index] ?? 0].map((height) =>
      Math.round(see(0, height, wallDistance)[1]),
    )
    return element('path', { d: `M0 ${top}H${corner}V${low}H0z` })
  })
  return element('g', { fill: 'url(#table-log)' }, logs.join(''))
}

/** The wall on the right runs towards us: its logs point to the vanishing point. */
function drawSideWall(random: Random): string {
  const seams = new Cuts()
  const cuts = new Cuts()
  let low = 0
  for (const high of courses) {
    const [nearX, nearY] = see(cornerX, high, 2.5)
    seams.shape([see(cornerX, high, 3.7), [nearX, nearY - 4], [nearX, nearY + 3]])
    for (let count = 0; count < 2; count++) {
      const height = low + (high - low) * between(random, 0.15, 0.85)
      const near = between(random, 2.7, 3.4)
      const far = Math.min(3.68, near + between(random, 0.25, 0.7))
      cuts.bowed(see(cornerX, height, far), see(cornerX, height, near), {
        width: between(random, 1.2, 2.4),
      })
    }
    low = high
  }
  const post = `M${corner} 0V${floorLine}`
  return (
    seams.inked(ink.night, 0.85) +
    cuts.inked(ink.sage, 0.28) +
    edge(post, ink.night, { width: 5, opacity: 0.9 }) +
    edge(`M${corner - 3} 0V${floorLine}`, ink.bronze, { opacity: 0.4 })
  )
}

function drawFloor(random: Random): string {
  const joints = new Cuts()
  const cuts = new Cuts()
  for (let x = -2.5; x < 2.7; x += between(random, 0.22, 0.29)) {
    const [footX, footY] = see(x, 0, 1.8)
    joints.shape([see(x, 0, wallDistance), [footX - 2, footY], [footX + 2, footY]])
    if (Math.abs(x - table.x) < 0.75) continue
    const near = between(random, 2, 3.2)
    const inside = x + between(random, 0.05, 0.19)
    const far = Math.min(wallDistance, near + between(random, 0.3, 0.9))
    cuts.bowed(see(inside, 0, far), see(inside, 0, near), {
      width: between(random, 1.2, 2.6),
      share: 0.6,
    })
  }
  const ground: Point[] = [
    [0, floorLine],
    [corner, floorLine],
    [1000, 903],
    [1000, 1200],
    [0, 1200],
  ]
  const board = floorLine - 32
  return (
    fill(shortLinePath(ground, true), 'url(#table-floor)') +
    joints.inked(ink.night, 0.85) +
    cuts.inked(ink.bronze, 0.32) +
    fill(`M0 ${board}H${corner}V${floorLine}H0z`, '#14291f') +
    edge(`M0 ${board}H${corner}`, ink.bronze, { opacity: 0.45 }) +
    edge(`M0 ${floorLine}H${corner}`, ink.night, { width: 3 })
  )
}

/** Walls, floor and corner, without the window. */
export function drawRoom(): string {
  const random = seedRandom(58)
  const grain: Grain = { bright: new Cuts(), cool: new Cuts() }
  let low = 0
  for (const high of courses) {
    if (low > 0) drawLog(grain, random, { low, high })
    low = high
  }
  return [
    fill(`M0 0H${corner}V${floorLine}H0z`, 'url(#table-wall)'),
    fill(`M${corner} 0H1000V910L${corner} ${floorLine}z`, '#10211a'),
    drawLogs(),
    drawSeams(random),
    grain.cool.inked(ink.sage, 0.3),
    grain.bright.inked(ink.bronze, 0.5),
    drawFloor(random),
    drawSideWall(random),
  ].join('')
}
