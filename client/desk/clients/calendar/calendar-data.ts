import type { ClientTrip } from '#client/book/store/types.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import {
  closedStretches,
  hoursShown,
  openStretches,
  type Stretch,
  stretchOn,
} from '#shared/clients/day-hours.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { dateFinder } from '#shared/lib/wall.ts'
import { rangesOn } from '#shared/schedule/opening.ts'
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
export function bookingsOn({ bookings, zone }: CalendarData, date: PlainDate): DeskBooking[] {
  return byDateIn(bookings, zone).get(date) ?? []
}

type ByDate = Map<PlainDate, DeskBooking[]>

/** The result for the last list: every day of a month asks for the same one. */
let sorted: { bookings: readonly DeskBooking[]; zone: string; byDate: ByDate } | undefined

function byDateIn(bookings: readonly DeskBooking[], zone: string): ByDate {
  if (sorted?.bookings === bookings && sorted.zone === zone) return sorted.byDate
  const dateOf = dateFinder(zone)
  const byDate: ByDate = new Map()
  const inOrder = bookings
    .filter(({ status }) => status !== 'expired')
    .sort((a, b) => (a.start < b.start ? -1 : 1))
  for (const booking of inOrder) {
    const date = dateOf(Date.parse(booking.start))
    const known = byDate.get(date)
    if (known) known.push(booking)
    else byDate.set(date, [booking])
  }
  sorted = { bookings, zone, byDate }
  return byDate
}

/**
 * Whether the schedule leaves the date without bookable hours; false until the schedule is loaded.
 */
export function isShut({ schedule }: CalendarData, date: PlainDate): boolean {
  return schedule !== undefined && rangesOn(schedule, date).length === 0
}

export function tripsOn({ trips }: CalendarData, date: PlainDate): ClientTrip[] {
  return trips.filter(({ trip }) => trip.start <= date && trip.end >= date)
}

/**
 * Which of the seven columns have neither bookable hours nor bookings in any week, and can be
 * narrow.
 */
export function narrowColumns(data: CalendarData, weeks: readonly PlainDate[][]): boolean[] {
  return Array.from({ length: 7 }, (_, column) =>
    weeks.every((week) => {
      const date = week[column] ?? ''
      return isShut(data, date) && bookingsOn(data, date).length === 0
    }),
  )
}

export interface PlacedBooking extends Stretch {
  booking: DeskBooking
}

/** The bookings that take up time on a date: cancelled and expired ones do not. */
export function placedOn({ bookings, zone }: CalendarData, date: PlainDate): PlacedBooking[] {
  return bookings
    .filter(({ status }) => status !== 'cancelled' && status !== 'expired')
    .flatMap((booking) => {
      const stretch = stretchOn(date, intervalOf(booking), zone)
      return stretch ? [{ booking, ...stretch }] : []
    })
}

function intervalOf({ start, end }: DeskBooking): Interval {
  return { start: Date.parse(start), end: Date.parse(end) }
}

export function openOn({ schedule }: CalendarData, date: PlainDate): Stretch[] {
  return schedule ? openStretches(rangesOn(schedule, date)) : []
}

export function busyOn({ busy, zone }: CalendarData, date: PlainDate): Stretch[] {
  return busy.flatMap((interval) => stretchOn(date, interval, zone) ?? [])
}

/** Shorter blocks have no room for a line of text, minutes. */
const ONE_LINE = 30

export interface BusyStretch extends Stretch {
  /** Where the label starts, minutes since midnight; undefined if bookings leave no room for it. */
  words: number | undefined
}

/** The busy times, each with its label in the widest part that no booking covers. */
export function busyAround(busy: readonly Stretch[], bookings: readonly Stretch[]): BusyStretch[] {
  return busy.map((stretch) => {
    const taken = [...bookings].sort((a, b) => a.from - b.from)
    const [widest] = closedStretches(taken, stretch).sort((a, b) => lengthOf(b) - lengthOf(a))
    const words = widest && lengthOf(widest) >= Math.min(ONE_LINE, lengthOf(stretch))
    return { ...stretch, words: words ? widest.from : undefined }
  })
}

function lengthOf({ from, to }: Stretch): number {
  return to - from
}

/** The hours that the week view shows: all open and booked ones, and some around them. */
export function weekHours(data: CalendarData, week: readonly PlainDate[]): Stretch {
  return hoursShown(week.flatMap((date) => [...openOn(data, date), ...placedOn(data, date)]))
}
