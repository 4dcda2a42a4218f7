import type { PlainDate } from './date.ts'
import { getCurrentZone, getFormerZone } from './zones/zone-names.ts'

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
 * A zone in which one offset of our zone data is replaced by the one of a visitor's browser (both
 * in minutes): `America/Vancouver@-480>-420`. Only for printing: it is never stored or sent.
 */
const SEEN_ZONE = /^(.+)@(-?\d+)>(-?\d+)$/

/**
 * The zone in which to print the times of a visitor whose clock had this offset (minutes) at the
 * instant. Where our zone data has another one, which may be older or newer, the visitor's replaces
 * it, also at other instants at which ours has the same.
 */
export function toSeenZone(instant: number, offset: number | null, zone: string): string {
  const ours = getOffset(instant, zone) / MINUTE
  return offset === null || offset === ours ? zone : `${zone}@${ours}>${offset}`
}

/** The zone's own name, without a visitor's offset. */
function getPlainZone(zone: string): string {
  return zone.replace(SEEN_ZONE, '$1')
}

/**
 * Milliseconds to add to the instant to get the zone's wall clock, read as UTC. Exact at clock
 * changes.
 */
export function getOffset(instant: number, zone: string): number {
  const [, plain, ours, seen] = SEEN_ZONE.exec(zone) ?? []
  if (plain !== undefined) {
    const offset = getOffset(instant, plain)
    return offset === Number(ours) * MINUTE ? Number(seen) * MINUTE : offset
  }
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

/** The zone's name for people: `America/New York`. */
export function formatZone(zone: string): string {
  return getCurrentZone(getPlainZone(zone)).replaceAll('_', ' ')
}

/** `New York`, `Ho Chi Minh` */
export function formatZoneCity(zone: string): string {
  return formatZone(zone).split('/').at(-1) ?? zone
}
