import fc from 'fast-check'
import { addDays } from '#shared/lib/date.ts'
import type { ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import type { DaySchedule, ScheduleException, TimeRange } from '#shared/schedule/schema.ts'

/** Zones that break careless code: odd offsets, far edges of the day, clock changes for Ramadan. */
export const hardZones = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/Los_Angeles',
  'Africa/Casablanca',
  'UTC',
]

const HALF_HOURS = 48

const formatTime = (halfHours: number) => {
  const minutes = (halfHours % HALF_HOURS) * 30
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 ? '30' : '00'}`
}

/** Up to three open ranges of a day, in order and apart; the last may end at 00:00. */
const slots: fc.Arbitrary<TimeRange[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: HALF_HOURS }), { minLength: 2, maxLength: 6 })
  .map((edges) => {
    const sorted = [...edges].sort((a, b) => a - b)
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, index) => ({
      start: formatTime(sorted[2 * index] ?? 0),
      end: formatTime(sorted[2 * index + 1] ?? 0),
    }))
  })

const day: fc.Arbitrary<DaySchedule> = fc.oneof(
  slots.map((timeSlots) => ({ enabled: true, timeSlots })),
  fc.boolean().map(() => ({ enabled: false, timeSlots: [] })),
)

const exceptions: fc.Arbitrary<ScheduleException[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 4 })
  .chain((offsets) =>
    fc.tuple(
      ...[...offsets]
        .sort((a, b) => a - b)
        .map((offset) =>
          fc
            .option(slots, { nil: [] as TimeRange[] })
            .map((timeSlots) => ({ date: addDays('2026-12-01', offset), timeSlots })),
        ),
    ),
  )

/** Valid schedules. */
export const schedules: fc.Arbitrary<ScheduleContent> = fc.record({
  weekly: fc.array(day, { minLength: 7, maxLength: 7 }),
  exceptions,
  timeZone: fc.constantFrom('Europe/Oslo', ...hardZones),
  noticeMinutes: fc.constantFrom(0, 720, 1440),
  windowDays: fc.constantFrom(30, 60, 90),
  bufferMinutes: fc.constantFrom(0, 15, 30),
})
