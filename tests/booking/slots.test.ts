import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkSlot,
  checkSlots,
  getOccupiedInterval,
  type Interval,
  listCells,
  listOpenStarts,
  type SlotContext,
} from '#shared/booking/slots.ts'
import type { ServiceType } from '#shared/content/service.ts'
import { getService, listServices } from '#shared/content/services.ts'
import { addDays, eachDate, getWeekday } from '#shared/lib/date.ts'
import { getOffset, toWallTime } from '#shared/lib/time-zone.ts'
import { isStart, listStarts } from '#shared/schedule/opening-hours.ts'
import type { Schedule } from '#shared/schedule/schema.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { hardZones } from '#tests/support/schedule/schedule-arbitraries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const utc = (iso: string) => Date.parse(iso)

function context(over: Partial<SlotContext> = {}): SlotContext {
  return {
    schedule: defaultSchedule,
    service: getService('initial-consultation'),
    busy: [],
    taken: [],
    now: utc('2026-11-21T12:00:00Z'),
    ...over,
  }
}

function createSchedule(
  day: number,
  ranges: [string, string][],
  over: Partial<Schedule> = {},
): Schedule {
  const weekly = defaultSchedule.weekly.map((entry, index) =>
    index === day
      ? { enabled: true, timeSlots: ranges.map(([start, end]) => ({ start, end })) }
      : { ...entry, enabled: false },
  )
  return { ...defaultSchedule, weekly, noticeMinutes: 0, ...over }
}

const scheduleZones = fc.constantFrom('Europe/Oslo', 'America/New_York', ...hardZones)
const services = fc.constantFrom<ServiceType>(...listServices().map(({ type }) => type))
const time = fc.integer({ min: 0, max: 47 }).map(halfHour)
const dates = fc.integer({ min: 0, max: 730 }).map((day) => addDays('2026-01-01', day))
const schedules = fc
  .record({
    days: fc.array(fc.array(fc.tuple(time, time), { maxLength: 3 }), {
      minLength: 7,
      maxLength: 7,
    }),
    timeZone: scheduleZones,
    bufferMinutes: fc.constantFrom(0, 5, 15, 30),
  })
  .map(
    ({ days, ...rest }): Schedule => ({
      ...defaultSchedule,
      ...rest,
      weekly: days.map((ranges) => ({
        enabled: true,
        timeSlots: ranges.map(([start, end]) => ({ start, end })),
      })),
    }),
  )

function halfHour(index: number): string {
  return `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`
}

describe('The default schedule', () => {
  it.each([
    ['initial-consultation', 16],
    ['bespoke-planning', 16],
    ['business-consultancy', 15],
  ] as const)(
    'offers %s %i starts on every weekday of the year and none on weekends',
    (type, count) => {
      for (const zone of ['Europe/Oslo', ...hardZones]) {
        const schedule = { ...defaultSchedule, timeZone: zone }
        for (const date of eachDate('2026-01-01', '2027-12-31')) {
          const weekend = getWeekday(date) === 0 || getWeekday(date) === 6
          const starts = listStarts(schedule, date, getService(type).durationMinutes)
          expect(starts, `${zone} ${date}`).toHaveLength(weekend ? 0 : count)
        }
      }
    },
  )
})

