import { getDisplayZone } from '#client/lib/data/device-zone.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'

interface ListTime {
  now: number
  displayZone: string
  /** The present date by zone. */
  dates: Map<string, PlainDate>
}

/** Cached for the last `now`, because hundreds of lines ask for the same and each answer is slow. */
let last: ListTime | undefined

function getTime(now: number): ListTime {
  if (last?.now !== now) last = { now, displayZone: getDisplayZone(), dates: new Map() }
  return last
}

/** The zone of display at `now`, UTC milliseconds. */
export function getZoneAt(now: number): string {
  return getTime(now).displayZone
}

/** The date in a zone at `now`, UTC milliseconds. */
export function getToday(now: number, zone: string): PlainDate {
  const { dates } = getTime(now)
  const known = dates.get(zone) ?? toWallTime(now, zone).date
  dates.set(zone, known)
  return known
}
