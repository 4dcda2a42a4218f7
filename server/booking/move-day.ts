import type { Tx } from '#server/db/database.ts'
import { guestName } from '#server/mail/meeting.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { type Interval, judgeAgreed, occupied } from '#shared/booking/slots.ts'
import { clockTime } from '#shared/booking/times.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { firstInstantFrom, lastInstantFrom } from '#shared/lib/wall.ts'
import { rangesOn, startsOn } from '#shared/schedule/opening.ts'
import { endMinuteOf, minuteOf } from '#shared/schedule/time-of-day.ts'
import { slotContext } from './context.ts'
import type { BookingParts } from './ports.ts'
import { type Booking, takersOf } from './store.ts'

interface Taken extends Interval {
  /** Its guest's, of another booking; null for the owner's calendar. */
  name: string | null
}

/** Everything at which a booking could not be held within a stretch of time, in order. */
function readTakenTimes(
  tx: Tx,
  parts: BookingParts,
  { booking, within }: { booking: Booking; within: Interval },
): Taken[] {
  const bookings = takersOf(tx, within, booking.id).map((taker) => ({
    start: taker.starts_at,
    end: taker.occupied_until,
    name: guestName(taker),
  }))
  const busy = parts
    .readBusyTimes(tx, within)
    .filter(({ start, end }) => start < within.end && end > within.start)
    .map(({ start, end }) => ({ start, end, name: null }))
  return [...bookings, ...busy].sort((a, b) => a.start - b.start)
}

/** Who or what has the time that a booking was to be moved to, as a sentence for the owner. */
export function whoseTime(
  tx: Tx,
  parts: BookingParts,
  { booking, start }: { booking: Booking; start: number },
): string {
  const { bufferMinutes, timeZone } = parts.readSchedule(tx)
  const within = occupied(start, catalogue[booking.service_type], bufferMinutes)
  const [first] = readTakenTimes(tx, parts, { booking, within })
  if (!first) return 'Another booking has this time.'
  const span = `${clockTime(first.start, timeZone)} to ${clockTime(first.end, timeZone)}`
  return first.name === null
    ? `Your calendar has something else then, from ${span}.`
    : `${first.name} has booked then, from ${span}.`
}

/** A date of the owner's zone, for moving a booking to it. */
export function moveDay(
  tx: Tx,
  parts: BookingParts,
  { booking, date }: { booking: Booking; date: PlainDate },
) {
  const service = catalogue[booking.service_type]
  const { timeZone } = parts.readSchedule(tx)
  const within = {
    start: firstInstantFrom(date, 0, timeZone),
    end: firstInstantFrom(addDays(date, 1), 0, timeZone),
  }
  const question = { service, now: parts.clock(), within, except: booking.id }
  const context = slotContext(tx, parts, question)
  const { schedule } = context
  return {
    hours: rangesOn(schedule, date).map(({ start, end }) => ({
      start: iso(firstInstantFrom(date, minuteOf(start), timeZone)),
      end: iso(lastInstantFrom(date, endMinuteOf(end), timeZone)),
    })),
    free: startsOn(schedule, date, service.durationMinutes)
      .filter((start) => start !== booking.starts_at && judgeAgreed(start, context) === 'open')
      .map(iso),
    taken: readTakenTimes(tx, parts, { booking, within }).map(({ start, end, name }) => ({
      start: iso(start),
      end: iso(end),
      name,
    })),
  }
}

const iso = (instant: number) => new Date(instant).toISOString()
