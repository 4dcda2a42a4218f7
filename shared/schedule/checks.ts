import type { Interval } from '#shared/booking/slots.ts'
import { firstInstantFrom, lastInstantFrom } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { inOrder } from './merge.ts'
import { endMinuteOf, minuteOf, rangesOn } from './opening.ts'
import type { Schedule, ScheduleException, TimeRange, WeeklySchedule } from './schema.ts'

interface SlotProblem {
  /** Index of the slot in the list. */
  slot: number
  message: string
}

const UNTIMED = 'Please enter a start and an end.'
const BACKWARDS = 'The end must be later than the start. 00:00 is the end of the day.'

/** Problems of a day's slots, at most one per slot; an overlap is reported at the later slot. */
export function slotProblems(slots: readonly TimeRange[]): SlotProblem[] {
  return slots.flatMap((slot, index) => {
    const message = faultOf(slot) ?? overlapOf(slot, slots.slice(0, index))
    return message ? [{ slot: index, message }] : []
  })
}

function faultOf({ start, end }: TimeRange): string | undefined {
  if (!start || !end) return UNTIMED
  return endMinuteOf(end) > minuteOf(start) ? undefined : BACKWARDS
}

function overlapOf(slot: TimeRange, earlier: readonly TimeRange[]): string | undefined {
  const met = earlier.find((other) => !faultOf(other) && overlaps(slot, other))
  return met && `This overlaps ${met.start} to ${met.end}.`
}

function overlaps(a: TimeRange, b: TimeRange): boolean {
  return minuteOf(a.start) < endMinuteOf(b.end) && minuteOf(b.start) < endMinuteOf(a.end)
}

const NO_SLOT = 'Please add a time slot, or switch the day off.'
const TWICE = 'This date already has hours.'

/** Problems of the whole schedule, each under the wire name of its field. */
export function scheduleProblems(
  weekly: WeeklySchedule,
  exceptions: readonly ScheduleException[],
): Record<string, string> {
  const problems: Record<string, string> = {}
  const note = (path: string, slots: readonly TimeRange[]) => {
    for (const { slot, message } of slotProblems(slots))
      problems[`${path}.timeSlots.${slot}.end`] = message
  }
  for (const [day, { enabled, timeSlots }] of weekly.entries()) {
    if (!enabled) continue
    if (timeSlots.length === 0) problems[`schedule.${day}.timeSlots`] = NO_SLOT
    note(`schedule.${day}`, timeSlots)
  }
  const dates = exceptions.map(({ date }) => date)
  for (const [index, { date, timeSlots }] of exceptions.entries()) {
    const path = `settings.exceptions.${index}`
    if (dates.indexOf(date) < index) problems[`${path}.date`] = TWICE
    note(path, timeSlots)
  }
  return problems
}

type Hours = Pick<Schedule, 'weekly' | 'exceptions' | 'timeZone'>

/** Whether a meeting is entirely within the hours of its day; slots that touch count as one. */
export function isInsideHours(hours: Hours, { start, end }: Interval): boolean {
  const { date } = wallOf(start, hours.timeZone)
  return joined(rangesOn(hours, date)).some(([from, to]) => {
    const opens = firstInstantFrom(date, from, hours.timeZone)
    const closes = lastInstantFrom(date, to, hours.timeZone)
    return opens <= start && end <= closes
  })
}

function joined(ranges: readonly TimeRange[]): [from: number, to: number][] {
  const spans: [number, number][] = []
  for (const range of inOrder(ranges)) {
    const [from, to] = [minuteOf(range.start), endMinuteOf(range.end)]
    const last = spans.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else spans.push([from, to])
  }
  return spans
}

/** The meetings outside the hours. They stay booked; the owner decides about each. */
export function outsideHours<M extends { start: string; end: string }>(
  hours: Hours,
  meetings: readonly M[],
): M[] {
  return meetings.filter(
    ({ start, end }) => !isInsideHours(hours, { start: Date.parse(start), end: Date.parse(end) }),
  )
}
