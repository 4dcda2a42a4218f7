import { type Point, shortLinePath } from '../pen.ts'
import { bordered, Cuts, edge, fill, flowing } from './burin.ts'
import { discOnTable, flame, ink, onTable, scaleAt, shadowOnTable, table } from './stage.ts'

/** A cover: where its plate stands, and the way its guest looks, in radians from "to the right". */
interface Cover {
  u: number
  v: number
  looks: number
  glass: Point
}

const covers: readonly Cover[] = [
  { u: -0.385, v: 0.12, looks: -0.2, glass: [-0.21, -0.08] },
  { u: 0.14, v: -0.37, looks: 1.72, glass: [0.43, -0.14] },
]

const plateRadius = 0.135

function ofBoth(draw: (cover: Cover) => string): string {
  return covers.map(draw).join('')
}

/** A spot of a cover: ahead of its guest, to the guest's left, and above the cloth. */
function atCover(cover: Cover, [ahead, left]: Point, height = 0): Point {
  const [cos, sin] = [Math.cos(cover.looks), Math.sin(cover.looks)]
  return onTable(cover.u + ahead * cos - left * sin, cover.v + ahead * sin + left * cos, height)
}

/** The way from the flame to a spot, as a direction of length 1. */
function fromFlame(u: number, v: number): Point {
  const [awayU, awayV] = [u - flame.u, v - flame.v]
  const length = Math.hypot(awayU, awayV)
  return [awayU / length, awayV / length]
}

/** Cuts round the well of a plate, on the side that is nearer to the flame and so in shade. */
function cutWell(cuts: Cuts, { u, v }: Cover): void {
  const [awayU, awayV] = fromFlame(u, v)
  const centre = Math.atan2(-awayV, -awayU)
  const rings = [
    [0.64, 0.9, 2.4],
    [0.58, 0.6, 1.6],
    [0.8, 0.5, 1.4],
  ] as const
  for (const [share, half, width] of rings) {
    const radius = plateRadius * share
    const at = (turn: number) =>
      onTable(u + radius * Math.cos(centre + turn), v + radius * Math.sin(centre + turn), 0.008)
    cuts.along([at(-half), at(-half / 2), at(0)], width)
    cuts.along([at(0.06), at(half / 2), at(half)], width * 0.8)
  }
}

function drawPlates(): string {
  const cuts = new Cuts()
  for (const cover of covers) cutWell(cuts, cover)
  const plate = (share: number, height: number) =>
    ofBoth(({ u, v }) => discOnTable([u, v], plateRadius * share, height))
  const shadow = ofBoth(({ u, v }) => {
    const [awayU, awayV] = fromFlame(u, v)
    return discOnTable([u + awayU * 0.016, v + awayV * 0.016], plateRadius)
  })
  return (
    fill(shadow, ink.umber, 0.6) +
    bordered(plate(1, 0.012), { colour: '#EFE4CC' }, { colour: '#5f5a3c', width: 1.2 }) +
    edge(plate(0.94, 0.012), ink.brass, { opacity: 0.9 }) +
    fill(plate(0.66, 0.006), '#d3c4a2', 0.75) +
    cuts.inked(ink.umber, 0.6)
  )
}

/** How high the napkin lies, along its length: it bends over the rim of the plate. */
const napkinProfile: Point[] = [
  [0.085, 0.018],
  [0, 0.02],
  [-0.12, 0.025],
  [-0.145, 0.018],
  [-0.175, 0.003],
]

/** Cuts along the napkin: to the guest's left, from and to how far ahead. */
const napkinCuts = [
  [0.024, 0.07, -0.05],
  [0.008, 0.055, -0.1],
  [-0.014, 0.078, 0],
  [-0.022, -0.02, -0.12],
  [0.032, -0.125, -0.165],
  [0.016, -0.12, -0.15],
  [-0.004, -0.125, -0.166],
  [-0.02, -0.12, -0.155],
] as const

