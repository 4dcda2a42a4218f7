import { IANA_ALIAS_MAP, WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { getOffset } from '#shared/lib/time-zone.ts'
import { isZone } from '#shared/lib/zones/zone-names.ts'
import { parseOffset } from './values.ts'

/** What a name says about a zone: a place of the IANA database, or an offset from UTC only. */
export type ZoneMeaning =
  | { place: string }
  /** `isStandard`: the offset in winter of a place that changes its clocks, as in `(GMT+01:00)`. */
  | { offset: number; isStandard: boolean }

/**
 * Names that neither the IANA database nor the CLDR's table of Windows names has: former Windows
 * names, Lotus Notes' names, abbreviations, and display names of Windows that name no city.
 */
const placesByOtherName: Record<string, string> = {
  'mid-atlantic': 'Etc/GMT+2',
  kamchatka: 'Asia/Kamchatka',
  mexico: 'America/Mexico_City',
  'mexico standard time 2': 'America/Chihuahua',
  armenian: 'Asia/Yerevan',
  'malay peninsula': 'Asia/Singapore',
  'western/central europe': 'Europe/Berlin',
  'western central europe': 'Europe/Berlin',
  'central/western europe': 'Europe/Berlin',
  'western europe': 'Europe/Berlin',
  'eastern europe': 'Europe/Helsinki',
  'central european time': 'Europe/Berlin',
  'eastern time': 'America/New_York',
  'central time': 'America/Chicago',
  'mountain time': 'America/Denver',
  'pacific time': 'America/Los_Angeles',
  'atlantic time': 'America/Halifax',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
  arizona: 'America/Phoenix',
  newfoundland: 'America/St_Johns',
  saskatchewan: 'America/Regina',
  yukon: 'America/Whitehorse',
  'baja california': 'America/Tijuana',
  'central america': 'America/Guatemala',
  'aleutian islands': 'America/Adak',
  'marquesas islands': 'Pacific/Marquesas',
  'easter island': 'Pacific/Easter',
  chetumal: 'America/Cancun',
  indiana: 'America/Indiana/Indianapolis',
  haiti: 'America/Port-au-Prince',
  'turks and caicos': 'America/Grand_Turk',
  brasilia: 'America/Sao_Paulo',
  salvador: 'America/Bahia',
  'city of buenos aires': 'America/Argentina/Buenos_Aires',
  greenland: 'America/Nuuk',
  'saint pierre and miquelon': 'America/Miquelon',
  'cabo verde is.': 'Atlantic/Cape_Verde',
  'cape verde is.': 'Atlantic/Cape_Verde',
  'west central africa': 'Africa/Lagos',
  'sri jayawardenepura': 'Asia/Colombo',
  'gorno-altaysk': 'Asia/Barnaul',
  astana: 'Asia/Almaty',
  'solomon is.': 'Pacific/Guadalcanal',
  'new caledonia': 'Pacific/Noumea',
  "nuku'alofa": 'Pacific/Tongatapu',
  samoa: 'Pacific/Apia',
  'kiritimati island': 'Pacific/Kiritimati',
  bern: 'Europe/Zurich',
  edinburgh: 'Europe/London',
  mumbai: 'Asia/Kolkata',
  beijing: 'Asia/Shanghai',
  'new delhi': 'Asia/Kolkata',
  wellington: 'Pacific/Auckland',
  'abu dhabi': 'Asia/Dubai',
  cest: 'Europe/Berlin',
  mez: 'Europe/Berlin',
  mesz: 'Europe/Berlin',
  west: 'Europe/Lisbon',
  eest: 'Europe/Helsinki',
  bst: 'Europe/London',
  'british summer time': 'Europe/London',
  ist: 'Asia/Kolkata',
  msk: 'Europe/Moscow',
  edt: 'America/New_York',
  cdt: 'America/Chicago',
  cst: 'America/Chicago',
  mdt: 'America/Denver',
  pdt: 'America/Los_Angeles',
  akst: 'America/Anchorage',
  akdt: 'America/Anchorage',
  aest: 'Australia/Sydney',
  aedt: 'Australia/Sydney',
  awst: 'Australia/Perth',
  nzst: 'Pacific/Auckland',
  nzdt: 'Pacific/Auckland',
  jst: 'Asia/Tokyo',
}

const placesByWindowsName = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(
    ({ windowsName, iana: [place = ''] }) => [windowsName.toLowerCase(), place],
  ),
)

const placesByCity = new Map(
  [
    ...IANA_ALIAS_MAP.flatMap(({ alias }): readonly string[] => alias),
    ...WINDOWS_TO_IANA_MAP.flatMap(({ iana }): readonly string[] => iana),
  ]
    .filter((place) => /^[A-Z][a-z]+\/[A-Z]/.test(place) && !place.startsWith('Etc/'))
    .map((place) => [toCity(place), place]),
)

