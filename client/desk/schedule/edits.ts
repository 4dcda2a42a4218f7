import { addDays, daysBetween, type PlainDate } from '#shared/lib/date.ts'
import { timeOfDay } from '#shared/lib/date-words.ts'
import { slotProblems } from '#shared/schedule/checks.ts'
import type { ScheduleContent } from '#shared/schedule/merge.ts'
import { endMinuteOf, minuteOf } from '#shared/schedule/opening.ts'
import type { DaySchedule, ScheduleException, TimeRange } from '#shared/schedule/schema.ts'

const DAY_MINUTES = 1440

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

export function timeText(minutes: number): string {
  return timeOfDay(minutes % DAY_MINUTES)
}

/**
 * An hour from the end of the last slot, or from 09:00. An end after midnight wraps, which the
 * checks report.
 */
function nextSlot(slots: readonly TimeRange[]): TimeRange {
  const last = slots.at(-1)
  const start = last?.end ? endMinuteOf(last.end) : minuteOf('09:00')
  return { start: timeText(start), end: timeText(start + 60) }
}

export function addSlot(slots: readonly TimeRange[]): TimeRange[] {
  return [...slots, nextSlot(slots)]
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
export function switchDay({ timeSlots }: DaySchedule, enabled: boolean): DaySchedule {
  return { enabled, timeSlots: enabled && timeSlots.length === 0 ? addSlot([]) : timeSlots }
}

export function withDay(content: ScheduleContent, at: number, day: DaySchedule): ScheduleContent {
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
export function exceptionSpans(
  exceptions: readonly ScheduleException[],
  since: PlainDate,
): ExceptionSpan[] {
  const spans: ExceptionSpan[] = []
  const coming = exceptions.filter(({ date }) => date >= since)
  for (const { date, timeSlots, note = '' } of coming.sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const last = spans.at(-1)
    const follows = last && addDays(last.to, 1) === date && last.note === note
    if (follows && sameSlots(last.timeSlots, timeSlots)) last.to = date
    else spans.push({ from: date, to: date, timeSlots, note })
  }
  return spans
}

function sameSlots(a: readonly TimeRange[], b: readonly TimeRange[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Puts a span's exceptions in place of any on its dates, and of the span that was edited. */
export function putSpan(
  content: ScheduleContent,
  span: ExceptionSpan,
  before?: ExceptionSpan,
): ScheduleContent {
  const rest = removeSpan(before ? removeSpan(content, before) : content, span).exceptions
  const { note, timeSlots } = span
  const dates = Array.from({ length: daysBetween(span.from, span.to) + 1 }, (_, index) =>
    addDays(span.from, index),
  )
  const added = dates.map((date) => ({ date, timeSlots, ...(note ? { note } : {}) }))
  const exceptions = [...rest, ...added].sort((a, b) => (a.date < b.date ? -1 : 1))
  return { ...content, exceptions }
}

export function removeSpan(
  content: ScheduleContent,
  { from, to }: Pick<ExceptionSpan, 'from' | 'to'>,
): ScheduleContent {
  const exceptions = content.exceptions.filter(({ date }) => date < from || date > to)
  return { ...content, exceptions }
}

/** The schedule without invalid slots of the week, which cannot be booked. */
export function soundOnly(content: ScheduleContent): ScheduleContent {
  const weekly = content.weekly.map((day) => {
    const wrong = slotProblems(day.timeSlots).map(({ slot }) => slot)
    return { ...day, timeSlots: day.timeSlots.filter((_, index) => !wrong.includes(index)) }
  })
  return { ...content, weekly }
}

/**
 * The schedule to publish: without past exceptions, and without invalid slots in days that are off.
 */
export function publishable(content: ScheduleContent, today: PlainDate): ScheduleContent {
  const sound = soundOnly(content).weekly
  return {
    ...content,
    weekly: content.weekly.map((day, index) => (day.enabled ? day : (sound[index] ?? day))),
    exceptions: content.exceptions.filter(({ date }) => date >= today),
  }
}
