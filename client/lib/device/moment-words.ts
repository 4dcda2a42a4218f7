import { deviceZone } from '#client/lib/data/device-zone.ts'
import { addDays } from '#shared/lib/date.ts'
import { dateWords, timeOfDay } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'

/** `today at 16:42`, `yesterday at 21:10`, `on 3 November at 08:03`, by this device's own clock. */
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
