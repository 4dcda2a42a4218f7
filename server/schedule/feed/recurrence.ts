import type { Interval } from '#shared/booking/slots.ts'
import {
  type Day,
  dayNumber,
  getWeek,
  getWeekStart,
  listSeconds,
  matchesDay,
  monthLength,
  type Rule,
  toDay,
  yearLength,
} from './recurrence-rule.ts'

/** The days, in order, that match a rule in a period; `index` counts from the first period, 0. */
function listDaysOfPeriod(rule: Rule, first: Day, index: number): number[] {
  const [from, to] = getPeriodBounds(rule, first, index)
  const days: number[] = []
  for (let number = from; number < to; number++) {
    const day = toDay(number)
    // To the last day of a month that the rule leaves out.
    if (rule.months.length > 0 && !rule.months.includes(day.month))
      number += monthLength(day) - day.monthDay
    else if (matchesDay(day, rule) && belongsToPeriod(rule, day, from)) days.push(number)
  }
  if (rule.skip === 'OMIT') return days
  return [...new Set([...days, ...listReplacedDays(rule, from, to)])].sort((a, b) => a - b)
}

/** The days that replace dates which a month or year does not have, by SKIP (RFC 7529). */
function* listReplacedDays(rule: Rule, from: number, to: number): Generator<number> {
  const rest = { ...rule, months: [], monthDays: [], yearDays: [] }
  const replace = function* (start: number, length: number, places: number[]) {
    for (const place of places) {
      const offset = place > 0 ? place - 1 : length + place
      if (offset >= 0 && offset < length) continue
      const next = start + Math.min(Math.max(offset, 0), length)
      const day = rule.skip === 'FORWARD' ? next : next - 1
      if (matchesDay(toDay(day), rest)) yield day
    }
  }
  for (let number = from; number < to; number++) {
    const day = toDay(number)
    if (day.monthDay !== 1) continue
    if (rule.months.length === 0 || rule.months.includes(day.month))
      yield* replace(number, monthLength(day), rule.monthDays)
    if (day.month === 1) yield* replace(number, yearLength(day), rule.yearDays)
  }
}

/** The first day of a period; with BYWEEKNO it may be in the year before. */
function getPeriodStart(rule: Rule, first: Day, index: number): number {
  return getPeriodBounds(rule, first, index)[0]
}

/** Index of a period that certainly begins before `day`, or 0. */
function findPeriodBefore(rule: Rule, first: Day, day: number): number {
  const passed = day - first.number
  const length = MAX_PERIOD_DAYS[rule.frequency] ?? 1
  return Math.max(0, Math.floor(passed / (length * rule.interval)) - 2)
}

/** The longest length of each period, in days. */
const MAX_PERIOD_DAYS: Partial<Record<Rule['frequency'], number>> = {
  DAILY: 1,
  WEEKLY: 7,
  MONTHLY: 31,
  YEARLY: 366,
}

