const DAY = 86_400_000

/** A date or a time as a feed writes it. */
export interface Stamp {
  /** The clock reading as UTC milliseconds; the instant if `isUtc`. */
  wall: number
  isDate: boolean
  isUtc: boolean
  /** The date could be read, but not the time that follows it. */
  isPartial: boolean
}

const STAMP =
  /^"?(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[T ]+(\d{2}):?(\d{2})?(?::?(\d{2}))?(?:[.,]\d+)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?"?$/i

const DATE_FIRST = /^"?(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d)/

/** No date or duration is longer; the patterns are not tried on more. */
const MAX_VALUE_LENGTH = 64

function shorten(text: string): string {
  return text.slice(0, MAX_VALUE_LENGTH).trim()
}

/** Reads a date or a time in any notation of ISO 8601; undefined if it has no readable date. */
export function parseStamp(whole: string): Stamp | undefined {
  const text = shorten(whole)
  const found = STAMP.exec(text)
  const [, year, month, day, hour, minute, second, zone] = found ?? DATE_FIRST.exec(text) ?? []
  const date = toDate(Number(year), Number(month), Number(day))
  if (date === undefined) return undefined
  if (found && hour === undefined)
    return { wall: date, isDate: true, isUtc: false, isPartial: false }
  const time = hour && toTime(Number(hour), Number(minute ?? 0), Number(second ?? 0))
  if (!time && time !== 0) return { wall: date, isDate: true, isUtc: false, isPartial: true }
  const wall = date + time - (zone ? parseOffset(zone) : 0)
  return { wall, isDate: false, isUtc: zone !== undefined, isPartial: false }
}

function toDate(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year > 0 ? date.getTime() : undefined
}

function toTime(hour: number, minute: number, second: number): number | undefined {
  const isMidnight = hour === 24 && minute === 0 && second === 0
  if ((hour > 23 && !isMidnight) || minute > 59 || second > 60) return undefined
  return ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000
}

/** Milliseconds of `Z`, `+0100`, `-01:00`, `+010000`, or `+1:00` and `100` of careless programs. */
export function parseOffset(text: string): number {
  const [, sign, hours, minutes = 0, seconds = 0] =
    /([+-]?)\s*(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?(?!\d)/.exec(text) ?? []
  const size = ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}

const AMOUNT = String.raw`([+-]?\d+(?:[.,]\d+)?)`

const DURATION = new RegExp(
  `^([+-])?P(?:${AMOUNT}W)?(?:${AMOUNT}D)?(?:T?(?:${AMOUNT}H)?(?:${AMOUNT}M)?(?:${AMOUNT}S)?)?$`,
  'i',
)

/** An M before any T or H: months, which have no certain length. */
const MONTHS = /^[^TH]*M/i

/** A hundred years, ms: anything longer has no end, and is no time that a clock can show. */
const MAX_DURATION = 36_525 * DAY

/** Milliseconds; negative durations too. */
export function parseDuration(whole: string): number | undefined {
  const text = shorten(whole)
  const found = DURATION.exec(text)
  if (!found || !/\d/.test(text) || MONTHS.test(text)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(2)
    .map((number) => Number(number?.replace(',', '.') ?? 0))
  const size = (weeks * 7 + days) * DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000
  const length = Math.round(Math.max(-MAX_DURATION, Math.min(size, MAX_DURATION)))
  return found[1] === '-' ? -length : length
}

/** The items of a list that are not empty. A few programs separate them by semicolons. */
export function splitList(value: string): string[] {
  return value.split(/[,;]/).filter((item) => item.trim() !== '')
}

/** Whether the text begins with a date, a period or a list of them. */
export function isTimeText(value: string): boolean {
  return DATE_FIRST.test(shorten(value))
}
