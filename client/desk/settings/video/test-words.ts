import { systemClock } from '#client/lib/clock.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { momentWords } from '#client/lib/data/moment-words.ts'
import { timeOfDay } from '#shared/lib/clock-words.ts'
import { dateWords } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'

/** `24 November 2026, 08:52:10`, by this device's clock. */
export function testedWords(iso: string): string {
  const instant = Date.parse(iso)
  const { date, minute } = wallOf(instant, deviceZone())
  const seconds = String(Math.floor(instant / 1000) % 60).padStart(2, '0')
  return `${dateWords(date, 'long')}, ${timeOfDay(minute)}:${seconds}`
}

/** `Today at 08:57`; when it was asked, that was 5 minutes ahead. */
export function expiryWords(iso: string): string {
  const words = momentWords(Date.parse(iso), systemClock())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
