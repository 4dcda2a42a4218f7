import type { PlainDate } from '#shared/lib/date.ts'
import { formatDate as inWords, isSameYear } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { weekDays } from '#shared/schedule/schedule-text.ts'
import { formatMinuteOfDay } from './schedule-edits.ts'

/** `Thu 10 Dec 2026` */
export function formatDateWithWeekday(date: PlainDate): string {
  return inWords(date, 'shortFull')
}

/** `Wednesday 25 November`; with the year unless it is the current one. */
export function formatWeekdayDate(date: PlainDate, now: PlainDate): string {
  return inWords(date, isSameYear(date, now) ? 'weekday' : 'full')
}

/** `23 November 2026` */
export function formatPlainDate(date: PlainDate): string {
  return inWords(date, 'long')
}

/** `Friday 27 November at 13:30`, in the given time zone. */
export function formatMeetingStart(start: string, zone: string, now: number): string {
  const { date, minute } = toWallTime(Date.parse(start), zone)
  return `${formatWeekdayDate(date, toWallTime(now, zone).date)} at ${formatMinuteOfDay(minute)}`
}

/** `2 bookings lie outside the hours. They stay as they are until you offer a new time.` */
export function formatOutsideHours(number: number, draft: boolean): string {
  const [lies, stay] =
    number === 1 ? ['lies', 'It stays as it is'] : ['lie', 'They stay as they are']
  const lie = draft ? 'would lie' : lies
  return `${pluralize(number, 'booking')} ${lie} outside the hours. ${stay} until you offer a new time.`
}

/** The names of the parts that are the same on both sides; `different`: the ids of the others' records. */
export function formatEqualParts(different: readonly string[]): string {
  const days = weekDays
    .filter(({ index }) => !different.includes(`day-${index}`))
    .map(({ name }) => name)
  const dates = different.some((id) => id.startsWith('date-'))
  const rules = different.some((id) => id.startsWith('rule-'))
  return [
    ...days,
    dates ? 'the other exceptions' : 'all exceptions',
    rules ? 'the other rules' : 'booking rules',
  ].join(', ')
}
