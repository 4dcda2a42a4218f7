import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { instantDateWords, timeOfDay } from '#shared/lib/date-words.ts'
import { groupBy } from '#shared/lib/group.ts'
import { offsetAt, offsetName, wallOf, zoneWords } from '#shared/lib/zone.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** One interval as shown in one zone. */
export interface ShownTime {
  /** `Wednesday 25 November 2026` */
  date: string
  /** `10:30 to 11:00`; the end names its date if it is on another date. */
  time: string
  /** `America/New York (GMT−5)`; both offsets if the clocks change in between. */
  zone: string
}

/** Formats an interval (UTC milliseconds) for a zone; 24-hour clock, British English. */
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

/** The sizes of all clock changes that occur anywhere. */
const STEPS = [-60, -30, 30, 60].map((minutes) => minutes * MINUTE)

/** `02:30`, or `02:30 GMT+2` if that clock time occurs twice that night. */
export function startTime(instant: number, zone: string): string {
  const offset = offsetAt(instant, zone)
  const isTwice = STEPS.some((by) => offsetAt(instant + by, zone) === offset - by)
  return isTwice
    ? `${clockTime(instant, zone)} ${offsetName(instant, zone)}`
    : clockTime(instant, zone)
}

/** The zone with its offset at the instant. */
export function zoneLabel(instant: number, zone: string): string {
  return `${zoneWords(zone)} (${offsetName(instant, zone)})`
}

/** The instant at which a zone's clocks are put forward (`minutes` above 0) or back. */
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
  // Day by day, because a change there and back within the interval leaves both ends equal.
  for (let start = from; start < to; start += DAY) {
    const end = Math.min(start + DAY, to)
    const before = offsetAt(start, zone)
    if (offsetAt(end, zone) === before) continue
    const at = momentOfChange(start, end, zone)
    return { zone, at, minutes: Math.round((offsetAt(at, zone) - before) / MINUTE) }
  }
  return undefined
}

/** Bisects the interval to the first millisecond of the new offset. */
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
 * The clock changes between now and a meeting, the visitor's zone first. Zones that change at the
 * same instant by the same step (all of the European Union) count once.
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

/** As far as one question about availability may reach, see `MAX_RANGE_DAYS`. */
const DAYS_AHEAD = 98

export interface OpeningDay {
  date: PlainDate
  /** UTC instants in ISO 8601, in order. */
  starts: string[]
}

/** Open starts grouped by the dates of the visitor's zone, which may differ from the owner's. */
export function groupByDate(
  starts: readonly number[],
  zone: string,
): ReadonlyMap<PlainDate, number[]> {
  return groupBy(starts, (start) => wallOf(start, zone).date)
}

/** Open starts grouped by the dates of the guest's zone. */
export function openingDays(slots: readonly string[], zone: string): OpeningDay[] {
  const days = groupByDate(slots.map(Date.parse), zone)
  return [...days].map(([date, starts]) => ({
    date,
    starts: starts.map((start) => new Date(start).toISOString()),
  }))
}

/** The dates to ask for; they are right for any time zone of the owner. */
export function askedDates(now: number): { from: PlainDate; to: PlainDate } {
  const today = new Date(now).toISOString().slice(0, 10)
  return { from: addDays(today, -1), to: addDays(today, DAYS_AHEAD) }
}
