import { pluralize } from '#shared/lib/format-number.ts'
import type { DaySchedule, TimeRange } from './schema.ts'
import { sortSlots } from './time-ranges.ts'

/** Monday first; the stored list begins with Sunday. */
export const weekDays = [
  { index: 1, name: 'Monday' },
  { index: 2, name: 'Tuesday' },
  { index: 3, name: 'Wednesday' },
  { index: 4, name: 'Thursday' },
  { index: 5, name: 'Friday' },
  { index: 6, name: 'Saturday' },
  { index: 0, name: 'Sunday' },
] as const

/** The slots in the stored hours of a weekday or an exception; none if the day is off, or if it is a rule. */
export function listSlots(hours: unknown): TimeRange[] {
  const { enabled = true, timeSlots = [] } = (hours ?? {}) as Partial<DaySchedule>
  return enabled ? timeSlots : []
}

/** `09:00 to 12:00, 13:00 to 17:00` */
export function formatHours(slots: readonly TimeRange[]): string {
  if (slots.length === 0) return 'Not available'
  return sortSlots(slots)
    .map(({ start, end }) => `${start} to ${end}`)
    .join(', ')
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
