import { fill, gradient, line, onPlate } from '../harbour/ink.ts'
import { between, element, type Point, type Random, seedRandom, shortLinePath } from '../pen.ts'
import { auroraDefinitions, type Curtain, drawAurora } from './aurora.ts'
import { drawFell, type Fell } from './slopes.ts'
import { plant, type Standing, spruceDefinitions } from './spruces.ts'
import { drawWater } from './water.ts'

const WIDTH = 1440
const HEIGHT = 720
/** Where the lake meets the far shore. */
const SHORE = 590
const GLOW: Point = [776, SHORE]

const curtain: Curtain = {
  height: 190,
  edge: [
    [-60, 286],
    [90, 318],
    [240, 296],
    [390, 224],
    [560, 158],
    [740, 122],
    [920, 126],
    [1080, 166],
    [1220, 204],
    [1340, 200],
    [1500, 168],
  ],
}

const definitions =
  gradient('linearGradient', { id: 'taiga-sky', x2: 0, y2: SHORE, ...onPlate }, [
    [0, '#07100c'],
    [0.36, '#10241c'],
    [0.66, '#1f3a2d'],
    [0.83, '#425b4a'],
    [0.94, '#867f63'],
    [1, '#b4925f'],
  ]) +
  gradient(
    'radialGradient',
    {
      id: 'taiga-glow',
      cx: GLOW[0],
      cy: GLOW[1],
      r: 470,
      gradientTransform: `matrix(1 0 0 .36 0 ${SHORE * 0.64})`,
      ...onPlate,
    },
    [
      [0, '#f0cd97', 0.9],
      [0.3, '#c79b63', 0.36],
      [1, '#c79b63', 0],
    ],
  ) +
  gradient('linearGradient', { id: 'taiga-lake', x2: 0, y1: SHORE, y2: HEIGHT, ...onPlate }, [
    [0, '#7b785a'],
    [0.1, '#3f5040'],
    [0.4, '#18291f'],
    [1, '#08120e'],
  ]) +
  tone('far', 470, ['#5d7766', '#84917a']) +
  tone('middle', 440, ['#3c5245', '#5c6a58']) +
  tone('near', 500, ['#203329', '#32443a']) +
  spruceDefinitions

function tone(name: string, top: number, [high, low]: readonly [string, string]): string {
  return gradient(
    'linearGradient',
    { id: `taiga-${name}`, x2: 0, y1: top, y2: SHORE, ...onPlate },
    [
      [0, high],
      [1, low],
    ],
  )
}

/** Old mountains, worn round by ice; the light stands behind the lowest of them. */
const fells: readonly Fell[] = [
  {
    foot: SHORE,
    skyline: [
      [392, 592],
      [446, 572],
      [486, 552],
      [520, 546],
      [548, 530],
      [576, 524],
      [604, 534],
      [628, 536],
      [654, 552],
      [700, 566],
      [748, 572],
      [796, 570],
      [838, 560],
      [868, 542],
      [896, 536],
      [922, 516],
      [950, 506],
      [978, 512],
      [1002, 506],
      [1034, 524],
      [1072, 534],
      [1112, 552],
      [1176, 566],
      [1240, 592],
    ],
    summits: [
      [570, 508],
      [960, 488],
    ],
    tone: 'url(#taiga-far)',
    edge: '#d9d2b4',
    ink: '#ece4cc',
    strokes: 84,
    roughness: 1.6,
  },
  {
    foot: SHORE,
    skyline: [
      [-20, 430],
      [38, 416],
      [92, 402],
      [142, 410],
      [196, 438],
      [240, 452],
      [292, 446],
      [336, 462],
      [392, 498],
      [450, 532],
      [520, 560],
      [604, 592],
    ],
    summits: [
      [92, 380],
      [300, 424],
    ],
    tone: 'url(#taiga-middle)',
    edge: '#a9ae97',
    ink: '#dcd7c3',
    strokes: 190,
    roughness: 2.4,
  },
  {
    foot: SHORE,
    skyline: [
      [1010, 592],
      [1066, 568],
      [1116, 538],
      [1158, 516],
      [1196, 486],
      [1236, 452],
      [1268, 436],
      [1306, 430],
      [1346, 446],
      [1384, 462],
      [1420, 456],
      [1470, 440],
    ],
    summits: [
      [1292, 408],
      [1450, 420],
    ],
    tone: 'url(#taiga-middle)',
    edge: '#b9b294',
    ink: '#e4d9bd',
    strokes: 160,
    roughness: 2.4,
  },
]

function drawFells(random: Random): string {
  return fells.map((fell) => drawFell(random, fell)).join('')
}

function drawStars(random: Random): string {
  let stars = ''
  for (let count = 0; count < 46; count++) {
    const [x, y] = [between(random, 0, WIDTH), between(random, 6, 400)]
    // Words stand in the middle of the plate.
    if (x > 330 && x < 1110 && y > 150) continue
    stars += `M${Math.round(x)} ${Math.round(y)}h0`
  }
  return element('path', {
    d: stars,
    stroke: '#f5efe3',
    'stroke-linecap': 'round',
    'stroke-opacity': 0.55,
    'stroke-width': 1.4,
  })
}

/** The far shore: wooded spits from both sides, open in the middle, where the light is. */
const spits: readonly Point[][] = [
  [
    [-4, 560],
    [70, 566],
    [150, 572],
    [236, 574],
    [318, 580],
    [402, 583],
    [470, 588],
    [520, SHORE + 1],
    [-4, SHORE + 1],
  ],
  [
    [1444, 566],
    [1380, 572],
    [1300, 574],
    [1220, 580],
    [1130, 583],
    [1040, 586],
    [960, 587],
    [880, 588],
    [852, SHORE + 1],
    [1444, SHORE + 1],
  ],
]

