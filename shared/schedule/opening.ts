import { type PlainDate, weekday } from '#shared/lib/date.ts'
import { firstInstantFrom, instantsOfWall, lastInstantFrom } from '#shared/lib/wall.ts'
import type { Schedule, TimeRange } from './schema.ts'

const MINUTE = 60_000

/** Minutes between offered starts, in the owner's wall time. */
export const START_STEP = 30

/** The open ranges of a date: those of its exception, else those of its weekday. */
export function rangesOn(
  schedule: Pick<Schedule, 'weekly' | 'exceptions'>,
  date: PlainDate,
): TimeRange[] {
  const exception = schedule.exceptions.find((candidate) => candidate.date === date)
  if (exception) return exception.timeSlots
  const day = schedule.weekly[weekday(date)]
  return day?.enabled ? day.timeSlots : []
}

/** The opening hours of a date in the owner's zone, UTC milliseconds. */
export function openHours(schedule: Schedule, date: PlainDate) {
  return rangesOn(schedule, date).map(({ start, end }) => ({
    start: firstInstantFrom(date, minuteOf(start), schedule.timeZone),
    end: lastInstantFrom(date, endMinuteOf(end), schedule.timeZone),
  }))
}

/**
 * Every start that the schedule allows on one date in the owner's zone, UTC milliseconds, in order:
 * each half hour of wall time from a range's start, if the meeting ends within the range. A wall
 * time that occurs twice gives two starts. Bookings, notice and current time are not considered.
 */
export function startsOn(schedule: Schedule, date: PlainDate, durationMinutes: number): number[] {
  const { timeZone } = schedule
  const starts = rangesOn(schedule, date).flatMap((range) => {
    const from = minuteOf(range.start)
    const to = endMinuteOf(range.end)
    if (to <= from) return []
    const opens = firstInstantFrom(date, from, timeZone)
    const closes = lastInstantFrom(date, to, timeZone)
    return wallSteps(from, to)
      .flatMap((minute) => instantsOfWall(date, minute, timeZone))
      .filter((start) => start >= opens && start + durationMinutes * MINUTE <= closes)
  })
  return [...new Set(starts)].sort((a, b) => a - b)
}

function wallSteps(from: number, to: number): number[] {
  const count = Math.ceil((to - from) / START_STEP)
  return Array.from({ length: count }, (_, step) => from + step * START_STEP)
}

/** `HH:MM` as minutes since midnight. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The end of a range as minutes since midnight; `00:00` is the end of the day, 1440. */
export function endMinuteOf(time: string): number {
  return minuteOf(time) || 1440
}
