import { clockTime, zoneLabel } from '#shared/booking/times.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { dateWords } from '#shared/lib/date-words.ts'
import { zoneCity } from '#shared/lib/zone.ts'

/** `Wednesday 25 November` */
export function dayWords(date: PlainDate): string {
  return dateWords(date, 'weekday')
}

/** `Wednesday 25 November 2026` */
export function fullDayWords(date: PlainDate): string {
  return dateWords(date, 'full')
}

/** `Wed 25 November`, or `Wed 25 Nov`. */
export function shortDayWords(date: PlainDate, month: 'long' | 'short'): string {
  return dateWords(date, month === 'long' ? 'halfWeekday' : 'shortWeekday')
}

/** `November 2026` */
export function monthWords(date: PlainDate): string {
  return dateWords(date, 'month')
}

/** `Oslo time` of `Europe/Oslo`, for running text. */
export function cityTime(zone: string): string {
  return zone === 'UTC' ? 'UTC' : `${zoneCity(zone)} time`
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
