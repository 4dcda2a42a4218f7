import { addDays, isPlainDate, type PlainDate } from '#shared/lib/date.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'

/** Whether day or month comes first in a date of three numbers, such as 11/03/2025. */
export type DateOrder = 'day' | 'month'

export interface DateReading {
  /** Order in ambiguous dates; without it, such dates are not understood. */
  order?: DateOrder | undefined
  /**
   * A year of two digits is read as 19… if the date would otherwise be after this one: a last contact
   * is never in the future.
   */
  latest?: PlainDate | undefined
}

/**
 * The first letters of each month, without accents: English, Norwegian, Swedish, Danish, Finnish,
 * German, French, Dutch, Spanish and Italian.
 */
const MONTHS = [
  /^(?:jan|tammi|ene|gen)/,
  /^(?:feb|fev|helmi)/,
  /^(?:mar(?!ras)|maerz|mrt|maalis)/,
  /^(?:apr|avr|huhti|abr)/,
  /^(?:may|mai|maj|mei|touko|mag)/,
  /^(?:jun|juin|kesa|giu)/,
  /^(?:jul|juil|heina|lug)/,
  /^(?:aug|aou|elo|ago)/,
  /^(?:sep|syys|set)/,
  /^(?:oct|okt|loka|ott)/,
  /^(?:nov|marras)/,
  /^(?:dec|des|dez|joulu|dic)/,
]

/** A time of day after the date, as in other programs' exports. */
const TIME = String.raw`\.?(?:[t,\s]+(?:(?:kl|klo|at|um|a)\b\.?\s*)?\d{1,2}(?:[:.h]\d{2}.*|\s*[ap]\.?m\b.*|\s*(?:uhr|h)?)|[t\s]\d{4,6}z?)?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})${TIME}$`)
const BASIC = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})${TIME}$`)
const NUMBERS = new RegExp(String.raw`^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})${TIME}$`, 'i')
/** `3/5-2025` and `3/5 2025`, as in Norway and Denmark. */
const DAY_SLASH = new RegExp(String.raw`^(\d{1,2})[/.](\d{1,2})[-\s]\s?(\d{4}|\d{2})${TIME}$`)
const DAY_NAMED = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|er)?[\s.-]+(?:(?:of|de)\s)?([a-z]{3,12})[\s.,-]+(?:de\s)?(\d{4}|\d{2})${TIME}$`,
)
const MONTH_NAMED = new RegExp(
  String.raw`^([a-z]{3,12})[\s.-]+(\d{1,2})(?:st|nd|rd|th)?[\s,]+(\d{4}|\d{2})${TIME}$`,
)
const EAST_ASIAN = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/u
/** A weekday or an article before the date: `lørdag 3. mai 2025`, `le 3 mai 2025`. */
const FIRST_WORD = /^[a-z]{1,13}[\s.,]+(?=[a-z]|\d)/
/** Between the first and the last day of a period. */
const PERIOD = /\s*(?:→|->|\s–\s|\s—\s|\s-\s|\s(?:to|til|till|bis|until|au)\s)\s*/

/** Day 0 of the dates that Excel stores as numbers. */
const EXCEL_EPOCH = '1899-12-30'
/** The years 1927 to 2100; other numbers are no dates. */
const EXCEL_DAYS = { from: 10_000, to: 73_050 }

/**
 * Reads a date as address books and spreadsheets write it; of a period, its first day. Undefined if
 * the text is not a date, or if it is ambiguous.
 */
export function parseDate(text: string, reading: DateReading = {}): PlainDate | undefined {
  const plain = normalizeForSearch(text)
  const [first = '', last] = plain.split(PERIOD)
  const isPeriod = last !== undefined && parseSingleDate(last, reading) !== undefined
  return parseSingleDate(isPeriod ? first : plain, reading)
}

function parseSingleDate(plain: string, reading: DateReading): PlainDate | undefined {
  const date =
    parseNamedDate(plain, reading) ?? parseNumericDate(plain, reading) ?? parseNumber(plain)
  const shorter = plain.replace(FIRST_WORD, '')
  return date ?? (shorter === plain ? undefined : parseSingleDate(shorter, reading))
}

