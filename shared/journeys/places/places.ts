import { groupBy } from '#shared/lib/group-by.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import placeLists from './place-list.json' with { type: 'json' }

/** Degrees east, degrees north. */
export type Position = [longitude: number, latitude: number]

export interface Place {
  /** The same for all names of a place: `Copenhagen` and `København`. */
  id: string
  /** As it was written: `Copenhagen`; of an airport the town. */
  name: string
  at: Position
  /** IANA name; empty for coordinates far from the North. */
  zone: string
}

type Country = keyof typeof placeLists

const zones: Record<Country, string> = {
  NO: 'Europe/Oslo',
  SJ: 'Arctic/Longyearbyen',
  SE: 'Europe/Stockholm',
  FI: 'Europe/Helsinki',
  AX: 'Europe/Mariehamn',
  DK: 'Europe/Copenhagen',
  IS: 'Atlantic/Reykjavik',
  FO: 'Atlantic/Faroe',
  GL: 'America/Nuuk',
}

const otherZones: Record<string, string> = { Ittoqqortoormiit: 'America/Scoresbysund' }

const countryNames: Record<Country, string> = {
  NO: 'norway norge noreg',
  SJ: 'svalbard spitsbergen',
  SE: 'sweden sverige',
  FI: 'finland suomi',
  AX: 'aland ahvenanmaa',
  DK: 'denmark danmark',
  IS: 'iceland',
  FO: 'faroe faroes foroyar faroerne',
  GL: 'greenland gronland',
}

interface Entry {
  /** One of the place's names, as in the list. */
  name: string
  key: string
  id: string
  country: Country
  at: Position
  /** Id of the town of an airport. */
  town: string | undefined
  isRegion: boolean
  /** Too common, or too short, to be looked for in a longer text. */
  isCommon: boolean
}

// The list holds places that journeys in the North visit, written from general knowledge: names with `|`
// between them, degrees north, degrees east. `~` marks a region or a fjord: a town in the same text is meant
// instead. `!` marks a name that is too common to be looked for within a longer text. `> town` marks an airport.
const LINE = /^([~!]?)(.+?) (-?[\d.]+) (-?[\d.]+)(?: > (.+))?$/

function parseLine(line: string, country: Country): Entry[] {
  const [, mark, names = '', north, east, town] = LINE.exec(line) ?? []
  const [first = ''] = names.split('|')
  return names.split('|').map((name) => ({
    ...{ name, key: toKey(name), id: `${first} ${country}`, country },
    at: [Number(east), Number(north)],
    town: town && `${town} ${country}`,
    isRegion: mark === '~',
    isCommon: mark === '!' || name.length < LEAST_LETTERS,
  }))
}

/** Shorter names, such as `Å` and `Lom`, count only where they stand alone. */
const LEAST_LETTERS = 4

const entries = (Object.entries(placeLists) as [Country, string[]][]).flatMap(([country, lines]) =>
  lines.flatMap((line) => parseLine(line, country)),
)

const byKey = groupBy(entries, ({ key }) => key)

/**
 * A name as it is compared: `Tromsø`, `TROMSO` and `Tromsoe`, `Århus` and `Aarhus` are the same. `å` alone
 * stays as it is, because it is a village, and `a` is not.
 */
function toKey(text: string): string {
  return text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (/^å$/i.test(word) ? 'å' : fold(normalizeForSearch(word))))
    .filter(Boolean)
    .join(' ')
}

function fold(word: string): string {
  return word.replaceAll(/ae|oe|aa/g, ([letter = '']) => letter)
}

/**
 * The place that a text names, such as `Svolvær harbour`, `Hotel X, Bergen`, an address, or coordinates;
 * undefined if none is known. `near` chooses between places of one name.
 */
export function findPlace(text: string, near?: Position): Place | undefined {
  const reading = readings.get(text) ?? readText(text)
  if (readings.size > MOST_READINGS) readings.clear()
  readings.set(text, reading)
  const { typed, names, countries } = reading
  if (typed) return typed
  // Nothing is near or far from a name that only one place has.
  const isSure = names.every(({ length }) => length === 1)
  if (isSure && reading.sure !== undefined) return reading.sure ?? undefined
  const found = names.map((entries) => choose(entries, { text, near, countries }))
  const entry = found.find((one) => one && !one.isRegion) ?? found[0]
  const place = entry && toPlace(entry, text)
  if (isSure) reading.sure = place ?? null
  return place
}

/** What a text may mean. */
interface Reading {
  typed: Place | undefined
  /** The place, or null for none, once it is known that it is the same everywhere. */
  sure?: Place | null
  /** For each name in it the places that have the name; the likeliest first. */
  names: Entry[][]
  countries: Country[]
}

/** A journey has hundreds of texts, and all of them are read again when one changes. */
const readings = new Map<string, Reading>()
const MOST_READINGS = 5000

