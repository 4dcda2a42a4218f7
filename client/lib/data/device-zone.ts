import { addDays } from '#shared/lib/date.ts'
import { dateWords, timeOfDay } from '#shared/lib/date-words.ts'
import { currentZone, wallOf } from '#shared/lib/zone.ts'

/** This device's time zone, by its current IANA name. */
export function deviceZone(): string {
  return currentZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/**
 * Relative label in this device's time zone: `today at 16:42`, `yesterday at 21:10`, `on 3 November
 * at 08:03`.
 */
export function momentWords(instant: number, now: number): string {
  const zone = deviceZone()
  const { date, minute } = wallOf(instant, zone)
  const today = wallOf(now, zone).date
  return `${dayWords(date, today)} at ${timeOfDay(minute)}`
}

function dayWords(date: string, today: string): string {
  if (date === today) return 'today'
  if (date === addDays(today, -1)) return 'yesterday'
  return `on ${dateWords(date, 'day')}`
}
