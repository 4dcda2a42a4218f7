import type { PlainDate } from '../../shared/lib/date.ts'

/** A date has no zone; noon in UTC stands for it where Intl wants an instant. */
function format(date: PlainDate, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
    .format(Date.parse(`${date}T12:00:00Z`))
    .replace(',', '')
}

/** `Tuesday 24 November` */
export function longDay(date: PlainDate): string {
  return format(date, { weekday: 'long', day: 'numeric', month: 'long' })
}

/** `20 November` */
export function dayOfMonth(date: PlainDate): string {
  return format(date, { day: 'numeric', month: 'long' })
}

/** `Tue` */
export function weekdayName(date: PlainDate): string {
  return format(date, { weekday: 'short' })
}

/** `November`, of `2026-11`. */
export function monthName(month: string): string {
  return format(`${month}-15`, { month: 'long' })
}
