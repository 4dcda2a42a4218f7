import type { PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'

/** `Tuesday 24 November` */
export function formatLongDay(date: PlainDate): string {
  return formatDate(date, 'weekday')
}

/** `20 November` */
export function formatDayOfMonth(date: PlainDate): string {
  return formatDate(date, 'day')
}

/** `Tue` */
export function formatWeekday(date: PlainDate): string {
  return formatDate(date, 'weekdayName')
}

/** `November` for `2026-11` */
export function formatMonthName(month: string): string {
  return formatDate(`${month}-15`, 'monthName')
}
