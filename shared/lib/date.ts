/** A calendar date without a zone, `YYYY-MM-DD`. */
export type PlainDate = string

const DAY = 86_400_000

/** The date as UTC midnight: a number to calculate with, not an instant. */
function dayNumber(date: PlainDate): number {
  return Date.parse(`${date}T00:00:00Z`)
}

export function isPlainDate(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(dayNumber(text)) &&
    fromDayNumber(dayNumber(text)) === text
  )
}

function fromDayNumber(ms: number): PlainDate {
  return new Date(ms).toISOString().slice(0, 10)
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return fromDayNumber(dayNumber(date) + days * DAY)
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return (dayNumber(to) - dayNumber(from)) / DAY
}

/** 0 = Sunday to 6 = Saturday. */
export function weekday(date: PlainDate): number {
  return new Date(dayNumber(date)).getUTCDay()
}

/** An instant, UTC milliseconds, as ISO 8601. */
export function isoTime(instant: number): string {
  return new Date(instant).toISOString()
}

export function isoTimeOrNull(instant: number | null): string | null {
  return instant === null ? null : isoTime(instant)
}

/** A time span in UTC milliseconds, with both ends as ISO 8601. */
export function isoSpan({ start, end }: { start: number; end: number }) {
  return { start: isoTime(start), end: isoTime(end) }
}

/** Every date from `from` to `to`, both included. */
export function eachDate(from: PlainDate, to: PlainDate): PlainDate[] {
  const count = daysBetween(from, to) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}
