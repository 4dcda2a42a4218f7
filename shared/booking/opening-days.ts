import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'

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
  const days = new Map<PlainDate, number[]>()
  for (const start of starts) {
    const { date } = wallOf(start, zone)
    const day = days.get(date)
    if (day) day.push(start)
    else days.set(date, [start])
  }
  return days
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