describe('The possible starts in a schedule', () => {
  it('are on their own date, at half-hour steps of the opening hours, and end within them', () => {
    fc.assert(
      fc.property(schedules, dates, services, (schedule, date, type) => {
        const { durationMinutes } = getService(type)
        for (const start of listStarts(schedule, date, durationMinutes)) {
          const wall = toWallTime(start, schedule.timeZone)
          expect(wall.date).toBe(date)
          expect(
            liesInSomeRange(schedule, date, { start, end: start + durationMinutes * MINUTE }),
          ).toBe(true)
        }
      }),
    )
  })

  it('are recognised one by one exactly as they are listed', () => {
    fc.assert(
      fc.property(schedules, dates, services, (schedule, date, type) => {
        const { durationMinutes } = getService(type)
        const midnight = Date.parse(`${date}T00:00:00Z`)
        // Two days before to two days after, with instants that no schedule offers.
        for (let minute = -2880; minute <= 2880; minute += 15)
          for (const start of [midnight + minute * MINUTE, midnight + minute * MINUTE + 1]) {
            const wall = toWallTime(start, schedule.timeZone)
            const listed = listStarts(schedule, wall.date, durationMinutes).includes(start)
            expect(isStart(schedule, start, durationMinutes), iso(start)).toBe(listed)
          }
      }),
    )
  })

  it('include only the half hours that exist on the night the clocks go forward', () => {
    const schedule = createSchedule(0, [['01:00', '04:00']])
    expect(listStarts(schedule, '2027-03-28', 30).map(iso)).toEqual([
      '2027-03-28T00:00:00.000Z',
      '2027-03-28T00:30:00.000Z',
      '2027-03-28T01:00:00.000Z',
      '2027-03-28T01:30:00.000Z',
    ])
  })

  it('include the repeated hour twice on the night the clocks go back', () => {
    const schedule = createSchedule(0, [['02:00', '03:00']])
    expect(listStarts(schedule, '2027-10-31', 30).map(iso)).toEqual([
      '2027-10-31T00:00:00.000Z',
      '2027-10-31T00:30:00.000Z',
      '2027-10-31T01:00:00.000Z',
      '2027-10-31T01:30:00.000Z',
    ])
  })

  it('continue up to midnight if a range ends at 00:00', () => {
    const schedule = createSchedule(3, [['23:00', '00:00']])
    expect(listStarts(schedule, '2026-11-25', 30).map(iso)).toEqual([
      '2026-11-25T22:00:00.000Z',
      '2026-11-25T22:30:00.000Z',
    ])
    expect(listStarts(schedule, '2026-11-25', 60).map(iso)).toEqual(['2026-11-25T22:00:00.000Z'])
  })

  it('follow a dated exception instead of the weekly hours', () => {
    const exceptions = [
      { date: '2026-11-25', timeSlots: [] },
      { date: '2026-11-28', timeSlots: [{ start: '10:00', end: '11:00' }] },
    ]
    const schedule = { ...defaultSchedule, exceptions }
    expect(listStarts(schedule, '2026-11-25', 30)).toEqual([])
    expect(listStarts(schedule, '2026-11-28', 30)).toHaveLength(2)
  })
})

describe('The verdict on a slot', () => {
  const start = utc('2026-11-25T09:30:00Z')

  it.each([
    ['open', {}],
    ['past', { now: start }],
    ['notice', { now: start - 24 * HOUR + 1 }],
    ['open', { now: start - 24 * HOUR }],
    ['busy', { busy: [{ start: start + 29 * MINUTE, end: start + 90 * MINUTE }] }],
    ['open', { busy: [{ start: start + 30 * MINUTE, end: start + 90 * MINUTE }] }],
    ['booked', { taken: [{ start: start - 30 * MINUTE, end: start + MINUTE }] }],
    ['open', { taken: [{ start: start - 30 * MINUTE, end: start }] }],
  ] as const)('is %s for %o', (verdict, over) => {
    expect(checkSlot(start, context(over))).toBe(verdict)
  })

  it('is “window” after the last bookable date, and “open” on it', () => {
    const now = utc('2026-11-21T12:00:00Z')
    const last = utc('2027-02-19T09:00:00Z')
    expect(checkSlot(last, context({ now }))).toBe('open')
    expect(checkSlot(last + 72 * HOUR, context({ now }))).toBe('window')
  })

  it('is “closed” between the possible starts and outside the opening hours', () => {
    expect(checkSlot(start + 15 * MINUTE, context())).toBe('closed')
    expect(checkSlot(utc('2026-11-25T17:00:00Z'), context())).toBe('closed')
    expect(checkSlot(utc('2026-11-28T10:00:00Z'), context())).toBe('closed')
  })

  it('is “booked” within the buffer after a booking, and before the next', () => {
    const schedule = { ...defaultSchedule, bufferMinutes: 15 }
    const service = getService('initial-consultation')
    const taken = [getOccupiedInterval(start, service, 15)]
    expect(checkSlot(start + 30 * MINUTE, context({ schedule, taken }))).toBe('booked')
    expect(checkSlot(start - 30 * MINUTE, context({ schedule, taken }))).toBe('booked')
    expect(checkSlot(start + 60 * MINUTE, context({ schedule, taken }))).toBe('open')
  })
})

