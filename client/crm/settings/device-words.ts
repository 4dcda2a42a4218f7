import { momentWords } from '../../lib/moment-words.ts'

const DAY = 86_400_000
/** After so long, a device has probably been put away with what it has. */
const LONG_AWAY = 14 * DAY

const number = new Intl.NumberFormat('en-GB')

/** `9 clients`; `1 client`. */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`
}

/** `1.4 MB` */
export function sizeWords(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kB', bytes / 1e3] : ['MB', bytes / 1e6]
  return `${new Intl.NumberFormat('en-GB', { maximumFractionDigits: size < 10 ? 1 : 0 }).format(size)} ${unit}`
}

export function isLongAway(lastSeen: number, now: number): boolean {
  return now - lastSeen > LONG_AWAY
}

/** What is known of another device; only it knows whether anything waits on it. */
export function seenWords(lastSeen: number, now: number): string {
  if (!isLongAway(lastSeen, now)) return `Synced ${momentWords(lastSeen, now)}.`
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(lastSeen)
  return `Not seen since ${day}. Changes may be waiting there.`
}
