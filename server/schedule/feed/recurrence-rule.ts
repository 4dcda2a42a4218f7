import type ICAL from 'ical.js'
import type { FeedTime } from './feed-event.ts'

const DAY = 86_400_000
const SECONDS_OF_DAY = 86_400

const frequencies = [
  'SECONDLY',
  'MINUTELY',
  'HOURLY',
  'DAILY',
  'WEEKLY',
  'MONTHLY',
  'YEARLY',
] as const

type Frequency = (typeof frequencies)[number]

/** A weekday, and which one of its month or year; `ordinal` 0 means each. */
interface RuleDay {
  weekday: number
  ordinal: number
}

/** An RRULE; missing parts are filled in from the series' first time (RFC 5545, 3.3.10). */
export interface Rule {
  frequency: Frequency
  interval: number
  count: number | undefined
  firstWeekday: number
  months: number[]
  weeks: number[]
  yearDays: number[]
  monthDays: number[]
  days: RuleDay[]
  hours: number[]
  minutes: number[]
  seconds: number[]
  positions: number[]
}

export function toRule(recur: ICAL.Recur, start: FeedTime): Rule {
  const frequency = frequencies.find((known) => known === recur.freq)
  if (!frequency) throw new Error('The recurrence rule has no known frequency (FREQ)')
  const parts = recur.parts as Record<string, (string | number)[] | undefined>
  const numbers = (name: string) => (parts[name] ?? []).map(Number).sort((a, b) => a - b)
  return withDefaults(
    {
      frequency,
      interval: Math.max(1, recur.interval),
      count: recur.count ?? undefined,
      firstWeekday: recur.wkst - 1,
      months: numbers('BYMONTH'),
      weeks: frequency === 'YEARLY' ? numbers('BYWEEKNO') : [],
      yearDays: numbers('BYYEARDAY'),
      monthDays: numbers('BYMONTHDAY'),
      days: (parts.BYDAY ?? []).map((text) => parseRuleDay(String(text))),
      hours: numbers('BYHOUR'),
      minutes: numbers('BYMINUTE'),
      seconds: numbers('BYSECOND'),
      positions: numbers('BYSETPOS'),
    },
    start.wall,
  )
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

function parseRuleDay(text: string): RuleDay {
  const [, ordinal = '', name = ''] = /^([+-]?\d*)([A-Z]{2})$/.exec(text.toUpperCase()) ?? []
  return { weekday: WEEKDAYS.indexOf(name), ordinal: Number(ordinal || 0) }
}

function withDefaults(rule: Rule, wall: number): Rule {
  const first = toDay(Math.floor(wall / DAY))
  const { frequency } = rule
  const level = frequencies.indexOf(frequency)
  const second = Math.floor((wall - first.number * DAY) / 1000)
  if (level > 0 && rule.seconds.length === 0) rule.seconds = [second % 60]
  if (level > 1 && rule.minutes.length === 0) rule.minutes = [Math.floor(second / 60) % 60]
  if (level > 2 && rule.hours.length === 0) rule.hours = [Math.floor(second / 3600)]
  const weekday = [{ weekday: first.weekday, ordinal: 0 }]
  const saysDay = rule.days.length + rule.monthDays.length + rule.yearDays.length > 0
  if (saysDay) return rule
  if (frequency === 'WEEKLY' || rule.weeks.length > 0) rule.days = weekday
  else if (frequency === 'MONTHLY' || frequency === 'YEARLY') rule.monthDays = [first.monthDay]
  if (frequency === 'YEARLY' && rule.months.length === 0 && rule.weeks.length === 0)
    rule.months = [first.month]
  return rule
}

/** The seconds of the day, in order, at which the rule applies on a day that it matches. */
export function listSeconds({ hours, minutes, seconds }: Rule): number[] {
  return hours
    .flatMap((hour) =>
      minutes.flatMap((minute) => seconds.map((second) => toSecond(hour, minute, second))),
    )
    .filter((second) => second < SECONDS_OF_DAY)
}

function toSecond(hour: number, minute: number, second: number): number {
  return hour * 3600 + minute * 60 + second
}

export function matchesDay(day: Day, rule: Rule): boolean {
  return (
    (rule.months.length === 0 || rule.months.includes(day.month)) &&
    matchesWeek(day, rule) &&
    includesNumber(rule.yearDays, yearDay(day), () => yearLength(day)) &&
    includesNumber(rule.monthDays, day.monthDay, () => monthLength(day)) &&
    (rule.days.length === 0 || rule.days.some((ruleDay) => isRuleDay(day, ruleDay, rule)))
  )
}

function matchesWeek(day: Day, { weeks, firstWeekday }: Rule): boolean {
  if (weeks.length === 0) return true
  const { year, week } = getWeek(day, firstWeekday)
  return includesNumber(weeks, week, () => countWeeks(year, firstWeekday))
}

/** Negative numbers count from the end. */
function includesNumber(allowed: number[], number: number, length: () => number): boolean {
  if (allowed.length === 0 || allowed.includes(number)) return true
  return (allowed[0] ?? 0) < 0 && allowed.includes(number - length() - 1)
}

function isRuleDay(day: Day, { weekday, ordinal }: RuleDay, rule: Rule): boolean {
  if (day.weekday !== weekday) return false
  const ofYear = rule.frequency === 'YEARLY' && rule.months.length === 0
  if (ordinal === 0 || rule.weeks.length > 0) return true
  if (!ofYear && rule.frequency !== 'MONTHLY' && rule.frequency !== 'YEARLY') return true
  const place = ofYear ? yearDay(day) : day.monthDay
  const length = ofYear ? yearLength(day) : monthLength(day)
  return ordinal > 0
    ? Math.ceil(place / 7) === ordinal
    : Math.ceil((length - place + 1) / 7) === -ordinal
}

/** A calendar day; `number` counts days from 1 January 1970. */
export interface Day {
  number: number
  year: number
  /** 1 to 12. */
  month: number
  monthDay: number
  /** 0 is Sunday. */
  weekday: number
}

const MAX_CACHED_DAYS = 5000
const dayCache = new Map<number, Day>()

/** Memoised, since all series of a feed use the same days. */
export function toDay(number: number): Day {
  let day = dayCache.get(number)
  if (!day) {
    day = calculateDay(number)
    if (dayCache.size >= MAX_CACHED_DAYS) dayCache.clear()
    dayCache.set(number, day)
  }
  return day
}

function calculateDay(number: number): Day {
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

function monthLength({ year, month }: Day): number {
  return dayNumber(year, month + 1, 1) - dayNumber(year, month, 1)
}

function yearLength({ year }: { year: number }): number {
  return dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1)
}

/** 1 is 1 January. */
function yearDay({ number, year }: Day): number {
  return number - dayNumber(year, 1, 1) + 1
}

/** Number of the first day of the week that contains this day. */
export function getWeekStart({ number, weekday }: Day, firstWeekday: number): number {
  return number - ((weekday - firstWeekday + 7) % 7)
}

/** The week's number, and the year that it belongs to: the one with at least four of its days. */
export function getWeek(day: Day, firstWeekday: number): { year: number; week: number } {
  const middle = toDay(getWeekStart(day, firstWeekday) + 3)
  return { year: middle.year, week: Math.ceil(yearDay(middle) / 7) }
}

function countWeeks(year: number, firstWeekday: number): number {
  const late = getWeek(toDay(dayNumber(year, 12, 31)), firstWeekday)
  return late.year === year ? late.week : late.week + weeksBefore(year, firstWeekday)
}

/**
 * For a year whose 31 December is in week 1 of the next year: added to that 1, it gives the week of
 * 24 December, which is the last week of the year.
 */
function weeksBefore(year: number, firstWeekday: number): number {
  return getWeek(toDay(dayNumber(year, 12, 24)), firstWeekday).week - 1
}
