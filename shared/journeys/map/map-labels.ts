import type { MapView, Point, Position } from './map-view.ts'

// Where the text of a map may be.

/** What two things on the map must not share. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** What no name may cover; a disc does not keep away its own stop's name. */
export interface Obstacle extends Box {
  stop?: number
}

export function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return {
    ...{ left: Math.min(...xs), right: Math.max(...xs) },
    ...{ top: Math.min(...ys), bottom: Math.max(...ys) },
  }
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  )
}

export function boxAround([x, y]: Point, reach: number): Box {
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }
}

/** The middle of a stop's disc. */
interface NamedStop {
  number: number
  name: string
  x: number
  y: number
}

/** With the box that it fills. */
export interface MapName extends Box {
  text: string
  /** The end of the base line at which the text is anchored. */
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
}

interface NameOptions {
  radius: number
  /** Height of the letters' em. */
  fontSize: number
  /** What the names must not cover. */
  obstacles: readonly Obstacle[]
  /** Where names may be. */
  within: Box
}

/** Names beside their stops, in this order. One that would cover another or the route is left out. */
export function placeNames(stops: readonly NamedStop[], options: NameOptions): MapName[] {
  const { obstacles, within } = options
  const taken: Obstacle[] = [...obstacles]
  return stops.flatMap((stop) => {
    const others = taken.filter((one) => one.stop !== stop.number)
    const free = listNamePlaces(stop, options).find(
      (name) => contains(within, name) && !others.some((other) => overlaps(name, other)),
    )
    if (!free) return []
    taken.push(free)
    return [free]
  })
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}

/** Where a name may be, the best place first. */
function listNamePlaces(
  { name, x, y }: NamedStop,
  { radius, fontSize }: Pick<NameOptions, 'radius' | 'fontSize'>,
): MapName[] {
  const [far, near] = [radius + 5, radius * 0.8]
  const [above, level, below] = [-radius * 0.75, fontSize * 0.32, radius + fontSize * 0.6]
  const places = [
    { anchor: 'start', right: far, down: level },
    { anchor: 'end', right: -far, down: level },
    { anchor: 'start', right: near, down: above },
    { anchor: 'start', right: near, down: below },
    { anchor: 'end', right: -near, down: above },
    { anchor: 'end', right: -near, down: below },
    { anchor: 'middle', right: 0, down: below + 4 },
    { anchor: 'middle', right: 0, down: above - 6 },
    // Past the route, where it runs along the disc.
    { anchor: 'end', right: -near, down: above - fontSize },
    { anchor: 'start', right: near, down: below + fontSize },
    { anchor: 'start', right: near, down: above - fontSize },
    { anchor: 'end', right: -near, down: below + fontSize },
  ] as const
  const width = measureName(name, fontSize)
  return places.map(({ anchor, right, down }) => {
    const left = x + right - { start: 0, middle: width / 2, end: width }[anchor]
    const base = y + down
    return {
      ...{ text: name, x: x + right, y: base, anchor },
      ...{ left: left - 1, right: left + width + 1 },
      ...{ top: base - fontSize * 0.78, bottom: base + fontSize * 0.26 },
    }
  })
}

/** Letters of the italic by their widths in ems; others are as wide as `a`. */
const widths: [letters: string, ems: number][] = [
  [".,'’ jl", 0.24],
  ['fitsI-', 0.33],
  ['cegrzboqvøJ', 0.43],
  ['wBEPRTVYZ', 0.63],
  ['mæACDGHKNOQUXØ', 0.74],
  ['MWÆ', 0.94],
]

/** About how wide a text is: exact enough to keep names apart, and the same on every device. */
function measureName(text: string, fontSize: number): number {
  let ems = 0
  for (const letter of text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
    ems += widths.find(([letters]) => letters.includes(letter))?.[1] ?? 0.51
  return ems * fontSize
}

/** Seas by their own names, from where the name begins to where it ends at the most. */
const seas: [name: string, from: Position, to: Position][] = [
  ['Vestfjorden', [13.25, 67.5], [15.1, 68.12]],
  ['Norskehavet', [1.5, 65.2], [9.5, 67.6]],
  ['Nordsjøen', [1.2, 57.6], [4.9, 57.2]],
  ['Skagerrak', [8.2, 57.7], [10.3, 58.4]],
  ['Kattegat', [11.25, 57.5], [11.75, 56.3]],
  ['Östersjön', [17.9, 55.7], [19.9, 58.2]],
  ['Bottenhavet', [18.8, 60.9], [20, 62.7]],
  ['Bottenviken', [21.6, 63.8], [23.6, 65.1]],
  ['Suomenlahti', [23.2, 59.65], [26.8, 60]],
  ['Barentshavet', [26.5, 72], [38, 72.3]],
  ['Varangerfjorden', [28.9, 70.1], [31.3, 69.95]],
  ['Isfjorden', [13.8, 78.2], [15.4, 78.38]],
  ['Faxaflói', [-23.6, 64.42], [-22.2, 64.42]],
  ['Breiðafjörður', [-24.4, 65.22], [-22.3, 65.25]],
  ['Húnaflói', [-21.4, 65.6], [-20.8, 66.2]],
  ['Danmarkstræde', [-30, 66.2], [-25.6, 67.3]],
  ['Davis Stræde', [-57.5, 65.5], [-55.5, 69.5]],
]

export interface MapSea {
  text: string
  /** The middle of the base line. */
  x: number
  y: number
  /** Degrees, clockwise. */
  rotation: number
}

/** Space between the letters of a sea's name, in ems. */
export const SEA_SPACING = 0.32

interface SeaOptions extends Omit<NameOptions, 'radius'> {
  /** Other names than their own. */
  translations?: Readonly<Record<string, string>>
}

/** The names of those seas in which there is room. */
export function placeSeas(
  view: MapView,
  { fontSize, obstacles, within, translations = {} }: SeaOptions,
): MapSea[] {
  return seas.flatMap(([ownName, from, to]) => {
    const text = translations[ownName] ?? ownName
    const [start, end] = [view.locate(from), view.locate(to)]
    const [x, y] = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2]
    const [right, down] = [end[0] - start[0], end[1] - start[1]]
    const length = Math.hypot(right, down)
    const width = measureName(text, fontSize) + text.length * SEA_SPACING * fontSize
    if (width > length) return []
    const count = Math.ceil(width / fontSize)
    const boxes = Array.from({ length: count + 1 }, (_, index) => {
      const along = ((index / count - 0.5) * width) / length
      return boxAround([x + right * along, y + down * along], fontSize * 0.6)
    })
    const isFree = boxes.every(
      (box) => contains(within, box) && !obstacles.some((other) => overlaps(box, other)),
    )
    return isFree ? [{ text, x, y, rotation: (Math.atan2(down, right) * 180) / Math.PI }] : []
  })
}
