import type { Service } from '#shared/content/service.ts'
import { addDays, eachDate, type PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { isStart, listStarts } from '#shared/schedule/opening-hours.ts'
import type { Schedule } from '#shared/schedule/schema.ts'

const MINUTE = 60_000

/** The resolution in which taken times are stored and compared. */
export const CELL_MINUTES = 5

/** UTC milliseconds, the end excluded. */
export interface Interval {
  start: number
  end: number
}

/** Why a time cannot be booked. */
export type ClosedReason = 'past' | 'notice' | 'window' | 'closed' | 'busy' | 'booked'

/** What a service needs of the calendar. A booking's copy on an older device has no pause. */
export type BookedTime = Pick<Service, 'durationMinutes'> & Partial<Pick<Service, 'pauseMinutes'>>

/** What decides whether owner and guest can agree on a time. */
export interface AgreedSlotContext {
  schedule: Pick<Schedule, 'bufferMinutes'>
  service: BookedTime
  /** Busy times of the owner's external calendar. */
  busy: readonly Interval[]
  /** Times of bookings and current holds, buffers included. */
  taken: readonly Interval[]
  now: number
}

/** Everything that decides whether a time is open. */
export interface SlotContext extends AgreedSlotContext {
  schedule: Schedule
}

interface CheckedSlot extends Interval {
  state: 'open' | ClosedReason
}

/** The time of the meeting itself. */
export function getMeetingInterval(
  start: number,
  { durationMinutes }: Pick<Service, 'durationMinutes'>,
): Interval {
  return { start, end: start + durationMinutes * MINUTE }
}

/** The time that a booking at this start occupies, with what is kept free after it. */
export function getOccupiedInterval(
  start: number,
  { durationMinutes, pauseMinutes = 0 }: BookedTime,
  bufferMinutes: number,
): Interval {
  const after = Math.max(bufferMinutes, pauseMinutes)
  return { start, end: start + (durationMinutes + after) * MINUTE }
}

/** Numbers of the five-minute cells that an interval touches, counted from 1 January 1970 UTC. */
export function listCells(interval: Interval): number[] {
  const first = Math.floor(interval.start / (CELL_MINUTES * MINUTE))
  const last = Math.ceil(interval.end / (CELL_MINUTES * MINUTE))
  return Array.from({ length: last - first }, (_, index) => first + index)
}

/** The last bookable date, in the owner's zone. */
export function getLastBookableDate(schedule: Schedule, now: number): PlainDate {
  return addDays(toWallTime(now, schedule.timeZone).date, schedule.windowDays)
}

/** The verdict on one start, with the same checks in the same order as `checkSlots`. */
export function checkSlot(start: number, context: SlotContext): 'open' | ClosedReason {
  const { schedule, service } = context
  const { date } = toWallTime(start, schedule.timeZone)
  const scheduled = isStart(schedule, start, service.durationMinutes)
  return checkTiming(start, date, context) ?? (scheduled ? checkOverlap(start, context) : 'closed')
}

/** As `checkSlot`, for a start that owner and guest agree on: without schedule, notice and window. */
export function checkAgreedSlot(
  start: number,
  context: AgreedSlotContext,
): 'open' | 'past' | 'busy' | 'booked' {
  return start <= context.now ? 'past' : checkOverlap(start, context)
}

function checkTiming(start: number, date: PlainDate, context: SlotContext) {
  const { schedule, now } = context
  if (start <= now) return 'past'
  if (start < now + schedule.noticeMinutes * MINUTE) return 'notice'
  return date > getLastBookableDate(schedule, now) ? 'window' : undefined
}

function checkOverlap(start: number, context: AgreedSlotContext): 'open' | 'busy' | 'booked' {
  const meeting = getMeetingInterval(start, context.service)
  if (context.busy.some((interval) => overlaps(meeting, interval))) return 'busy'
  const occupied = roundToCells(
    getOccupiedInterval(start, context.service, context.schedule.bufferMinutes),
  )
  return context.taken.some((interval) => overlaps(occupied, roundToCells(interval)))
    ? 'booked'
    : 'open'
}

function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end
}

/** Widened to whole cells, as the database compares. */
function roundToCells({ start, end }: Interval): Interval {
  const cell = CELL_MINUTES * MINUTE
  return { start: Math.floor(start / cell) * cell, end: Math.ceil(end / cell) * cell }
}

/** The verdicts on all starts of the schedule between two dates (owner's zone, both included). */
export function checkSlots(from: PlainDate, to: PlainDate, context: SlotContext): CheckedSlot[] {
  const { schedule, service } = context
  return eachDate(from, to).flatMap((date) =>
    listStarts(schedule, date, service.durationMinutes).map((start) => ({
      ...getMeetingInterval(start, service),
      state: checkTiming(start, date, context) ?? checkOverlap(start, context),
    })),
  )
}

/** The bookable starts between two dates (owner's zone, both included), UTC milliseconds. */
export function listOpenStarts(from: PlainDate, to: PlainDate, context: SlotContext): number[] {
  return checkSlots(from, to, context)
    .filter((slot) => slot.state === 'open')
    .map((slot) => slot.start)
}