function growFarShore(random: Random): Standing[] {
  const trees: Standing[] = []
  for (let x = -10; x < WIDTH + 10; x += between(random, 4, 12)) {
    const inland = Math.min(1, Math.max(0, x < GLOW[0] ? (496 - x) / 420 : (x - 862) / 520))
    if (inland === 0) continue
    const stand = 0.6 + 0.4 * Math.sin(x / 41 + Math.sin(x / 19) * 1.4)
    if (stand < 0.42) continue
    const size = (0.12 + stand * 0.14) * (0.5 + inland * 0.6) * between(random, 0.7, 1.15)
    const name = random() < 0.4 ? 'slim' : random() < 0.55 ? 'tall' : 'broad'
    trees.push([name, x, SHORE - inland * 14 + 1, random() < 0.5 ? size : -size])
  }
  return trees
}

const islet: Standing[] = [
  ['tall', 632, 619, 0.3],
  ['slim', 618, 620, -0.24],
  ['broad', 645, 620, 0.26],
  ['young', 606, 620, 0.26],
  ['young', 660, 620, -0.22],
]

const leftStand: Standing[] = [
  ['broad', 18, 640, 1.05],
  ['tall', 62, 648, 1.12],
  ['slim', 112, 652, 0.98],
  ['tall', 148, 656, -0.86],
  ['young', 84, 664, 1],
  ['slim', 196, 656, 0.74],
  ['broad', 232, 656, -0.62],
  ['young', 172, 664, 0.8],
  ['slim', 268, 654, 0.5],
  ['young', 292, 655, -0.52],
  ['young', 324, 654, 0.34],
  ['tall', -14, 660, 1.2],
]
const rightStand: Standing[] = [
  ['tall', 1436, 650, -1.14],
  ['slim', 1392, 648, 1.06],
  ['broad', 1352, 650, 0.98],
  ['tall', 1316, 648, 0.84],
  ['young', 1368, 660, -1],
  ['slim', 1276, 648, -0.66],
  ['young', 1296, 654, 0.74],
  ['broad', 1244, 646, 0.5],
  ['young', 1212, 645, -0.44],
  ['slim', 1190, 644, 0.34],
]

const banks =
  'M580 620q18-4 38-3t36-1 26 4q-20 5-50 5t-50-5zM-4 648c60-4 130 0 190 2s120 0 168 4c-40 8-90 12-150 14s-140 6-208 14zM1444 638c-60 2-110 4-160 4s-90-2-128 2c40 6 84 10 130 12s110 6 158 12z'

function drawTrees(
  trees: readonly Standing[],
  { needles, light, width }: { needles: string; light: string; width: number },
): string {
  return element(
    'g',
    { fill: needles, color: light, 'stroke-width': width, 'stroke-linecap': 'round' },
    plant(trees),
  )
}

const hut = element(
  'g',
  { transform: 'translate(906 587)' },
  '<path fill="#07100c" d="M-13 4v-9l13-8 13 8v9z"/><path stroke="#c9c3a8" stroke-opacity=".55" stroke-width=".9" d="M-16-4 0-14 16-4"/><path fill="#f0c387" d="M-6-3h5v5h-5z"/><circle cx="-3" r="20" fill="url(#taiga-lamp)"/><path stroke="#e0ae6e" stroke-opacity=".6" d="M-9 9h12m-10 5h9m-12 6h14m-10 7h8m-11 8h13"/>',
)

export function drawTaiga(): string {
  const random = seedRandom(87)
  const lamp = gradient('radialGradient', { id: 'taiga-lamp' }, [
    [0, '#f0c387', 0.55],
    [1, '#f0c387', 0],
  ])
  const shore =
    spits.map((spit) => fill(shortLinePath(spit, true), '#14241c')).join('') +
    plant(growFarShore(random))
  const scene = [
    fill(`M0 0h${WIDTH}v${SHORE + 2}H0z`, 'url(#taiga-sky)'),
    drawAurora(random, curtain),
    fill(`M0 300h${WIDTH}v${SHORE - 298}H0z`, 'url(#taiga-glow)'),
    drawStars(random),
    drawFells(random),
    fill(`M0 ${SHORE}h${WIDTH}v${HEIGHT - SHORE}H0z`, 'url(#taiga-lake)'),
    element(
      'g',
      {
        id: 'taiga-shore',
        fill: '#14241c',
        color: '#8aa592',
        'stroke-width': 3,
        'stroke-opacity': 0.4,
      },
      shore,
    ),
    element('use', {
      href: '#taiga-shore',
      transform: `matrix(1 0 0 -.8 0 ${SHORE * 1.8})`,
      opacity: 0.42,
    }),
    drawWater(random, {
      width: WIDTH,
      shore: SHORE,
      foot: HEIGHT,
      glow: { x: GLOW[0], near: 70, far: 180, ink: '#e8c48c' },
    }),
    line(`M0 ${SHORE}h${WIDTH}`, '#e0cfa4', [0.8, 0.4]),
    hut,
    fill(banks, '#08130e'),
    drawTrees(islet, { needles: '#08130e', light: '#9c9a78', width: 1.6 }),
    drawTrees(leftStand, { needles: '#08130e', light: '#7d9a86', width: 0.9 }),
    drawTrees(rightStand, { needles: '#08130e', light: '#8f9d7f', width: 0.9 }),
  ]
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'xMidYMax slice',
      fill: 'none',
    },
    element('defs', {}, definitions + lamp + auroraDefinitions) + scene.join(''),
  )
}