function readText(text: string): Reading {
  const typed = parseCoordinates(text)
  const key = toKey(text)
  // The town is at the end of an address.
  const parts = text
    .split(/[,;|·()\n]|\s[-–—/]\s/)
    .reverse()
    .map(toKey)
  const alone = [key, ...parts.map((part) => part.replaceAll(/\b\d+\b/g, '').trim())]
  return {
    typed,
    names: typed
      ? []
      : [
          ...alone.flatMap((name) => listOne(byKey.get(name))),
          ...parts.flatMap((part) => listOne(findWithin(part))),
        ],
    countries: findCountries(key),
  }
}

const listOne = <T>(one: T | undefined): T[] => (one === undefined ? [] : [one])

function toPlace(entry: Entry, text: string): Place {
  const { id, name, at, country, town } = entry
  const towns = town ? entries.filter((other) => other.id === town) : []
  const served = towns.find((other) => text.includes(other.name)) ?? towns[0]
  return {
    ...(served ? { id: served.id, name: served.name, at: served.at } : { id, name, at }),
    zone: otherZones[name] ?? zones[country],
  }
}

/** Places with the longest name that is a part of the text, word by word. */
function findWithin(key: string): Entry[] | undefined {
  const words = key.split(' ')
  for (let length = Math.min(4, words.length); length > 0; length--) {
    for (let start = words.length - length; start >= 0; start--) {
      const found = byKey.get(words.slice(start, start + length).join(' '))
      const usual = found?.filter(({ isCommon }) => !isCommon)
      if (usual?.length) return usual
    }
  }
  return undefined
}

interface Hint {
  text: string
  near: Position | undefined
  countries: Country[]
}

/** Of several places with one name the likeliest: by country, then spelling, then distance. */
function choose(found: Entry[], { text, near, countries }: Hint): Entry | undefined {
  if (found.length === 1) return found[0]
  const rank = ({ name, country, at }: Entry) => [
    countries.includes(country) ? 0 : 1,
    /[^ -~]/.test(name) && text.normalize('NFC').includes(name) ? 0 : 1,
    near ? measureDistance(near, at) : 0,
  ]
  return found.toSorted((one, other) => compareRanks(rank(one), rank(other)))[0]
}

function compareRanks(one: number[], other: number[]): number {
  const index = one.findIndex((value, position) => value !== other[position])
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}

function findCountries(key: string): Country[] {
  const words = key.split(' ')
  return (Object.entries(countryNames) as [Country, string][])
    .filter(([, names]) => names.split(' ').some((name) => words.includes(fold(name))))
    .map(([country]) => country)
}

/** Kilometres, exact enough for comparing. */
export function measureDistance(one: Position, other: Position): number {
  const east = (one[0] - other[0]) * Math.cos(((one[1] + other[1]) / 2) * (Math.PI / 180))
  return Math.hypot(east, one[1] - other[1]) * 111.2
}

const NUMBER = String.raw`(-?\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:[.,]\d+)?)\s*["″”]\s*)?`
const COORDINATES = new RegExp(
  String.raw`^(.*?)[\s,:(]*(?<![\d.,-])([NS])?\s*${NUMBER}([NS])?\s*[,;\s]\s*([EWØ])?\s*${NUMBER}([EWØ])?\s*\)?$`,
  'i',
)

/** `68.234, 14.568`, `68,234; 14,568`, `68°14′N 14°34′E`, with a name before them or without. */
function parseCoordinates(text: string): Place | undefined {
  const match = COORDINATES.exec(text.trim())
  // Two whole numbers could be anything.
  if (!match || !/\d[.,]\d.*\d[.,]\d|°.*°/.test(text)) return undefined
  const [, lead = '', south, ...rest] = match
  const [degrees, minutes, seconds, southAfter, west, ...others] = rest
  const [eastDegrees, eastMinutes, eastSeconds, westAfter] = others
  const north = toDegrees([degrees, minutes, seconds], `${south ?? ''}${southAfter ?? ''}`)
  const east = toDegrees([eastDegrees, eastMinutes, eastSeconds], `${west ?? ''}${westAfter ?? ''}`)
  if (Math.abs(north) > 90 || Math.abs(east) > 180) return undefined
  const at: Position = [east, north]
  return { id: at.join(' '), name: lead.trim() || text.trim(), at, zone: findZone(at) }
}

function toDegrees(parts: (string | undefined)[], side: string): number {
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    Number((part ?? '0').replace(',', '.')),
  )
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600
  return degrees < 0 || /[sw]/i.test(side) ? -size : size
}

/** Kilometres from the nearest place within which its zone is taken. */
const ZONE_REACH = 800

function findZone(at: Position): string {
  const nearest = entries.reduce((best, entry) =>
    measureDistance(at, entry.at) < measureDistance(at, best.at) ? entry : best,
  )
  return measureDistance(at, nearest.at) < ZONE_REACH ? zones[nearest.country] : ''
}
