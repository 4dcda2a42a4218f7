import { addDays, type PlainDate } from './date.ts'
import { firstInstantFrom } from './wall.ts'
import { wallOf } from './zone.ts'

/**
 * Gives the dates of many instants in a zone. Those of one day, one after the other, cost a
 * comparison: what they fall between is worked out once.
 */
export function dateFinder(zone: string): (instant: number) => PlainDate {
  let day: { date: PlainDate; start: number; end: number } | undefined
  return (instant) => {
    if (day && instant >= day.start && instant < day.end) return day.date
    const { date } = wallOf(instant, zone)
    const start = firstInstantFrom(date, 0, zone)
    const end = firstInstantFrom(addDays(date, 1), 0, zone)
    // Where the clocks go back over midnight, a date begins twice.
    day =
      wallOf(start, zone).date === date && instant >= start && instant < end
        ? { date, start, end }
        : undefined
    return date
  }
}
