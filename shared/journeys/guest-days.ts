import { addDays, daysBetween, type PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { parseMinute } from '#shared/schedule/time-ranges.ts'
import {
  findDayIndex,
  getDates,
  getEnd,
  getEndZone,
  getStart,
  getZone,
  type JourneyDay,
} from './days.ts'
import { type GuestCopy, type GuestItem, listGuestDays } from './guest-copy.ts'
import { travelKinds } from './journey-fields.ts'

const MINUTE = 60_000
/** The assumed length of an item without an end, ms. */
const ASSUMED_LENGTH = 30 * MINUTE

export type GuestDay = JourneyDay<GuestItem>

/** A journey at one point in time. */
export interface Timeline {
  days: GuestDay[]
  phase: 'undated' | 'before' | 'under way' | 'after'
  /** The time zone where the guests are then; before the journey, where it begins. */
  zone: string
  /** Today's date there. */
  date: PlainDate
  /** Index of today; -1 unless the journey is under way. */
  today: number
  /** Days until the first; 0 or less once it has come. */
  daysUntil: number
}

/** `now`: UTC milliseconds. */
export function placeInTime(copy: GuestCopy, now: number): Timeline {
  const days = listGuestDays(copy)
  const zone = findZone(days, now)
  const { date } = toWallTime(now, zone)
  const dates = getDates(days)
  if (!dates) return { days, phase: 'undated', zone, date, today: -1, daysUntil: 0 }
  const phase = date < dates.start ? 'before' : date > dates.end ? 'after' : 'under way'
  const daysUntil = daysBetween(date, dates.start)
  return { days, phase, zone, date, today: findDayIndex(days, date), daysUntil }
}

/** The time zone of the item that began last; its end zone once it is over. */
function findZone(days: readonly GuestDay[], now: number): string {
  let found: string | undefined
  let foundStart = Number.NEGATIVE_INFINITY
  for (const { items, date } of days)
    for (const item of items) {
      const start = getStart(item, date)
      if (start === undefined) continue
      found ??= getZone(item)
      if (start > now || start < foundStart) continue
      foundStart = start
      found = (getEnd(item, date) ?? start) <= now ? getEndZone(item) : getZone(item)
    }
  return found ?? getZone(days.flatMap(({ items }) => items)[0])
}

export interface DayRow {
  item: GuestItem
  /** `night`: where guests sleep; `arrival`: an overnight trip that ends on this day. */
  role: 'item' | 'night' | 'arrival'
  /** At most one row of today is `now` or `next`. */
  state: 'past' | 'now' | 'next' | 'later'
  /** UTC milliseconds; absent without a time. */
  start?: number
  end?: number
}

/** The rows of a day in order of time: arrivals and items, then the night. */
export function listDayRows(timeline: Timeline, index: number, now: number): DayRow[] {
  const { days, today, phase } = timeline
  const day = days[index]
  if (!day) return []
  const rows = sortByTime([
    ...listArrivals(days, index),
    ...day.items.map((item) => toRow(item, day.date)),
  ])
  const isNight = ({ item }: DayRow) => item.kind === 'stay'
  const nights = day.nights.map(({ item }): DayRow => ({ item, role: 'night', state: 'later' }))
  const sorted = [
    ...rows.filter((row) => !isNight(row)),
    ...rows.filter(isNight).map((row): DayRow => ({ ...row, role: 'night' })),
    ...nights,
  ]
  if (phase === 'after' || index < today)
    return sorted.map((row): DayRow => ({ ...row, state: 'past' }))
  return index === today ? markStates(sorted, now) : sorted
}

/**
 * Sorts rows by their times. An item without a time stays behind the one that it follows in the plan;
 * an arrival comes before an item of the same time.
 */
function sortByTime(rows: readonly DayRow[]): DayRow[] {
  let last = Number.NEGATIVE_INFINITY
  const timed = rows.map((row) => {
    if (row.item.kind === 'stay') return { row, time: last }
    const time = getRowTime(row)
    if (row.role === 'item') last = time ?? last
    return { row, time: time ?? (row.role === 'arrival' ? Number.NEGATIVE_INFINITY : last) }
  })
  return timed.toSorted((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ row }) => row)
}

/** UTC milliseconds; in a journey without dates, minutes of the day. */
function getRowTime({ item, role, start, end }: DayRow): number | undefined {
  const [instant, text] =
    role === 'arrival' ? [end, item.ends] : [start ?? end, item.begins || item.ends]
  return instant ?? (text ? parseMinute(text) : undefined)
}

function toRow(item: GuestItem, date: PlainDate | ''): DayRow {
  const start = getStart(item, date)
  const end = getEnd(item, date)
  return {
    ...{ item, role: 'item', state: 'later' },
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  }
}

function listArrivals(days: readonly GuestDay[], index: number): DayRow[] {
  return days.slice(0, index).flatMap((day, earlier) =>
    day.items
      .filter(({ kind, endDay }) => travelKinds.includes(kind) && endDay === index - earlier)
      .map((item): DayRow => {
        const end = getEnd(item, day.date)
        return { item, role: 'arrival', state: 'later', ...(end === undefined ? {} : { end }) }
      }),
  )
}

function markStates(rows: DayRow[], now: number): DayRow[] {
  const timed = rows.filter(({ role }) => role !== 'night')
  const isOver = (row: DayRow) => {
    const end = row.end ?? (row.start === undefined ? undefined : row.start + ASSUMED_LENGTH)
    return end !== undefined && Math.max(end, row.start ?? end) <= now
  }
  const current = timed.find((row) => row.start !== undefined && row.start <= now && !isOver(row))
  const next = timed.find((row) => (row.start ?? row.end ?? Number.NEGATIVE_INFINITY) > now)
  return rows.map((row) => {
    if (timed.includes(row) && isOver(row)) return { ...row, state: 'past' }
    if (row === current) return { ...row, state: 'now' }
    return row === next && !current ? { ...row, state: 'next' } : row
  })
}

/** The date on which an item ends; empty without dates. */
export function getEndDate(item: GuestItem, date: PlainDate | ''): PlainDate | '' {
  return date && addDays(date, item.endDay)
}

/** Where guests sleep in the night after a day. */
export function findNight(day: GuestDay | undefined): GuestItem | undefined {
  return day?.items.findLast(({ kind }) => kind === 'stay') ?? day?.nights[0]?.item
}
