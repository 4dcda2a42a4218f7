import { type Day, dayNumber, dayOf, weekOf, weekStartOf } from './days.ts'
import { holdsOn, type Rule } from './rule.ts'

/** The days, in order, on which a rule holds in the period `index` periods after the first one. */
export function daysOfPeriod(rule: Rule, first: Day, index: number): number[] {
  const [from, to] = boundsOf(rule, first, index)
  const days: number[] = []
  for (let number = from; number < to; number++) {
    const day = dayOf(number)
    if (holdsOn(day, rule) && isOfPeriod(rule, day, from)) days.push(number)
  }
  return days
}

/** The first day of a period; with weeks of the year, the week may begin in the year before. */
export function periodStart(rule: Rule, first: Day, index: number): number {
  return boundsOf(rule, first, index)[0]
}

/** The last period that surely begins before this day, or the first one. */
export function periodBefore(rule: Rule, first: Day, day: number): number {
  const passed = day - first.number
  const length = LENGTHS[rule.frequency] ?? 1
  return Math.max(0, Math.floor(passed / (length * rule.interval)) - 2)
}

/** The longest that each takes, in days. */
const LENGTHS: Partial<Record<Rule['frequency'], number>> = {
  DAILY: 1,
  WEEKLY: 7,
  MONTHLY: 31,
  YEARLY: 366,
}

function boundsOf(rule: Rule, first: Day, index: number): [number, number] {
  const step = index * rule.interval
  if (rule.frequency === 'DAILY') return [first.number + step, first.number + step + 1]
  if (rule.frequency === 'WEEKLY') {
    const start = weekStartOf(first, rule.firstWeekday) + 7 * step
    return [start, start + 7]
  }
  if (rule.frequency === 'MONTHLY')
    return [
      dayNumber(first.year, first.month + step, 1),
      dayNumber(first.year, first.month + step + 1, 1),
    ]
  const year = first.year + step
  const spill = rule.weeks.length > 0 ? 6 : 0
  return [dayNumber(year, 1, 1) - spill, dayNumber(year + 1, 1, 1) + spill]
}

function isOfPeriod({ weeks, firstWeekday }: Rule, day: Day, from: number): boolean {
  return weeks.length === 0 || weekOf(day, firstWeekday).year === dayOf(from + 6).year
}
