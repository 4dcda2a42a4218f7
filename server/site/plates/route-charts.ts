import {
  type GeoContext,
  type GeoPermissibleObjects,
  type GeoProjection,
  geoConicConformal,
  geoPath,
} from 'd3-geo'
import { merge, mesh } from 'topojson-client'
import { listAreas, readAtlas, selectCountries } from './atlas.ts'
import { Lettering } from './lettering.ts'
import {
  between,
  element,
  type Point,
  plate,
  type Random,
  round,
  seedRandom,
  shortLinePath,
  shortSmoothPath,
} from './pen.ts'
import {
  type Echo,
  type Hill,
  type Place,
  type RouteChart,
  routeCharts,
} from './route-chart-places.ts'

// The charts of the three journeys. The picture is the sea, the land and the frame; the route and
// all that has text is data, which the page draws over it.

const WIDTH = 400
const HEIGHT = 480
/** How far the land goes on outside the frame, so that its lines do not end at the edge. */
const BLEED = 34
const FRAME = 8
/** Lines off the shore. Each is a wide stroke of the shore with one of the sea upon it. */
const SEA_ECHOES: Echo[] = [
  [26, 0.2],
  [18, 0.3],
  [11, 0.42],
  [5.2, 0.6],
]
const ECHO_LINE = 1.1
/** Points of the coast are at least this far apart. */
const COAST_STEP = 1.35
/** Width times height. */
const SMALLEST_ISLAND = 9
/** Radians by which the hills turn with the mountains' grain. */
const HILL_TURN = 0.75

/** The countries that a chart may show. */
const COUNTRIES = ['208', '246', '276', '578', '616', '643', '752', '826']

function readCountries() {
  const atlas = readAtlas()
  const countries = selectCountries(atlas, COUNTRIES)
  return {
    land: merge(atlas, listAreas(countries)),
    borders: mesh(atlas, countries, (one, other) => one !== other),
  }
}

const { land, borders } = readCountries()

interface ProjectedLine {
  points: Point[]
  closed: boolean
}

/** A shape of the globe as lines of the picture. */
function projectLines(projection: GeoProjection, shape: GeoPermissibleObjects): ProjectedLine[] {
  const lines: ProjectedLine[] = []
  const pen: GeoContext = {
    beginPath: () => {},
    arc: () => {},
    moveTo: (x, y) => {
      lines.push({ points: [[x, y]], closed: false })
    },
    lineTo: (x, y) => {
      lines.at(-1)?.points.push([x, y])
    },
    closePath: () => {
      const line = lines.at(-1)
      if (line) line.closed = true
    },
  }
  geoPath(projection, pen)(shape)
  return lines
}

/** Path data without the points that stand too near, and without rocks that nobody would see. */
function drawLines(lines: ProjectedLine[], leastStep: number): string {
  const path = lines.map(({ points, closed }) => {
    if (closed && (points.length < 4 || measureBox(points) < SMALLEST_ISLAND)) return ''
    const kept: Point[] = []
    for (const point of points) {
      const last = kept.at(-1)
      if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) > leastStep) kept.push(point)
    }
    return kept.length < (closed ? 3 : 2) ? '' : shortLinePath(kept, closed)
  })
  return path.join('')
}

function measureBox(points: Point[]): number {
  const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return (Math.max(...across) - Math.min(...across)) * (Math.max(...down) - Math.min(...down))
}

function project({ centre, parallels, scale }: RouteChart): GeoProjection {
  return geoConicConformal()
    .parallels(parallels)
    .rotate([-centre[0], 0])
    .center([0, centre[1]])
    .scale(scale)
    .translate([WIDTH / 2, HEIGHT / 2])
    .clipExtent([
      [-BLEED, -BLEED],
      [WIDTH + BLEED, HEIGHT + BLEED],
    ])
}

function locate(projection: GeoProjection, place: Place): Point {
  const point = projection(place)
  if (!point) throw new Error(`The chart has no place at ${place.join(', ')}`)
  return point
}

function drawGraticule(chart: RouteChart, projection: GeoProjection): string {
  const { west, east, south, north, stepNorth } = chart.graticule
  const drawArc = (leastStep: number, count: number, at: (share: number) => Place) => {
    const coordinates = Array.from({ length: count + 1 }, (_, index) => at(index / count))
    return drawLines(projectLines(projection, { type: 'LineString', coordinates }), leastStep)
  }
  let path = ''
  for (let longitude = west; longitude <= east; longitude++)
    path += drawArc(20, 8, (share) => [longitude, south + (north - south) * share])
  for (let latitude = south; latitude <= north; latitude += stepNorth)
    path += drawArc(14, 12, (share) => [west + (east - west) * share, latitude])
  return element('path', {
    d: path,
    stroke: chart.inks.graticule,
    'stroke-opacity': 0.32,
    'stroke-width': 0.7,
  })
}

