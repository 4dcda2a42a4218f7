import { cut } from '../harbour/burin.ts'
import { fill, gradient, line, onPlate } from '../harbour/ink.ts'
import {
  between,
  element,
  type Point,
  plate,
  type Random,
  seedRandom,
  shortLinePath,
  shortSmoothPath,
} from '../pen.ts'
import { auroraDefinitions, drawAurora } from './aurora.ts'
import { drawFell, type Fell } from './slopes.ts'
import { drawWater } from './water.ts'

const WIDTH = 1000
const HEIGHT = 1200
/** Where the cliff's foot meets the river. */
const FOOT = 872
/** The lip of the falls, from its left bank to its right one. */
const LIP = { left: 452, right: 540, y: 452 }

const definitions =
  gradient('linearGradient', { id: 'falls-sky', x2: 0, y2: 520, ...onPlate }, [
    [0, '#07110d'],
    [0.45, '#12281f'],
    [0.8, '#345443'],
    [1, '#6f8469'],
  ]) +
  gradient(
    'radialGradient',
    {
      id: 'falls-glow',
      cx: 800,
      cy: 470,
      r: 360,
      gradientTransform: 'matrix(1 0 0 .5 0 235)',
      ...onPlate,
    },
    [
      [0, '#e8c48c', 0.75],
      [0.35, '#c79b63', 0.3],
      [1, '#c79b63', 0],
    ],
  ) +
  tone('cliff', 420, ['#2f463a', '#14241c']) +
  tone('talus', 700, ['#22382d', '#3b4f40']) +
  tone('plain', 380, ['#4f6856', '#6f8069']) +
  gradient(
    'radialGradient',
    {
      id: 'falls-mist',
      cx: 500,
      cy: FOOT - 14,
      r: 210,
      gradientTransform: `matrix(1 0 0 .5 0 ${(FOOT - 14) / 2})`,
      ...onPlate,
    },
    [
      [0, '#e9efe4', 0.62],
      [0.5, '#c6d4c6', 0.22],
      [1, '#c6d4c6', 0],
    ],
  ) +
  gradient('linearGradient', { id: 'falls-river', x2: 0, y1: FOOT, y2: HEIGHT, ...onPlate }, [
    [0, '#6d8473'],
    [0.25, '#33493d'],
    [1, '#0e1d16'],
  ]) +
  gradient('linearGradient', { id: 'falls-water', x2: 0, y1: LIP.y, y2: FOOT, ...onPlate }, [
    [0, '#a9bfb0'],
    [0.5, '#8aa595'],
    [1, '#b9cabb'],
  ])

function tone(name: string, top: number, [high, low]: readonly [string, string]): string {
  return gradient('linearGradient', { id: `falls-${name}`, x2: 0, y1: top, y2: FOOT, ...onPlate }, [
    [0, high],
    [1, low],
  ])
}

const plain: Fell = {
  foot: 560,
  skyline: [
    [560, 500],
    [640, 452],
    [700, 430],
    [748, 402],
    [790, 388],
    [836, 396],
    [872, 420],
    [930, 434],
    [1010, 430],
  ],
  summits: [[800, 360]],
  tone: 'url(#falls-plain)',
  edge: '#d6cfb0',
  ink: '#e8dfc6',
  strokes: 60,
  roughness: 2.4,
}

/** The brink of the plateau, from left to right; the river leaves it between the two. */
const leftBrink: readonly Point[] = [
  [-6, 352],
  [40, 346],
  [96, 356],
  [140, 350],
  [186, 372],
  [236, 380],
  [282, 376],
  [330, 402],
  [376, 420],
  [420, 432],
  [LIP.left, LIP.y],
]
const rightBrink: readonly Point[] = [
  [LIP.right, LIP.y],
  [576, 438],
  [622, 442],
  [668, 456],
  [720, 452],
  [770, 470],
  [826, 474],
  [880, 492],
  [936, 496],
  [1006, 512],
]

