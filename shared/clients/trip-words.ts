import type { PlainDate } from '#shared/lib/date.ts'
import { dateWords, isSameYear } from '#shared/lib/date-words.ts'

interface Stretch {
  start: PlainDate
  end: PlainDate
}

/** `12 to 19 March 2027`, `28 November 2026 to 3 January 2027`, `12 March 2027`. */
export function tripDates({ start, end }: Stretch): string {
  const last = dateWords(end, 'long')
  if (start === end) return last
  if (start.slice(0, 7) === end.slice(0, 7)) return `${Number(start.slice(8))} to ${last}`
  return `${dateWords(start, isSameYear(start, end) ? 'day' : 'long')} to ${last}`
}

/** Like `tripDates`, but without years, for places where the year is known. */
export function tripDays(trip: Stretch): string {
  return tripDates(trip).replaceAll(/ \d{4}/g, '')
}
