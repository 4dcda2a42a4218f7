import { formatRelativeTime, getDisplayZone } from '#client/lib/data/device-zone.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { formatDate, formatTimeOfDay, isSameYear } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'

/** `18 November 2026` */
export function formatLongDate(date: PlainDate): string {
  return formatDate(date, 'long')
}

export function toDisplayDate(instant: number): PlainDate {
  return toWallTime(instant, getDisplayZone()).date
}

/** `Today, 16:40` or `18 November, 09:05`, in the zone of display. */
export function formatDateTime(instant: number, now: number): string {
  const { date, minute } = toWallTime(instant, getDisplayZone())
  const time = formatTimeOfDay(minute)
  const today = toDisplayDate(now)
  if (date === today) return `Today, ${time}`
  return `${formatDate(date, isSameYear(date, today) ? 'day' : 'long')}, ${time}`
}

const MINUTE = 60_000

/** `Last synced today at 15:58`; `Last synced just now` within the first minute. */
export function formatLastSynced(syncedAt: number, now: number): string {
  return now - syncedAt < MINUTE
    ? 'Last synced just now'
    : `Last synced ${formatRelativeTime(syncedAt, now)}`
}
