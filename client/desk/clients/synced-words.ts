import { momentWords } from '#client/lib/data/device-zone.ts'

const MINUTE = 60_000

/** `Last synced today at 15:58`; `just now` within the minute. */
export function syncedWords(syncedAt: number, now: number): string {
  return now - syncedAt < MINUTE
    ? 'Last synced just now'
    : `Last synced ${momentWords(syncedAt, now)}`
}
