import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { formatInstantDate, formatTimeOfDay } from '#shared/lib/format-date.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { formatOffset, formatZone, getOffset, toWallTime } from '#shared/lib/time-zone.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** One interval as shown in one zone. */
export interface MeetingTimeText {
  /** `Wednesday 25 November 2026` */
  date: string
  /** `10:30 to 11:00`; the end names its date if it is on another date. */
  time: string
  /** `America/New York (GMT−5)`; both offsets if the clocks change in between. */
  zone: string
}

/** Formats an interval (UTC milliseconds) for a zone; 24-hour clock, British English. */
export function formatMeetingTime(start: number, end: number, zone: string): MeetingTimeText {
  const [date, lastDate] = [formatFullDate(start, zone), formatFullDate(end, zone)]
  const until = date === lastDate ? '' : ` on ${lastDate}`
  const [before, after] = [formatOffset(start, zone), formatOffset(end, zone)]
  return {
    date,
    time: `${formatClockTime(start, zone)} to ${formatClockTime(end, zone)}${until}`,
    zone:
      before === after
        ? formatZoneWithOffset(start, zone)
        : `${formatZone(zone)} (begins ${before}, ends ${after})`,
  }
}

export function formatFullDate(instant: number, zone: string): string {
  return formatInstantDate(instant, zone, 'full')
}

export function formatClockTime(instant: number, zone: string): string {
  return formatTimeOfDay(toWallTime(instant, zone).minute)
}

/** The sizes of all clock changes that occur anywhere. */
const OVERLAP_STEPS = [-60, -30, 30, 60].map((minutes) => minutes * MINUTE)

/** `02:30`, or `02:30 GMT+2` if that clock time occurs twice that night. */
export function formatStartTime(instant: number, zone: string): string {
  const offset = getOffset(instant, zone)
  const isTwice = OVERLAP_STEPS.some((by) => getOffset(instant + by, zone) === offset - by)
  return isTwice
    ? `${formatClockTime(instant, zone)} ${formatOffset(instant, zone)}`
    : formatClockTime(instant, zone)
}

/** The zone with its offset at the instant. */
export function formatZoneWithOffset(instant: number, zone: string): string {
  return `${formatZone(zone)} (${formatOffset(instant, zone)})`
}

/** The instant at which a zone's clocks are put forward (`minutes` above 0) or back. */
interface ClockChange {
  zone: string
  at: number
  minutes: number
}

/** The zone's first clock change after `from`, up to and including `to` (both UTC milliseconds). */
export function findClockChange(from: number, to: number, zone: string): ClockChange | undefined {
  // Day by day, because a change there and back within the interval leaves both ends equal.
  for (let start = from; start < to; start += DAY) {
    const end = Math.min(start + DAY, to)
    const before = getOffset(start, zone)
    if (getOffset(end, zone) === before) continue
    const at = findChangeInstant(start, end, zone)
    return { zone, at, minutes: Math.round((getOffset(at, zone) - before) / MINUTE) }
  }
  return undefined
}

/** Bisects the interval to the first millisecond of the new offset. */
function findChangeInstant(from: number, to: number, zone: string): number {
  const before = getOffset(from, zone)
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (getOffset(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

/**
 * The clock changes between now and a meeting, the visitor's zone first. Zones that change at the
 * same instant by the same step (all of the European Union) count once.
 */
export function listClockChanges(
  meeting: number,
  now: number,
  zones: { visitor: string; owner: string },
): ClockChange[] {
  const visitor = findClockChange(now, meeting, zones.visitor)
  const owner = findClockChange(now, meeting, zones.owner)
  const same = visitor && owner && visitor.at === owner.at && visitor.minutes === owner.minutes
  return [visitor, same ? undefined : owner].filter((change) => change !== undefined)
}

/** The change as a sentence. */
export function formatClockChange({ zone, at, minutes }: ClockChange): string {
  const date = formatInstantDate(at, zone, 'weekday')
  const direction = minutes > 0 ? 'forward' : 'back'
  const size = Math.abs(minutes)
  const amount = size === 60 ? 'one hour' : `${size} minutes`
  return `Clocks in ${formatZone(zone)} go ${direction} ${amount} on ${date}. The time shown already allows for it.`
}

/** As far as one question about availability may reach, see `MAX_RANGE_DAYS`. */
const DAYS_AHEAD = 98

/** Open starts grouped by the dates of the visitor's zone, which may differ from the owner's. */
export function groupStartsByDate(
  starts: readonly number[],
  zone: string,
): ReadonlyMap<PlainDate, number[]> {
  return groupBy(starts, (start) => toWallTime(start, zone).date)
}

/** The dates to ask for; they are right for any time zone of the owner. */
export function getQueryDates(now: number): { from: PlainDate; to: PlainDate } {
  const today = new Date(now).toISOString().slice(0, 10)
  return { from: addDays(today, -1), to: addDays(today, DAYS_AHEAD) }
}
