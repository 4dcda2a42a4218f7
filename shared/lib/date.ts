/** A calendar date without a zone, `YYYY-MM-DD`. */
export type PlainDate = string

const DAY = 86_400_000

/** The date as UTC midnight: a number to calculate with, not an instant. */
function toUtcMidnight(date: PlainDate): number {
  return Date.parse(`${date}T00:00:00Z`)
}

export function isPlainDate(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(toUtcMidnight(text)) &&
    fromUtcMidnight(toUtcMidnight(text)) === text
  )
}

function fromUtcMidnight(ms: number): PlainDate {
  return new Date(ms).toISOString().slice(0, 10)
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return fromUtcMidnight(toUtcMidnight(date) + days * DAY)
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return (toUtcMidnight(to) - toUtcMidnight(from)) / DAY
}

/** 0 = Sunday to 6 = Saturday. */
export function getWeekday(date: PlainDate): number {
  return new Date(toUtcMidnight(date)).getUTCDay()
}

/** An instant, UTC milliseconds, as ISO 8601. */
export function toIsoTime(instant: number): string {
  return new Date(instant).toISOString()
}

export function toIsoTimeOrNull(instant: number | null): string | null {
  return instant === null ? null : toIsoTime(instant)
}

/** A time span in UTC milliseconds, with both ends as ISO 8601. */
export function toIsoInterval({ start, end }: { start: number; end: number }) {
  return { start: toIsoTime(start), end: toIsoTime(end) }
}

/** Every date from `from` to `to`, both included. */
export function eachDate(from: PlainDate, to: PlainDate): PlainDate[] {
  const count = daysBetween(from, to) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}
