import { between, type Point, type Random, seedRandom } from '../pen.ts'
import { bordered, Cuts, edge, fill, flowing } from './burin.ts'
import { discOnTable, flame, ink, onTable, see, table } from './stage.ts'

/** How far the cloth hangs over the edge; how far it stands off at the hem, and draws in between folds. */
const hang = { drop: 0.33, flare: 0.035, tuck: 0.03 }

interface Fold {
  /** Angles round the table, of its valley on the right, its ridge and its valley on the left. */
  from: number
  ridge: number
  to: number
  /** How far the ridge stands out at the hem, in metres. */
  depth: number
}

/** Wide folds and narrow ones in turn, as linen falls over a round edge; 90 degrees is nearest. */
const folds: Fold[] = [
  { from: 6, ridge: 17, to: 25, depth: 0.07 },
  { from: 25, ridge: 32, to: 38, depth: 0.05 },
  { from: 38, ridge: 49, to: 59, depth: 0.1 },
  { from: 59, ridge: 65, to: 74, depth: 0.055 },
  { from: 74, ridge: 85, to: 93, depth: 0.085 },
  { from: 93, ridge: 98, to: 103, depth: 0.04 },
  { from: 103, ridge: 114, to: 122, depth: 0.095 },
  { from: 122, ridge: 130, to: 138, depth: 0.06 },
  { from: 138, ridge: 147, to: 156, depth: 0.095 },
  { from: 156, ridge: 163, to: 172, depth: 0.06 },
]

/** The spot on the hanging cloth: share of the way across the fold, and down from the edge. */
function onFall(fold: Fold, across: number, down: number): Point {
  const degrees = fold.from + (fold.to - fold.from) * across
  const side =
    degrees < fold.ridge
      ? (fold.ridge - degrees) / (fold.ridge - fold.from)
      : (degrees - fold.ridge) / (fold.to - fold.ridge)
  const bulge = Math.cos((side * Math.PI) / 2) ** 1.6
  const out = hang.flare * down + (fold.depth * bulge - hang.tuck) * down ** 1.3
  const radius = table.radius + out
  const angle = (degrees * Math.PI) / 180
  const height = table.y - Math.sqrt((hang.drop * down) ** 2 - out ** 2 * 0.8)
  return see(table.x + radius * Math.cos(angle), height, table.z - radius * Math.sin(angle))
}

function ridgeOf(fold: Fold): number {
  return (fold.ridge - fold.from) / (fold.to - fold.from)
}

/** The line round all folds, some way down; from the ridge on the far right to that on the left. */
function roundFolds(down: number): Point[] {
  const points = folds.flatMap((fold) => {
    const ridge = ridgeOf(fold)
    return [0, ridge * 0.55, ridge, (1 + ridge * 1.2) / 2.2].map((across) =>
      onFall(fold, across, down),
    )
  })
  return points.slice(2, -1)
}

/** Two sides, as shares of the way across the fold, and how far down from the edge it starts. */
interface Hollow {
  valley: number
  inner: number
  start: number
}

/** The hollow between a ridge and the next: a wedge from a point below the edge to the hem. */
function cutHollow(cuts: Cuts, fold: Fold, { valley, inner, start }: Hollow): void {
  const middle = (start + 1) / 2
  cuts.wedge(
    onFall(fold, valley, start),
    { bend: onFall(fold, valley, middle), end: onFall(fold, valley, 1) },
    {
      bend: onFall(fold, valley + (inner - valley) * 0.25, middle),
      end: onFall(fold, inner, 0.995),
    },
  )
}

interface Stretch {
  across: number
  from: number
  to: number
  width: number
}

function cutDown(cuts: Cuts, fold: Fold, { across, from, to, width }: Stretch): void {
  const middle = onFall(fold, across, from + (to - from) * 0.6)
  cuts.along([onFall(fold, across, from), middle, onFall(fold, across, to)], width)
}

/** The part of a fold between the dark and the light, as shares of the way across. */
interface HalfTone {
  fold: Fold
  from: number
  to: number
}

/** Beside a hollow the cuts stand in a row, each shorter than the last, until the light takes over. */
function cutHalfTone(cuts: Cuts, random: Random, { fold, from, to }: HalfTone): void {
  const count = Math.max(3, Math.round((Math.abs(to - from) * (fold.to - fold.from)) / 1.8))
  for (let index = 0; index < count; index++) {
    const share = index / count
    cutDown(cuts, fold, {
      across: from + (to - from) * share,
      from: 0.16 + share * 0.3 + between(random, 0, 0.1),
      to: 0.98 - share * 0.22 - between(random, 0, 0.12),
      width: 3 - share * 1.8,
    })
  }
}

/** Light runs over the edge and a little way down the ridge, in cuts that end one after another. */
function cutLight(cuts: Cuts, random: Random, fold: Fold): void {
  const count = fold.depth > 0.06 ? 5 : 3
  for (let index = 0; index < count; index++) {
    const share = (index + between(random, 0.2, 0.6)) / count
    const nearRidge = 1 - Math.abs(share - 0.45) * 1.6
    cutDown(cuts, fold, {
      across: ridgeOf(fold) * 0.5 + share * 0.5,
      from: between(random, 0.005, 0.05),
      to: 0.12 + nearRidge * between(random, 0.35, 0.7),
      width: 1.4 + nearRidge * 2,
    })
  }
}

