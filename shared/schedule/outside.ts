import { firstInstantFrom, lastInstantFrom } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { inOrder } from './merge.ts'
import { rangesOn } from './opening.ts'
import type { Schedule, TimeRange } from './schema.ts'
import { endMinuteOf, minuteOf } from './time-of-day.ts'

/** A stretch of time, UTC milliseconds. */
interface Meeting {
  start: number
  end: number
}

type Hours = Pick<Schedule, 'weekly' | 'exceptions' | 'timeZone'>

/** Whether a meeting lies wholly in the hours of its day; slots that touch count as one. */
export function isInsideHours(hours: Hours, { start, end }: Meeting): boolean {
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

/** The meetings that the hours leave outside. They stay promised; the owner decides about each. */
export function outsideHours<M extends { start: string; end: string }>(
  hours: Hours,
  meetings: readonly M[],
): M[] {
  return meetings.filter(
    ({ start, end }) => !isInsideHours(hours, { start: Date.parse(start), end: Date.parse(end) }),
  )
}
