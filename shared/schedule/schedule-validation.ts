import type { Interval } from '#shared/booking/slots.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant, getLastInstant } from '#shared/lib/wall-time.ts'
import { getRanges } from './opening-hours.ts'
import type { Schedule, ScheduleException, TimeRange, WeeklySchedule } from './schema.ts'
import {
  parseEndMinute,
  parseMinute,
  SLOT_MISSING_TEXT,
  sortSlots,
  validateSlots,
} from './time-ranges.ts'

const DUPLICATE_DATE_TEXT = 'This date already has hours.'

/** Problems of the whole schedule, each under the wire name of its field. */
export function validateSchedule(
  weekly: WeeklySchedule,
  exceptions: readonly ScheduleException[],
): Record<string, string> {
  const problems: Record<string, string> = {}
  const note = (path: string, slots: readonly TimeRange[]) => {
    for (const { slot, message } of validateSlots(slots))
      problems[`${path}.timeSlots.${slot}.end`] = message
  }
  for (const [day, { enabled, timeSlots }] of weekly.entries()) {
    if (!enabled) continue
    if (timeSlots.length === 0) problems[`schedule.${day}.timeSlots`] = SLOT_MISSING_TEXT
    note(`schedule.${day}`, timeSlots)
  }
  const dates = exceptions.map(({ date }) => date)
  for (const [index, { date, timeSlots }] of exceptions.entries()) {
    const path = `settings.exceptions.${index}`
    if (dates.indexOf(date) < index) problems[`${path}.date`] = DUPLICATE_DATE_TEXT
    note(path, timeSlots)
  }
  return problems
}

type Hours = Pick<Schedule, 'weekly' | 'exceptions' | 'timeZone'>

/** Whether a meeting is entirely within the hours of its day; slots that touch count as one. */
export function isInsideHours(hours: Hours, { start, end }: Interval): boolean {
  const { date } = toWallTime(start, hours.timeZone)
  return mergeRanges(getRanges(hours, date)).some(([from, to]) => {
    const opens = getFirstInstant(date, from, hours.timeZone)
    const closes = getLastInstant(date, to, hours.timeZone)
    return opens <= start && end <= closes
  })
}

function mergeRanges(ranges: readonly TimeRange[]): [from: number, to: number][] {
  const spans: [number, number][] = []
  for (const range of sortSlots(ranges)) {
    const [from, to] = [parseMinute(range.start), parseEndMinute(range.end)]
    const last = spans.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else spans.push([from, to])
  }
  return spans
}

/** The meetings outside the hours. They stay booked; the owner decides about each. */
export function findMeetingsOutsideHours<M extends { start: string; end: string }>(
  hours: Hours,
  meetings: readonly M[],
): M[] {
  return meetings.filter(
    ({ start, end }) => !isInsideHours(hours, { start: Date.parse(start), end: Date.parse(end) }),
  )
}
