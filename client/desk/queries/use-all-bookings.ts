import { useMemo } from 'react'
import {
  type BookingRecord,
  type DeskContext,
  type StoredBooking,
  toDeskBooking,
} from '#shared/booking/booking-record.ts'
import { type DeskBooking, getBookings } from '#shared/booking/desk-api.ts'
import { toBookingMarkId } from '#shared/desk/booking-marks.ts'
import type { DeskData } from './use-desk-data.ts'
import { useServerNow } from './use-now.ts'
import { useRecordData, useRecords, useUnknownRecords } from './use-records.ts'
import { useStoredSchedule } from './use-stored-schedule.ts'

export interface AllBookings extends DeskData<readonly DeskBooking[]> {
  /** The owner's time zone; undefined until this device has synced. */
  timeZone: string | undefined
}

const bookingsQuery = { endpoint: getBookings, input: {} }
const from = ['booking', 'booking-money', 'busy-times'] as const

/** Every booking, unsorted: from this device's records, or from the server where those cannot be shown. */
export function useAllBookings(): AllBookings {
  const stored = useStoredBookings()
  const schedule = useStoredSchedule()
  const now = useServerNow()
  const derived = useMemo(() => {
    return stored && schedule && deriveBookings(stored, { schedule, now })
  }, [stored, schedule, now])
  const desk = useRecordData<object, readonly DeskBooking[]>({ derived, from }, bookingsQuery)
  return { ...desk, timeZone: schedule?.timeZone ?? desk.data?.[0]?.ownerZone }
}

interface StoredBookings extends Pick<DeskContext, 'busy' | 'taken'> {
  bookings: readonly StoredBooking[]
}

/** The records on this device; undefined until all of these collections are read. */
function useStoredBookings(): StoredBookings | undefined {
  // Read in this order, so that no booking is shown without its money if both have arrived.
  const money = useRecords('booking-money')
  const busyTimes = useRecords('busy-times')
  const marks = useRecords('booking-mark')
  const records = useRecords('booking')
  const unknown = useUnknownRecords('booking')
  return useMemo(() => {
    if (!records || !unknown || !money || !busyTimes || !marks) return undefined
    return {
      bookings: [...records].map(([id, record]) => {
        const { seenUntil = 0 } = marks.get(toBookingMarkId(id)) ?? {}
        return { id, record, money: money.get(id), seenUntil }
      }),
      // The time of a booking that is not shown is taken, too.
      taken: [...records, ...unknown].flatMap(toTakenTime),
      busy: [...busyTimes.values()].flat(),
    }
  }, [records, unknown, money, busyTimes, marks])
}

function toTakenTime([id, record]: [string, BookingRecord]): DeskContext['taken'] {
  const { blocksSlot, start, occupiedUntil } = record
  return blocksSlot ? [{ bookingId: id, start: Date.parse(start), end: occupiedUntil }] : []
}

function deriveBookings(
  { bookings, busy, taken }: StoredBookings,
  { schedule, now }: Pick<DeskContext, 'schedule' | 'now'>,
): DeskBooking[] {
  return bookings.map((booking) => deriveBooking(booking, { schedule, busy, taken, now }))
}

interface Derived {
  stored: StoredBooking
  booking: DeskBooking
}

/** The last result for each record: an unchanged booking must stay the same object for lists and searches. */
const lastDerived = new WeakMap<BookingRecord, Derived>()

function deriveBooking(stored: StoredBooking, context: DeskContext): DeskBooking {
  const { record, money, seenUntil } = stored
  const last = lastDerived.get(record)
  const known =
    last?.stored.money === money &&
    last?.stored.seenUntil === seenUntil &&
    last?.booking.ownerZone === context.schedule.timeZone
      ? last.booking
      : undefined
  // Nothing about a meeting that is over depends on the clock or on other records any more.
  const isSettled = Date.parse(record.end) <= context.now && record.offers.length === 0
  if (known && isSettled && !known.clash) return known
  const booking = toDeskBooking(stored, context)
  const isSame = known && toDerivedJson(known) === toDerivedJson(booking)
  if (isSame) return known
  lastDerived.set(record, { stored, booking })
  return booking
}

const toDerivedJson = ({ offers, clash }: DeskBooking) => JSON.stringify([offers, clash])
