import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateCoverage } from '#shared/schedule/coverage.ts'
import type { ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { schedules } from '#tests/support/schedule/schedule-arbitraries.ts'

/** The week in the design: Tuesday with a midday pause, Wednesday an hour longer. */
const fixedWeek: ScheduleContent = {
  ...defaultSchedule,
  weekly: defaultSchedule.weekly.map((day, index) => {
    if (index === 2)
      return {
        enabled: true,
        timeSlots: [
          { start: '09:00', end: '12:00' },
          { start: '13:00', end: '17:00' },
        ],
      }
    return index === 3 ? { enabled: true, timeSlots: [{ start: '09:00', end: '18:00' }] } : day
  }),
}

const countWakingSlots = (content: ScheduleContent, monday: string) =>
  Object.fromEntries(calculateCoverage(content, monday).markets.map((m) => [m.city, m.wakingSlots]))

describe('The number of a week’s slots that fall into guests’ waking hours elsewhere', () => {
  it('is counted in winter', () => {
    expect(calculateCoverage(fixedWeek, '2026-11-23').slots).toBe(80)
    expect(countWakingSlots(fixedWeek, '2026-11-23')).toEqual({
      Oslo: 80,
      London: 80,
      'New York': 42,
      'Los Angeles': 12,
      Tokyo: 48,
      Sydney: 30,
    })
  })

  it('is different in summer, when Tokyo is one hour closer and Sydney two', () => {
    expect(countWakingSlots(fixedWeek, '2027-07-05')).toEqual({
      Oslo: 80,
      London: 80,
      'New York': 42,
      'Los Angeles': 12,
      Tokyo: 58,
      Sydney: 48,
    })
  })

  it('is correct in the weeks when only one side has changed its clocks', () => {
    const inMarch = calculateCoverage(fixedWeek, '2027-03-15').markets
    const ahead = (city: string) => inMarch.find((market) => market.city === city)?.offsetMinutes
    expect(ahead('New York')).toBe(-5 * 60)
    expect(ahead('Los Angeles')).toBe(-8 * 60)
    expect(ahead('London')).toBe(-60)
    expect(countWakingSlots(fixedWeek, '2027-03-15')).toMatchObject({
      'New York': 50,
      'Los Angeles': 22,
    })
  })

  it('includes the repeated hour of a Sunday twice, and the skipped hour not at all', () => {
    const nights: ScheduleContent = {
      ...defaultSchedule,
      weekly: defaultSchedule.weekly.map((_, day) =>
        day === 0
          ? { enabled: true, timeSlots: [{ start: '01:00', end: '04:00' }] }
          : { enabled: false, timeSlots: [] },
      ),
    }
    expect(calculateCoverage(nights, '2027-03-15').slots).toBe(6)
    expect(calculateCoverage(nights, '2027-03-22').slots).toBe(4)
    expect(calculateCoverage(nights, '2027-10-25').slots).toBe(8)
  })

  it('comes with the first and last waking time on the local clock, or with none if all slots are at night', () => {
    const { markets } = calculateCoverage(fixedWeek, '2026-11-23')
    const hours = Object.fromEntries(markets.map((m) => [m.city, m.hours]))
    expect(hours.Tokyo).toEqual({ from: 17 * 60, to: 22 * 60 })
    expect(hours['Los Angeles']).toEqual({ from: 7 * 60, to: 9 * 60 })
    const early = calculateCoverage(
      {
        ...fixedWeek,
        weekly: fixedWeek.weekly.map(() => ({
          enabled: true,
          timeSlots: [{ start: '07:00', end: '09:00' }],
        })),
      },
      '2026-11-23',
    )
    expect(early.markets.find((m) => m.city === 'New York')?.hours).toBeUndefined()
  })

  it('adds up over the strokes of the chart for any schedule, and no stroke has more waking slots than slots', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 120 }), (content, week) => {
        const monday = new Date(Date.UTC(2026, 0, 5) + week * 7 * 86_400_000)
        const { slots, markets } = calculateCoverage(content, monday.toISOString().slice(0, 10))
        for (const { halfHours: strokes, wakingSlots: awake } of markets) {
          expect(strokes.reduce((sum, stroke) => sum + stroke.slots, 0)).toBe(slots)
          expect(strokes.reduce((sum, stroke) => sum + stroke.wakingSlots, 0)).toBe(awake)
          for (const stroke of strokes) expect(stroke.wakingSlots).toBeLessThanOrEqual(stroke.slots)
        }
      }),
    )
  })
})