function edgeOfCliff(random: Random, points: readonly Point[]): Point[] {
  return points.flatMap((from, index): Point[] => {
    const to = points[index + 1]
    if (!to) return [from]
    const middle: Point = [
      (from[0] + to[0]) / 2 + between(random, -6, 6),
      (from[1] + to[1]) / 2 + between(random, -5, 5),
    ]
    return [from, middle]
  })
}

interface Columns {
  dark: string
  lit: string
}

/** A column from its head to the talus, in pieces, for it is cracked across. */
function drawColumn(random: Random, columns: Columns, [x, head]: Point): void {
  let y = head
  while (y < FOOT - 40) {
    const end = Math.min(y + between(random, 30, 130), FOOT - 10)
    const foot: Point = [x + between(random, -3, 3), end]
    const drawn = cut({ from: [x, y], to: foot, weight: between(random, 0.8, 2) })
    if (random() < 0.55) columns.dark += drawn
    else if (random() < 0.75 - (y - head) / 620) columns.lit += drawn
    y = end + between(random, 5, 40)
  }
}

/** Basalt: columns side by side, some with a lit edge. */
function drawColumns(random: Random, brink: readonly Point[]): Columns {
  const columns: Columns = { dark: '', lit: '' }
  for (let index = 0; index < brink.length - 1; index++) {
    const [from, to] = [brink[index] ?? [0, 0], brink[index + 1] ?? [0, 0]]
    for (let x = from[0]; x < to[0]; x += between(random, 5, 13)) {
      const share = (x - from[0]) / (to[0] - from[0])
      const head = from[1] + (to[1] - from[1]) * share + between(random, 3, 16)
      drawColumn(random, columns, [x, head])
    }
  }
  return columns
}

function drawCliff(
  random: Random,
  brink: readonly Point[],
  inks: { edge: string; lit: string },
): string {
  const edge = edgeOfCliff(random, brink)
  const ground: Point[] = [
    [brink.at(-1)?.[0] ?? 0, FOOT + 2],
    [brink[0]?.[0] ?? 0, FOOT + 2],
  ]
  const { dark, lit } = drawColumns(random, edge)
  return (
    fill(shortLinePath([...edge, ...ground], true), 'url(#falls-cliff)') +
    fill(dark, '#08130e', 0.62) +
    fill(lit, inks.lit, 0.4) +
    line(shortLinePath(edge), inks.edge, [1, 0.7])
  )
}

/** The falling water: long cuts straight down, closer to white in the middle. */
function drawFalls(random: Random): string {
  const body = `M${LIP.left - 2} ${LIP.y - 2}q44-7 ${LIP.right - LIP.left + 4} 0q12 200 20 ${FOOT - LIP.y}h${-(LIP.right - LIP.left + 42)}q14-220 18${-(FOOT - LIP.y)}z`
  let [white, shade] = ['', '']
  for (let count = 0; count < 150; count++) {
    const share = random()
    const spread = (depth: number) =>
      LIP.left - 18 * depth + share * (LIP.right - LIP.left + 38 * depth)
    const start = random() ** 1.4 * 0.8
    const end = Math.min(1, start + between(random, 0.12, 0.5))
    const at = (depth: number): Point => [spread(depth), LIP.y + 4 + (FOOT - LIP.y - 8) * depth]
    const drawn = cut({ from: at(start), to: at(end), weight: between(random, 0.9, 2.6) })
    if (random() < 0.72) white += drawn
    else shade += drawn
  }
  return (
    fill(body, '#1d3529') +
    element('path', { d: body, fill: 'url(#falls-water)', opacity: 0.6 }) +
    fill(shade, '#1d3529', 0.55) +
    fill(white, '#fbf8f1', 0.8)
  )
}

const talus: readonly Fell[] = [
  {
    foot: 930,
    skyline: [
      [-10, 690],
      [50, 702],
      [110, 726],
      [176, 744],
      [232, 780],
      [300, 806],
      [352, 838],
      [404, 866],
      [470, 926],
    ],
    summits: [[-20, 640]],
    tone: 'url(#falls-talus)',
    edge: '#7f947f',
    ink: '#b9c4ad',
    strokes: 110,
    roughness: 4,
  },
  {
    foot: 930,
    skyline: [
      [524, 928],
      [590, 872],
      [650, 846],
      [716, 812],
      [780, 790],
      [842, 752],
      [900, 744],
      [960, 716],
      [1010, 706],
    ],
    summits: [[1020, 650]],
    tone: 'url(#falls-talus)',
    edge: '#a39f7d',
    ink: '#d3c9a6',
    strokes: 120,
    roughness: 4,
  },
]