describe('Offering and accepting slots', () => {
  it('agree: every offered slot is accepted, and no other', () => {
    const offsets = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 6 })
    fc.assert(
      fc.property(schedules, dates, services, offsets, (schedule, date, type, bookings) => {
        const service = getService(type)
        const now = utc(`${date}T03:00:00Z`) - 30 * HOUR
        const taken = bookings.map((half) =>
          getOccupiedInterval(now + half * 30 * MINUTE, service, schedule.bufferMinutes),
        )
        const slots = context({ schedule, service, taken, now })
        const offered = new Set(listOpenStarts(addDays(date, -2), addDays(date, 2), slots))
        const first = utc(`${date}T00:00:00Z`)
        for (let probe = first; probe < first + 24 * HOUR; probe += 15 * MINUTE)
          expect(offered.has(probe)).toBe(checkSlot(probe, slots) === 'open')
      }),
    )
  })

  it('never allow two accepted bookings to overlap, buffers included', () => {
    fc.assert(
      fc.property(
        schedules,
        fc.array(fc.tuple(services, fc.nat({ max: 500 })), { minLength: 2, maxLength: 25 }),
        (schedule, wishes) => {
          const now = utc('2026-11-21T12:00:00Z')
          const accepted: Interval[] = []
          for (const [type, pick] of wishes) {
            const service = getService(type)
            const slots = context({ schedule, service, taken: accepted, now })
            const offers = listOpenStarts('2026-11-22', '2026-11-28', slots)
            const start = offers[pick % Math.max(1, offers.length)]
            if (start !== undefined)
              accepted.push(getOccupiedInterval(start, service, schedule.bufferMinutes))
          }
          const cells = accepted.flatMap(listCells)
          expect(new Set(cells).size).toBe(cells.length)
        },
      ),
    )
  })

  it('are the same instants, whatever zone they are shown in', () => {
    const slots = context({ now: utc('2026-11-20T12:00:00Z') })
    const offered = listOpenStarts('2026-11-23', '2026-11-27', slots)
    for (const zone of hardZones) {
      const wallTimes = offered.map((start) => toWallTime(start, zone))
      const back = wallTimes.map(
        ({ date, minute }, index) =>
          utc(`${date}T00:00:00Z`) + minute * MINUTE - getOffset(offered[index] ?? 0, zone),
      )
      expect(back).toEqual(offered)
    }
    expect(toWallTime(offered[0] ?? 0, 'Pacific/Kiritimati').date).toBe('2026-11-23')
    expect(toWallTime(offered.at(-1) ?? 0, 'Pacific/Kiritimati').date).toBe('2026-11-28')
  })

  it('give a reason for each start that is not open', () => {
    const all = checkSlots('2026-11-20', '2026-11-23', context())
    expect(all.map((slot) => slot.state)).toEqual([
      ...Array(16).fill('past'),
      ...Array(16).fill('open'),
    ])
  })
})

function iso(instant: number): string {
  return new Date(instant).toISOString()
}

/** Compares wall times directly, independently of the code under test. */
function liesInSomeRange(schedule: Schedule, date: string, meeting: Interval): boolean {
  const zone = schedule.timeZone
  const ranges = schedule.weekly[getWeekday(date)]?.timeSlots ?? []
  return ranges.some(({ start, end }) => {
    const from = toWallTime(meeting.start, zone)
    const lastMinute = toWallTime(meeting.end - 1, zone)
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
    const to = minutes(end) || 1440
    return (
      from.minute >= minutes(start) &&
      (from.minute - minutes(start)) % 30 === 0 &&
      lastMinute.date === date &&
      lastMinute.minute < to
    )
  })
}
