import { addDays, eachDate, type PlainDate } from '#shared/lib/date.ts'
import { offsetAt, wallOf } from '#shared/lib/zone.ts'
import type { ScheduleContent } from './merge.ts'
import { START_STEP, startsOn } from './opening.ts'

const MINUTE = 60_000

/** Hours in which a guest can be expected to talk, minutes of the guest's own day. */
const WAKING = { from: 7 * 60, to: 22 * 60 }

const markets = [
  { city: 'Oslo', zone: 'Europe/Oslo' },
  { city: 'London', zone: 'Europe/London' },
  { city: 'New York', zone: 'America/New_York' },
  { city: 'Los Angeles', zone: 'America/Los_Angeles' },
  { city: 'Tokyo', zone: 'Asia/Tokyo' },
  { city: 'Sydney', zone: 'Australia/Sydney' },
] as const

/** All slots of a week that start at the same half hour of the owner's day. */
interface Stroke {
  /** Minute of the owner's day. */
  minute: number
  slots: number
  /** How many of them are in waking hours of the market. */
  waking: number
}

export interface MarketCoverage {
  city: string
  waking: number
  /** Minutes that the market's clocks are ahead of the owner's in the middle of the week. */
  ahead: number
  /** From the first waking slot's start to the last one's end, by the market's clocks. */
  hours: { from: number; to: number } | undefined
  strokes: Stroke[]
}

interface Coverage {
  /** Number of half-hour slots in the week. */
  slots: number
  markets: MarketCoverage[]
}

/** How many slots of a real week, with its clock changes, guests elsewhere can use while awake. */
export function coverageOf(content: ScheduleContent, monday: PlainDate): Coverage {
  const week = { ...content, exceptions: [], version: 0 }
  const starts = eachDate(monday, addDays(monday, 6)).flatMap((date) =>
    startsOn(week, date, START_STEP),
  )
  const own = starts.map((start) => wallOf(start, content.timeZone).minute)
  const middle = Date.parse(`${addDays(monday, 3)}T12:00:00Z`)
  return {
    slots: starts.length,
    markets: markets.map(({ city, zone }) => ({
      city,
      ahead: (offsetAt(middle, zone) - offsetAt(middle, content.timeZone)) / MINUTE,
      ...reach(starts, own, zone),
    })),
  }
}

/** `own`: each start's minute of the owner's day. */
function reach(starts: readonly number[], own: readonly number[], zone: string) {
  const strokes = new Map<number, Stroke>()
  const awake: number[] = []
  for (const [i, start] of starts.entries()) {
    const local = wallOf(start, zone).minute
    const isWaking = local >= WAKING.from && local + START_STEP <= WAKING.to
    const minute = own[i] ?? 0
    const stroke = strokes.get(minute) ?? { minute, slots: 0, waking: 0 }
    stroke.slots += 1
    if (isWaking) stroke.waking += 1
    strokes.set(minute, stroke)
    if (isWaking) awake.push(local)
  }
  return {
    waking: awake.length,
    hours: spanOf(awake),
    strokes: [...strokes.values()].sort((a, b) => a.minute - b.minute),
  }
}

function spanOf(minutes: readonly number[]): MarketCoverage['hours'] {
  if (minutes.length === 0) return undefined
  return { from: Math.min(...minutes), to: Math.max(...minutes) + START_STEP }
}
