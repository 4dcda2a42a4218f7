import { longDay } from '#client/desk/kit/day-words.ts'
import { clockChangeBetween } from '#shared/booking/clock-change.ts'
import { clockTime } from '#shared/booking/times.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { firstInstantFrom } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'

interface ClockChangesProps {
  /** In order. */
  days: readonly PlainDate[]
  zone: string
}

/** Which of the days is longer or shorter than the others. */
export function ClockChanges({ days, zone }: ClockChangesProps) {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const from = firstInstantFrom(first, 0, zone)
  const to = firstInstantFrom(addDays(last, 1), 0, zone)
  const change = clockChangeBetween(from, to, zone)
  if (!change) return null
  const before = clockTime(change.at - 60_000, zone)
  const day = longDay(wallOf(change.at, zone).date)
  return (
    <p>
      {change.minutes > 0
        ? `Clocks go forward on ${day}: after ${before} comes ${clockTime(change.at, zone)}.`
        : `Clocks go back on ${day}: ${clockTime(change.at, zone)} to ${before} comes twice.`}
    </p>
  )
}
