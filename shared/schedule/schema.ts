import * as v from 'valibot'
import { isPlainDate } from '#shared/lib/date.ts'
import { getCurrentZone, isZone } from '#shared/lib/zones/zone-names.ts'

/** `HH:MM`, 24 hours. An end of `00:00` means the end of the day. */
export const TimeOfDay = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:00.'),
)

export const PlainDateText = v.pipe(
  v.string(),
  v.check(isPlainDate, 'Please enter a date such as 2026-11-25.'),
  // Time zones are not defined for earlier years; a later date may need five digits for its year.
  v.check(
    (date) => date >= '1900' && date < '9999',
    'Please enter a date within a reasonable range.',
  ),
)

export const ZoneName = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check(isZone, 'This time zone is not known.'),
  v.transform(getCurrentZone),
)

export const TimeRange = v.object({ start: TimeOfDay, end: TimeOfDay })

/** One weekday: index 0 (Sunday) to 6 (Saturday). */
export const DaySchedule = v.object({ enabled: v.boolean(), timeSlots: v.array(TimeRange) })

/** Seven days, Sunday first. */
export const WeeklySchedule = v.pipe(v.array(DaySchedule), v.length(7))

/** The days of the week with their index written out. */
export function toWireDays(weekly: v.InferOutput<typeof WeeklySchedule>) {
  return weekly.map((entry, day) => ({ day, ...entry }))
}

/** Hours of one date that replace those of its weekday; no ranges means closed. */
export const ScheduleException = v.object({
  date: PlainDateText,
  timeSlots: v.array(TimeRange),
  note: v.optional(v.pipe(v.string(), v.maxLength(200))),
})

export const MAX_EXCEPTIONS = 400

export const TOO_MANY_EXCEPTIONS = 'Please remove some dates first; at most 400 can be saved.'

export const BookingRules = v.object({
  timeZone: ZoneName,
  /** A booking must start at least this long after the request. */
  noticeMinutes: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.maxValue(90 * 1440, 'At most 90 days.'),
  ),
  /** How many days ahead, counted in the owner's zone, may be booked. */
  windowDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(730)),
  /** Kept free after each booking. */
  bufferMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440)),
})

/** The schedule and the booking rules, as set by the owner. */
export const Schedule = v.object({
  weekly: WeeklySchedule,
  exceptions: v.array(ScheduleException),
  ...BookingRules.entries,
  /** Rises with every change. */
  version: v.pipe(v.number(), v.integer()),
})

export type TimeRange = v.InferOutput<typeof TimeRange>
export type DaySchedule = v.InferOutput<typeof DaySchedule>
export type WeeklySchedule = v.InferOutput<typeof WeeklySchedule>
export type ScheduleException = v.InferOutput<typeof ScheduleException>
export type Schedule = v.InferOutput<typeof Schedule>

const closedDay: DaySchedule = { enabled: false, timeSlots: [] }
const workingDay: DaySchedule = { enabled: true, timeSlots: [{ start: '09:00', end: '17:00' }] }

/** Sunday first. */
export const defaultWeek: WeeklySchedule = [
  closedDay,
  workingDay,
  workingDay,
  workingDay,
  workingDay,
  workingDay,
  closedDay,
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