function drawFolds(random: Random): string {
  const [hollow, half, light, dark] = [new Cuts(), new Cuts(), new Cuts(), new Cuts()]
  for (const fold of folds) {
    const ridge = ridgeOf(fold)
    const start = between(random, 0.02, 0.14)
    if (fold.ridge > 20) {
      cutHollow(half, fold, { valley: 0, inner: ridge * 0.72, start })
      cutHollow(hollow, fold, { valley: 0, inner: ridge * 0.3, start: start + 0.1 })
      cutHalfTone(dark, random, { fold, from: ridge * 0.4, to: ridge * 0.86 })
    }
    if (fold.ridge < 160) {
      const rest = 1 - ridge
      cutHollow(half, fold, { valley: 1, inner: 1 - rest * 0.4, start: start + 0.16 })
      cutHalfTone(dark, random, { fold, from: 1 - rest * 0.2, to: 1 - rest * 0.6 })
    }
    cutLight(light, random, fold)
  }
  const [right, left] = [folds[0], folds.at(-1)]
  if (!(right && left)) return ''
  const side = (fold: Fold) => [0, 0.35, 0.7].map((down) => onFall(fold, ridgeOf(fold), down))
  const shape = [...side(right), ...roundFolds(1), ...side(left).reverse()]
  return [
    bordered(flowing(shape), { colour: 'url(#table-fall)' }, { colour: ink.brass, width: 1.3 }),
    light.inked(ink.linen, 0.4),
    half.inked(ink.deep, 0.4),
    hollow.inked(ink.night, 0.55),
    dark.inked(ink.deep, 0.75),
    edge(flowing(roundFolds(0.92)), ink.umber, { opacity: 0.6 }),
  ].join('')
}

/** Cuts that follow the edge of the table, closer where its cloth turns from the light. */
function drawShadedRim(random: Random): string {
  const cuts = new Cuts()
  for (const share of [0.97, 0.93, 0.88, 0.82]) {
    let degrees = between(random, -30, 0)
    while (degrees < 330) {
      const radius = table.radius * (share + between(random, -0.012, 0.012))
      const turn = between(random, 8, 24)
      const spot = (turned: number): Point => {
        const angle = (turned * Math.PI) / 180
        return [radius * Math.cos(angle), -radius * Math.sin(angle)]
      }
      const at = (turned: number) => onTable(...spot(degrees + turned))
      const [u, v] = spot(degrees)
      const away = Math.hypot(u - flame.u, v - flame.v) / 0.9
      if (random() < away * 1.1 - (1 - share) * 1.6) {
        cuts.along([at(0), at(turn / 2), at(turn)], between(random, 1.1, 2.2))
      }
      degrees += turn + between(random, 3, 16)
    }
  }
  return cuts.inked('#5f5a3c', 0.5)
}

/** The creases that are left where the linen lay folded: a lit side and a shaded one. */
function drawCreases(): string {
  const [shaded, lit] = [new Cuts(), new Cuts()]
  const ways: [Point, Point][] = [
    [
      [-0.57, 0.2],
      [0.61, -0.06],
    ],
    [
      [-0.14, -0.59],
      [0.12, 0.6],
    ],
  ]
  for (const [from, to] of ways) {
    shaded.bowed(onTable(...from), onTable(...to), { width: 2, bow: 0.004, share: 0.6 })
    const lower = ([u, v]: Point) => onTable(u + 0.006, v - 0.008)
    lit.bowed(lower(from), lower(to), { width: 2.4, bow: 0.004, share: 0.4 })
  }
  return shaded.inked(ink.bronze, 0.7) + lit.inked(ink.cream, 0.7)
}

/** Light along the edge, where the cloth bends over it: widest below the candle. */
function drawEdge(): string {
  const lit = new Cuts()
  const at = (degrees: number, share = 1): Point => {
    const angle = (degrees * Math.PI) / 180
    const radius = table.radius * share
    return onTable(radius * Math.cos(angle), -radius * Math.sin(angle))
  }
  const spans = [
    [2, 38, 1.8],
    [34, 78, 2.6],
    [70, 124, 4],
    [119, 150, 2.6],
    [146, 178, 1.8],
  ] as const
  for (const [from, to, width] of spans) {
    const reach = 1 / Math.cos(((to - from) * Math.PI) / 360)
    const [x, y] = at((from + to) / 2, reach)
    lit.lens(at(from), at(to), { above: [x, y - width], below: [x, y + width] })
  }
  return lit.inked(ink.cream, 0.8)
}

/** Two of the four legs show below the hem. */
export function drawUnderTable(): string {
  const [legs, lit, shade] = [new Cuts(), new Cuts(), new Cuts()]
  for (const aside of [-0.36, 0.4]) {
    const [topX] = see(table.x + aside, 0.4, 2.12)
    const [footX, footY] = see(table.x + aside, 0, 2.12)
    legs.shape([
      [topX - 17, 1000],
      [topX + 17, 1000],
      [footX + 9, footY],
      [footX - 9, footY],
    ])
    lit.bowed([topX + 9, 1060], [footX + 5, footY - 4], { width: 3 })
    lit.bowed([topX - 4, 1090], [footX - 1, footY - 20], { width: 1.6 })
    shade.bowed([footX - 60, footY + 3], [footX + 90, footY - 2], { width: 12, share: 0.4 })
  }
  return shade.inked(ink.night) + legs.inked('url(#table-leg)') + lit.inked(ink.bronze, 0.5)
}

export function drawCloth(): string {
  const random = seedRandom(77)
  return [
    drawFolds(random),
    fill(discOnTable([0, 0], table.radius), 'url(#table-cloth)'),
    drawShadedRim(random),
    drawCreases(),
    drawEdge(),
  ].join('')
}
