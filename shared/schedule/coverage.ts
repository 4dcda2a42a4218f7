import { addDays, eachDate, type PlainDate } from '#shared/lib/date.ts'
import { getOffset, toWallTime } from '#shared/lib/time-zone.ts'
import type { ScheduleContent } from './merge-schedules.ts'
import { listStarts, START_STEP_MINUTES } from './opening-hours.ts'

const MINUTE = 60_000

/** Hours in which a guest can be expected to talk, minutes of the guest's own day. */
const WAKING_HOURS = { from: 7 * 60, to: 22 * 60 }

const markets = [
  { city: 'Oslo', zone: 'Europe/Oslo' },
  { city: 'London', zone: 'Europe/London' },
  { city: 'New York', zone: 'America/New_York' },
  { city: 'Los Angeles', zone: 'America/Los_Angeles' },
  { city: 'Tokyo', zone: 'Asia/Tokyo' },
  { city: 'Sydney', zone: 'Australia/Sydney' },
] as const

/** All slots of a week that start at the same half hour of the owner's day. */
interface HalfHourCount {
  /** Minute of the owner's day. */
  minute: number
  slots: number
  /** How many of them are in waking hours of the market. */
  wakingSlots: number
}

export interface MarketCoverage {
  city: string
  wakingSlots: number
  /** Minutes that the market's clocks are ahead of the owner's in the middle of the week. */
  offsetMinutes: number
  /** From the first waking slot's start to the last one's end, by the market's clocks. */
  hours: { from: number; to: number } | undefined
  halfHours: HalfHourCount[]
}

interface Coverage {
  /** Number of half-hour slots in the week. */
  slots: number
  markets: MarketCoverage[]
}

/** How many slots of a real week, with its clock changes, guests elsewhere can use while awake. */
export function calculateCoverage(content: ScheduleContent, monday: PlainDate): Coverage {
  const week = { ...content, exceptions: [], version: 0 }
  const starts = eachDate(monday, addDays(monday, 6)).flatMap((date) =>
    listStarts(week, date, START_STEP_MINUTES),
  )
  const own = starts.map((start) => toWallTime(start, content.timeZone).minute)
  const middle = Date.parse(`${addDays(monday, 3)}T12:00:00Z`)
  return {
    slots: starts.length,
    markets: markets.map(({ city, zone }) => ({
      city,
      offsetMinutes: (getOffset(middle, zone) - getOffset(middle, content.timeZone)) / MINUTE,
      ...measureMarket(starts, own, zone),
    })),
  }
}

/** `own`: each start's minute of the owner's day. */
function measureMarket(starts: readonly number[], own: readonly number[], zone: string) {
  const strokes = new Map<number, HalfHourCount>()
  const awake: number[] = []
  for (const [i, start] of starts.entries()) {
    const local = toWallTime(start, zone).minute
    const isWaking = local >= WAKING_HOURS.from && local + START_STEP_MINUTES <= WAKING_HOURS.to
    const minute = own[i] ?? 0
    const stroke = strokes.get(minute) ?? { minute, slots: 0, wakingSlots: 0 }
    stroke.slots += 1
    if (isWaking) stroke.wakingSlots += 1
    strokes.set(minute, stroke)
    if (isWaking) awake.push(local)
  }
  return {
    wakingSlots: awake.length,
    hours: getHourSpan(awake),
    halfHours: [...strokes.values()].sort((a, b) => a.minute - b.minute),
  }
}

function getHourSpan(minutes: readonly number[]): MarketCoverage['hours'] {
  if (minutes.length === 0) return undefined
  return { from: Math.min(...minutes), to: Math.max(...minutes) + START_STEP_MINUTES }
}
