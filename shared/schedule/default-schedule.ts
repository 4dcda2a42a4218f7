import type { DaySchedule, Schedule, WeeklySchedule } from './schema.ts'

const closed: DaySchedule = { enabled: false, timeSlots: [] }
const working: DaySchedule = { enabled: true, timeSlots: [{ start: '09:00', end: '17:00' }] }

/** Sunday first. */
export const defaultWeek: WeeklySchedule = [
  closed,
  working,
  working,
  working,
  working,
  working,
  closed,
]

export const defaultSchedule: Schedule = {
  weekly: defaultWeek,
  exceptions: [],
  timeZone: 'Europe/Oslo',
  noticeMinutes: 24 * 60,
  windowDays: 90,
  bufferMinutes: 0,
  version: 1,
}
