import { getWeekday, type PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant, getLastInstant, listInstants } from '#shared/lib/wall-time.ts'
import type { Schedule, TimeRange } from './schema.ts'
import { parseEndMinute, parseMinute } from './time-ranges.ts'

const MINUTE = 60_000

/** Minutes between offered starts, in the owner's wall time. */
export const START_STEP_MINUTES = 30

/** The open ranges of a date: those of its exception, else those of its weekday. */
export function getRanges(
  schedule: Pick<Schedule, 'weekly' | 'exceptions'>,
  date: PlainDate,
): TimeRange[] {
  const exception = schedule.exceptions.find((candidate) => candidate.date === date)
  if (exception) return exception.timeSlots
  const day = schedule.weekly[getWeekday(date)]
  return day?.enabled ? day.timeSlots : []
}

/** The opening hours of a date in the owner's zone, UTC milliseconds. */
export function getOpenHours(
  schedule: Pick<Schedule, 'weekly' | 'exceptions' | 'timeZone'>,
  date: PlainDate,
) {
  return getRanges(schedule, date).map(({ start, end }) => ({
    start: getFirstInstant(date, parseMinute(start), schedule.timeZone),
    end: getLastInstant(date, parseEndMinute(end), schedule.timeZone),
  }))
}

/**
 * Every start that the schedule allows on one date in the owner's zone, UTC milliseconds, in order:
 * each half hour of wall time from a range's start, if the meeting ends within the range. A wall
 * time that occurs twice gives two starts. Bookings, notice and current time are not considered.
 */
export function listStarts(schedule: Schedule, date: PlainDate, durationMinutes: number): number[] {
  const { timeZone } = schedule
  const starts = getRanges(schedule, date).flatMap((range) => {
    const from = parseMinute(range.start)
    const to = parseEndMinute(range.end)
    if (to <= from) return []
    const opens = getFirstInstant(date, from, timeZone)
    const closes = getLastInstant(date, to, timeZone)
    return listWallMinutes(from, to)
      .flatMap((minute) => listInstants(date, minute, timeZone))
      .filter((start) => start >= opens && start + durationMinutes * MINUTE <= closes)
  })
  return [...new Set(starts)].sort((a, b) => a - b)
}

/** Whether `start` is one of `listStarts` for its date. */
export function isStart(schedule: Schedule, start: number, durationMinutes: number): boolean {
  const { timeZone } = schedule
  const { date, minute } = toWallTime(start, timeZone)
  if (start % MINUTE !== 0) return false
  return getRanges(schedule, date).some((range) => {
    const from = parseMinute(range.start)
    const to = parseEndMinute(range.end)
    if (minute < from || minute >= to || (minute - from) % START_STEP_MINUTES !== 0) return false
    const opens = getFirstInstant(date, from, timeZone)
    const closes = getLastInstant(date, to, timeZone)
    return start >= opens && start + durationMinutes * MINUTE <= closes
  })
}

function listWallMinutes(from: number, to: number): number[] {
  const count = Math.ceil((to - from) / START_STEP_MINUTES)
  return Array.from({ length: count }, (_, step) => from + step * START_STEP_MINUTES)
}
