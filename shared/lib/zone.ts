import { getTimezoneOffset } from 'date-fns-tz'
import { addDays, type PlainDate } from './date.ts'

const MINUTE = 60_000
const DAY = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function wallFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
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
    formats.set(zone, format)
  }
  return format
}

export function isZone(name: string): boolean {
  try {
    return Boolean(wallFormat(name))
  } catch {
    return false
  }
}

/** Milliseconds to add to the instant to get the zone's wall clock, read as UTC. Exact at clock changes. */
export function offsetAt(instant: number, zone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of wallFormat(zone).formatToParts(instant)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(instant / 1000) * 1000
}

/** The wall clock of an instant in a zone: its date and the minutes since that date's midnight. */
export function wallOf(instant: number, zone: string): { date: PlainDate; minute: number } {
  const wall = instant + offsetAt(instant, zone)
  const date = new Date(wall).toISOString().slice(0, 10)
  return { date, minute: Math.floor((wall - Date.parse(`${date}T00:00:00Z`)) / MINUTE) }
}

/**
 * The instants at which the zone's clocks show this wall time: none in a spring gap, two in an
 * autumn overlap, otherwise one; in order. `minute` counts from midnight; 1440 is the next midnight.
 */
export function instantsOfWall(date: PlainDate, minute: number, zone: string): number[] {
  const wall = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE
  const offsets = offsetsAround(date, zone)
  const [first, second] = offsets.map((offset) => wall - offset).sort((a, b) => a - b)
  if (first === undefined) return []
  if (second === undefined) return [first]
  return [first, second].filter((instant) => instant + offsetAt(instant, zone) === wall)
}

const MAX_REMEMBERED = 5000
const remembered = new Map<string, number[]>()

/**
 * The offsets in force about a date: one, or two where the clocks change near it. date-fns-tz is an
 * hour off close to a change, so it is asked well before and well after the date, in any zone.
 */
function offsetsAround(date: PlainDate, zone: string): number[] {
  const key = `${zone} ${date}`
  let offsets = remembered.get(key)
  if (!offsets) {
    const midnight = Date.parse(`${date}T00:00:00Z`)
    const before = getTimezoneOffset(zone, new Date(midnight - DAY))
    const after = getTimezoneOffset(zone, new Date(midnight + 2 * DAY))
    offsets = before === after ? [before] : [before, after]
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(key, offsets)
  }
  return offsets
}

/** The first instant whose wall clock is at or after this wall time: in a gap, the gap's end. */
export function firstInstantFrom(date: PlainDate, minute: number, zone: string): number {
  return instantsFrom(date, minute, zone)[0]
}

/** As `firstInstantFrom`, but the later one where a wall time happens twice. */
export function lastInstantFrom(date: PlainDate, minute: number, zone: string): number {
  const [first, second] = instantsFrom(date, minute, zone)
  return second ?? first
}

function instantsFrom(date: PlainDate, minute: number, zone: string): [number, number | undefined] {
  const at = minute >= 1440 ? { date: addDays(date, 1), minute: minute - 1440 } : { date, minute }
  // The longest gap known is a whole skipped day (Apia, 2011).
  for (let skipped = 0; skipped <= 1440; skipped++) {
    const [first, second] = instantsOfWall(at.date, at.minute + skipped, zone)
    if (first !== undefined) return [first, second]
  }
  throw new Error(`No instant in ${zone} from ${date} minute ${minute}`)
}

/** `GMT+1`, `GMT+5:45`, `GMT`: the offset in force at the instant. */
export function offsetName(instant: number, zone: string): string {
  const minutes = Math.round(offsetAt(instant, zone) / MINUTE)
  if (minutes === 0) return 'GMT'
  const size = Math.abs(minutes)
  const rest = size % 60 ? `:${String(size % 60).padStart(2, '0')}` : ''
  return `GMT${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}
