import { parseStamp, type Stamp, splitList } from './values.ts'

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

/** What becomes of a date that its month or year does not have (RFC 7529). */
const skips = ['OMIT', 'BACKWARD', 'FORWARD'] as const

/** An RRULE; missing parts are filled in from the series' first time (RFC 5545, 3.3.10). */
export interface Rule {
  frequency: Frequency
  interval: number
  count: number | undefined
  until: Stamp | undefined
  firstWeekday: number
  skip: (typeof skips)[number]
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

/** `times`: a part that adds times could not be read. `limits`: one that only takes times away. */
type RuleProblem = 'times' | 'limits'

interface ParsedRule {
  /** Undefined if not even the frequency could be read. */
  rule: Rule | undefined
  problems: Set<RuleProblem>
}

/** Reads a rule part by part: one that cannot be read is left out by itself. */
export function parseRule(text: string, firstWall: number): ParsedRule {
  const problems = new Set<RuleProblem>()
  const parts = readParts(text, problems)
  const frequency = frequencies.find((known) => known === parts.get('FREQ'))
  const calendar = parts.get('RSCALE') ?? 'GREGORIAN'
  if (!frequency || calendar !== 'GREGORIAN')
    return { rule: undefined, problems: problems.add('times') }
  const numbers = (name: string, range: Range) =>
    readList(parts.get(name), problems, (item) => readNumber(item, range)).sort((a, b) => a - b)
  const limit = <T>(name: string, read: (value: string) => T | undefined): T | undefined => {
    const text = parts.get(name)
    const value = text ? read(text) : undefined
    if (text && value === undefined) problems.add('limits')
    return value
  }
  const rule: Rule = {
    frequency,
    interval: Math.max(1, limit('INTERVAL', readCount) ?? 1),
    count: limit('COUNT', readCount),
    until: limit('UNTIL', parseStamp),
    firstWeekday: limit('WKST', (value) => readRuleDay(value)?.weekday) ?? 1,
    skip: limit('SKIP', (value) => skips.find((known) => known === value)) ?? 'OMIT',
    months: numbers('BYMONTH', [1, 12]),
    weeks: frequency === 'YEARLY' ? numbers('BYWEEKNO', [-53, 53]) : [],
    yearDays: numbers('BYYEARDAY', [-366, 366]),
    monthDays: numbers('BYMONTHDAY', [-31, 31]),
    days: readList(parts.get('BYDAY'), problems, readRuleDay),
    hours: numbers('BYHOUR', [0, 23]),
    minutes: numbers('BYMINUTE', [0, 59]),
    seconds: numbers('BYSECOND', [0, 60]),
    positions: numbers('BYSETPOS', [-366, 366]),
  }
  return { rule: withDefaults(rule, firstWall), problems }
}

/** The smallest and the largest number; a negative smallest one permits counting from the end. */
type Range = [number, number]

const PART_NAMES =
  /^(FREQ|RSCALE|INTERVAL|COUNT|UNTIL|WKST|SKIP|BYMONTH|BYWEEKNO|BYYEARDAY|BYMONTHDAY|BYDAY|BYHOUR|BYMINUTE|BYSECOND|BYSETPOS|X-.+)$/

function readParts(text: string, problems: Set<RuleProblem>): Map<string, string> {
  const parts = new Map<string, string>()
  const plain = text
    .toUpperCase()
    .replace(/["\\\s]/g, '')
    .replaceAll('\u2212', '-')
    .replace(/^(?:RR|EXR)ULE[:=]/, '')
  for (const part of plain.split(';')) {
    const [name = '', ...value] = part.split('=')
    if (part === '') continue
    if (PART_NAMES.test(name) && value.length > 0) parts.set(name, value.join('='))
    else problems.add('times')
  }
  return parts
}

function readList<T>(
  text: string | undefined,
  problems: Set<RuleProblem>,
  read: (item: string) => T | undefined,
): T[] {
  return splitList(text ?? '').flatMap((item) => {
    const value = read(item)
    if (value === undefined) problems.add('times')
    return value === undefined ? [] : [value]
  })
}

function readNumber(text: string, [min, max]: Range): number | undefined {
  const number = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  const isInside = min < 0 ? number !== 0 && number >= min : number >= min
  return isInside && number <= max ? number : undefined
}

function readCount(text: string): number | undefined {
  return /^\+?\d{1,15}$/.test(text) ? Number(text) : undefined
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** `MO`, `-1SU`, and `MON` or `MONDAY` as some programs write it. */
function readRuleDay(text: string): RuleDay | undefined {
  const [, ordinal = '', name = ''] =
    /^([+-]?\d{0,2})(SU|MO|TU|WE|TH|FR|SA)[A-Z]*$/.exec(text) ?? []
  return name ? { weekday: WEEKDAYS.indexOf(name), ordinal: Number(ordinal || 0) } : undefined
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

export function monthLength({ year, month }: Day): number {
  return dayNumber(year, month + 1, 1) - dayNumber(year, month, 1)
}

export function yearLength({ year }: { year: number }): number {
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
