import type { Interval } from '#shared/booking/slots.ts'
import { weekOf } from '#shared/desk/today.ts'
import { addDays, daysBetween, type PlainDate } from '#shared/lib/date.ts'
import { firstInstantFrom } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { endMinuteOf, minuteOf } from '#shared/schedule/opening.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import type { Trip } from './fields.ts'

export const calendarViews = ['month', 'week'] as const

export type CalendarView = (typeof calendarViews)[number]

/** The whole weeks, Monday first, that hold a date's month, or the one that holds the date. */
export function weeksShown(view: CalendarView, date: PlainDate): PlainDate[][] {
  if (view === 'week') return [weekOf(date)]
  const first = `${date.slice(0, 7)}-01`
  const weeks = [weekOf(first)]
  const next = firstOfMonth(date, 1)
  for (
    let monday = addDays(weekOf(first)[0] ?? first, 7);
    monday < next;
    monday = addDays(monday, 7)
  )
    weeks.push(weekOf(monday))
  return weeks
}

function firstOfMonth(date: PlainDate, months: number): PlainDate {
  const at = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}

/** The same day so many months or weeks on; of a shorter month, its last. */
export function turned(view: CalendarView, date: PlainDate, by: 1 | -1): PlainDate {
  if (view === 'week') return addDays(date, 7 * by)
  const first = firstOfMonth(date, by)
  const last = addDays(firstOfMonth(first, 1), -1)
  return addDays(first, Math.min(Number(date.slice(8)) - 1, daysBetween(first, last)))
}

/** Where a key leads from a date; undefined for keys that lead nowhere. */
export function dateByKey(key: string, view: CalendarView, date: PlainDate): PlainDate | undefined {
  const week = weekOf(date)
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return view === 'month' ? addDays(date, -7) : undefined
    case 'ArrowDown':
      return view === 'month' ? addDays(date, 7) : undefined
    case 'Home':
      return week[0]
    case 'End':
      return week.at(-1)
    case 'PageUp':
      return turned(view, date, -1)
    case 'PageDown':
      return turned(view, date, 1)
    default:
      return undefined
  }
}

const MINUTE = 60_000
const HOUR = 60
const DAY = 24 * HOUR

/** A stretch of a day's clock, minutes since midnight; the end excluded. */
export interface Stretch {
  from: number
  to: number
}

/**
 * The part of a date that a stretch of time takes, by the clock of a zone. Where the clocks go back
 * within it, it keeps its length; where they go forward, it spans the hour that is not there.
 */
export function stretchOn(
  date: PlainDate,
  { start, end }: Interval,
  zone: string,
): Stretch | undefined {
  const dayStart = firstInstantFrom(date, 0, zone)
  const dayEnd = firstInstantFrom(addDays(date, 1), 0, zone)
  if (start >= dayEnd || end <= dayStart) return undefined
  const [first, last] = [Math.max(start, dayStart), Math.min(end, dayEnd)]
  const from = wallOf(first, zone).minute
  const to = last === dayEnd ? DAY : wallOf(last, zone).minute
  return { from, to: to > from ? to : Math.min(DAY, from + (last - first) / MINUTE) }
}

/** The hours that a week is drawn from and to: those that are open and those that are taken, and one around. */
export function hoursShown(stretches: readonly Stretch[]): Stretch {
  if (stretches.length === 0) return { from: 8 * HOUR, to: 18 * HOUR }
  const from = Math.min(...stretches.map((one) => one.from))
  const to = Math.max(...stretches.map((one) => one.to))
  return {
    from: Math.max(0, (Math.ceil(from / HOUR) - 1) * HOUR),
    to: Math.min(DAY, (Math.floor(to / HOUR) + 1) * HOUR),
  }
}

export function openStretches(ranges: readonly TimeRange[]): Stretch[] {
  return ranges.map(({ start, end }) => ({ from: minuteOf(start), to: endMinuteOf(end) }))
}

/** What of the hours shown is not open. */
export function closedStretches(open: readonly Stretch[], shown: Stretch): Stretch[] {
  const sorted = [...open].sort((a, b) => a.from - b.from)
  const closed: Stretch[] = []
  let at = shown.from
  for (const { from, to } of sorted) {
    if (from > at) closed.push({ from: at, to: Math.min(from, shown.to) })
    at = Math.max(at, to)
  }
  if (at < shown.to) closed.push({ from: at, to: shown.to })
  return closed.filter(({ from, to }) => to > from)
}

/** Items that share some of their time stand side by side: each with its column, of so many. */
export function sideBySide<Item extends Stretch>(items: readonly Item[]) {
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

/** A journey in one week: a stretch of its days, on a line of its own. */
export interface TripBand<Item> {
  item: Item
  /** Of the week's days, 0 to 6; both included. */
  from: number
  to: number
  /** It began before this week, or goes on after it. */
  goesBack: boolean
  goesOn: boolean
  /** 0 is the uppermost. */
  lane: number
}

/** The bands of a week, each on the first line that is free for all of its days. */
export function tripBands<Item extends { trip: Pick<Trip, 'start' | 'end'> }>(
  days: readonly PlainDate[],
  items: readonly Item[],
): TripBand<Item>[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const inWeek = items.filter(({ trip }) => trip.start <= last && trip.end >= first)
  const bands: TripBand<Item>[] = []
  // Longer ones first among those that begin together, so that the short ones hang below.
  for (const item of inWeek.sort(byStretch)) {
    const { start, end } = item.trip
    const from = start < first ? 0 : days.indexOf(start)
    const to = end > last ? days.length - 1 : days.indexOf(end)
    const lane = freeLane(bands, from, to)
    bands.push({ item, from, to, goesBack: start < first, goesOn: end > last, lane })
  }
  return bands
}

interface WithTrip {
  trip: Pick<Trip, 'start' | 'end'>
}

function byStretch({ trip: a }: WithTrip, { trip: b }: WithTrip): number {
  return a.start.localeCompare(b.start) || b.end.localeCompare(a.end)
}

function freeLane(bands: readonly TripBand<unknown>[], from: number, to: number): number {
  const met = bands.filter((band) => band.from <= to && band.to >= from)
  let lane = 0
  while (met.some((band) => band.lane === lane)) lane += 1
  return lane
}

/** How many lines the bands over one day of the week take. */
export function lanesOver(bands: readonly TripBand<unknown>[], day: number): number {
  const over = bands.filter(({ from, to }) => from <= day && to >= day)
  return over.reduce((lanes, { lane }) => Math.max(lanes, lane + 1), 0)
}
