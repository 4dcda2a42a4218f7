import { clockTime, zoneLabel } from '../../shared/booking/times.ts'
import type { PlainDate } from '../../shared/lib/date.ts'

/** A date has no zone; noon in UTC stands for it where Intl wants an instant. */
function format(date: PlainDate, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
    .format(Date.parse(`${date}T12:00:00Z`))
    .replace(',', '')
}

/** `Wednesday 25 November` */
export function dayWords(date: PlainDate): string {
  return format(date, { weekday: 'long', day: 'numeric', month: 'long' })
}

/** `Wednesday 25 November 2026` */
export function fullDayWords(date: PlainDate): string {
  return format(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** `Wed 25 November`, or `Wed 25 Nov`. */
export function shortDayWords(date: PlainDate, month: 'long' | 'short'): string {
  return format(date, { weekday: 'short', day: 'numeric', month })
}

/** `November 2026` */
export function monthWords(date: PlainDate): string {
  return format(date, { month: 'long', year: 'numeric' })
}

/** `Oslo time` of `Europe/Oslo`, for running text. */
export function cityTime(zone: string): string {
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return zone === 'UTC' ? 'UTC' : `${city} time`
}

/** An offer or a choice as it reads in a zone. */
export function slotWords(start: number, zone: string): { time: string; zone: string } {
  return { time: clockTime(start, zone), zone: zoneLabel(start, zone) }
}

/** The days of the week, Monday first. */
export const weekdayWords = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
]
