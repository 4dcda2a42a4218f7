import { isPlainDate, type PlainDate } from '#shared/lib/date.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'

/** Whether day or month comes first in a date of three numbers, such as 11/03/2025. */
export type DateOrder = 'day' | 'month'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** First letters of Norwegian months that differ from the English ones. */
const NORWEGIAN_MONTHS: Record<string, string> = { mai: 'may', okt: 'oct', des: 'dec' }

/** A time of day after the date, as in other programs' exports. */
const TIME = String.raw`(?:[t,\s]+\d{1,2}[:.]\d{2}.*)?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`)
const NUMBERS = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`)
const DAY_NAMED = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?[\s.-]+([a-z]{3,9})[\s.,-]+(\d{4}|\d{2})${TIME}$`,
)
const MONTH_NAMED = new RegExp(
  String.raw`^([a-z]{3,9})[\s.-]+(\d{1,2})(?:st|nd|rd|th)?[\s,]+(\d{4})${TIME}$`,
)
const WEEKDAY =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|mandag|tirsdag|onsdag|torsdag|fredag|lordag|sondag)[\s.,]+/

/**
 * Reads a date as address books write it; undefined if the text is not a date, or if it is
 * ambiguous and `order` does not say whether day or month comes first.
 */
export function parseDate(text: string, order: DateOrder | undefined): PlainDate | undefined {
  const plain = normalizeForSearch(text).replace(WEEKDAY, '')
  const [, year, , month, day] = YEAR_FIRST.exec(plain) ?? []
  if (year) return toPlainDate(year, month, day)
  const [, dayBefore, monthBehind, yearBehind] = DAY_NAMED.exec(plain) ?? []
  if (yearBehind) return toPlainDate(yearBehind, parseMonth(monthBehind), dayBefore)
  const [, monthBefore, dayBehind, yearLast] = MONTH_NAMED.exec(plain) ?? []
  if (yearLast) return toPlainDate(yearLast, parseMonth(monthBefore), dayBehind)
  return parseNumericDate(plain, order)
}

function parseNumericDate(text: string, order: DateOrder | undefined): PlainDate | undefined {
  const numbers = parseNumbers(text)
  if (!numbers) return undefined
  const { a, b, year, possible } = numbers
  const [only] = possible
  const first = possible.length > 1 && a !== b ? order : only
  if (!first) return undefined
  return first === 'day' ? toPlainDate(year, b, a) : toPlainDate(year, a, b)
}

/**
 * The two numbers and the year of a numeric date, with the possible orders. With dots as separator
 * the day comes first by convention.
 */
function parseNumbers(text: string) {
  const [, a = '', separator, b = '', year = ''] = NUMBERS.exec(text) ?? []
  if (!year) return undefined
  const dayFirst = toPlainDate(year, b, a) !== undefined
  const monthFirst = toPlainDate(year, a, b) !== undefined
  const possible: DateOrder[] = []
  if (dayFirst) possible.push('day')
  if (monthFirst && !(dayFirst && separator === '.')) possible.push('month')
  return { a, b, year, possible }
}

function parseMonth(name = ''): string {
  const start = name.slice(0, 3)
  return String(MONTHS.indexOf(NORWEGIAN_MONTHS[start] ?? start) + 1)
}

function toPlainDate(year = '', month = '', day = ''): PlainDate | undefined {
  const whole = year.length === 2 ? `20${year}` : year
  const date = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isPlainDate(date) ? date : undefined
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
  const [day, month] = [parseDate(text, 'day'), parseDate(text, 'month')]
  return day !== undefined && month !== undefined && day !== month
}
