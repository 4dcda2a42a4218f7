import type ICAL from 'ical.js'
import { type Day, dayOf, monthLength, weekOf, weeksIn, yearDay, yearLength } from './days.ts'
import type { Moment } from './entry.ts'

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

/** A weekday, and which one of its month or year; 0 means each. */
interface RuleDay {
  weekday: number
  ordinal: number
}

/** An RRULE with what it leaves open filled in from the series' first time (RFC 5545, 3.3.10). */
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

export function ruleFrom(recur: ICAL.Recur, start: Moment): Rule {
  const frequency = frequencies.find((known) => known === recur.freq)
  if (!frequency) throw new Error('A rule without a frequency')
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
      days: (parts.BYDAY ?? []).map((text) => ruleDay(String(text))),
      hours: numbers('BYHOUR'),
      minutes: numbers('BYMINUTE'),
      seconds: numbers('BYSECOND'),
      positions: numbers('BYSETPOS'),
    },
    start.wall,
  )
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

function ruleDay(text: string): RuleDay {
  const [, ordinal = '', name = ''] = /^([+-]?\d*)([A-Z]{2})$/.exec(text.toUpperCase()) ?? []
  return { weekday: WEEKDAYS.indexOf(name), ordinal: Number(ordinal || 0) }
}

function withDefaults(rule: Rule, wall: number): Rule {
  const first = dayOf(Math.floor(wall / DAY))
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

/** The seconds of a day, in order, at which the rule holds on a day that it holds on. */
export function secondsOf({ hours, minutes, seconds }: Rule): number[] {
  return hours
    .flatMap((hour) =>
      minutes.flatMap((minute) => seconds.map((second) => toSecond(hour, minute, second))),
    )
    .filter((second) => second < SECONDS_OF_DAY)
}

function toSecond(hour: number, minute: number, second: number): number {
  return hour * 3600 + minute * 60 + second
}

export function holdsOn(day: Day, rule: Rule): boolean {
  return (
    (rule.months.length === 0 || rule.months.includes(day.month)) &&
    holdsInWeek(day, rule) &&
    hasDay(rule.yearDays, yearDay(day), () => yearLength(day)) &&
    hasDay(rule.monthDays, day.monthDay, () => monthLength(day)) &&
    (rule.days.length === 0 || rule.days.some((wanted) => isRuleDay(day, wanted, rule)))
  )
}

function holdsInWeek(day: Day, { weeks, firstWeekday }: Rule): boolean {
  if (weeks.length === 0) return true
  const { year, week } = weekOf(day, firstWeekday)
  return hasDay(weeks, week, () => weeksIn(year, firstWeekday))
}

/** Negative numbers count from the end. */
function hasDay(wanted: number[], number: number, length: () => number): boolean {
  if (wanted.length === 0 || wanted.includes(number)) return true
  return (wanted[0] ?? 0) < 0 && wanted.includes(number - length() - 1)
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