/** Black sand on both sides of the river: the edge of each bank, from the falls to us. */
const leftBank: readonly Point[] = [
  [-20, 922],
  [90, 914],
  [200, 920],
  [300, 914],
  [376, 918],
  [424, 930],
  [436, 944],
  [404, 962],
  [352, 978],
  [330, 1000],
  [292, 1016],
  [226, 1036],
  [196, 1066],
  [120, 1096],
  [64, 1140],
  [-20, 1170],
]
const rightBank: readonly Point[] = [
  [1020, 912],
  [900, 920],
  [800, 912],
  [700, 918],
  [622, 914],
  [574, 926],
  [560, 940],
  [588, 956],
  [644, 970],
  [662, 996],
  [716, 1018],
  [790, 1032],
  [826, 1064],
  [900, 1090],
  [960, 1130],
  [1020, 1150],
]

function drawSand(random: Random): string {
  let lines = ''
  for (let count = 0; count < 110; count++) {
    const left = random() < 0.5
    const y = between(random, 926, 1130)
    const bank = left ? 420 - (y - 926) * 1.7 : 580 + (y - 926) * 1.7
    const x = left ? between(random, -20, bank - 50) : between(random, bank + 20, 1000)
    const length = between(random, 20, 90)
    if (left ? x + length > bank - 10 : x < bank + 10) continue
    lines += cut({
      from: [x, y],
      to: [x + length, y + between(random, -3, 5)],
      weight: between(random, 0.8, 1.6),
      bow: between(random, -0.02, 0.02),
    })
  }
  const edges = shortSmoothPath(leftBank) + shortSmoothPath(rightBank)
  return (
    fill(`${shortSmoothPath(leftBank)}z${shortSmoothPath(rightBank)}z`, '#0a1712') +
    line(edges, '#a9c2ae', [0.8, 0.3]) +
    fill(lines, '#a9c2ae', 0.24)
  )
}

function drawRiver(random: Random): string {
  const bed = `M0 ${FOOT - 4}h1000v${HEIGHT - FOOT + 4}H0z`
  return (
    fill(bed, 'url(#falls-river)') +
    drawWater(random, {
      width: WIDTH,
      shore: FOOT + 22,
      foot: HEIGHT,
      glow: { x: 500, near: 60, far: 150, ink: '#e9efe4' },
    })
  )
}

/** Iceland: a river that leaves the plateau, and the northern lights over it. */
export function drawFallsPlate(): string {
  const random = seedRandom(29)
  const curtain = {
    height: 170,
    edge: [
      [-60, 190],
      [80, 214],
      [210, 200],
      [340, 150],
      [480, 118],
      [640, 138],
      [780, 178],
      [900, 172],
      [1060, 120],
    ] as Point[],
  }
  const scene = [
    fill(`M0 0h${WIDTH}v600H0z`, 'url(#falls-sky)'),
    drawAurora(random, curtain),
    fill(`M0 200h${WIDTH}v400H0z`, 'url(#falls-glow)'),
    drawFell(random, plain),
    drawCliff(random, leftBrink, { edge: '#9fb39f', lit: '#a9c2ae' }),
    drawCliff(random, rightBrink, { edge: '#e0cfa4', lit: '#d9b98a' }),
    drawRiver(random),
    drawFalls(random),
    talus.map((fell) => drawFell(random, fell)).join(''),
    drawSand(random),
    element('path', { d: `M200 700h600v300H200z`, fill: 'url(#falls-mist)' }),
  ]
  return plate(WIDTH, HEIGHT, element('defs', {}, definitions + auroraDefinitions) + scene.join(''))
}