function parseNamedDate(plain: string, { latest }: DateReading): PlainDate | undefined {
  const [, year, , month, day] = YEAR_FIRST.exec(plain) ?? []
  if (year) return toPlainDate({ year, month, day })
  const basic = BASIC.exec(plain) ?? EAST_ASIAN.exec(plain)
  if (basic) return toPlainDate({ year: basic[1], month: basic[2], day: basic[3] })
  const [, dayBefore, monthBehind, yearBehind] = DAY_NAMED.exec(plain) ?? []
  if (yearBehind)
    return toPlainDate({ year: yearBehind, month: parseMonth(monthBehind), day: dayBefore }, latest)
  const [, monthBefore, dayBehind, yearLast] = MONTH_NAMED.exec(plain) ?? []
  if (yearLast)
    return toPlainDate({ year: yearLast, month: parseMonth(monthBefore), day: dayBehind }, latest)
  const [, slashDay, slashMonth, slashYear] = DAY_SLASH.exec(plain) ?? []
  return slashYear
    ? toPlainDate({ year: slashYear, month: slashMonth, day: slashDay }, latest)
    : undefined
}

/** A date that a spreadsheet or a database wrote as a number. */
function parseNumber(plain: string): PlainDate | undefined {
  if (/^\d{5}(?:[.,]\d+)?$/.test(plain)) {
    const days = Math.floor(Number(plain.replace(',', '.')))
    return days >= EXCEL_DAYS.from && days <= EXCEL_DAYS.to ? addDays(EXCEL_EPOCH, days) : undefined
  }
  // Seconds or milliseconds since 1970, from 2001 on.
  if (!/^[1-3]\d{9}(?:\d{3})?$/.test(plain)) return undefined
  return new Date(Number(plain.padEnd(13, '0'))).toISOString().slice(0, 10)
}

function parseNumericDate(text: string, { order, latest }: DateReading): PlainDate | undefined {
  const numbers = parseNumbers(text)
  if (!numbers) return undefined
  const { a, b, year, possible } = numbers
  const [only] = possible
  const first = possible.length > 1 && a !== b ? order : only
  if (!first) return undefined
  const [day, month] = first === 'day' ? [a, b] : [b, a]
  return toPlainDate({ year, month, day }, latest)
}

/**
 * The two numbers and the year of a numeric date, with the possible orders. With dots as separator
 * the day comes first by convention.
 */
function parseNumbers(text: string) {
  const [, a = '', separator, b = '', year = ''] = NUMBERS.exec(text) ?? []
  if (!year) return undefined
  const dayFirst = toPlainDate({ year, month: b, day: a }) !== undefined
  const monthFirst = toPlainDate({ year, month: a, day: b }) !== undefined
  const possible: DateOrder[] = []
  if (dayFirst) possible.push('day')
  if (monthFirst && !(dayFirst && separator === '.')) possible.push('month')
  return { a, b, year, possible }
}

function parseMonth(name = ''): string {
  return String(MONTHS.findIndex((month) => month.test(name)) + 1)
}

interface DateParts {
  year: string | undefined
  month: string | undefined
  day: string | undefined
}

function toPlainDate(
  { year = '', month = '', day = '' }: DateParts,
  latest?: PlainDate,
): PlainDate | undefined {
  const rest = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year.length !== 2) return isPlainDate(`${year}-${rest}`) ? `${year}-${rest}` : undefined
  const date = `20${year}-${rest}`
  const century = latest !== undefined && date > latest ? '19' : '20'
  const whole = `${century}${year}-${rest}`
  return isPlainDate(whole) ? whole : undefined
}

/**
 * The order of day and month in a column, taken from values that are valid in one order only.
 * Undefined if no value is ambiguous; `ask` if some are and the other values give no single order.
 */
export function detectDateOrder(values: Iterable<string>): DateOrder | 'ask' | undefined {
  const sure = new Set<DateOrder>()
  let unsure = false
  for (const value of values) {
    const numbers = parseNumbers(value.trim())
    if (!numbers || numbers.a === numbers.b) continue
    const [only, other] = numbers.possible
    if (other) unsure = true
    // Dates with dots do not show the order in dates with slashes.
    else if (only && !value.includes('.')) sure.add(only)
  }
  if (!unsure) return undefined
  const [order, contrary] = sure
  return order && !contrary ? order : 'ask'
}

/** Whether the text is a different date depending on the order of day and month. */
export function isAmbiguousDate(text: string): boolean {
  const [day, month] = [parseDate(text, { order: 'day' }), parseDate(text, { order: 'month' })]
  return day !== undefined && month !== undefined && day !== month
}