/** A napkin folded lengthwise, laid over the plate; its end hangs from the rim to the cloth. */
function drawNapkins(): string {
  const line = (cover: Cover, left: number, lift: number): Point[] =>
    napkinProfile.map(([ahead, height]) => atCover(cover, [ahead, left], height + lift))
  const shape = (left: number, right: number, lift: number) =>
    ofBoth((cover) => {
      const back = flowing(line(cover, right, lift).reverse())
      return `${flowing(line(cover, left, lift))}L${back.slice(1)}z`
    })
  const [cuts, fold] = [new Cuts(), new Cuts()]
  for (const cover of covers) {
    for (const [left, from, to] of napkinCuts) {
      cuts.bowed(atCover(cover, [from, left], 0.024), atCover(cover, [to, left], 0.022), {
        width: 1.8,
        bow: 0.01,
      })
    }
    fold.bowed(atCover(cover, [0.085, 0.012], 0.024), atCover(cover, [-0.17, 0.004], 0.008), {
      width: 2.2,
      bow: 0.015,
    })
  }
  const stripe = ofBoth((cover) =>
    shortLinePath([
      atCover(cover, [-0.152, 0.042], 0.017),
      atCover(cover, [-0.158, -0.042], 0.015),
    ]),
  )
  return (
    bordered(
      shape(0.046, -0.047, -0.003),
      { colour: '#a89872' },
      { colour: '#5f5a3c', width: 1.4 },
    ) +
    bordered(
      shape(0.044, -0.042, 0.004),
      { colour: '#F7EEDC' },
      { colour: '#5f5a3c', width: 0.9 },
    ) +
    cuts.inked(ink.umber, 0.45) +
    fold.inked('#8d7a57') +
    edge(stripe, '#8A2638', { width: 1.8, opacity: 0.9 })
  )
}

/** Half-widths along the thing, from the end of its handle. */
const fork: Point[] = [
  [-0.105, 0.007],
  [-0.06, 0.005],
  [0.012, 0.0035],
  [0.035, 0.011],
  [0.062, 0.012],
]
const knife: Point[] = [
  [-0.105, 0.007],
  [-0.02, 0.006],
  [-0.005, 0.004],
  [0.01, 0.009],
  [0.085, 0.009],
  [0.118, 0.001],
]
const beside = 0.168

function outlineOf(cover: Cover, left: number, profile: readonly Point[]): string {
  const right = [...profile].reverse().map(([ahead, half]): Point => [ahead, -half])
  const points = [...profile, ...right].map(([ahead, aside]) =>
    atCover(cover, [ahead, left + aside], 0.004),
  )
  return shortLinePath(points, true)
}

function drawCutlery(): string {
  const shade = new Cuts()
  for (const cover of covers) {
    for (const left of [beside, -beside]) {
      shade.bowed(atCover(cover, [-0.11, left - 0.008]), atCover(cover, [0.115, left - 0.008]), {
        width: 7,
      })
    }
  }
  const tines = ofBoth((cover) =>
    [-0.0095, -0.003, 0.003, 0.0095]
      .map((aside) => [0.056, 0.108].map((ahead) => atCover(cover, [ahead, beside + aside], 0.005)))
      .map((line) => shortLinePath(line))
      .join(''),
  )
  const shapes = ofBoth(
    (cover) => outlineOf(cover, beside, fork) + outlineOf(cover, -beside, knife),
  )
  return (
    shade.inked(ink.umber, 0.6) +
    edge(tines, '#5f5a3c', { width: 2.6 }) +
    edge(tines, ink.cream, { width: 1.2 }) +
    bordered(shapes, { colour: '#E9DCBF' }, { colour: '#5f5a3c', width: 0.9 })
  )
}

/** The glass, turned on its axis: radius and height, in metres. */
const bowl: Point[] = [
  [0.004, 0.098],
  [0.024, 0.108],
  [0.041, 0.134],
  [0.043, 0.158],
  [0.034, 0.212],
]

