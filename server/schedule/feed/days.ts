const DAY = 86_400_000

/** A day of the calendar; `number` counts from 1 January 1970. */
export interface Day {
  number: number
  year: number
  /** 1 to 12. */
  month: number
  monthDay: number
  /** 0 is Sunday. */
  weekday: number
}

const MAX_REMEMBERED = 5000
const remembered = new Map<number, Day>()

/** Remembered, since all series of a feed are laid out over the same days. */
export function dayOf(number: number): Day {
  let day = remembered.get(number)
  if (!day) {
    day = reckoned(number)
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(number, day)
  }
  return day
}

function reckoned(number: number): Day {
  const date = new Date(number * DAY)
  return {
    number,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    monthDay: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

export function dayNumber(year: number, month: number, monthDay: number): number {
  return Date.UTC(year, month - 1, monthDay) / DAY
}

export function monthLength({ year, month }: Day): number {
  return dayNumber(year, month + 1, 1) - dayNumber(year, month, 1)
}

export function yearLength({ year }: { year: number }): number {
  return dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1)
}

/** 1 is 1 January. */
export function yearDay({ number, year }: Day): number {
  return number - dayNumber(year, 1, 1) + 1
}

/** The first day of the week that holds this one. */
export function weekStartOf({ number, weekday }: Day, firstWeekday: number): number {
  return number - ((weekday - firstWeekday + 7) % 7)
}

/** The week's number, and the year whose week it is: the one that has four of its days. */
export function weekOf(day: Day, firstWeekday: number): { year: number; week: number } {
  const middle = dayOf(weekStartOf(day, firstWeekday) + 3)
  return { year: middle.year, week: Math.ceil(yearDay(middle) / 7) }
}

export function weeksIn(year: number, firstWeekday: number): number {
  const late = weekOf(dayOf(dayNumber(year, 12, 31)), firstWeekday)
  return late.year === year ? late.week : late.week + weeksBefore(year, firstWeekday)
}

/** 31 December belongs to the next year's first week: the week before it is the last of this year. */
function weeksBefore(year: number, firstWeekday: number): number {
  return weekOf(dayOf(dayNumber(year, 12, 24)), firstWeekday).week - 1
}
