import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverageOf } from '#shared/schedule/coverage.ts'
import type { ScheduleContent } from '#shared/schedule/merge.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { schedules } from '#tests/support/schedules.ts'

/** The week in the design: Tuesday with a midday pause, Wednesday an hour longer. */
const drawn: ScheduleContent = {
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

const waking = (content: ScheduleContent, monday: string) =>
  Object.fromEntries(coverageOf(content, monday).markets.map((m) => [m.city, m.waking]))

describe('how many of a week’s slots guests elsewhere can use while awake', () => {
  it('counts them in winter', () => {
    expect(coverageOf(drawn, '2026-11-23').slots).toBe(80)
    expect(waking(drawn, '2026-11-23')).toEqual({
      Oslo: 80,
      London: 80,
      'New York': 42,
      'Los Angeles': 12,
      Tokyo: 48,
      Sydney: 30,
    })
  })

  it('counts them anew in summer, when Tokyo is an hour nearer and Sydney two', () => {
    expect(waking(drawn, '2027-07-05')).toEqual({
      Oslo: 80,
      London: 80,
      'New York': 42,
      'Los Angeles': 12,
      Tokyo: 58,
      Sydney: 48,
    })
  })

  it('knows the weeks in which only one side has changed its clocks', () => {
    const inMarch = coverageOf(drawn, '2027-03-15').markets
    const ahead = (city: string) => inMarch.find((market) => market.city === city)?.ahead
    expect(ahead('New York')).toBe(-5 * 60)
    expect(ahead('Los Angeles')).toBe(-8 * 60)
    expect(ahead('London')).toBe(-60)
    expect(waking(drawn, '2027-03-15')).toMatchObject({ 'New York': 50, 'Los Angeles': 22 })
  })

  it('counts the hour that a Sunday has twice, twice, and the one that it lacks, not at all', () => {
    const nights: ScheduleContent = {
      ...defaultSchedule,
      weekly: defaultSchedule.weekly.map((_, day) =>
        day === 0
          ? { enabled: true, timeSlots: [{ start: '01:00', end: '04:00' }] }
          : { enabled: false, timeSlots: [] },
      ),
    }
    expect(coverageOf(nights, '2027-03-15').slots).toBe(6)
    expect(coverageOf(nights, '2027-03-22').slots).toBe(4)
    expect(coverageOf(nights, '2027-10-25').slots).toBe(8)
  })

  it('says from when to when by the clocks of the place, and nothing where all is night', () => {
    const { markets } = coverageOf(drawn, '2026-11-23')
    const hours = Object.fromEntries(markets.map((m) => [m.city, m.hours]))
    expect(hours.Tokyo).toEqual({ from: 17 * 60, to: 22 * 60 })
    expect(hours['Los Angeles']).toEqual({ from: 7 * 60, to: 9 * 60 })
    const early = coverageOf(
      {
        ...drawn,
        weekly: drawn.weekly.map(() => ({
          enabled: true,
          timeSlots: [{ start: '07:00', end: '09:00' }],
        })),
      },
      '2026-11-23',
    )
    expect(early.markets.find((m) => m.city === 'New York')?.hours).toBeUndefined()
  })

  it('divides every slot of any schedule over the strokes, and never more into waking hours', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 120 }), (content, week) => {
        const monday = new Date(Date.UTC(2026, 0, 5) + week * 7 * 86_400_000)
        const { slots, markets } = coverageOf(content, monday.toISOString().slice(0, 10))
        for (const { strokes, waking: awake } of markets) {
          expect(strokes.reduce((sum, stroke) => sum + stroke.slots, 0)).toBe(slots)
          expect(strokes.reduce((sum, stroke) => sum + stroke.waking, 0)).toBe(awake)
          for (const stroke of strokes) expect(stroke.waking).toBeLessThanOrEqual(stroke.slots)
        }
      }),
    )
  })
})