function getPeriodBounds(rule: Rule, first: Day, index: number): [number, number] {
  const step = index * rule.interval
  if (rule.frequency === 'DAILY') return [first.number + step, first.number + step + 1]
  if (rule.frequency === 'WEEKLY') {
    const start = getWeekStart(first, rule.firstWeekday) + 7 * step
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

function belongsToPeriod({ weeks, firstWeekday }: Rule, day: Day, from: number): boolean {
  return weeks.length === 0 || getWeek(day, firstWeekday).year === toDay(from + 6).year
}

const SECOND = 1000
const DAY = 86_400_000

/** More than any calendar needs, and done well within the time limit of the thread. */
const MAX_STEPS = 5_000_000
/** Cost of a step of less than a day, compared with a step of one day. */
const SHORT_STEP_COST = 20

/** The feed exceeds a limit: too many steps or too many busy times. */
export class BudgetExceededError extends Error {}

/** The steps that all rules of a feed may take together; `spend` throws `BudgetExceededError`. */
export class Budget {
  private remaining = MAX_STEPS

  spend(steps = 1): void {
    this.remaining -= steps
    if (this.remaining < 0) throw new BudgetExceededError()
  }
}

export interface ExpandOptions {
  /** In wall times; so is `last`, the last time that the rule may have. */
  within: Interval
  budget: Budget
}

/** The wall times within a window at which a rule repeats a series, after its first time. */
export function* listRuleTimes(
  rule: Rule,
  first: number,
  { last, ...reading }: ExpandOptions & { last: number | undefined },
): Generator<number> {
  // COUNT includes the first time if the rule matches it. If not, calendars disagree: one busy
  // time too many is better than one too few. So is the later end of a rule that has two.
  let remaining = rule.count ?? 0
  const until = last ?? (rule.count === undefined ? Infinity : -Infinity)
  for (const wall of expandCandidates(rule, first, reading)) {
    if (wall < first) continue
    if (wall >= reading.within.end || (remaining-- <= 0 && wall > until)) return
    if (wall > first && wall >= reading.within.start) yield wall
  }
}

/** The wall times within a window that a rule takes away; where calendars disagree, the fewer. */
export function* listExceptedTimes(
  rule: Rule,
  first: number,
  { last = Infinity, ...reading }: ExpandOptions & { last: number | undefined },
): Generator<number> {
  let remaining = rule.count ?? Infinity
  let isFirst = true
  for (const wall of expandCandidates(rule, first, reading)) {
    if (wall < first) continue
    // COUNT includes the first time even if the rule does not match it.
    if (isFirst && wall > first) remaining--
    isFirst = false
    if (wall >= reading.within.end || wall > last || remaining-- <= 0) return
    reading.budget.spend()
    if (wall >= reading.within.start) yield wall
  }
}

/** Wall times that match a rule, in order; from the window on, unless COUNT has to count them. */
function expandCandidates(rule: Rule, start: number, reading: ExpandOptions): Generator<number> {
  const from = rule.count === undefined ? reading.within.start : start
  return rule.frequency in UNIT_SECONDS
    ? expandShortSteps(rule, start, { ...reading, from })
    : expandDays(rule, start, { ...reading, from })
}

interface StepOptions extends ExpandOptions {
  from: number
}

function* expandDays(
  rule: Rule,
  start: number,
  { from, within, budget }: StepOptions,
): Generator<number> {
  const first = toDay(Math.floor(start / DAY))
  const seconds = listSeconds(rule)
  const end = Math.ceil(within.end / DAY)
  let index = findPeriodBefore(rule, first, Math.floor(from / DAY))
  for (; getPeriodStart(rule, first, index) < end; index++) {
    const days = listDaysOfPeriod(rule, first, index)
    budget.spend(1 + days.length * seconds.length)
    const times = function* () {
      for (const day of days) for (const second of seconds) yield day * DAY + second * SECOND
    }
    yield* rule.positions.length > 0 ? pickPositions([...times()], rule.positions) : times()
  }
}

const UNIT_SECONDS: Record<string, number> = { SECONDLY: 1, MINUTELY: 60, HOURLY: 3600 }

function* expandShortSteps(
  rule: Rule,
  start: number,
  { from, within, budget }: StepOptions,
): Generator<number> {
  const step = (UNIT_SECONDS[rule.frequency] ?? 1) * rule.interval * SECOND
  const stepFrom = (wall: number) => start + Math.max(0, Math.floor((wall - start) / step)) * step
  let wall = stepFrom(from)
  while (wall < within.end) {
    budget.spend(SHORT_STEP_COST)
    const day = Math.floor(wall / DAY)
    if (!matchesDay(toDay(day), rule)) {
      wall = stepFrom((day + 1) * DAY - 1) + step
      continue
    }
    yield* expandStep(rule, wall)
    wall += step
  }
}

function expandStep(rule: Rule, wall: number): number[] {
  const second = Math.floor(wall / SECOND) % 86_400
  const { hours, minutes, seconds } = rule
  const own = {
    ...rule,
    hours: matchUnit(hours, Math.floor(second / 3600)),
    minutes:
      rule.frequency === 'HOURLY' ? minutes : matchUnit(minutes, Math.floor(second / 60) % 60),
    seconds: rule.frequency === 'SECONDLY' ? matchUnit(seconds, second % 60) : seconds,
  }
  const day = Math.floor(wall / DAY) * DAY
  const times = listSeconds(own).map((at) => day + at * SECOND)
  return rule.positions.length > 0 ? pickPositions(times, rule.positions) : times
}

function matchUnit(allowed: number[], own: number): number[] {
  return allowed.length === 0 || allowed.includes(own) ? [own] : []
}

/** Applies BYSETPOS; negative numbers count from the end. */
function pickPositions(times: number[], positions: number[]): number[] {
  const indexes = new Set(
    positions.map((position) => (position < 0 ? times.length + position : position - 1)),
  )
  return times.filter((_, index) => indexes.has(index))
}
