import { getTimezoneOffset } from 'date-fns-tz'
import { addDays, type PlainDate } from './date.ts'
import { getOffset, toWallTime } from './time-zone.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/**
 * The instants (UTC milliseconds, in order) at which the zone's clocks show this wall time: none in
 * a gap (clocks go forward), two in an overlap (clocks go back), otherwise one. `minute` counts
 * from midnight; 1440 is the next midnight.
 */
export function listInstants(date: PlainDate, minute: number, zone: string): number[] {
  const wall = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE
  const offsets = getOffsetsAround(date, zone)
  const [first, second] = offsets.map((offset) => wall - offset).sort((a, b) => a - b)
  if (first === undefined) return []
  if (second === undefined) return [first]
  return [first, second].filter((instant) => instant + getOffset(instant, zone) === wall)
}

const MAX_CACHED = 5000
const offsetCache = new Map<string, number[]>()

/**
 * The zone's offsets around a date, ms: one, or two if the clocks change near it. date-fns-tz is an
 * hour off close to a change, so it is asked a day before the date and a day after it.
 */
function getOffsetsAround(date: PlainDate, zone: string): number[] {
  const key = `${zone} ${date}`
  let offsets = offsetCache.get(key)
  if (!offsets) {
    const midnight = Date.parse(`${date}T00:00:00Z`)
    const before = getTimezoneOffset(zone, new Date(midnight - DAY))
    const after = getTimezoneOffset(zone, new Date(midnight + 2 * DAY))
    offsets = before === after ? [before] : [before, after]
    if (offsetCache.size >= MAX_CACHED) offsetCache.clear()
    offsetCache.set(key, offsets)
  }
  return offsets
}

/** The first instant whose wall clock is at or after this wall time; in a gap, the gap's end. */
export function getFirstInstant(date: PlainDate, minute: number, zone: string): number {
  return getInstants(date, minute, zone)[0]
}

/** Like `getFirstInstant`, but the later instant if the wall time occurs twice. */
export function getLastInstant(date: PlainDate, minute: number, zone: string): number {
  const [first, second] = getInstants(date, minute, zone)
  return second ?? first
}

function getInstants(date: PlainDate, minute: number, zone: string): [number, number | undefined] {
  const at = minute >= 1440 ? { date: addDays(date, 1), minute: minute - 1440 } : { date, minute }
  // The longest known gap is a whole skipped day (Apia, 2011).
  for (let skipped = 0; skipped <= 1440; skipped++) {
    const [first, second] = listInstants(at.date, at.minute + skipped, zone)
    if (first !== undefined) return [first, second]
  }
  throw new Error(`No instant found in ${zone} within a day after ${date}, minute ${minute}`)
}

/** The time span (UTC milliseconds) of the dates from `from` to `to`, both included. */
export function getDateInterval(from: PlainDate, to: PlainDate, zone: string) {
  return {
    start: getFirstInstant(from, 0, zone),
    end: getFirstInstant(addDays(to, 1), 0, zone),
  }
}

/**
 * Returns a function that gives an instant's date in the zone. It caches the bounds of the last
 * day, so that consecutive instants of one day cost only a comparison.
 */
export function createDateFinder(zone: string): (instant: number) => PlainDate {
  let day: { date: PlainDate; start: number; end: number } | undefined
  return (instant) => {
    if (day && instant >= day.start && instant < day.end) return day.date
    const { date } = toWallTime(instant, zone)
    const { start, end } = getDateInterval(date, date, zone)
    // Not remembered if the clocks go back over midnight: such a date begins twice.
    day =
      toWallTime(start, zone).date === date && instant >= start && instant < end
        ? { date, start, end }
        : undefined
    return date
  }
}
