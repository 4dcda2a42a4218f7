import { cut } from '../harbour/burin.ts'
import { fill, gradient, line, onPlate } from '../harbour/ink.ts'
import {
  between,
  element,
  type Point,
  plate,
  type Random,
  seedRandom,
  shortSmoothPath,
} from '../pen.ts'
import { drawWater } from './water.ts'

const WIDTH = 1000
const HEIGHT = 1200
const HORIZON = 690
const GLOW: Point = [330, HORIZON]

const definitions =
  gradient('linearGradient', { id: 'dunes-sky', x2: 0, y2: HORIZON, ...onPlate }, [
    [0, '#07110d'],
    [0.36, '#10241c'],
    [0.64, '#23402f'],
    [0.83, '#566a52'],
    [0.94, '#98906d'],
    [1, '#c9a46c'],
  ]) +
  gradient(
    'radialGradient',
    {
      id: 'dunes-glow',
      cx: GLOW[0],
      cy: GLOW[1],
      r: 420,
      gradientTransform: `matrix(1 0 0 .42 0 ${HORIZON * 0.58})`,
      ...onPlate,
    },
    [
      [0, '#f4d9a6', 0.95],
      [0.28, '#d3a86c', 0.42],
      [1, '#c79b63', 0],
    ],
  ) +
  gradient('linearGradient', { id: 'dunes-sea', x2: 0, y1: HORIZON, y2: 900, ...onPlate }, [
    [0, '#8f8a63'],
    [0.14, '#4f6350'],
    [0.5, '#263f33'],
    [1, '#1a2f26'],
  ]) +
  tone('far', 700, ['#57664c', '#3a4c3b']) +
  tone('middle', 760, ['#4c5b44', '#263a2e']) +
  tone('near', 880, ['#263a2d', '#0b1812']) +
  gradient('radialGradient', { id: 'dunes-lamp', cx: 752, cy: 386, r: 150, ...onPlate }, [
    [0, '#f0c387', 0.6],
    [0.3, '#e8bd80', 0.2],
    [1, '#f0c387', 0],
  ]) +
  gradient('linearGradient', { id: 'dunes-tower', x2: 1, y2: 0 }, [
    [0, '#d8cfae'],
    [0.3, '#a9ab8e'],
    [1, '#33493c'],
  ])

function tone(name: string, top: number, [high, low]: readonly [string, string]): string {
  return gradient(
    'linearGradient',
    { id: `dunes-${name}`, x2: 0, y1: top, y2: top + 320, ...onPlate },
    [
      [0, high],
      [1, low],
    ],
  )
}

/** A ridge of sand from left to right, its fill, and how much grass stands on it. */
interface Dune {
  ridge: readonly Point[]
  tone: string
  edge: string
  ink: string
  furrows: number
  grass: number
  tall: number
}

const dunes: readonly Dune[] = [
  {
    ridge: [
      [380, 890],
      [420, 852],
      [476, 806],
      [540, 768],
      [610, 742],
      [680, 722],
      [752, 716],
      [830, 728],
      [900, 716],
      [1010, 700],
    ],
    tone: 'far',
    edge: '#e0cfa4',
    ink: '#e3d3a9',
    furrows: 46,
    grass: 60,
    tall: 22,
  },
  {
    ridge: [
      [-10, 846],
      [70, 830],
      [150, 838],
      [240, 868],
      [340, 880],
      [450, 862],
      [560, 826],
      [660, 808],
      [760, 820],
      [860, 848],
      [1010, 838],
    ],
    tone: 'middle',
    edge: '#cdbf93',
    ink: '#d6c79c',
    furrows: 90,
    grass: 130,
    tall: 40,
  },
  {
    ridge: [
      [-10, 960],
      [90, 944],
      [190, 962],
      [300, 1010],
      [420, 1044],
      [540, 1040],
      [660, 1000],
      [780, 964],
      [890, 956],
      [1010, 990],
    ],
    tone: 'near',
    edge: '#8d9a79',
    ink: '#a9b091',
    furrows: 90,
    grass: 210,
    tall: 78,
  },
]

function heightAt(ridge: readonly Point[], x: number): number {
  const after = ridge.findIndex(([pointX]) => pointX >= x)
  const [from, to] = [ridge[after - 1], ridge[after]]
  if (!(from && to)) return HEIGHT
  const share = (x - from[0]) / (to[0] - from[0])
  return from[1] + (to[1] - from[1]) * share ** 2 * (3 - 2 * share)
}

/** Wind draws lines in the sand: along the ridge, and falling away from it. */
function drawFurrows(random: Random, { ridge, furrows }: Dune): string {
  let path = ''
  const [left, right] = [ridge[0]?.[0] ?? 0, ridge.at(-1)?.[0] ?? 0]
  for (let count = 0; count < furrows; count++) {
    const x = between(random, left, right - 60)
    const length = between(random, 30, 120)
    const down = between(random, 8, 120) ** 1.02
    const at = (along: number): Point => [
      x + along,
      heightAt(ridge, x + along) + down + along * 0.08,
    ]
    const [from, to] = [at(0), at(length)]
    if (to[1] > HEIGHT) continue
    path += cut({ from, to, weight: between(random, 0.8, 1.7), bow: between(random, -0.03, 0.05) })
  }
  return path
}

