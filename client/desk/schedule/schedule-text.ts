import type { TextPiece } from '#client/desk/kit/dialogs/choice-sheet.tsx'
import type { PlainDate } from '#shared/lib/date.ts'
import { formatDate as inWords, isSameYear } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import type { PartName, PartValue, Rule } from '#shared/schedule/merge-schedules.ts'
import { ruleFields } from '#shared/schedule/schedule-records.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import { sortSlots } from '#shared/schedule/time-ranges.ts'
import { formatMinuteOfDay, weekDays } from './schedule-edits.ts'

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

/** `09:00 to 12:00, 13:00 to 17:00` */
export function formatHours(slots: readonly TimeRange[]): string {
  if (slots.length === 0) return 'Not available'
  return sortSlots(slots)
    .map(({ start, end }) => `${start} to ${end}`)
    .join(', ')
}

export function getPartLabel(part: PartName): string {
  const [kind, which = ''] = part.split(':')
  if (kind === 'date') return formatDateWithWeekday(which)
  if (kind === 'day') return weekDays.find(({ index }) => String(index) === which)?.name ?? ''
  return ruleFields[part as Rule].label
}

/** `12 hours`, `3 days` */
export function formatNotice(minutes: number): string {
  if (minutes === 0) return 'None'
  if (minutes > 2 * 1440 && minutes % 1440 === 0) return pluralize(minutes / 1440, 'day')
  return minutes % 60 === 0 ? pluralize(minutes / 60, 'hour') : pluralize(minutes, 'minute')
}

export function formatWindow(days: number): string {
  return pluralize(days, 'day')
}

export function formatBuffer(minutes: number): string {
  return minutes === 0 ? 'None' : pluralize(minutes, 'minute')
}

export function pluralize(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}

/** `2 bookings lie outside the hours. They stay as they are until you offer a new time.` */
export function formatOutsideHours(number: number, draft: boolean): string {
  const [lies, stay] =
    number === 1 ? ['lies', 'It stays as it is'] : ['lie', 'They stay as they are']
  const lie = draft ? 'would lie' : lies
  return `${pluralize(number, 'booking')} ${lie} outside the hours. ${stay} until you offer a new time.`
}

export function getPartSlots(value: PartValue | null): TimeRange[] {
  if (value === null || typeof value !== 'object') return []
  return 'enabled' in value && !value.enabled ? [] : value.timeSlots
}

/** The value of a part as text; null is a date without an exception. */
export function formatPartValue(part: PartName, value: PartValue | null): string {
  if (value === null) return 'As the week'
  if (typeof value === 'object') return formatHours(getPartSlots(value))
  if (typeof value === 'string') return value
  if (part === 'noticeMinutes') return formatNotice(value)
  return part === 'windowDays' ? formatWindow(value) : formatBuffer(value)
}

/** Marks the clock times that the other side lacks; a value without times is marked as a whole. */
export function markDifferences(value: string, other: string): TextPiece[] {
  const known = new Set(other.match(/[\w:]+/g))
  if (value === other) return [{ text: value, isDifferent: false }]
  const pieces = value.match(/\d\d:\d\d|[^\d]+|\d+/g) ?? [value]
  if (!/\d\d:\d\d/.test(value)) return [{ text: value, isDifferent: true }]
  return pieces.map((text) => ({ text, isDifferent: /^\d\d:\d\d$/.test(text) && !known.has(text) }))
}

/** `today, 08:32` or `on 1 November 2026, 09:00`; `earlier` if unknown. */
export function formatChangedAt(instant: number | undefined, now: number, zone: string): string {
  if (instant === undefined) return 'earlier'
  const { date, minute } = toWallTime(instant, zone)
  const day = date === toWallTime(now, zone).date ? 'today' : `on ${formatPlainDate(date)}`
  return `${day}, ${formatMinuteOfDay(minute)}`
}

/** The names of the parts that are the same on both sides. */
export function formatEqualParts(differences: readonly PartName[]): string {
  const names = new Set<string>(differences)
  const days = weekDays.filter(({ index }) => !names.has(`day:${index}`)).map(({ name }) => name)
  const dates = differences.some((part) => part.startsWith('date:'))
  const rules = differences.some((part) => !part.includes(':'))
  return [
    ...days,
    dates ? 'the other exceptions' : 'all exceptions',
    rules ? 'the other rules' : 'booking rules',
  ].join(', ')
}
