import type { PlainDate } from '#shared/lib/date.ts'
import { formatDate, isSameYear } from '#shared/lib/format-date.ts'

interface DateRange {
  start: PlainDate
  end: PlainDate
}

/** `12 to 19 March 2027`, `28 November 2026 to 3 January 2027`, `12 March 2027`. */
export function formatTripDates({ start, end }: DateRange): string {
  const last = formatDate(end, 'long')
  if (start === end) return last
  if (start.slice(0, 7) === end.slice(0, 7)) return `${Number(start.slice(8))} to ${last}`
  return `${formatDate(start, isSameYear(start, end) ? 'day' : 'long')} to ${last}`
}

/** Like `formatTripDates`, but without years, for places where the year is known. */
export function formatTripDays(trip: DateRange): string {
  return formatTripDates(trip).replaceAll(/ \d{4}/g, '')
}
