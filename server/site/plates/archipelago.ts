import { drawCompass, drawRhumbLines } from './archipelago/compass.ts'
import { HEIGHT, LAND_UNITS, WIDTH } from './archipelago/sheet.ts'
import { type Survey, surveyArchipelago } from './archipelago/survey.ts'
import { Lettering, type Name } from './lettering.ts'
import { element, type Point, plate, shortSmoothPath } from './pen.ts'

interface Inks {
  sea: string
  land: string
  /** Strokes on the slopes that look to the light, and on those that look away. */
  lit: string
  shade: string
  shore: string
  graticule: string
  route: string
  stop: string
  landName: string
}

const day: Inks = {
  sea: '#E9E0CC',
  land: '#1B382C',
  lit: '#A9C2AE',
  shade: '#0B1913',
  shore: '#2C5443',
  graticule: '#9A7443',
  route: '#7A2433',
  stop: '#F8F3E9',
  landName: '#F5EFE3',
}

const night: Inks = {
  sea: '#10261D',
  land: '#22463A',
  lit: '#A9C2AE',
  shade: '#132E25',
  shore: '#8FB09A',
  graticule: '#D9B98A',
  route: '#E6C696',
  stop: '#10261D',
  landName: '#F5EFE3',
}

/** A line off the shore: the width of the stroke that makes it, and its opacity. */
type WaterLine = [width: number, opacity: number]

const ISLAND_LINES: WaterLine[] = [
  [58, 0.24],
  [38, 0.34],
  [22, 0.46],
  [10, 0.65],
]
const ROCK_LINES: WaterLine[] = [
  [18, 0.34],
  [8, 0.55],
]
const WATER_LINE = 2

const STOP_RADIUS = 8

/** The route, from the harbour in the south to the mainland. Each leg ends at a stop. */
const LEGS: Point[][] = [
  [
    [664, 1092],
    [612, 1034],
    [566, 960],
    [528, 880],
    [536, 780],
    [604, 704],
  ],
  [
    [604, 704],
    [556, 716],
    [510, 706],
    [476, 672],
  ],
  [
    [476, 672],
    [498, 570],
    [476, 450],
    [398, 370],
  ],
  [
    [398, 370],
    [476, 306],
    [610, 222],
    [760, 232],
    [890, 224],
  ],
]

const ALONG_GRAIN = -62
const SEA_NAMES: Name[] = [
  { text: 'Vesterleia', x: 586, y: 426, size: 29, rotation: ALONG_GRAIN, spacing: 0.34 },
  { text: 'Kjelva', x: 338, y: 672, size: 24, rotation: 0, spacing: 0.02 },
  { text: 'Kråkeskjær', x: 116, y: 612, size: 24, rotation: 0, spacing: 0.02 },
]
const LAND_NAMES: Name[] = [
  { text: 'Storøya', x: 750, y: 592, size: 34, rotation: ALONG_GRAIN, spacing: 0.14 },
  { text: 'Krossøya', x: 302, y: 424, size: 26, rotation: ALONG_GRAIN, spacing: 0.1 },
]
const DEPTH_SIZE = 15

/** Rocks that the sea just covers. */
const REEFS: Point[] = [
  [226, 628],
  [132, 700],
  [120, 352],
  [938, 446],
  [700, 196],
  [702, 958],
  [622, 1004],
  [330, 1030],
  [262, 1166],
]

/** A cross, as charts have it. */
function drawReef([x, y]: Point): string {
  const [middle, level, arm] = [x * LAND_UNITS, y * LAND_UNITS, 4 * LAND_UNITS]
  return `M${middle - arm} ${level}h${2 * arm}M${middle} ${level - arm}v${2 * arm}`
}

let surveyed: Survey | undefined

/** The archipelago with a route for two, printed for the day or for the night. */
export function drawArchipelago(printing: 'day' | 'night'): string {
  surveyed ??= surveyArchipelago({
    legs: LEGS,
    reefs: REEFS,
    seaNames: SEA_NAMES,
    landNames: LAND_NAMES,
  })
  const id = printing === 'day' ? 'arch' : 'archn'
  const inks = printing === 'day' ? day : night
  const names = new Lettering('italic', `${id}n`)
  const figures = new Lettering('italic', `${id}d`, 40)
  const content = [
    element('path', { d: `M0 0h${WIDTH}v${HEIGHT}H0z`, fill: inks.sea }),
    drawNet(inks),
    element(
      'g',
      { transform: `scale(${1 / LAND_UNITS})`, 'stroke-linejoin': 'round' },
      drawLand(id, inks, surveyed),
    ),
    drawDepths(
      figures,
      inks,
      surveyed.depths.filter(({ x, y }) => isInSight(printing, x, y)),
    ),
    drawNames(names, inks, printing),
    // At night the page's title stands where the compass would be.
    printing === 'day' ? drawCompass(inks.graticule, inks.sea, names) : '',
    drawRoute(inks),
  ].join('')
  const definitions = [
    element('style', {}, HIDE_SMALL),
    element('path', { id: `${id}-islands`, d: surveyed.islands }),
    element('path', { id: `${id}-rocks`, d: surveyed.rocks }),
    names.outlines(),
    figures.outlines(),
  ].join('')
  return plate(WIDTH, HEIGHT, element('defs', {}, definitions) + content)
}

