import * as v from 'valibot'
import { serviceTypes } from '#shared/booking/catalogue.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import type { ScheduleContent } from './merge.ts'
import { DaySchedule, publishedDays, Schedule, ScheduleException } from './schema.ts'

const { timeZone, noticeMinutes, windowDays, bufferMinutes } = Schedule.entries

/** All of the schedule that is not the week. */
const ScheduleSettings = v.object({
  exceptions: v.pipe(
    v.array(ScheduleException),
    v.maxLength(400, 'Please remove some dates first; 400 can be kept.'),
  ),
  timeZone,
  noticeMinutes: v.pipe(noticeMinutes, v.maxValue(90 * 1440, 'At most 90 days.')),
  windowDays,
  bufferMinutes,
})

/** The spec's list of day entries; the index may be written out, as get-schedule writes it. */
const DayEntries = v.pipe(
  v.array(v.object({ day: v.optional(v.number()), ...DaySchedule.entries })),
  v.length(7, 'A week has seven days.'),
  v.check(
    (days) => days.every(({ day }, index) => day === undefined || day === index),
    'The days must be in order, Sunday first.',
  ),
)

/** A meeting that keeps its time, so that its time may come to lie outside the hours. */
const KeptMeeting = v.object({
  id: v.string(),
  name: v.string(),
  serviceType: v.picklist(serviceTypes),
  start: v.string(),
  end: v.string(),
})

/** The schedule as its owner sees it. */
const OwnerSchedule = v.object({
  schedule: DayEntries,
  settings: ScheduleSettings,
  version: v.number(),
  /** Of the server's database: versions count only within one. */
  epoch: v.optional(v.string(), ''),
  /** When each part was last changed, ISO 8601; a part that never was is missing. */
  changedAt: v.record(v.string(), v.string()),
  /** What the device that saved it is called; empty where it did not say. */
  savedBy: v.optional(v.string(), ''),
  /** Coming meetings, in order. */
  meetings: v.array(KeptMeeting),
})

export type KeptMeeting = v.InferOutput<typeof KeptMeeting>
export type OwnerSchedule = v.InferOutput<typeof OwnerSchedule>

export const getScheduleSettings = endpoint({
  name: 'get-schedule-settings',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: OwnerSchedule,
  failure: 'Failed to fetch schedule',
})

/**
 * `version` is the one that was edited; without it the edit is of whatever is there now, and where it
 * is of another epoch, nobody knows what it was. A 409
 * carries `conflicts`: each part that was changed twice, with both values.
 */
export const updateSchedule = endpoint({
  name: 'update-schedule',
  method: 'POST',
  access: 'owner',
  input: v.object({
    schedule: DayEntries,
    settings: v.optional(ScheduleSettings),
    version: v.optional(v.pipe(v.number(), v.integer())),
    epoch: v.optional(v.pipe(v.string(), v.maxLength(64))),
    /** What the device that saves it is called. */
    device: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  /** `outside`: meetings that the new hours leave outside; they stay as they are. */
  output: v.object({ ...OwnerSchedule.entries, outside: v.array(KeptMeeting) }),
  failure: 'Failed to update schedule',
})

export type ScheduleUpdate = v.InferOutput<typeof updateSchedule.input>

export const scheduleRefusals = {
  changed: { status: 409, error: 'The schedule was changed on two devices' },
  fields: { status: 422, error: 'Please check the highlighted times.' },
} as const

export function contentOf({ schedule, settings }: OwnerSchedule): ScheduleContent {
  const weekly = schedule.map(({ enabled, timeSlots }) => ({ enabled, timeSlots }))
  return { weekly, ...settings }
}

/** The content in the shape of the wire. */
export function wireOf({ weekly, ...settings }: ScheduleContent) {
  return { schedule: publishedDays(weekly), settings }
}
