import { addDays, type PlainDate } from '#shared/lib/date.ts'

/** By month and day. */
const fixedHolidays: Record<string, string> = {
  '01-01': 'New Year’s Day',
  '05-01': 'Labour Day',
  '05-17': 'Constitution Day',
  '12-25': 'Christmas Day',
  '12-26': 'Boxing Day',
}

/** By days from Easter Sunday; those on Sundays are left out. */
const movableHolidays: Record<number, string> = {
  [-3]: 'Maundy Thursday',
  [-2]: 'Good Friday',
  1: 'Easter Monday',
  39: 'Ascension Day',
  50: 'Whit Monday',
}

/** The name of a date's public holiday in Norway; undefined on other dates, and for those that are always Sundays. */
export function getPublicHoliday(date: PlainDate): string | undefined {
  const fixed = fixedHolidays[date.slice(5)]
  if (fixed) return fixed
  const easter = getEaster(Number(date.slice(0, 4)))
  return Object.entries(movableHolidays).find(
    ([days]) => addDays(easter, Number(days)) === date,
  )?.[1]
}

/** Easter Sunday, by the "anonymous Gregorian" algorithm (Meeus, Astronomical Algorithms). */
function getEaster(year: number): PlainDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const days = h + l - 7 * m + 114
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
