import * as v from 'valibot'
import { getOffset, toSeenZone } from '#shared/lib/time-zone.ts'

const MINUTE = 60_000

/**
 * In answers, beside the zone's name: minutes by which the guest's clock is ahead of UTC at the
 * start, as the guest's browser said; null if only the server's zone data says so.
 */
export const SeenOffset = v.nullable(v.number())

/** Old and new zone data differ by one change of clocks at most, minutes. */
const MAX_DIFFERENCE = 60

interface SeenTime {
  date: string
  time: string
  timezone: string
}

/**
 * The offset (minutes) of the clock on which a visitor saw an instant at this wall time. Null if it
 * is too far from ours to come from other zone data: the instant then counts alone.
 */
export function readSeenOffset(start: number, { date, time, timezone }: SeenTime): number | null {
  const offset = (Date.parse(`${date}T${time}:00Z`) - start) / MINUTE
  const difference = Math.abs(offset - getOffset(start, timezone) / MINUTE)
  return Number.isInteger(offset) && difference <= MAX_DIFFERENCE ? offset : null
}

/** What a booking's answers say about the guest's clock. */
interface GuestClock {
  /** ISO 8601. */
  start: string
  timezone: string
  seenOffset: number | null
}

/** The zone in which to print a booking's times for its guest, as the guest saw them. */
export function getGuestZone({ start, timezone, seenOffset }: GuestClock): string {
  return toSeenZone(Date.parse(start), seenOffset, timezone)
}