/** Marram grass, bent by the wind from the sea, in tufts. */
function drawGrass(random: Random, { ridge, grass, tall }: Dune): string {
  let path = ''
  const [left, right] = [ridge[0]?.[0] ?? 0, ridge.at(-1)?.[0] ?? 0]
  for (let blades = 0; blades < grass; ) {
    const x = between(random, left, right)
    const down = random() < 0.6 ? between(random, -1, 6) : between(random, 10, tall * 1.6)
    const tuft = Math.round(between(random, 4, 10))
    for (let blade = 0; blade < tuft; blade++) {
      const foot: Point = [
        x + between(random, -tall * 0.16, tall * 0.16),
        heightAt(ridge, x) + down,
      ]
      const height = tall * between(random, 0.4, 1)
      const lean = height * between(random, -0.15, 0.75)
      path += cut({
        from: foot,
        to: [foot[0] + lean, foot[1] - height],
        weight: Math.max(0.9, tall / 42),
        bow: between(random, 0.02, 0.12) * (lean > 0 ? 1 : -1),
        swell: 0.3,
      })
    }
    blades += tuft
  }
  return path
}

function drawDune(random: Random, dune: Dune): string {
  const ridge = shortSmoothPath(dune.ridge)
  const [first, last] = [dune.ridge[0]?.[0] ?? 0, dune.ridge.at(-1)?.[0] ?? 0]
  return (
    fill(`${ridge}L${last} ${HEIGHT}H${first}z`, `url(#dunes-${dune.tone})`) +
    line(ridge, dune.edge, [0.9, 0.5]) +
    fill(drawFurrows(random, dune), dune.ink, 0.3) +
    fill(drawGrass(random, dune), dune.tone === 'near' ? '#07110c' : '#16281f', 0.9) +
    fill(drawGrass(random, { ...dune, grass: dune.grass * 0.4 }), dune.ink, 0.5)
  )
}

/** The light: a round tower on the last dune, its lamp just lit. */
const tower = [
  '<path fill="url(#dunes-tower)" d="M728 724l9-316h30l9 316z"/>',
  '<path fill="#0d1d16" d="M731 408h42v-8h-42zM736 400h32v-5h-32z"/>',
  '<path fill="#f0c387" d="M741 372h22v23h-22z"/>',
  '<path stroke="#0d1d16" stroke-width="2" d="M741 372v23m7-23v23m8-23v23m7-23v23"/>',
  '<path fill="#0d1d16" d="M737 372l15-18 15 18zM751 344h2v12h-2z"/>',
  '<path stroke="#0d1d16" stroke-opacity=".8" d="M731 400v-12m7 12v-12m28 12v-12m7 12v-12M731 389h42"/>',
  '<path stroke="#0d1d16" stroke-opacity=".42" d="M751 420v300m6-296v296m5-290v292m5-280v284m4-200v206"/>',
  '<path fill="#14251c" d="M745 462h5v14h-5zm-1 92h6v16h-6zm-1 94h7v18h-7z"/>',
  '<path fill="#1d3428" d="M776 724v-34l22-14 26 14v34z"/>',
  '<path fill="#0c1b14" d="M772 692l26-18 30 18-2 4-28-16-24 16z"/>',
  '<path stroke="#e0cfa4" stroke-opacity=".7" d="M728 724l9-316M772 692l26-18"/>',
].join('')

function drawClouds(random: Random): string {
  let [cool, warm] = ['', '']
  for (let count = 0; count < 54; count++) {
    const height = random()
    const y = HORIZON - 26 - height ** 1.3 * 420
    const x = between(random, -100, WIDTH)
    const drawn = cut({
      from: [x, y],
      to: [x + between(random, 70, 300), y - between(random, 0, 4)],
      weight: between(random, 0.8, 1.8),
    })
    if (height < 0.4 && Math.abs(x - GLOW[0]) < 380) warm += drawn
    else cool += drawn
  }
  return fill(cool, '#a9c2ae', 0.24) + fill(warm, '#f0ddbd', 0.5)
}

/** Surf where the sea meets the beach. */
function drawSurf(random: Random): string {
  let path = ''
  for (let row = 0; row < 5; row++) {
    for (let x = between(random, -60, 20); x < 560 - row * 40; ) {
      const length = between(random, 50, 150)
      const y = 792 + row * 11 + between(random, -2, 2) - x * 0.03
      path += cut({
        from: [x, y],
        to: [x + length, y - length * 0.03],
        weight: between(random, 1, 2.2),
        bow: 0.015,
      })
      x += length + between(random, 10, 60)
    }
  }
  return fill(path, '#f5efe3', 0.5)
}

/** Denmark: dunes by the sea at dusk, and a light. */
export function drawDunes(): string {
  const random = seedRandom(61)
  const beach = 'M-4 812q180-14 330-10t260-28v120H-4z'
  const scene = [
    fill(`M0 0h${WIDTH}v${HORIZON + 2}H0z`, 'url(#dunes-sky)'),
    fill(`M0 240h${WIDTH}v${HORIZON - 238}H0z`, 'url(#dunes-glow)'),
    drawClouds(random),
    fill(`M0 ${HORIZON}h${WIDTH}v220H0z`, 'url(#dunes-sea)'),
    drawWater(random, {
      width: WIDTH,
      shore: HORIZON,
      foot: 810,
      glow: { x: GLOW[0], near: 60, far: 150, ink: '#f0cf98' },
    }),
    line(`M0 ${HORIZON}h${WIDTH}`, '#efdcb0', [0.8, 0.5]),
    fill(beach, '#3f4f3e'),
    drawSurf(random),
    element('circle', { cx: 752, cy: 386, r: 150, fill: 'url(#dunes-lamp)' }),
    tower,
    dunes.map((dune) => drawDune(random, dune)).join(''),
  ]
  return plate(WIDTH, HEIGHT, element('defs', {}, definitions) + scene.join(''))
}
