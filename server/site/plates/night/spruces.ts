import {
  between,
  element,
  type Point,
  type Random,
  round,
  seedRandom,
  shortLinePath,
} from '../pen.ts'

/** A spruce of the north: narrow, its boughs short and hanging, no two sides alike. */
interface Spruce {
  name: string
  height: number
  /** Half of its width, at the longest boughs. */
  spread: number
  /** How far its top stands beside its foot. */
  lean: number
  boughs: number
}

const spruces: readonly Spruce[] = [
  { name: 'tall', height: 240, spread: 29, lean: 3, boughs: 30 },
  { name: 'slim', height: 210, spread: 19, lean: -4, boughs: 27 },
  { name: 'broad', height: 160, spread: 30, lean: 2, boughs: 20 },
  { name: 'young', height: 92, spread: 19, lean: -1, boughs: 12 },
]

interface Bough {
  root: Point
  tip: Point
}

/** Boughs of one side from the top down; below the crown they become shorter and sparse. */
function growSide(random: Random, spruce: Spruce, side: -1 | 1): Bough[] {
  return Array.from({ length: spruce.boughs }, (_, index) => {
    const down = 0.045 + 0.93 * ((index + between(random, 0, 0.6)) / spruce.boughs) ** 1.08
    const crown = Math.min(1, (down / 0.8) ** 0.8) * (down > 0.86 ? 0.72 : 1)
    const reach = spruce.spread * crown * between(random, 0.55, 1.1)
    const root: Point = [spruce.lean * (1 - down), -spruce.height * (1 - down)]
    return { root, tip: [root[0] + side * reach, root[1] + reach * between(random, 0.5, 0.95)] }
  })
}

/** The edge of a side: each bough rises a little from its root, falls to its tip, and twigs hang from it. */
function edgeOf(random: Random, boughs: readonly Bough[]): Point[] {
  return boughs.flatMap(({ root, tip }): Point[] => {
    const at = (along: number, down: number): Point => [
      root[0] + (tip[0] - root[0]) * along,
      root[1] + (tip[1] - root[1]) * down,
    ]
    return [
      at(0.5, 0.3),
      tip,
      at(between(random, 0.7, 0.8), 0.84),
      at(between(random, 0.6, 0.72), between(random, 1.15, 1.5)),
      at(between(random, 0.42, 0.5), 0.78),
      at(between(random, 0.22, 0.4), between(random, 0.85, 1.2)),
    ]
  })
}

/** A short line along the upper side of a bough, where light lies on the needles. */
function lightOf(random: Random, { root, tip }: Bough): string {
  const at = (share: number): Point => [
    root[0] + (tip[0] - root[0]) * share,
    root[1] + (tip[1] - root[1]) * share ** 1.25 + 1,
  ]
  const from = between(random, 0.12, 0.4)
  const to = between(random, 0.55, 0.8)
  return shortLinePath([at(from), at((from + to) / 2), at(to)])
}

function drawSpruce(spruce: Spruce): string {
  const random = seedRandom(spruce.height * 31)
  const left = growSide(random, spruce, -1)
  const right = growSide(random, spruce, 1)
  const outline: Point[] = [
    [spruce.lean, -spruce.height - 7],
    ...edgeOf(random, right),
    [2, 0],
    [-2, 0],
    ...edgeOf(random, left).reverse(),
  ]
  const lit = [...left, ...right].filter(({ tip }) => tip[1] < -14 && random() < 0.42)
  return element(
    'g',
    { id: `taiga-${spruce.name}` },
    element('path', { d: shortLinePath(outline, true) }) +
      element('path', {
        d: lit.map((bough) => lightOf(random, bough)).join(''),
        stroke: 'currentColor',
        fill: 'none',
      }),
  )
}

export const spruceDefinitions = spruces.map(drawSpruce).join('')

/** Place and size; below zero, the tree is turned round. */
export type Standing = readonly [name: string, x: number, ground: number, size: number]

export function plant(trees: readonly Standing[]): string {
  return trees
    .map(([name, x, ground, size]) =>
      element('use', {
        href: `#taiga-${name}`,
        transform: `matrix(${round(size * 100) / 100} 0 0 ${round(Math.abs(size) * 100) / 100} ${round(x)} ${round(ground)})`,
      }),
    )
    .join('')
}
