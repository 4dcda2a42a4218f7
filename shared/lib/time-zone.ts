import type { PlainDate } from './date.ts'

const MINUTE = 60_000

const formats = new Map<string, Intl.DateTimeFormat>()

function getWallFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = createFormat(zone)
    formats.set(zone, format)
  }
  return format
}

/** Falls back to a renamed zone's former name, because an older runtime knows only that one. */
function createFormat(zone: string): Intl.DateTimeFormat {
  try {
    return createFormatFor(zone)
  } catch (error) {
    const before = getFormerZone(zone)
    if (before === undefined) throw error
    return createFormatFor(before)
  }
}

function createFormatFor(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}

/**
 * A zone with the offset (minutes) that a visitor's browser had for a booking's time, where it
 * differs from ours: `America/Vancouver@-420`. The zone data of a runtime can be older than the law.
 */
const SEEN_OFFSET = /^(.+)@(-?\d+)$/

/** Clocks differ between old and new zone data by one change of clocks at most, milliseconds. */
const MAX_DIFFERENCE = 3_600_000

/**
 * The zone to print an instant in for a visitor who saw this wall time (UTC milliseconds of the same
 * numbers): the zone itself, or with the visitor's offset if our zone data has another.
 */
export function toSeenZone(instant: number, wall: number, zone: string): string {
  const difference = wall - instant - getOffset(instant, zone)
  const isPlausible = difference !== 0 && Math.abs(difference) <= MAX_DIFFERENCE
  return isPlausible ? `${zone}@${Math.round((wall - instant) / MINUTE)}` : zone
}

/** The offset of a zone from `toSeenZone`, milliseconds; undefined for any other zone. */
export function readSeenOffset(zone: string): number | undefined {
  const minutes = SEEN_OFFSET.exec(zone)?.[2]
  return minutes === undefined ? undefined : Number(minutes) * MINUTE
}

export function isZone(name: string): boolean {
  try {
    return Boolean(getWallFormat(name.replace(SEEN_OFFSET, '$1')))
  } catch {
    return false
  }
}

/**
 * Milliseconds to add to the instant to get the zone's wall clock, read as UTC. Exact at clock
 * changes.
 */
export function getOffset(instant: number, zone: string): number {
  const seen = readSeenOffset(zone)
  if (seen !== undefined) return seen
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of getWallFormat(zone).formatToParts(instant))
    part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(instant / 1000) * 1000
}

/** The wall clock of an instant in a zone: its date and the minutes since that date's midnight. */
export function toWallTime(instant: number, zone: string): { date: PlainDate; minute: number } {
  const wall = instant + getOffset(instant, zone)
  const date = new Date(wall).toISOString().slice(0, 10)
  return { date, minute: Math.floor((wall - Date.parse(`${date}T00:00:00Z`)) / MINUTE) }
}

/** `GMT+1`, `GMT+5:45`, `GMT`: the offset in force at the instant. */
export function formatOffset(instant: number, zone: string): string {
  const minutes = Math.round(getOffset(instant, zone) / MINUTE)
  if (minutes === 0) return 'GMT'
  const size = Math.abs(minutes)
  const rest = size % 60 ? `:${String(size % 60).padStart(2, '0')}` : ''
  return `GMT${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}

/**
 * Renamed zones. Keys are the names that ICU still lists and returns, because CLDR never changes
 * the name it gave first; values are the current IANA names according to CLDR.
 */
const renamedZones: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

const formerNames = new Map(Object.entries(renamedZones).map(([before, name]) => [name, before]))

/** The current name of a renamed zone; any other name is returned unchanged. */
export function getCurrentZone(name: string): string {
  return Object.hasOwn(renamedZones, name) ? (renamedZones[name] ?? name) : name
}

/** The former name of a zone, which older runtimes know; undefined if it was not renamed. */
export function getFormerZone(name: string): string | undefined {
  return formerNames.get(name)
}

/** The zone's name for people: `America/New York`. */
export function formatZone(zone: string): string {
  return getCurrentZone(zone.replace(SEEN_OFFSET, '$1')).replaceAll('_', ' ')
}

/** `New York`, `Ho Chi Minh` */
export function formatZoneCity(zone: string): string {
  return formatZone(zone).split('/').at(-1) ?? zone
}

/** Every zone that this machine knows, by current names and sorted, and UTC. */
export function listZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone').map(getCurrentZone), 'UTC'])].sort()
}
