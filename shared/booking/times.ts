import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { instantDateWords, timeOfDay } from '#shared/lib/date-words.ts'
import { groupBy } from '#shared/lib/group.ts'
import { offsetAt, offsetName, wallOf, zoneWords } from '#shared/lib/zone.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** One time as it reads in one zone. */
export interface ShownTime {
  /** `Wednesday 25 November 2026` */
  date: string
  /** `10:30 to 11:00`; the end names its date where that is another. */
  time: string
  /** `America/New York (GMT−5)`; both offsets where the clocks change in between. */
  zone: string
}

/** A stretch of time (UTC milliseconds) as its people read it in a zone; 24 hours, British English. */
export function shownTime(start: number, end: number, zone: string): ShownTime {
  const [date, lastDate] = [longDate(start, zone), longDate(end, zone)]
  const until = date === lastDate ? '' : ` on ${lastDate}`
  const [before, after] = [offsetName(start, zone), offsetName(end, zone)]
  return {
    date,
    time: `${clockTime(start, zone)} to ${clockTime(end, zone)}${until}`,
    zone:
      before === after
        ? zoneLabel(start, zone)
        : `${zoneWords(zone)} (begins ${before}, ends ${after})`,
  }
}

export function longDate(instant: number, zone: string): string {
  return instantDateWords(instant, zone, 'full')
}

export function clockTime(instant: number, zone: string): string {
  return timeOfDay(wallOf(instant, zone).minute)
}

/** As far as clocks are put back anywhere. */
const STEPS = [-60, -30, 30, 60].map((minutes) => minutes * MINUTE)

/** `02:30`, or `02:30 GMT+2` where it comes twice that night. */
export function startTime(instant: number, zone: string): string {
  const offset = offsetAt(instant, zone)
  const isTwice = STEPS.some((by) => offsetAt(instant + by, zone) === offset - by)
  return isTwice
    ? `${clockTime(instant, zone)} ${offsetName(instant, zone)}`
    : clockTime(instant, zone)
}

/** The zone with the offset in force at the instant. */
export function zoneLabel(instant: number, zone: string): string {
  return `${zoneWords(zone)} (${offsetName(instant, zone)})`
}

/** The moment at which a zone's clocks are put forward (minutes above 0) or back. */
interface ClockChange {
  zone: string
  at: number
  minutes: number
}

/** The zone's first clock change after `from`, up to and including `to` (both UTC milliseconds). */
export function clockChangeBetween(
  from: number,
  to: number,
  zone: string,
): ClockChange | undefined {
  // Day by day, because a change there and back within the stretch leaves both ends equal.
  for (let start = from; start < to; start += DAY) {
    const end = Math.min(start + DAY, to)
    const before = offsetAt(start, zone)
    if (offsetAt(end, zone) === before) continue
    const at = momentOfChange(start, end, zone)
    return { zone, at, minutes: Math.round((offsetAt(at, zone) - before) / MINUTE) }
  }
  return undefined
}

/** Halves the stretch down to the first millisecond of the new offset. */
function momentOfChange(from: number, to: number, zone: string): number {
  const before = offsetAt(from, zone)
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

/**
 * The changes that lie between now and a meeting, the visitor's zone first. Zones that change at
 * one moment by the same step (all of the European Union) count once.
 */
export function clockChangesBefore(
  meeting: number,
  now: number,
  zones: { visitor: string; owner: string },
): ClockChange[] {
  const visitor = clockChangeBetween(now, meeting, zones.visitor)
  const owner = clockChangeBetween(now, meeting, zones.owner)
  const same = visitor && owner && visitor.at === owner.at && visitor.minutes === owner.minutes
  return [visitor, same ? undefined : owner].filter((change) => change !== undefined)
}

/** The change as a sentence. */
export function clockChangeNote({ zone, at, minutes }: ClockChange): string {
  const date = instantDateWords(at, zone, 'weekday')
  const direction = minutes > 0 ? 'forward' : 'back'
  const size = Math.abs(minutes)
  const amount = size === 60 ? 'one hour' : `${size} minutes`
  return `Clocks in ${zoneWords(zone)} go ${direction} ${amount} on ${date}. The time shown already allows for it.`
}

/** Reaches past any booking window that a single question may cover. */
const DAYS_AHEAD = 98

export interface OpeningDay {
  date: PlainDate
  /** Starts, UTC instants in ISO 8601, in order. */
  starts: string[]
}

/** Open starts under the visitor's own dates: a slot that falls on another date there is found there. */
export function groupByDate(
  starts: readonly number[],
  zone: string,
): ReadonlyMap<PlainDate, number[]> {
  return groupBy(starts, (start) => wallOf(start, zone).date)
}

/** Open starts under the dates of the guest's zone. */
export function openingDays(slots: readonly string[], zone: string): OpeningDay[] {
  const days = groupByDate(slots.map(Date.parse), zone)
  return [...days].map(([date, starts]) => ({
    date,
    starts: starts.map((start) => new Date(start).toISOString()),
  }))
}

/** The dates to ask for, in any zone of the owner's. */
export function askedDates(now: number): { from: PlainDate; to: PlainDate } {
  const today = new Date(now).toISOString().slice(0, 10)
  return { from: addDays(today, -1), to: addDays(today, DAYS_AHEAD) }
}
