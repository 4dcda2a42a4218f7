import fs from 'node:fs'
import { createRequire } from 'node:module'
import { geoConicConformal, geoPath } from 'd3-geo'
import { merge } from 'topojson-client'
import { element, linePath, type Point, shortLinePath, shortSmoothPath } from '../pen.ts'
import { fill, gradient, ink, line, onPlate } from './inks.ts'
import { CHART } from './places.ts'

// A sea chart of Lofoten that lies on the desk. It is drawn flat on a sheet and then laid down.

const SHEET = { width: 1000, height: 600, margin: 8 }
/** Points of the coast are at least this far apart on the sheet. */
const COAST_STEP = 6.8
const NORWAY = '578'
const SWEDEN = '752'
/** Longitude and latitude. */
const ROUTE: readonly Point[] = [
  [14.5, 67.3],
  [14.66, 67.62],
  [14.7, 67.95],
  [14.57, 68.22],
  [14.2, 68.14],
  [13.6, 67.9],
  [13.1, 67.92],
]
const STOPS = [3, 4, 6]

export const chartDefinitions = gradient('linearGradient', 'paper', {
  place: { ...onPlate, x1: 330, y1: 760, x2: 730, y2: 930 },
  stops: [
    [0, '#f7eedc'],
    [0.55, '#e3d4b4'],
    [1, '#9c8d6b'],
  ],
})

const projection = geoConicConformal()
  .parallels([67, 69])
  .rotate([-14.4, 0])
  .center([0, 67.85])
  .scale(22_000)
  .translate([SHEET.width / 2, SHEET.height / 2])
  .clipExtent([
    [SHEET.margin, SHEET.margin],
    [SHEET.width - SHEET.margin, SHEET.height - SHEET.margin],
  ])

/** The perspective that lays a square of 1 by 1 on four corners. */
function laying([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: typeof CHART) {
  const [rightX, rightY, leftX, leftY] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2]
  const [restX, restY] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3]
  const size = rightX * leftY - leftX * rightY
  const across = (restX * leftY - leftX * restY) / size
  const along = (rightX * restY - restX * rightY) / size
  return (u: number, v: number): Point => {
    const depth = across * u + along * v + 1
    const x = (x1 - x0 + across * x1) * u + (x3 - x0 + along * x3) * v + x0
    const y = (y1 - y0 + across * y1) * u + (y3 - y0 + along * y3) * v + y0
    return [x / depth, y / depth]
  }
}

/** A point of the chart, in shares of its width and height, as it lies on the desk. */
export const onChart = laying(CHART)

function layDown([x, y]: Point): Point {
  return onChart(x / SHEET.width, y / SHEET.height)
}

function readCoast(): Point[][] {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json')
  const atlas = JSON.parse(fs.readFileSync(file, 'utf8'))
  const countries = atlas.objects.countries.geometries.filter(({ id }: { id: string }) =>
    [NORWAY, SWEDEN].includes(id),
  )
  const path = geoPath(projection)(merge(atlas, countries)) ?? ''
  const rings = path.split('M').map((ring) =>
    ring
      .replace('Z', '')
      .split('L')
      .map((point): Point => {
        const [x = 0, y = 0] = point.split(',').map(Number)
        return [x, y]
      }),
  )
  return rings
    .filter((ring) => ring.length > 6)
    .map(thin)
    .filter((ring) => ring.length >= 5)
}

function thin(ring: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of ring) {
    const last = kept.at(-1)
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) > COAST_STEP) kept.push(point)
  }
  return kept
}

function isOnMargin([x, y]: Point): boolean {
  const inside = SHEET.margin + 1
  return x < inside || x > SHEET.width - inside || y < inside || y > SHEET.height - inside
}

/** The parts of a ring that are coast: along the margin there is land, but no line. */
function coastOf(ring: readonly Point[]): Point[][] {
  const parts: Point[][] = [[]]
  for (const point of ring) {
    if (isOnMargin(point)) parts.push([])
    else parts.at(-1)?.push(layDown(point))
  }
  return parts.filter((part) => part.length > 1)
}

function drawLand(): string {
  const rings = readCoast()
  const land = rings.map((ring) => shortLinePath(ring.map(layDown), true)).join('')
  const coast = rings
    .flatMap(coastOf)
    .map((part) => shortLinePath(part))
    .join('')
  return (
    fill(land, '#2c5443', 0.2) +
    element('g', { 'stroke-linejoin': 'round' }, line(coast, ink.forest, { width: 1.1 }))
  )
}

function drawGrid(): string {
  const meridians = [0.2, 0.4, 0.6, 0.8].map((u) => linePath([onChart(u, 0.02), onChart(u, 0.98)]))
  const parallels = [0.25, 0.5, 0.75].map((v) => linePath([onChart(0.02, v), onChart(0.98, v)]))
  const frame = [
    onChart(0.018, 0.03),
    onChart(0.982, 0.03),
    onChart(0.982, 0.97),
    onChart(0.018, 0.97),
  ]
  return (
    line([...meridians, ...parallels].join(''), '#7a572a', { width: 0.8, opacity: 0.35 }) +
    line(linePath(frame, true), '#5f421d', { opacity: 0.7 })
  )
}

function drawRoute(): string {
  const way = ROUTE.map(([longitude, latitude]) =>
    layDown(projection([longitude, latitude]) ?? [0, 0]),
  )
  const stops = STOPS.map((index) => {
    const [cx, cy] = (way[index] as Point).map(Math.round)
    return element('ellipse', { cx, cy, rx: 6, ry: 4 })
  })
  const dots = {
    d: shortSmoothPath(way),
    stroke: ink.burgundy,
    'stroke-width': 2.6,
    'stroke-linecap': 'round',
    'stroke-dasharray': '.1 7',
  }
  return (
    element('path', dots) +
    element('g', { fill: ink.paper, stroke: ink.burgundy, 'stroke-width': 1.5 }, stops.join(''))
  )
}

/** The chart, with its shadow on the desk. */
export function drawChart(): string {
  const [farLeft, farRight, nearRight, nearLeft] = CHART
  const shadow: Point[] = [
    [farLeft[0] - 3, farLeft[1] + 8],
    [farRight[0] + 5, farRight[1] + 9],
    [nearRight[0] + 14, nearRight[1] + 13],
    [nearLeft[0] + 5, nearLeft[1] + 13],
  ]
  return (
    fill(linePath(shadow, true), ink.shadow, 0.6) +
    fill(linePath(CHART, true), 'url(#study-paper)') +
    drawGrid() +
    drawLand() +
    drawRoute()
  )
}
