import { deviceZone, momentWords } from '#client/lib/data/device-zone.ts'
import { instantDateWords } from '#shared/lib/date-words.ts'
import { countText, tenthsText } from '#shared/lib/number-words.ts'

const DAY = 86_400_000
/** After so long, a device has probably been put away with what it has. */
const LONG_AWAY = 14 * DAY

/** `9 clients`; `1 client`. */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

/** `1.4 MB` */
export function sizeWords(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kB', bytes / 1e3] : ['MB', bytes / 1e6]
  return `${size < 10 ? tenthsText(size) : countText(size)} ${unit}`
}

export function isLongAway(lastSeen: number, now: number): boolean {
  return now - lastSeen > LONG_AWAY
}

/** What is known of another device; only it knows whether anything waits on it. */
export function seenWords(lastSeen: number, now: number): string {
  if (!isLongAway(lastSeen, now)) return `Synced ${momentWords(lastSeen, now)}.`
  const day = instantDateWords(lastSeen, deviceZone(), 'day')
  return `Not seen since ${day}. Changes may be waiting there.`
}
