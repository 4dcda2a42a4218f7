import { deviceZone, momentWords } from '#client/lib/data/device-zone.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { dateWords, isSameYear, timeOfDay } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'

/** `18 November 2026` */
export function plainDateWords(date: PlainDate): string {
  return dateWords(date, 'long')
}

/** The date of an instant in this device's time zone. */
export function dateHere(instant: number): PlainDate {
  return wallOf(instant, deviceZone()).date
}

/** `Today, 16:40` or `18 November, 09:05`, in this device's time zone. */
export function shortMoment(instant: number, now: number): string {
  const { date, minute } = wallOf(instant, deviceZone())
  const time = timeOfDay(minute)
  const today = dateHere(now)
  if (date === today) return `Today, ${time}`
  return `${dateWords(date, isSameYear(date, today) ? 'day' : 'long')}, ${time}`
}

const MINUTE = 60_000

/** `Last synced today at 15:58`; `Last synced just now` within the first minute. */
export function syncedWords(syncedAt: number, now: number): string {
  return now - syncedAt < MINUTE
    ? 'Last synced just now'
    : `Last synced ${momentWords(syncedAt, now)}`
}
