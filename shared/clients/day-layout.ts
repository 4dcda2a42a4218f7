import type { Interval } from '#shared/booking/slots.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import { parseEndMinute, parseMinute } from '#shared/schedule/time-ranges.ts'

const MINUTE = 60_000
const HOUR = 60
const DAY = 24 * HOUR

/** Part of a day by the wall clock, minutes since midnight; `to` is excluded. */
export interface MinuteRange {
  from: number
  to: number
}

/**
 * The part of an interval (UTC milliseconds) that falls on a date, by the zone's wall clock;
 * undefined if there is none. If the end would not be after the start, because the clocks go back
 * within it, the real length is kept. If they go forward, it includes the skipped hour.
 */
export function toMinuteRange(
  date: PlainDate,
  { start, end }: Interval,
  zone: string,
): MinuteRange | undefined {
  const dayStart = getFirstInstant(date, 0, zone)
  const dayEnd = getFirstInstant(addDays(date, 1), 0, zone)
  if (start >= dayEnd || end <= dayStart) return undefined
  const [first, last] = [Math.max(start, dayStart), Math.min(end, dayEnd)]
  const from = toWallTime(first, zone).minute
  const to = last === dayEnd ? DAY : toWallTime(last, zone).minute
  return { from, to: to > from ? to : Math.min(DAY, from + (last - first) / MINUTE) }
}

/**
 * The hours that the week view shows: all `stretches`, with up to an hour before and after, rounded
 * to whole hours.
 */
export function getVisibleHours(stretches: readonly MinuteRange[]): MinuteRange {
  if (stretches.length === 0) return { from: 8 * HOUR, to: 18 * HOUR }
  const from = Math.min(...stretches.map((one) => one.from))
  const to = Math.max(...stretches.map((one) => one.to))
  return {
    from: Math.max(0, (Math.ceil(from / HOUR) - 1) * HOUR),
    to: Math.min(DAY, (Math.floor(to / HOUR) + 1) * HOUR),
  }
}

export function toOpenRanges(ranges: readonly TimeRange[]): MinuteRange[] {
  return ranges.map(({ start, end }) => ({ from: parseMinute(start), to: parseEndMinute(end) }))
}

/** The parts of `visible` that are not open. */
export function findClosedRanges(
  open: readonly MinuteRange[],
  visible: MinuteRange,
): MinuteRange[] {
  const sorted = [...open].sort((a, b) => a.from - b.from)
  const closed: MinuteRange[] = []
  let at = visible.from
  for (const { from, to } of sorted) {
    if (from > at) closed.push({ from: at, to: Math.min(from, visible.to) })
    at = Math.max(at, to)
  }
  if (at < visible.to) closed.push({ from: at, to: visible.to })
  return closed.filter(({ from, to }) => to > from)
}

/** Lays out overlapping items side by side: `column` counts from 0, `of` is their number. */
export function assignColumns<Item extends MinuteRange>(items: readonly Item[]) {
  const placed: { item: Item; column: number; group: number }[] = []
  const columns: number[] = []
  let until = -1
  let group = -1
  for (const item of [...items].sort((a, b) => a.from - b.from || a.to - b.to)) {
    if (item.from >= until) group += 1
    const now = placed.filter((one) => one.group === group && one.item.to > item.from)
    let column = 0
    while (now.some((one) => one.column === column)) column += 1
    until = Math.max(until, item.to)
    columns[group] = Math.max(columns[group] ?? 0, column + 1)
    placed.push({ item, column, group })
  }
  return placed.map(({ item, column, group: own }) => ({ item, column, of: columns[own] ?? 1 }))
}
