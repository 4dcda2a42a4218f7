import type { PlainDate } from '#shared/lib/date.ts'
import { dateWords } from '#shared/lib/date-words.ts'

/** `Tuesday 24 November` */
export function longDay(date: PlainDate): string {
  return dateWords(date, 'weekday')
}

/** `20 November` */
export function dayOfMonth(date: PlainDate): string {
  return dateWords(date, 'day')
}

/** `Tue` */
export function weekdayName(date: PlainDate): string {
  return dateWords(date, 'weekdayName')
}

/** `November` for `2026-11` */
export function monthName(month: string): string {
  return dateWords(`${month}-15`, 'monthName')
}
