import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { Budget, BudgetExceededError, listRuleTimes } from '#server/schedule/feed/recurrence.ts'
import { parseRule } from '#server/schedule/feed/recurrence-rule.ts'

const DAY = 86_400_000

interface RuleQuery {
  start: string
  from: string
  days: number
}

function expandRule(text: string, { start, from, days }: RuleQuery): string[] {
  const within = { start: Date.parse(`${from}T00:00:00Z`), end: 0 }
  within.end = within.start + days * DAY
  const first = Date.parse(`${start}Z`)
  const { rule } = parseRule(text, first)
  if (!rule) throw new Error(`The test names a rule without a frequency: ${text}`)
  const reading = { within, budget: new Budget(), last: rule.until?.wall }
  return [...listRuleTimes(rule, first, reading)].map((wall) =>
    new Date(wall).toISOString().slice(0, 16),
  )
}

const wholeYear = { start: '2026-01-01T09:00:00', from: '2026-01-02', days: 363 }
const expandDates = (rule: string, query: RuleQuery = wholeYear) =>
  expandRule(rule, query).map((time) => time.slice(5, 10))

describe('The expansion of a recurrence rule by RFC 5545', () => {
  it.each([
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', ['01-30', '02-27', '03-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2', ['01-31', '02-28']],
    ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3', ['01-31', '03-31', '05-31']],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', ['02-13', '03-13', '11-13']],
    ['FREQ=MONTHLY;INTERVAL=5;BYDAY=2TU', ['01-13', '06-09', '11-10']],
    ['FREQ=MONTHLY;INTERVAL=4;BYDAY=-1SU', ['01-25', '05-31', '09-27']],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', ['05-11']],
    ['FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU', []],
    ['FREQ=YEARLY;BYDAY=20MO', ['05-18']],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', ['03-05', '03-12', '03-19', '03-26']],
    ['FREQ=YEARLY;BYYEARDAY=100,-1;UNTIL=20261230T000000Z', ['04-10']],
    ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=TU', ['11-03']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', []],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', []],
    ['FREQ=DAILY;INTERVAL=100', ['04-11', '07-20', '10-28']],
  ])('yields the right dates for %s', (rule, dates) => {
    expect(expandDates(rule)).toEqual(dates)
  })

  it('yields 29 February only in years that have one', () => {
    const query = { start: '2016-02-29T09:00:00', from: '2018-01-01', days: 5000 }
    expect(expandRule('FREQ=YEARLY', query).map((time) => time.slice(0, 10))).toEqual([
      '2020-02-29',
      '2024-02-29',
      '2028-02-29',
    ])
  })

  it('uses weeks that begin on the day that the rule names', () => {
    const query = { start: '1997-08-05T09:00:00', from: '1997-08-06', days: 30 }
    const rule = 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST='
    expect(expandDates(`${rule}MO`, query)).toEqual(['08-10', '08-19', '08-24'])
    expect(expandDates(`${rule}SU`, query)).toEqual(['08-17', '08-19', '08-31'])
  })

  it('yields several times per day, or only the last of them', () => {
    const query = { start: '2026-11-23T09:00:00', from: '2026-11-23', days: 2 }
    expect(expandRule('FREQ=DAILY;BYHOUR=9,15;BYMINUTE=0,30', query)).toEqual([
      '2026-11-23T09:30',
      '2026-11-23T15:00',
      '2026-11-23T15:30',
      '2026-11-24T09:00',
      '2026-11-24T09:30',
      '2026-11-24T15:00',
      '2026-11-24T15:30',
    ])
    expect(expandRule('FREQ=DAILY;BYHOUR=9,15;BYMINUTE=0,30;BYSETPOS=-1', query)).toEqual([
      '2026-11-23T15:30',
      '2026-11-24T15:30',
    ])
  })

  it('by the hour or minute yields only times on the days and hours that the rule names', () => {
    const query = { start: '2020-02-03T08:00:00', from: '2026-11-23', days: 7 }
    const hourly = expandRule('FREQ=HOURLY;INTERVAL=3;BYDAY=TU', query)
    expect(hourly).toHaveLength(8)
    expect(hourly.every((time) => time.startsWith('2026-11-24'))).toBe(true)
    const minutely = expandRule('FREQ=MINUTELY;INTERVAL=20;BYHOUR=9;BYDAY=WE', query)
    expect(minutely).toEqual(['2026-11-25T09:00', '2026-11-25T09:20', '2026-11-25T09:40'])
  })

  it('of a rule without an end costs no more than its window', () => {
    const query = { start: '1601-01-01T09:00:00', from: '2026-11-23', days: 3 }
    expect(expandRule('FREQ=DAILY', query)).toEqual([
      '2026-11-23T09:00',
      '2026-11-24T09:00',
      '2026-11-25T09:00',
    ])
  })

  it('of a rule for every second of a year is refused as too much work', () => {
    const query = { start: '2026-01-01T00:00:00', from: '2026-01-02', days: 300 }
    const all = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => index + from).join()
    const nested = `FREQ=YEARLY;BYMONTH=${all(12, 1)};BYMONTHDAY=${all(31, 1)};BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`
    for (const rule of ['FREQ=SECONDLY', nested])
      expect(() => expandRule(rule, query)).toThrow(BudgetExceededError)
  })
})

/** Recurrence rules that the library expands correctly. */
const simpleRule = fc
  .record({
    frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    days: fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
    end: fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 400 }).map((count) => `;COUNT=${count}`),
      fc.constant(';UNTIL=20270101T000000Z'),
    ),
  })
  .map(({ frequency, interval, days, end }) => {
    const named = frequency === 'WEEKLY' && days.length > 0 ? `;BYDAY=${days}` : ''
    return `FREQ=${frequency};INTERVAL=${interval}${named}${end}`
  })

const anyStart = fc
  .integer({ min: Date.parse('2015-01-01') / DAY, max: Date.parse('2026-12-31') / DAY })
  .map((day) => new Date(day * DAY + 9 * 3_600_000).toISOString().slice(0, 19))
  // In other years the library moves 29 February to 1 March; the standard skips the year.
  .filter((start) => !start.includes('-02-29'))

describe('Recurrence rules that the library also expands correctly', () => {
  it('have the same times when we skip to the window', () => {
    const query = { from: '2026-06-01', days: 400 }
    fc.assert(
      fc.property(simpleRule, anyStart, (rule, start) => {
        expect(expandRule(rule, { start, ...query })).toEqual(
          expandByLibrary(rule, { start, ...query }),
        )
      }),
    )
  })
})

/** Expands a rule by the library from the series' first day on, without the first time itself. */
function expandByLibrary(text: string, { start, from, days }: RuleQuery): string[] {
  const rule = ICAL.Recur.fromString(text)
  const first = ICAL.Time.fromDateTimeString(start)
  const iterator = rule.iterator(first)
  const last = new Date(Date.parse(from) + days * DAY).toISOString()
  const found: string[] = []
  for (let time = iterator.next(); time && time.toString() < last; time = iterator.next())
    if (time.compare(first) !== 0 && time.toString() >= from)
      found.push(time.toString().slice(0, 16))
  return found
}
