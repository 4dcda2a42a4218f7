import { addDays, daysBetween, getWeekday, type PlainDate } from '#shared/lib/date.ts'
import { formatTimeOfDay } from '#shared/lib/format-date.ts'
import type { ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import { getPublicHoliday } from '#shared/schedule/public-holidays.ts'
import type { DaySchedule, ScheduleException, TimeRange } from '#shared/schedule/schema.ts'
import { parseEndMinute, parseMinute, validateSlots } from '#shared/schedule/time-ranges.ts'

const MINUTES_PER_DAY = 1440

export function formatMinuteOfDay(minutes: number): string {
  return formatTimeOfDay(minutes % MINUTES_PER_DAY)
}

/**
 * An hour from the end of the last slot, or from 09:00. An end after midnight wraps, which the
 * checks report.
 */
function createNextSlot(slots: readonly TimeRange[]): TimeRange {
  const last = slots.at(-1)
  const start = last?.end ? parseEndMinute(last.end) : parseMinute('09:00')
  return { start: formatMinuteOfDay(start), end: formatMinuteOfDay(start + 60) }
}

export function addSlot(slots: readonly TimeRange[]): TimeRange[] {
  return [...slots, createNextSlot(slots)]
}

/** Removes a slot, except the only one. */
export function removeSlot(slots: readonly TimeRange[], at: number): TimeRange[] {
  return slots.length > 1 ? slots.filter((_, index) => index !== at) : [...slots]
}

export function changeSlot(
  slots: readonly TimeRange[],
  at: number,
  change: Partial<TimeRange>,
): TimeRange[] {
  return slots.map((slot, index) => (index === at ? { ...slot, ...change } : slot))
}

/** A day that is switched off keeps its slots, for when it is switched on again. */
export function setDayEnabled({ timeSlots }: DaySchedule, enabled: boolean): DaySchedule {
  return { enabled, timeSlots: enabled && timeSlots.length === 0 ? addSlot([]) : timeSlots }
}

export function setDay(content: ScheduleContent, at: number, day: DaySchedule): ScheduleContent {
  return { ...content, weekly: content.weekly.map((old, index) => (index === at ? day : old)) }
}

/** Consecutive dates with the same exception. */
export interface ExceptionSpan {
  from: PlainDate
  to: PlainDate
  timeSlots: TimeRange[]
  note: string
}

/** The exceptions from `since` on in order of date, with equal ones on consecutive days joined. */
export function groupExceptions(
  exceptions: readonly ScheduleException[],
  since: PlainDate,
): ExceptionSpan[] {
  const spans: ExceptionSpan[] = []
  const coming = exceptions.filter(({ date }) => date >= since)
  for (const { date, timeSlots, note = '' } of coming.sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const last = spans.at(-1)
    const follows = last && addDays(last.to, 1) === date && last.note === note
    if (follows && isSameSlots(last.timeSlots, timeSlots)) last.to = date
    else spans.push({ from: date, to: date, timeSlots, note })
  }
  return spans
}

function isSameSlots(a: readonly TimeRange[], b: readonly TimeRange[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Puts a span's exceptions in place of any on its dates, and of the span that was edited. */
export function setExceptionSpan(
  content: ScheduleContent,
  span: ExceptionSpan,
  before?: ExceptionSpan,
): ScheduleContent {
  const rest = removeExceptionSpan(
    before ? removeExceptionSpan(content, before) : content,
    span,
  ).exceptions
  const { note, timeSlots } = span
  const dates = Array.from({ length: daysBetween(span.from, span.to) + 1 }, (_, index) =>
    addDays(span.from, index),
  )
  const added = dates.map((date) => ({ date, timeSlots, ...(note ? { note } : {}) }))
  const exceptions = [...rest, ...added].sort((a, b) => (a.date < b.date ? -1 : 1))
  return { ...content, exceptions }
}

export function removeExceptionSpan(
  content: ScheduleContent,
  { from, to }: Pick<ExceptionSpan, 'from' | 'to'>,
): ScheduleContent {
  const exceptions = content.exceptions.filter(({ date }) => date < from || date > to)
  return { ...content, exceptions }
}

/** How far ahead public holidays are closed at once. */
const HOLIDAY_DAYS = 365

/** The closed days that are still to be added: public holidays on working days that have no exception. */
export function listOpenHolidays(
  { weekly, exceptions }: ScheduleContent,
  today: PlainDate,
): ScheduleException[] {
  const decided = new Set(exceptions.map(({ date }) => date))
  return Array.from({ length: HOLIDAY_DAYS }, (_, index) => addDays(today, index)).flatMap(
    (date) => {
      const note = getPublicHoliday(date)
      const isOpen = weekly[getWeekday(date)]?.enabled === true && !decided.has(date)
      return note && isOpen ? [{ date, timeSlots: [], note }] : []
    },
  )
}

/** The schedule without invalid slots of the week, which cannot be booked. */
export function removeInvalidSlots(content: ScheduleContent): ScheduleContent {
  const weekly = content.weekly.map((day) => {
    const wrong = validateSlots(day.timeSlots).map(({ slot }) => slot)
    return { ...day, timeSlots: day.timeSlots.filter((_, index) => !wrong.includes(index)) }
  })
  return { ...content, weekly }
}

/**
 * The schedule to publish: without past exceptions, and without invalid slots in days that are off.
 */
export function toPublishable(content: ScheduleContent, today: PlainDate): ScheduleContent {
  const sound = removeInvalidSlots(content).weekly
  return {
    ...content,
    weekly: content.weekly.map((day, index) => (day.enabled ? day : (sound[index] ?? day))),
    exceptions: content.exceptions.filter(({ date }) => date >= today),
  }
}
