import { merge, mesh } from 'topojson-client'
import { presimplify, simplify } from 'topojson-simplify'
import { type CountryAtlas, listAreas, readAtlas, selectCountries } from './atlas.ts'

// The shores of the Nordic countries, from which the plate of a journey is drawn where it is shown:
// `client/ui/plates/nordic.json`.

/** Degrees east, degrees north. */
type Position = [longitude: number, latitude: number]
type Triangle = [Position, Position, Position]
type Ring = Position[]

/** Finland, Sweden, Norway with Svalbard, Denmark, Faroe Islands, Åland, Iceland, Greenland. */
const NORDIC = ['246', '752', '578', '208', '234', '248', '352', '304']
/** From Ireland to Russia, and south to the Alps and the Black Sea. */
const NEIGHBOURS = [
  ...['372', '826', '250', '056', '528', '442', '276', '756', '040', '203', '703', '348', '616'],
  ...['233', '428', '440', '643', '112', '804', '498', '642', '398', '380', '705', '191', '438'],
]

/** Degrees of latitude in one unit of the file; of longitude there are two of them in a unit. */
const UNIT = 0.005

interface Region {
  west: number
  south: number
  east: number
  north: number
  /** km²: what a bend of the shore encloses at least. */
  bend: number
}

/** The first that holds a point counts. Most journeys go along the coast of Norway. */
const regions: Region[] = [
  { west: 12.2, south: 67.6, east: 16.2, north: 69.4, bend: 2.4 },
  { west: -8, south: 61, east: -6, north: 63, bend: 1.5 },
  { west: 4, south: 57.5, east: 9.2, north: 62.6, bend: 3.6 },
  { west: 5, south: 62, east: 14, north: 67.7, bend: 5 },
  { west: 12, south: 67, east: 32, north: 71.5, bend: 7 },
  { west: -25, south: 63, east: -13, north: 67, bend: 8 },
  { west: 9.2, south: 58.7, east: 11.7, north: 60.2, bend: 5 },
  { west: 17.3, south: 58.6, east: 23, north: 60.6, bend: 7 },
  { west: 7.9, south: 54.55, east: 19.5, north: 60.6, bend: 15 },
  { west: 22, south: 59.6, east: 25.5, north: 60.6, bend: 15 },
  { west: 10, south: 59.6, east: 32, north: 70, bend: 36 },
  { west: -10, south: 70, east: -7, north: 72, bend: 30 },
  { west: 8, south: 74, east: 36, north: 82, bend: 50 },
  { west: -75, south: 59, east: -10, north: 84, bend: 340 },
]
const ELSEWHERE = 1100
/** km²: what a bend of a border encloses at least. */
const BORDER_BEND = 80
/** How much larger than a bend an island is at least. */
const ISLAND = 1.6

/** What a plate may show of the neighbours. */
const VIEW: Omit<Region, 'bend'> = { west: -11, south: 45.5, east: 56, north: 72 }

const KM_PER_DEGREE = 111.2

/** km² enclosed by a ring, which need not return to its first point. */
function measureArea(ring: readonly Position[]): number {
  const [[west, south]] = ring as [Position]
  let twice = 0
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as Position
    twice += (x - west) * (nextY - south) - (nextX - west) * (y - south)
  }
  return (Math.abs(twice) / 2) * KM_PER_DEGREE ** 2 * Math.cos((south * Math.PI) / 180)
}

function getBend([x, y]: Position): number {
  const region = regions.find(
    ({ west, south, east, north }) => x >= west && x <= east && y >= south && y <= north,
  )
  return region?.bend ?? ELSEWHERE
}

function weigh(triangle: Triangle): number {
  return measureArea(triangle) / getBend(triangle[1])
}

function listRings(atlas: CountryAtlas, numbers: string[]): Ring[] {
  const { coordinates } = merge(atlas, listAreas(selectCountries(atlas, numbers)))
  // The first ring of an area is its shore. The others are lakes that a border goes through.
  return coordinates.map(([shore]) => shore as Ring)
}

function isIsland(ring: Ring): boolean {
  const [first] = ring as [Position]
  return ring.length > 3 && measureArea(ring) > ISLAND * getBend(first)
}

/** The part of a ring on one side of a meridian (`axis` 0) or parallel (1). */
function cut(ring: Ring, axis: 0 | 1, { at, keeps }: { at: number; keeps: 1 | -1 }): Ring {
  const isInside = (point: Position) => (point[axis] - at) * keeps >= 0
  return ring.flatMap((to, index): Ring => {
    const from = ring.at(index - 1) ?? to
    if (isInside(from) === isInside(to)) return isInside(to) ? [to] : []
    const share = (at - from[axis]) / (to[axis] - from[axis])
    const edge: Position = [
      from[0] + share * (to[0] - from[0]),
      from[1] + share * (to[1] - from[1]),
    ]
    return isInside(to) ? [edge, to] : [edge]
  })
}

function cutToView(ring: Ring): Ring {
  const { west, south, east, north } = VIEW
  const middle = cut(cut(ring, 0, { at: west, keeps: 1 }), 0, { at: east, keeps: -1 })
  return cut(cut(middle, 1, { at: south, keeps: 1 }), 1, { at: north, keeps: -1 })
}

/**
 * Lines as steps from point to point in units, `east north east north …`; each line ends with `z`,
 * and the next begins at a step from there.
 */
function encode(lines: Ring[]): string {
  let [lastX, lastY] = [0, 0]
  let text = ''
  for (const line of lines) {
    line.forEach(([longitude, latitude], index) => {
      const [x, y] = [Math.round(longitude / UNIT / 2), Math.round(latitude / UNIT)]
      const [east, north] = [x - lastX, y - lastY]
      if (index > 0 && east === 0 && north === 0) return
      text += [east, north].map((step) => (step < 0 ? step : ` ${step}`)).join('')
      lastX = x
      lastY = y
    })
    text += 'z'
  }
  return text
}

const withoutLast = (ring: Ring) => ring.slice(0, -1)

/** Russia goes on beyond 180° east. */
const unwrap = (ring: Ring) => ring.map(([x, y]): Position => [x < -150 ? x + 360 : x, y])

/** The file that the page reads. */
export function writeNordicShores(): string {
  const atlas = readAtlas()
  const coast = simplify(presimplify(atlas, weigh), 1)
  const coarse = simplify(presimplify(atlas, measureArea), BORDER_BEND)
  const nordic = selectCountries(coarse, NORDIC)
  const borders = mesh(coarse, nordic, (one, other) => one !== other)
  const shores = {
    nordic: encode(listRings(coast, NORDIC).map(withoutLast).filter(isIsland)),
    neighbours: encode(
      listRings(coast, NEIGHBOURS).map(withoutLast).map(unwrap).map(cutToView).filter(isIsland),
    ),
    borders: encode(borders.coordinates as Ring[]),
  }
  return `${JSON.stringify(shores, null, 2)}\n`
}
