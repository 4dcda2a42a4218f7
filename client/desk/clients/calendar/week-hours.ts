import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import {
  closedStretches,
  hoursShown,
  openStretches,
  type Stretch,
  stretchOn,
} from '#shared/clients/calendar.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { rangesOn } from '#shared/schedule/opening.ts'
import type { CalendarData } from './calendar-data.ts'

export interface PlacedBooking extends Stretch {
  booking: DeskBooking
}

/** The bookings that take time of a date; what was given up takes none. */
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

/** High enough for a line of words, minutes. */
const ONE_LINE = 30

export interface BusyStretch extends Stretch {
  /** Where its words stand; nowhere where a booking lies over all of it. */
  words: number | undefined
}

/** What the owner's own calendar has, each with the widest part over which no booking lies. */
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

/** From before the first to after the last that is open or booked in the week. */
export function weekHours(data: CalendarData, week: readonly PlainDate[]): Stretch {
  return hoursShown(week.flatMap((date) => [...openOn(data, date), ...placedOn(data, date)]))
}
