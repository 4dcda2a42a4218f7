import { between, element, type Point, type Random, seedRandom } from '../pen.ts'
import { Cuts } from './burin.ts'

/** A tree, drawn from its foot at 0, 0; each is used more than once, at other sizes and turned. */
interface Spruce {
  name: string
  height: number
  /** Half of its width, at the lowest boughs. */
  spread: number
  lean: number
  tiers: number
}

const spruces: Spruce[] = [
  { name: 'tall', height: 270, spread: 45, lean: -5, tiers: 11 },
  { name: 'broad', height: 214, spread: 50, lean: 4, tiers: 8 },
  { name: 'slim', height: 230, spread: 33, lean: 3, tiers: 8 },
]

interface Bough {
  root: Point
  tip: Point
}

/** Boughs of one side, from the top down; some are broken short, some heavy and long. */
function growSide(random: Random, spruce: Spruce, side: -1 | 1): Bough[] {
  return Array.from({ length: spruce.tiers }, (_, tier) => {
    const down = 0.05 + 0.9 * ((tier + between(random, 0, 0.6)) / spruce.tiers) ** 1.1
    const reach = spruce.spread * (0.06 + down ** 0.95) * between(random, 0.66, 1.12)
    const root: Point = [spruce.lean * (1 - down), -spruce.height * (1 - down)]
    const droop = reach * between(random, 0.5, 0.8)
    return { root, tip: [root[0] + side * reach, root[1] + droop] }
  })
}

/** The needles below the snow: one dark shape, whose boughs point down and outwards. */
function needleEdge(boughs: readonly Bough[]): Point[] {
  return boughs.flatMap(({ root, tip }): Point[] => {
    const [reachX, reachY] = [tip[0] - root[0], tip[1] - root[1]]
    return [
      [tip[0], tip[1] + reachY * 0.2],
      [root[0] + reachX * 0.56, root[1] + reachY * 0.95],
    ]
  })
}

/** Snow on a bough: it arches from the trunk, and hangs heavy at the tip. */
function loadBough(cuts: Cuts, random: Random, { root, tip }: Bough): void {
  const [reachX, reachY] = [tip[0] - root[0], tip[1] - root[1]]
  const thick = Math.abs(reachX) * between(random, 0.26, 0.46) + 1.2
  cuts.lens(
    [root[0] + reachX * between(random, 0, 0.3), root[1] + reachY * 0.15],
    [tip[0] + reachX * 0.06, tip[1] + 2],
    {
      above: [root[0] + reachX * 0.8, root[1] + reachY * 0.05 - thick * 0.2],
      below: [root[0] + reachX * 0.7, root[1] + reachY * 0.6 + thick * 0.35],
    },
  )
}

/** A bough that points at us: its snow hangs like a cushion before the trunk. */
function loadFront(
  cuts: Cuts,
  random: Random,
  { spruce, down }: { spruce: Spruce; down: number },
): void {
  const half = spruce.spread * (0.08 + down * 0.42) * between(random, 0.7, 1.1)
  const x = spruce.lean * (1 - down) + half * between(random, -0.5, 0.6)
  const y = -spruce.height * (1 - down)
  cuts.lens([x - half, y + half * 0.7], [x + half, y + half * 0.8], {
    above: [x, y - half * 0.6],
    below: [x, y + half * 0.45],
  })
}

function drawSpruce(spruce: Spruce): string {
  const random = seedRandom(spruce.height)
  const [needles, lit, dim] = [new Cuts(), new Cuts(), new Cuts()]
  const left = growSide(random, spruce, -1)
  const right = growSide(random, spruce, 1)
  needles.shape([
    [spruce.lean, -spruce.height],
    ...needleEdge(right),
    ...needleEdge(left).reverse(),
  ])
  for (const bough of left) if (random() < 0.93) loadBough(lit, random, bough)
  for (const bough of right) if (random() < 0.9) loadBough(dim, random, bough)
  for (let down = 0.2; down < 0.9; down += between(random, 0.13, 0.19)) {
    loadFront(random() < 0.6 ? lit : dim, random, { spruce, down })
  }
  lit.lens([-spruce.spread, 2], [spruce.spread * 0.9, 4], { above: [-8, -13], below: [0, 7] })
  const shape = needles.inked('#0f2622') + dim.inked('#7d9f97') + lit.inked('#cddbd5')
  return element('g', { id: `table-${spruce.name}` }, shape)
}

/** Place, and size: below zero, the tree is turned round. */
type Standing = readonly [name: string, x: number, ground: number, size: number]

function plant(trees: readonly Standing[]): string {
  return trees
    .map(([name, x, ground, size]) => {
      const transform = `translate(${x} ${ground})scale(${size} ${Math.abs(size)})`
      return element('use', { href: `#table-${name}`, transform })
    })
    .join('')
}

/** The trees that the others are copies of. */
export function spruceShapes(): string {
  return spruces.map(drawSpruce).join('')
}

export function drawMiddleTrees(): string {
  const trees = plant([
    ['slim', 446, 438, 0.34],
    ['tall', 426, 442, 0.42],
    ['broad', 408, 440, 0.4],
    ['tall', 556, 438, -0.3],
    ['broad', 572, 440, -0.42],
    ['slim', 594, 444, 0.6],
    ['tall', 616, 442, 0.44],
    ['broad', 696, 446, 0.56],
  ])
  return element('g', { opacity: 0.75 }, trees)
}

export function drawNearTrees(): string {
  return plant([
    ['slim', 346, 506, 0.9],
    ['tall', 386, 520, 1],
    ['broad', 600, 462, -0.4],
    ['slim', 690, 494, -0.84],
    ['broad', 646, 512, 1],
    ['tall', 724, 552, -1.06],
    ['broad', 322, 552, 0.9],
  ])
}