/** Lines that repeat the shore at a distance: a wide stroke, and one a little narrower upon it. */
function drawEchoes(
  shore: string,
  echoes: Echo[],
  { ink, ground }: { ink: string; ground: string },
): string {
  return echoes
    .map(
      ([width, opacity]) =>
        element('use', {
          href: shore,
          stroke: ink,
          'stroke-opacity': opacity,
          'stroke-width': width,
        }) +
        element('use', { href: shore, stroke: ground, 'stroke-width': round(width - ECHO_LINE) }),
    )
    .join('')
}

/** A long lake, pointed at both ends, with shores that do not match. */
function drawLake(random: Random, [from, to]: readonly [Point, Point], halfWidth: number): string {
  const [east, south] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(east, south)
  const drawShore = (side: 1 | -1) =>
    [0.12, 0.3, 0.5, 0.7, 0.88].map((share): Point => {
      const width = side * halfWidth * between(random, 0.1, 1.4) * Math.sin(Math.PI * share)
      return [
        from[0] + east * share - (south / length) * width,
        from[1] + south * share + (east / length) * width,
      ]
    })
  return `${shortSmoothPath([from, ...drawShore(1), to, ...drawShore(-1).reverse(), from])}z`
}

/** Contours of a hill, one in the other, that lean to one side. */
function drawHill(random: Random, middle: Point, { halfWidth, halfHeight }: Hill): string {
  const phases = [random() * 6, random() * 6, random() * 6] as const
  const contours = [1, 0.76, 0.53, 0.3, 0.12].map((size) => {
    const points = Array.from({ length: 15 }, (_, index): Point => {
      const angle = (index / 15) * 6.2832
      const bulge =
        1 +
        0.13 * Math.sin(2 * angle + phases[0] + size * 0.5) +
        0.11 * Math.sin(3 * angle + phases[1] - size * 0.8) +
        0.05 * Math.sin(5 * angle + phases[2] + size)
      const along = halfWidth * (Math.cos(angle) * size * bulge + (1 - size) * 0.14)
      const across = halfHeight * (Math.sin(angle) * 1.35 * size * bulge - (1 - size) * 0.25)
      return [
        middle[0] + along * Math.cos(HILL_TURN) - across * Math.sin(HILL_TURN),
        middle[1] + along * Math.sin(HILL_TURN) + across * Math.cos(HILL_TURN),
      ]
    })
    return shortSmoothPath(points, true)
  })
  return contours.join('')
}

/** What lies within the shore: relief lines, hills, rivers, lakes and borders. */
function drawInland(chart: RouteChart, projection: GeoProjection, shore: string): string {
  const { inks, reliefEchoes, hills, rivers, lakes, hasBorders } = chart
  const random = seedRandom(7)
  const lakePath = lakes
    .map(({ from, to, halfWidth }) =>
      drawLake(random, [locate(projection, from), locate(projection, to)], halfWidth),
    )
    .join('')
  const hillPath = hills
    .map((hill) => drawHill(random, locate(projection, hill.place), hill))
    .join('')
  const riverPath = rivers
    .map((river) => shortSmoothPath(river.map((place) => locate(projection, place))))
    .join('')
  const stroke = (d: string, ink: string, attributes: Record<string, string | number>) =>
    d && element('path', { d, stroke: ink, 'stroke-width': 0.8, ...attributes })
  return [
    drawEchoes(shore, reliefEchoes, { ink: inks.relief, ground: inks.land }),
    stroke(hillPath, inks.relief, { 'stroke-opacity': 0.62, 'stroke-linecap': 'round' }),
    stroke(riverPath, inks.shore, { 'stroke-opacity': 0.75, 'stroke-width': 0.9 }),
    stroke(lakePath, inks.shore, { fill: inks.sea }),
    stroke(hasBorders ? drawLines(projectLines(projection, borders), 2) : '', inks.relief, {
      'stroke-opacity': 0.5,
      'stroke-dasharray': '5 3 1 3',
    }),
  ].join('')
}

