import * as v from 'valibot'
import { BookingId } from '#shared/booking/booking-id.ts'
import { ServiceTypeText } from '#shared/content/service-type.ts'
import { findService } from '#shared/content/services.ts'
import { addDays, daysBetween } from '#shared/lib/date.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { PlainDateText, TimeRange } from './schema.ts'

/** The longest range of dates that one question may cover. */
export const MAX_RANGE_DAYS = 100

/** A question about any service, also one that the site does not have. */
export const AvailabilityQuestion = v.pipe(
  v.object({
    service: ServiceTypeText,
    /** A booking that is to be moved: the times are as long as it is, also if its service is no longer offered. */
    booking: v.optional(BookingId),
    /** The version of the site's content that the visitor sees, which may have another length. */
    version: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/))),
    /** Dates in the owner's zone, both included. */
    from: PlainDateText,
    to: PlainDateText,
  }),
  v.forward(
    v.check(({ from, to }) => from <= to, 'The last date is before the first.'),
    ['to'],
  ),
  v.forward(
    v.check(({ from, to }) => daysBetween(from, to) <= MAX_RANGE_DAYS, 'This period is too long.'),
    ['to'],
  ),
)

const AvailabilityInput = v.pipe(
  AvailabilityQuestion,
  v.forward(
    v.check(
      ({ service, booking }) => booking !== undefined || findService(service) !== undefined,
      'This service does not exist.',
    ),
    ['service'],
  ),
)

const Availability = v.object({
  /** Open starts, UTC instants in ISO 8601, in order. */
  slots: v.array(v.string()),
  /** The owner's time zone. */
  timeZone: v.string(),
  /** The last bookable date in the owner's zone, so that a calendar knows where to end. */
  bookableTo: PlainDateText,
  scheduleVersion: v.number(),
  generatedAt: v.string(),
  /**
   * If the owner has set an external calendar: when it was last synced (ISO 8601), whether it is
   * fresh, and which of `slots` it says nothing certain about. If it is not fresh, these are all. A
   * booking there is a request that the owner confirms.
   */
  calendar: v.optional(
    v.object({
      asOf: v.nullable(v.string()),
      fresh: v.boolean(),
      requestSlots: v.array(v.string()),
    }),
  ),
})

export type AvailabilityRequest = v.InferOutput<typeof AvailabilityInput>
export type Availability = v.InferOutput<typeof Availability>

export const getAvailability = defineEndpoint({
  name: 'get-availability',
  method: 'GET',
  access: 'public',
  input: AvailabilityInput,
  output: Availability,
  failure: 'Failed to fetch availability',
})

/** The list of day entries in the specification, with the index written out. */
const PublishedSchedule = v.object({
  schedule: v.array(
    v.object({ day: v.number(), enabled: v.boolean(), timeSlots: v.array(TimeRange) }),
  ),
  version: v.number(),
  timeZone: v.string(),
})

export const getSchedule = defineEndpoint({
  name: 'get-schedule',
  method: 'GET',
  access: 'public',
  input: v.object({}),
  output: PublishedSchedule,
  failure: 'Failed to fetch schedule',
})

/** Dates in the owner's zone that certainly contain every slot of these dates in any zone. */
export function padDateRange(from: string, to: string): { from: string; to: string } {
  return { from: addDays(from, -1), to: addDays(to, 1) }
}
