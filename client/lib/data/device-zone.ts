import { addDays } from '#shared/lib/date.ts'
import { formatDate, formatTimeOfDay } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getCurrentZone, isZone } from '#shared/lib/zones/zone-names.ts'

/** This device's time zone, by its current IANA name. */
export function getDeviceZone(): string {
  return getCurrentZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** As `getDeviceZone`, but UTC if this browser has no data of that zone. */
export function getDetectedZone(): string {
  const zone = getDeviceZone()
  return isZone(zone) ? zone : 'UTC'
}

let displayZone: string | undefined

/** The time zone in which instants are displayed: this device's; on the desk, the owner's. */
export function getDisplayZone(): string {
  return displayZone ?? getDeviceZone()
}

/** Undefined: this device's. */
export function setDisplayZone(zone: string | undefined): void {
  displayZone = zone
}

/**
 * Relative label in the zone of display: `today at 16:42`, `yesterday at 21:10`, `on 3 November
 * at 08:03`.
 */
export function formatRelativeTime(instant: number, now: number): string {
  const zone = getDisplayZone()
  const { date, minute } = toWallTime(instant, zone)
  const today = toWallTime(now, zone).date
  const day = nameRecentDay(date, today) ?? `on ${formatDate(date, 'day')}`
  return `${day} at ${formatTimeOfDay(minute)}`
}

/** `9 June, 14:05`, in the zone of display; with `now` also `yesterday, 07:23`. */
export function formatDayAndTime(instant: number, now?: number): string {
  const zone = getDisplayZone()
  const { date, minute } = toWallTime(instant, zone)
  const recent = now === undefined ? undefined : nameRecentDay(date, toWallTime(now, zone).date)
  return `${recent ?? formatDate(date, 'day')}, ${formatTimeOfDay(minute)}`
}

function nameRecentDay(date: string, today: string): string | undefined {
  if (date === today) return 'today'
  return date === addDays(today, -1) ? 'yesterday' : undefined
}