function drawCompass([x, y]: Point, ink: string, lettering: Lettering): string {
  const rays =
    'M0-22-2.6-2.6 0 0zM0 22 2.6 2.6 0 0zM0 22-2.6 2.6 0 0zM22 0 2.6-2.6 0 0zM22 0 2.6 2.6 0 0z' +
    'M-22 0-2.6-2.6 0 0zM-22 0-2.6 2.6 0 0z'
  const north = lettering.write([{ text: 'N', x: 0, y: -26 }], 9)
  return element(
    'g',
    { transform: `translate(${x} ${y})`, stroke: ink, 'stroke-width': 0.8 },
    element('circle', { r: 15, 'stroke-opacity': 0.55 }) +
      element('circle', { r: 11.5, 'stroke-opacity': 0.35 }) +
      element('path', { d: 'M0-22 2.6-2.6 0 0z', fill: ink }) +
      element('path', { d: rays, 'stroke-width': 0.6 }) +
      element('g', { fill: ink, stroke: 'none' }, north),
  )
}

/** A double line with every second degree in black. */
function drawFrame(ink: string): string {
  const [tickWidth, tickHeight] = [(WIDTH - 2 * FRAME) / 20, (HEIGHT - 2 * FRAME) / 24]
  let ticks = ''
  for (let index = 1; index < 20; index += 2)
    for (const y of [FRAME, HEIGHT - FRAME])
      ticks += `M${round(FRAME + index * tickWidth)} ${y}h${round(tickWidth)}`
  for (let index = 1; index < 24; index += 2)
    for (const x of [FRAME, WIDTH - FRAME])
      ticks += `M${x} ${round(FRAME + index * tickHeight)}v${round(tickHeight)}`
  return element(
    'g',
    { stroke: ink },
    element('path', {
      d: 'M8 8h384v464H8zM11.5 11.5h377v457h-377z',
      'stroke-opacity': 0.5,
      'stroke-width': 0.7,
    }) + element('path', { d: ticks, 'stroke-opacity': 0.7, 'stroke-width': 1.5 }),
  )
}

export type RouteChartName = keyof typeof routeCharts

/** The sea, the land, the compass and the frame of a journey's chart. */
export function drawRouteChart(name: RouteChartName): string {
  const chart = routeCharts[name]
  const { inks } = chart
  const projection = project(chart)
  const id = `route-${name}`
  const shore = `#${id}-land`
  const lettering = new Lettering('upright', `${id}-`)
  const compass = drawCompass(chart.compass, inks.graticule, lettering)
  const landPath = drawLines(projectLines(projection, land), COAST_STEP)
  const definitions =
    element('path', { id: `${id}-land`, d: landPath }) +
    element('clipPath', { id: `${id}-inland` }, element('use', { href: shore })) +
    lettering.outlines()
  return plate(
    WIDTH,
    HEIGHT,
    [
      element('defs', {}, definitions),
      element('path', { d: `M0 0h${WIDTH}v${HEIGHT}H0z`, fill: inks.sea }),
      drawGraticule(chart, projection),
      element(
        'g',
        { 'stroke-linejoin': 'round' },
        drawEchoes(shore, SEA_ECHOES, { ink: inks.shore, ground: inks.sea }),
      ),
      element('use', { href: shore, fill: inks.land }),
      element(
        'g',
        { 'clip-path': `url(#${id}-inland)`, 'stroke-linejoin': 'round' },
        drawInland(chart, projection, shore),
      ),
      element('use', { href: shore, stroke: inks.shore }),
      compass,
      drawFrame(inks.graticule),
    ].join(''),
  )
}

/** What a page draws over the picture: the route, and all that is text. */
function listOverlay(chart: RouteChart) {
  const projection = project(chart)
  const toPath = (leg: Place[]) => shortSmoothPath(leg.map((place) => locate(projection, place)))
  return {
    viewBox: { width: WIDTH, height: HEIGHT },
    route: chart.legs.map(toPath),
    stops: chart.stops.map(({ place, name, nameOffset, anchor }, index) => {
      const [x, y] = locate(projection, place).map(round) as [number, number]
      const [nameX, nameY] = [round(x + nameOffset[0]), round(y + nameOffset[1])]
      return { x, y, number: index + 1, name, nameX, nameY, anchor }
    }),
    soundings: chart.soundings,
    seas: chart.seas,
  }
}

/** The overlays of all charts, as the file that the page reads. */
export function writeRouteOverlays(): string {
  const overlays = Object.entries(routeCharts).map(([name, chart]) => [name, listOverlay(chart)])
  return `${JSON.stringify(Object.fromEntries(overlays), null, 2)}\n`
}
