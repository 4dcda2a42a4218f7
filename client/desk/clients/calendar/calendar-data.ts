import type { ClientTrip } from '#client/data/store/types.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import {
  findClosedRanges,
  getVisibleHours,
  type MinuteRange,
  toMinuteRange,
  toOpenRanges,
} from '#shared/clients/day-layout.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { createDateFinder } from '#shared/lib/wall-time.ts'
import { getRanges } from '#shared/schedule/opening-hours.ts'
import type { Schedule } from '#shared/schedule/schema.ts'

/** What the calendar shows, as far as this device has it. */
export interface CalendarData {
  /** The owner's time zone, for all days and times here. */
  zone: string
  today: PlainDate
  /** UTC milliseconds. */
  now: number
  bookings: readonly DeskBooking[]
  trips: readonly ClientTrip[]
  /** Busy times from the owner's external calendar. */
  busy: readonly Interval[]
  /** Undefined until the schedule is loaded. */
  schedule: Pick<Schedule, 'weekly' | 'exceptions'> | undefined
}

/** The bookings of a date in order of time, without expired holds and requests. */
export function listBookingsOnDate(
  { bookings, zone }: CalendarData,
  date: PlainDate,
): DeskBooking[] {
  return groupByDate(bookings, zone).get(date) ?? []
}

type BookingsByDate = Map<PlainDate, DeskBooking[]>

/** The result for the last list: every day of a month asks for the same one. */
let lastGrouping:
  | { bookings: readonly DeskBooking[]; zone: string; byDate: BookingsByDate }
  | undefined

function groupByDate(bookings: readonly DeskBooking[], zone: string): BookingsByDate {
  if (lastGrouping?.bookings === bookings && lastGrouping.zone === zone) return lastGrouping.byDate
  const dateOf = createDateFinder(zone)
  const byDate: BookingsByDate = new Map()
  const inOrder = bookings
    .filter(({ status }) => status !== 'expired')
    .sort((a, b) => (a.start < b.start ? -1 : 1))
  for (const booking of inOrder) {
    const date = dateOf(Date.parse(booking.start))
    const known = byDate.get(date)
    if (known) known.push(booking)
    else byDate.set(date, [booking])
  }
  lastGrouping = { bookings, zone, byDate }
  return byDate
}

/**
 * Whether the schedule leaves the date without bookable hours; false until the schedule is loaded.
 */
export function isClosed({ schedule }: CalendarData, date: PlainDate): boolean {
  return schedule !== undefined && getRanges(schedule, date).length === 0
}

export function listTripsOnDate({ trips }: CalendarData, date: PlainDate): ClientTrip[] {
  return trips.filter(({ trip }) => trip.start <= date && trip.end >= date)
}

/** At most so many trips are shown at a time, so that the calls keep their place; further ones are counted. */
export const MAX_TRAVELS = 2

/**
 * Which of the seven columns have neither bookable hours nor bookings in any week, and can be
 * narrow.
 */
export function getNarrowColumns(data: CalendarData, weeks: readonly PlainDate[][]): boolean[] {
  return Array.from({ length: 7 }, (_, column) =>
    weeks.every((week) => {
      const date = week[column] ?? ''
      return isClosed(data, date) && listBookingsOnDate(data, date).length === 0
    }),
  )
}

export interface TimedBooking extends MinuteRange {
  booking: DeskBooking
}

/** The bookings that take up time on a date: cancelled and expired ones do not. */
export function listTimedBookingsOnDate(
  { bookings, zone }: CalendarData,
  date: PlainDate,
): TimedBooking[] {
  return bookings
    .filter(({ status }) => status !== 'cancelled' && status !== 'expired')
    .flatMap((booking) => {
      const stretch = toMinuteRange(date, toInterval(booking), zone)
      return stretch ? [{ booking, ...stretch }] : []
    })
}

function toInterval({ start, end }: DeskBooking): Interval {
  return { start: Date.parse(start), end: Date.parse(end) }
}

export function listOpenHoursOnDate({ schedule }: CalendarData, date: PlainDate): MinuteRange[] {
  return schedule ? toOpenRanges(getRanges(schedule, date)) : []
}

export function listBusyOnDate({ busy, zone }: CalendarData, date: PlainDate): MinuteRange[] {
  return busy.flatMap((interval) => toMinuteRange(date, interval, zone) ?? [])
}

/** Shorter blocks have no room for a line of text, minutes. */
const MIN_LABEL_MINUTES = 30

export interface BusyRange extends MinuteRange {
  /** Where the label starts, minutes since midnight; undefined if bookings leave no room for it. */
  labelAt: number | undefined
}

/** The busy times, each with its label in the widest part that no booking covers. */
export function placeBusyLabels(
  busy: readonly MinuteRange[],
  bookings: readonly MinuteRange[],
): BusyRange[] {
  return busy.map((stretch) => {
    const sortedBookings = [...bookings].sort((a, b) => a.from - b.from)
    const [widest] = findClosedRanges(sortedBookings, stretch).sort(
      (a, b) => getLength(b) - getLength(a),
    )
    const fitsLabel = widest && getLength(widest) >= Math.min(MIN_LABEL_MINUTES, getLength(stretch))
    return { ...stretch, labelAt: fitsLabel ? widest.from : undefined }
  })
}

function getLength({ from, to }: MinuteRange): number {
  return to - from
}

/** The hours that the week view shows: all open and booked ones, and some around them. */
export function getWeekHours(data: CalendarData, week: readonly PlainDate[]): MinuteRange {
  return getVisibleHours(
    week.flatMap((date) => [
      ...listOpenHoursOnDate(data, date),
      ...listTimedBookingsOnDate(data, date),
    ]),
  )
}
