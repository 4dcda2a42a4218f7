import type { PlainDate } from '../lib/date.ts'

interface Stretch {
  start: PlainDate
  end: PlainDate
}

/** `12 to 19 March 2027`, `28 November 2026 to 3 January 2027`, `12 March 2027`. */
export function tripDates({ start, end }: Stretch): string {
  const last = words(end, { day: 'numeric', month: 'long', year: 'numeric' })
  if (start === end) return last
  if (start.slice(0, 7) === end.slice(0, 7)) return `${Number(start.slice(8))} to ${last}`
  const sameYear = start.slice(0, 4) === end.slice(0, 4)
  const year = sameYear ? {} : ({ year: 'numeric' } as const)
  return `${words(start, { day: 'numeric', month: 'long', ...year })} to ${last}`
}

/** The same without the years, where these are known. */
export function tripDays(trip: Stretch): string {
  return tripDates(trip).replaceAll(/ \d{4}/g, '')
}

/** A date has no zone; noon in UTC stands for it. */
function words(date: PlainDate, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(
    Date.parse(`${date}T12:00:00Z`),
  )
}
