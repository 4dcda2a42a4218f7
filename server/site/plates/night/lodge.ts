import { downwards, fill, gradient, line, onPlate } from '../harbour/ink.ts'
import { between, element, plate, type Random, seedRandom } from '../pen.ts'
import { lodgeHouse } from './lodge-house.ts'
import { drawFell, type Fell } from './slopes.ts'
import { plant, type Standing, spruceDefinitions } from './spruces.ts'
import { drawWater } from './water.ts'

const WIDTH = 1000
const HEIGHT = 1200
const SHORE = 850

const definitions =
  gradient('linearGradient', { id: 'lodge-sky', y2: SHORE, x2: 0, ...onPlate }, [
    [0, '#07110d'],
    [0.4, '#10241c'],
    [0.68, '#234030'],
    [0.86, '#4f6856'],
    [1, '#7d8a6c'],
  ]) +
  tone('far', 360, ['#4a6454', '#7b8b74']) +
  tone('middle', 480, ['#31493c', '#566957']) +
  tone('near', 560, ['#1a2f25', '#33493c']) +
  gradient('linearGradient', { id: 'lodge-lake', x2: 0, y1: SHORE, y2: HEIGHT, ...onPlate }, [
    [0, '#586a55'],
    [0.12, '#2c4233'],
    [0.42, '#15261d'],
    [1, '#08120e'],
  ]) +
  gradient('linearGradient', { id: 'lodge-lamp', ...downwards }, [
    [0, '#b88a52'],
    [1, '#efc994'],
  ]) +
  gradient('linearGradient', { id: 'lodge-smoke', x2: 0, y1: 480, y2: 724, ...onPlate }, [
    [0, '#e9e0cc', 0],
    [1, '#e9e0cc', 0.5],
  ]) +
  gradient('radialGradient', { id: 'lodge-halo' }, [
    [0, '#e9b978', 0.55],
    [1, '#e9b978', 0],
  ]) +
  spruceDefinitions

function tone(name: string, top: number, [high, low]: readonly [string, string]): string {
  const across = { id: `lodge-${name}`, x2: 0, y1: top, y2: SHORE, ...onPlate }
  return gradient('linearGradient', across, [
    [0, high],
    [1, low],
  ])
}

const fells: readonly Fell[] = [
  {
    foot: SHORE,
    skyline: [
      [520, 640],
      [560, 590],
      [592, 560],
      [622, 502],
      [648, 470],
      [676, 458],
      [704, 464],
      [728, 450],
      [752, 470],
      [786, 514],
      [818, 530],
      [856, 498],
      [888, 486],
      [922, 512],
      [960, 486],
      [1010, 460],
    ],
    summits: [
      [700, 440],
      [888, 470],
      [1000, 440],
    ],
    tone: 'url(#lodge-far)',
    edge: '#cfd0b8',
    ink: '#e6e0cb',
    strokes: 170,
    roughness: 4,
  },
  {
    foot: SHORE,
    skyline: [
      [-20, 566],
      [26, 552],
      [70, 540],
      [108, 520],
      [140, 486],
      [176, 446],
      [206, 402],
      [232, 366],
      [252, 360],
      [270, 384],
      [296, 420],
      [318, 452],
      [338, 446],
      [362, 480],
      [392, 512],
      [430, 540],
      [464, 590],
      [520, 640],
      [600, 700],
      [700, 780],
    ],
    summits: [
      [244, 336],
      [60, 520],
    ],
    tone: 'url(#lodge-middle)',
    edge: '#b9bda4',
    ink: '#e3dcc6',
    strokes: 250,
    roughness: 4,
  },
  {
    foot: SHORE,
    skyline: [
      [-20, 630],
      [30, 618],
      [84, 612],
      [128, 640],
      [190, 664],
      [250, 700],
      [320, 716],
      [400, 742],
      [480, 770],
      [560, 800],
      [640, 848],
    ],
    summits: [[70, 590]],
    tone: 'url(#lodge-near)',
    edge: '#8d9c87',
    ink: '#cfcdb6',
    strokes: 90,
    roughness: 3,
  },
  {
    foot: SHORE,
    skyline: [
      [600, 846],
      [660, 792],
      [714, 744],
      [760, 716],
      [806, 664],
      [848, 610],
      [882, 566],
      [918, 550],
      [950, 570],
      [1010, 618],
    ],
    summits: [[916, 528]],
    tone: 'url(#lodge-near)',
    edge: '#8d9c87',
    ink: '#cfcdb6',
    strokes: 110,
    roughness: 3,
  },
]

