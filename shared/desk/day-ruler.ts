import type { Interval } from '#shared/booking/slots.ts'
import { addDays, getWeekday, type PlainDate } from '#shared/lib/date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'

const MINUTE = 60_000

/** Gaps shorter than this are not shown, ms. */
const MIN_GAP = 30 * MINUTE

/** The week of a date, Monday to Sunday. */
export function listWeekDates(date: PlainDate): PlainDate[] {
  const monday = addDays(date, -((getWeekday(date) + 6) % 7))
  return Array.from({ length: 7 }, (_, day) => addDays(monday, day))
}

/** The free parts of the open hours that are still to come, in order; UTC milliseconds. */
export function findFreeGaps(
  open: readonly Interval[],
  occupied: readonly Interval[],
  now: number,
): Interval[] {
  const remaining = open.map(({ start, end }) => ({ start: Math.max(start, now), end }))
  return occupied
    .reduce<Interval[]>(
      (gaps, busy) => gaps.flatMap((gap) => subtractInterval(gap, busy)),
      remaining,
    )
    .filter(({ start, end }) => end - start >= MIN_GAP)
    .sort((a, b) => a.start - b.start)
}

function subtractInterval(gap: Interval, busy: Interval): Interval[] {
  if (busy.end <= gap.start || busy.start >= gap.end) return [gap]
  return [
    { start: gap.start, end: busy.start },
    { start: busy.end, end: gap.end },
  ].filter(({ start, end }) => end > start)
}

/** Part of a day, in whole hours of the wall clock. */
interface DayAxis {
  from: number
  to: number
}

/** Default range: a usual working day. */
const DEFAULT_AXIS: DayAxis = { from: 8, to: 18 }

/** Range of a day's ruler: `DEFAULT_AXIS`, extended to the whole hours that contain all of `visible`. */
export function fitDayAxis(
  visible: readonly Interval[],
  { date, zone }: { date: PlainDate; zone: string },
): DayAxis {
  const ends = visible.flatMap(({ start, end }) => [
    toHour(start, date, zone),
    toHour(end, date, zone),
  ])
  return {
    from: Math.max(0, Math.min(DEFAULT_AXIS.from, ...ends.map(Math.floor))),
    to: Math.min(24, Math.max(DEFAULT_AXIS.to, ...ends.map(Math.ceil))),
  }
}

/** Position of an instant on the ruler, from 0 to 1. */
export function getAxisPosition(
  instant: number,
  { from, to }: DayAxis,
  { date, zone }: { date: PlainDate; zone: string },
): number {
  return Math.min(1, Math.max(0, (toHour(instant, date, zone) - from) / (to - from)))
}

/**
 * The side of each ruler position on which its label stands, so that no labels overlap: after the
 * position, or before it if the position is greater than `turn`; undefined if there is no room.
 * `places` are in ascending order; `room` is the width of a label in the same unit.
 */
export function placeLabels(
  places: readonly number[],
  room: number,
  turn: number,
): ('after' | 'before' | undefined)[] {
  let free = Number.NEGATIVE_INFINITY
  return places.map((place) => {
    const side = place > turn ? 'before' : 'after'
    const start = side === 'before' ? place - room : place
    if (start < free) return undefined
    free = start + room
    return side
  })
}

/** Hour of the wall clock; an instant on an earlier date is 0, on a later date 24. */
function toHour(instant: number, date: PlainDate, zone: string): number {
  const wall = toWallTime(instant, zone)
  if (wall.date < date) return 0
  return wall.date > date ? 24 : wall.minute / 60
}

/** `in 1 hour 40 minutes`, `in 5 minutes`, `now`. */
export function formatTimeUntil(start: number, now: number): string {
  const minutes = Math.round((start - now) / MINUTE)
  if (minutes < 1) return 'now'
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [
    hours > 0 ? pluralize(hours, 'hour') : '',
    rest > 0 ? pluralize(rest, 'minute') : '',
  ]
  return `in ${parts.filter(Boolean).join(' ')}`
}
