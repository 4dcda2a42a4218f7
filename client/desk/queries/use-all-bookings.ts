import { useMemo } from 'react'
import * as v from 'valibot'
import { useNow } from '#client/desk/kit/use-now.ts'
import type { ApiRefusal } from '#client/lib/data/api.ts'
import {
  type BookingMoneyRecord,
  type BookingRecord,
  type DeskContext,
  type StoredBooking,
  toDeskBooking,
} from '#shared/booking/booking-record.ts'
import { DeskBooking, getBookings } from '#shared/booking/desk-api.ts'
import { disputeRules } from '#shared/payment/reversals.ts'
import type { DeskData } from './use-desk-data.ts'
import { useRecordData, useRecords } from './use-records.ts'
import { useStoredSchedule } from './use-saved-schedule.ts'

export interface AllBookings extends DeskData<readonly DeskBooking[]> {
  /** The owner's time zone; undefined until this device has synced. */
  timeZone: string | undefined
}

const bookingsQuery = { endpoint: getBookings, input: {} }

/** Every booking, unsorted: from this device's records, or from the server where those cannot be shown. */
export function useAllBookings(): AllBookings {
  const stored = useStoredBookings()
  const schedule = useStoredSchedule()
  const now = useNow()
  const derived = useMemo(() => {
    return stored && schedule && deriveBookings(stored, { schedule, now })
  }, [stored, schedule, now])
  const desk = useRecordData<object, readonly DeskBooking[]>(derived, bookingsQuery)
  const refusal = desk.refusal ?? (stored?.hasUnknown ? newerRefusal : undefined)
  return { ...desk, refusal, timeZone: schedule?.timeZone ?? desk.data?.[0]?.ownerZone }
}

/**
 * Fields in which a newer server may use values that this version does not know. Such a booking is not shown, but
 * its time counts as taken.
 */
const KnownBooking = v.pick(DeskBooking, ['serviceType', 'status', 'payment', 'locationKind'])

function isKnown({ record, money }: StoredBooking): boolean {
  const events = money?.events ?? []
  return (
    v.is(KnownBooking, record) &&
    events.every((event) => event.kind !== 'dispute' || Object.hasOwn(disputeRules, event.state))
  )
}

const newerRefusal: ApiRefusal = { status: 200, code: 'newer', error: getBookings.failure }

interface StoredBookings extends Pick<DeskContext, 'busy' | 'taken'> {
  bookings: readonly StoredBooking[]
  /** Some bookings are left out, because this version does not know a value in them. */
  hasUnknown: boolean
}

/** The records on this device; undefined until all three collections are read. */
function useStoredBookings(): StoredBookings | undefined {
  // Read in this order, so that no booking is shown without its money if both have arrived.
  const money = useRecords('booking-money')
  const busyTimes = useRecords('busy-times')
  const records = useRecords('booking')
  return useMemo(() => {
    if (!records || !money || !busyTimes) return undefined
    const all = [...records].map(([id, record]) => ({ id, record, money: money.get(id) }))
    const bookings = all.filter(isKnown)
    return {
      bookings,
      hasUnknown: bookings.length < all.length,
      taken: all.flatMap(toTakenTime),
      busy: [...busyTimes.values()].flat(),
    }
  }, [records, money, busyTimes])
}

function toTakenTime({ id, record }: StoredBooking): DeskContext['taken'] {
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
  money: BookingMoneyRecord | undefined
  booking: DeskBooking
}

/** The last result for each record: an unchanged booking must stay the same object for lists and searches. */
const lastDerived = new WeakMap<BookingRecord, Derived>()

function deriveBooking(stored: StoredBooking, context: DeskContext): DeskBooking {
  const { record, money } = stored
  const last = lastDerived.get(record)
  const known =
    last?.money === money && last?.booking.ownerZone === context.schedule.timeZone
      ? last.booking
      : undefined
  // Nothing about a meeting that is over depends on the clock or on other records any more.
  const isSettled = Date.parse(record.end) <= context.now && record.offers.length === 0
  if (known && isSettled && !known.clash) return known
  const booking = toDeskBooking(stored, context)
  const isSame = known && toDerivedJson(known) === toDerivedJson(booking)
  if (isSame) return known
  lastDerived.set(record, { money, booking })
  return booking
}

const toDerivedJson = ({ offers, clash }: DeskBooking) => JSON.stringify([offers, clash])