function drawStars(random: Random): string {
  let stars = ''
  for (let count = 0; count < 60; count++) {
    const [x, y] = [between(random, 0, WIDTH), between(random, 0, 340)]
    stars += `M${Math.round(x)} ${Math.round(y)}h0`
  }
  return element('path', {
    d: stars,
    stroke: '#f5efe3',
    'stroke-linecap': 'round',
    'stroke-opacity': 0.5,
    'stroke-width': 1.8,
  })
}

/** The wood on the far shore, to the left and to the right of the lodge. */
function growWood(random: Random): Standing[] {
  const trees: Standing[] = []
  for (let x = -8; x < WIDTH + 10; x += between(random, 5, 13)) {
    const beside = Math.min(1, Math.max(0, x < 455 ? (388 - x) / 330 : (x - 668) / 300))
    if (beside === 0) continue
    const stand = 0.62 + 0.38 * Math.sin(x / 37 + Math.sin(x / 17) * 1.5)
    if (stand < 0.36) continue
    const size = (0.16 + stand * 0.2) * (0.45 + beside * 0.75) * between(random, 0.75, 1.15)
    const name = random() < 0.4 ? 'slim' : random() < 0.55 ? 'tall' : 'broad'
    trees.push([name, x, SHORE + 1, random() < 0.5 ? size : -size])
  }
  return trees
}

const nearTrees: Standing[] = [
  ['tall', 18, 862, 0.86],
  ['slim', 62, 860, 0.7],
  ['broad', 100, 858, -0.62],
  ['young', 134, 857, 0.66],
  ['tall', 984, 862, -0.92],
  ['slim', 944, 860, 0.74],
  ['broad', 908, 858, 0.6],
  ['young', 874, 857, -0.6],
]
const banks =
  'M-4 858q80-6 150-2q60 2 96 0q-90 12-246 14zM1004 858q-70-6-130-3-50 1-86-1 90 14 216 16z'

/** The hall in the water: unbroken under the lodge, in pieces further down. */
function drawReflection(random: Random): string {
  let dashes = ''
  for (let y = SHORE + 9; y < 1112; y += between(random, 4, 6) + (y - SHORE) * 0.022) {
    const depth = (y - SHORE) / 262
    const half = 42 * (1 - depth * 0.3) * between(random, 0.5, 1)
    const middle = 455 + between(random, -12, 12) * (0.4 + depth)
    dashes += `M${Math.round(middle - half)} ${Math.round(y)}h${Math.round(half * 2)}`
  }
  return line(dashes, '#e9be84', [1.2, 0.62])
}

/** One light: a lodge by a lake, at night. */
export function drawLodge(): string {
  const random = seedRandom(43)
  const needles = { fill: '#0a1812', color: '#6f8b79', 'stroke-width': 2 }
  const wood = element('g', { ...needles, id: 'lodge-wood' }, plant(growWood(random)))
  const mirrored = `matrix(1 0 0 -.7 0 ${SHORE * 1.7})`
  const scene = [
    fill(`M0 0h${WIDTH}v${SHORE + 2}H0z`, 'url(#lodge-sky)'),
    drawStars(random),
    fells.map((fell) => drawFell(random, fell)).join(''),
    fill(`M0 ${SHORE}h${WIDTH}v${HEIGHT - SHORE}H0z`, 'url(#lodge-lake)'),
    wood,
    element('use', { href: '#lodge-wood', transform: mirrored, opacity: 0.45 }),
    drawWater(random, {
      width: WIDTH,
      shore: SHORE,
      foot: HEIGHT,
      glow: { x: -900, near: 1, far: 1, ink: '#e9be84' },
    }),
    line(`M0 ${SHORE}h${WIDTH}`, '#d9cdb2', [0.9, 0.35]),
    lodgeHouse,
    drawReflection(random),
    fill(banks, '#08130e'),
    element(
      'g',
      { fill: '#08130e', color: '#7d9a86', 'stroke-width': 1, 'stroke-opacity': 0.8 },
      plant(nearTrees),
    ),
  ]
  return plate(WIDTH, HEIGHT, element('defs', {}, definitions) + scene.join(''))
}
