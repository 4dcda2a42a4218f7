import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import type { ScheduleContent } from './merge-schedules.ts'
import {
  BookingRules,
  DaySchedule,
  MAX_EXCEPTIONS,
  ScheduleException,
  TOO_MANY_EXCEPTIONS,
  toWireDays,
} from './schema.ts'

/** Everything in the schedule except the weekly hours. */
const ScheduleSettings = v.object({
  exceptions: v.pipe(v.array(ScheduleException), v.maxLength(MAX_EXCEPTIONS, TOO_MANY_EXCEPTIONS)),
  ...BookingRules.entries,
})

/** The seven days of a week in wire format, Sunday first; `day`, the index, is optional. */
const DayEntries = v.pipe(
  v.array(v.object({ day: v.optional(v.number()), ...DaySchedule.entries })),
  v.length(7, 'A week has seven days.'),
  v.check(
    (days) => days.every(({ day }, index) => day === undefined || day === index),
    'The days must be in order, Sunday first.',
  ),
)

/** A booked meeting, which stays booked even if changed hours no longer include it. */
const UpcomingMeeting = v.object({
  id: v.string(),
  name: v.string(),
  serviceTitle: v.string(),
  start: v.string(),
  end: v.string(),
})

/** The schedule as the owner sees it. */
const OwnerSchedule = v.object({
  schedule: DayEntries,
  settings: ScheduleSettings,
  version: v.number(),
  /** Epoch of the server's database: versions are comparable only within one epoch. */
  epoch: v.optional(v.string(), ''),
  /** When each part was last changed, ISO 8601; a part that was never changed is missing. */
  changedAt: v.record(v.string(), v.string()),
  /** Name of the device that saved it; empty if the device gave none. */
  savedByDevice: v.optional(v.string(), ''),
  /** Upcoming meetings, in order. */
  meetings: v.array(UpcomingMeeting),
})

export type UpcomingMeeting = v.InferOutput<typeof UpcomingMeeting>
export type OwnerSchedule = v.InferOutput<typeof OwnerSchedule>

export const getScheduleSettings = defineEndpoint({
  name: 'get-schedule-settings',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: OwnerSchedule,
  failure: 'Failed to fetch schedule',
})

/**
 * `version` is the base of the edit. Without it the current schedule is the base; with another
 * `epoch` the base is unknown. A 409 `changed` carries `conflicts`: each part that both sides
 * changed, with both values.
 */
export const updateSchedule = defineEndpoint({
  name: 'update-schedule',
  method: 'POST',
  access: 'owner',
  input: v.object({
    schedule: DayEntries,
    settings: v.optional(ScheduleSettings),
    version: v.optional(v.pipe(v.number(), v.integer())),
    epoch: v.optional(v.pipe(v.string(), v.maxLength(64))),
    /** Name of the device that saves it. */
    deviceName: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  /** `meetingsOutsideHours`: meetings outside the new hours; they stay booked. */
  output: v.object({ ...OwnerSchedule.entries, meetingsOutsideHours: v.array(UpcomingMeeting) }),
  failure: 'Failed to update schedule',
})

export type ScheduleUpdate = v.InferOutput<typeof updateSchedule.input>

export const scheduleRefusals = {
  changed: { status: 409, error: 'The schedule was changed on two devices' },
  fields: { status: 422, error: 'Please check the highlighted times.' },
} as const

export function toScheduleContent({ schedule, settings }: OwnerSchedule): ScheduleContent {
  const weekly = schedule.map(({ enabled, timeSlots }) => ({ enabled, timeSlots }))
  return { weekly, ...settings }
}

/** The content in wire format. */
export function toWireSchedule({ weekly, ...settings }: ScheduleContent) {
  return { schedule: toWireDays(weekly), settings }
}