function toCity(place: string): string {
  return place
    .slice(place.lastIndexOf('/') + 1)
    .replaceAll('_', ' ')
    .toLowerCase()
}

const UTC_NAME =
  /^(tzone:\/\/microsoft\/utc|.*\/utc|\(?(utc|gmt|z|zulu|ut)([+-]?0{1,2}(:?00)?)?\)?|(\((utc|gmt)\) )?coordinated universal time|greenwich mean time)$/

const MAX_NAME_LENGTH = 200

/** Names in one spelling: quotes, escapes, letter case and repeated spaces say nothing. */
export function normalizeZoneName(name: string): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/["\\]/g, '')
    .replaceAll('±', '+')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Exchange numbers the copies of one zone. */
export function withoutCopyNumber(normalName: string): string {
  return normalName.replace(/ \(?\d{1,2}\)?$/, '')
}

/** What a name says by itself, without a definition in the feed; undefined if nothing. */
export function readZoneName(name: string): ZoneMeaning | undefined {
  const normal = normalizeZoneName(name)
  const plain = withoutCopyNumber(normal)
  const windows = placesByWindowsName.get(normal) ?? placesByOtherName[normal]
  if (windows !== undefined) return { place: windows }
  if (UTC_NAME.test(plain)) return { place: 'Etc/UTC' }
  const known = findDatabaseName(normal) ?? findWindowsName(plain)
  if (known !== undefined) return { place: known }
  const found = [normal, normal.replace(/[-_]/, '/')].find((text) => isZone(text))
  if (found !== undefined && /^[a-z]/.test(normal)) return { place: found }
  const offset = findOffset(plain)
  const place = findByCity(plain, offset)
  if (place !== undefined) return { place }
  if (plain.startsWith('(utc)') || plain.startsWith('(gmt)')) return { place: 'Etc/UTC' }
  // A bare offset is meant as it stands. With brackets, or with words, it names a place's winter.
  return offset === undefined
    ? undefined
    : { offset, isStandard: !/^(utc|gmt)? ?[+-][\d:.]+$/.test(plain) }
}

/**
 * Finds a name of the IANA database, also behind a prefix, as in
 * `/freeassociation.sourceforge.net/Europe/Oslo`. Names without a slash are mostly abbreviations,
 * which a feed's own description explains better.
 */
export function findDatabaseName(name: string): string | undefined {
  const normal = normalizeZoneName(name)
  const parts = normal.split('/')
  const tails = parts.map((_, index) => parts.slice(index).join('/'))
  const inside = normal.match(/[a-z]+(?:\/[a-z_+-]+[0-9]*){1,2}/g) ?? []
  return [...tails, ...inside].find((tail) => tail.includes('/') && isZone(tail))
}

function findWindowsName(plain: string): string | undefined {
  const inBrackets = [...plain.matchAll(/\(([^()]+)\)/g)]
    .map(([, inside = '']) => inside.trim())
    .filter((inside) => inside !== 'utc' && inside !== 'gmt')
  const withoutOffset = plain.replace(/\([^)]*\)/g, '').trim()
  return [plain, withoutOffset, ...inBrackets]
    .flatMap((text) => [
      text,
      text.replace(/ (daylight|summer) time$/, ' standard time'),
      `${text} standard time`,
      text.replace(/ standard time$/, ''),
    ])
    .map((text) => placesByWindowsName.get(text) ?? placesByOtherName[text])
    .find((place) => place !== undefined)
}

/** Milliseconds, of `(UTC+01:00)`, `(GMT +01.00)`, `GMT+1`, `UTC−0530`. */
function findOffset(plain: string): number | undefined {
  const [, sign = '', hours = '', minutes = '00'] =
    /(?:^|utc|gmt|\() ?([+\u2212-]) ?(\d{1,2})(?:[:.]?(\d{2}))?(?!\d)/.exec(plain) ?? []
  if (sign === '' || Number(hours) > 14) return undefined
  return parseOffset(`${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}${minutes}`)
}

/** A city counts if its winter has the stated offset; else the first city, as offsets change. */
function findByCity(plain: string, offset: number | undefined): string | undefined {
  const words = plain
    .replace(/\((?:utc|gmt)[^)]*\)/g, '')
    .split(/[,/;&()]| - /)
    .map((word) => word.trim())
  const places = words
    .map((word) => placesByCity.get(word) ?? placesByOtherName[word])
    .filter((place) => place !== undefined)
  return places.find((place) => getStandardOffset(place) === offset) ?? places[0]
}

/** In the northern and in the southern half of the world. */
const WINTERS = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]

const standardOffsets = new Map<string, number>()

/** A zone's offset while its clocks are not put forward, milliseconds. */
export function getStandardOffset(place: string): number {
  let offset = standardOffsets.get(place)
  if (offset === undefined) {
    offset = Math.min(...WINTERS.map((instant) => getOffset(instant, place)))
    standardOffsets.set(place, offset)
  }
  return offset
}