function glassShadow({ glass: [u, v] }: Cover, stems: Cuts, bright: Cuts): string {
  const side = fromFlame(u, v)
  const at = (radius: number, height: number): Point =>
    shadowOnTable(u - side[1] * radius, v + side[0] * radius, height * 0.86)
  stems.bowed(onTable(u, v), at(0, 0.112), { width: 5 })
  bright.lens(at(0.016, 0.122), at(0.014, 0.19), { above: at(0.022, 0.15), below: at(0.008, 0.15) })
  bright.lens(at(-0.02, 0.13), at(-0.022, 0.17), {
    above: at(-0.026, 0.15),
    below: at(-0.02, 0.15),
  })
  const right = [...bowl].reverse().map(([radius, height]) => at(-radius, height))
  return flowing([...bowl.map(([radius, height]) => at(radius, height)), ...right], true)
}

/** A glass throws a thin shadow with light in the midst of it; it ends at the edge of the table. */
function drawGlassShadows(): string {
  const [stems, bright] = [new Cuts(), new Cuts()]
  const shade = ofBoth((cover) => glassShadow(cover, stems, bright))
  const shadow =
    bordered(shade, { colour: ink.umber, opacity: 0.22 }, { colour: '#8f8260', width: 1.4 }) +
    stems.inked(ink.umber, 0.55) +
    bright.inked(ink.cream, 0.7)
  return `<g clip-path="url(#table-top)">${shadow}</g>`
}

/** A spot of a glass: metres from its axis to the right, and up from the cloth. */
function atGlass({ glass: [u, v] }: Cover, aside: number, height: number): Point {
  const [x, y] = onTable(u, v, height)
  return [x + aside * scaleAt(table.z + v), y]
}

function bowlSide(cover: Cover, side: -1 | 1): Point[] {
  return bowl.map(([radius, height]) => atGlass(cover, side * radius, height))
}

function cutGlass(stems: Cuts, gleams: Cuts, cover: Cover): void {
  const at = (aside: number, height: number) => atGlass(cover, aside, height)
  const toFlame = Math.sign(flame.u - cover.glass[0])
  const lit = (aside: number, height: number) => at(aside * toFlame, height)
  stems.shape([
    at(-0.004, 0.1),
    at(-0.003, 0.02),
    at(-0.013, 0.003),
    at(0.013, 0.003),
    at(0.003, 0.02),
    at(0.004, 0.1),
  ])
  gleams.lens(lit(0.029, 0.12), lit(0.03, 0.2), {
    above: lit(0.045, 0.155),
    below: lit(0.036, 0.155),
  })
  gleams.lens(lit(-0.035, 0.13), lit(-0.034, 0.19), {
    above: lit(-0.043, 0.155),
    below: lit(-0.039, 0.155),
  })
  gleams.along([lit(0.02, 0.118), lit(0.01, 0.11), lit(-0.008, 0.109)], 2.4)
  gleams.bowed(at(-0.001, 0.095), at(-0.001, 0.015), { width: 2.6 })
}

export function drawGlasses(): string {
  const [stems, gleams] = [new Cuts(), new Cuts()]
  for (const cover of covers) cutGlass(stems, gleams, cover)
  const foot = ofBoth(({ glass }) => discOnTable(glass, 0.037, 0.003))
  const rim = ofBoth(({ glass }) => discOnTable(glass, 0.034, 0.212))
  const body = ofBoth((cover) =>
    flowing([...bowlSide(cover, -1), ...bowlSide(cover, 1).reverse()], true),
  )
  return (
    bordered(foot, { colour: ink.linen, opacity: 0.5 }, { colour: '#5f5a3c' }) +
    bordered(body, { colour: ink.cream, opacity: 0.2 }, { colour: '#6b6544', width: 1.1 }) +
    stems.inked('#77745a') +
    edge(rim, '#F0DDBD', { width: 1.3 }) +
    gleams.inked(ink.cream, 0.95)
  )
}

/** Things that lie: drawn before anything that stands. */
export function drawCovers(): string {
  return drawGlassShadows() + drawCutlery() + drawPlates() + drawNapkins()
}