/** Meridians and parallels, and the lines of the compass. */
function drawNet(inks: Inks): string {
  return element(
    'g',
    { stroke: inks.graticule },
    element('path', {
      d: 'M0 200h1000M0 500h1000M0 800h1000M0 1100h1000M150 0v1200M450 0v1200M750 0v1200',
      'stroke-opacity': 0.3,
    }) + drawRhumbLines(WIDTH, HEIGHT),
  )
}

/** Lines that repeat the shore: a wide stroke of ink, and one a little narrower of sea upon it. */
function drawWaterLines(href: string, lines: WaterLine[], inks: Inks): string {
  return lines
    .map(([width, opacity]) => {
      const line = { href, stroke: inks.shore, 'stroke-opacity': opacity }
      return (
        element('use', { ...line, 'stroke-width': width * LAND_UNITS }) +
        element('use', {
          href,
          stroke: inks.sea,
          'stroke-width': (width - WATER_LINE) * LAND_UNITS,
        })
      )
    })
    .join('')
}

function drawLand(id: string, inks: Inks, { lit, shade }: Survey): string {
  const [islands, rocks] = [`#${id}-islands`, `#${id}-rocks`]
  return [
    drawWaterLines(islands, ISLAND_LINES, inks),
    drawWaterLines(rocks, ROCK_LINES, inks),
    element('path', {
      d: REEFS.map(drawReef).join(''),
      stroke: inks.shore,
      'stroke-width': 1.2 * LAND_UNITS,
      'stroke-opacity': 0.8,
    }),
    element(
      'g',
      { fill: inks.land, stroke: inks.shore, 'stroke-width': LAND_UNITS },
      element('use', { href: islands }) + element('use', { href: rocks }),
    ),
    element('path', { d: shade, fill: inks.shade }),
    element('path', { d: lit, fill: inks.lit, 'fill-opacity': 0.8 }),
  ].join('')
}

/** The sheet for the night fills tall and broad frames, each of which shows a part of it. */
function isInSight(printing: 'day' | 'night', x: number, y: number): boolean {
  return printing === 'day' || (x > 205 && x < 795 && y > 290 && y < 910)
}

/** On a phone the figures would be dust. */
const HIDE_SMALL = '@media (max-width: 480px) { .small { display: none } }'

function drawDepths(figures: Lettering, inks: Inks, depths: Survey['depths']): string {
  return element(
    'g',
    { class: 'small', fill: inks.shore, 'fill-opacity': 0.85 },
    figures.write(depths, DEPTH_SIZE),
  )
}

function drawNames(names: Lettering, inks: Inks, printing: 'day' | 'night'): string {
  const seas = SEA_NAMES.filter(({ x, y }) => isInSight(printing, x, y))
    .map((name) => names.writeName(name))
    .join('')
  const lands = LAND_NAMES.map((name) => names.writeName(name)).join('')
  return (
    element('g', { class: 'small', fill: inks.shore }, seas) +
    element('g', { class: 'small', fill: inks.landName }, lands)
  )
}

function drawRoute(inks: Inks): string {
  const [harbour] = LEGS[0] ?? []
  if (!harbour) throw new Error('The route has no beginning')
  const stops = LEGS.map((leg) => {
    const [x, y] = leg.at(-1) ?? harbour
    return element('circle', { cx: x, cy: y, r: STOP_RADIUS })
  })
  return element(
    'g',
    { stroke: inks.route },
    element('path', {
      d: LEGS.map((leg) => shortSmoothPath(leg)).join(''),
      'stroke-width': 2.6,
      'stroke-linecap': 'round',
      'stroke-dasharray': '.1 8',
    }) +
      element('g', { fill: inks.stop, 'stroke-width': 2.2 }, stops.join('')) +
      element('circle', { cx: harbour[0], cy: harbour[1], r: 5, fill: inks.route }),
  )
}
