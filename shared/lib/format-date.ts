import type { PlainDate } from './date.ts'
import { toWallTime } from './time-zone.ts'

const day = 'numeric'
const year = 'numeric'

/** The formats of a date: British English, always without a comma. */
const dateStyles = {
  /** `Wednesday 25 November 2026` */
  full: { weekday: 'long', day, month: 'long', year },
  /** `Wednesday 25 November` */
  weekday: { weekday: 'long', day, month: 'long' },
  /** `Wed 25 Nov 2026` */
  shortFull: { weekday: 'short', day, month: 'short', year },
  /** `Wed 25 Nov` */
  shortWeekday: { weekday: 'short', day, month: 'short' },
  /** `25 November 2026` */
  long: { day, month: 'long', year },
  /** `25 November` */
  day: { day, month: 'long' },
  /** `25 Nov 2026` */
  short: { day, month: 'short', year },
  /** `25 Nov` */
  shortDay: { day, month: 'short' },
  /** `November 2026` */
  month: { month: 'long', year },
  /** `November` */
  monthName: { month: 'long' },
  /** `Wed` */
  weekdayName: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateStyle = keyof typeof dateStyles

/** Cache by form: lists show hundreds of dates, and creating a format is slower than using it. */
const formats = new Map<DateStyle, Intl.DateTimeFormat>()

function getFormat(form: DateStyle): Intl.DateTimeFormat {
  const known = formats.get(form)
  if (known) return known
  const created = new Intl.DateTimeFormat('en-GB', { ...dateStyles[form], timeZone: 'UTC' })
  formats.set(form, created)
  return created
}

/** Formats a calendar date; text that is not a date is returned unchanged. */
export function formatDate(date: PlainDate, form: DateStyle): string {
  // A date has no zone, so noon in UTC represents it.
  const noon = Date.parse(`${date}T12:00:00Z`)
  return Number.isNaN(noon) ? date : getFormat(form).format(noon).replace(',', '')
}

/** Formats the date of an instant (UTC milliseconds) in a zone. */
export function formatInstantDate(instant: number, zone: string, form: DateStyle): string {
  return formatDate(toWallTime(instant, zone).date, form)
}

export function isSameYear(one: PlainDate, other: PlainDate): boolean {
  return one.slice(0, 4) === other.slice(0, 4)
}

/** Formats minutes since midnight as `09:30`, on the 24-hour clock; 1440 is `24:00`. */
export function formatTimeOfDay(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), Math.round(minute % 60)]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
