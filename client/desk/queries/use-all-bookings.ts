import { useCallback, useMemo } from 'react'
import * as v from 'valibot'
import { getBook } from '#client/book/book-client.ts'
import type { BookState } from '#client/book/store/types.ts'
import { useBookState } from '#client/book/use-book.ts'
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
import { useReadOnlyRecords } from './read-only-records.ts'
import { type DeskData, useDeskData } from './use-desk-data.ts'
import { useStoredSchedule } from './use-saved-schedule.ts'

export interface AllBookings extends DeskData<readonly DeskBooking[]> {
  /** The owner's time zone; undefined until this device has synced. */
  timeZone: string | undefined
}

/** Every booking, unsorted: from this device's records, or from the server where it can store none. */
export function useAllBookings(): AllBookings {
  const state = useBookState()
  const stored = useStoredBookings()
  const schedule = useStoredSchedule()
  const canStore = state.phase === 'opening' || state.phase === 'ready'
  const recent = useDeskData(getBookings, {}, { isOff: canStore })
  const now = useNow()
  const data = useMemo(() => {
    return stored && schedule && deriveBookings(stored, { schedule, now })
  }, [stored, schedule, now])
  const reload = useCallback(
    () =>
      void getBook()
        .sync()
        .catch(() => undefined),
    [],
  )
  if (!canStore) return { ...recent, timeZone: recent.data?.[0]?.ownerZone }
  const timeZone = schedule?.timeZone
  const { refusal = stored?.hasUnknown ? newerRefusal : undefined, ...shown } = getDataState(
    state,
    data,
  )
  return { data, timeZone, reload, asOf: state.syncedAt, refusal, ...shown }
}

/** What a newer server may add to. Of such a booking only the time that it takes is understood. */
const KnownBooking = v.pick(DeskBooking, ['serviceType', 'status', 'payment', 'locationKind'])

function isKnown({ record, money }: StoredBooking): boolean {
  const events = money?.events ?? []
  return (
    v.is(KnownBooking, record) &&
    events.every((event) => event.kind !== 'dispute' || Object.hasOwn(disputeRules, event.state))
  )
}

const newerRefusal: ApiRefusal = { ...toRefusal(200), code: 'newer' }

interface StoredBookings extends Pick<DeskContext, 'busy' | 'taken'> {
  bookings: readonly StoredBooking[]
  /** There are others, which this version of the site does not understand. */
  hasUnknown: boolean
}

/** The records on this device; undefined until all three collections are read. */
function useStoredBookings(): StoredBookings | undefined {
  // Read in this order: a paid booking without its money would look like a free one.
  const money = useReadOnlyRecords('booking-money')
  const busyTimes = useReadOnlyRecords('busy-times')
  const records = useReadOnlyRecords('booking')
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

function getDataState(
  { sync, isUnreachable }: BookState,
  data: unknown,
): Pick<DeskData<unknown>, 'state' | 'refusal'> {
  // Until the server answers, also while it is asked again.
  const refusal = refusals[isUnreachable ? 'unreachable' : sync]
  if (data === undefined) return { state: refusal ? 'none' : 'opening', refusal }
  return { state: sync === 'idle' ? 'fresh' : 'cached', refusal }
}

const refusals: Partial<Record<BookState['sync'] | 'unreachable', ApiRefusal>> = {
  unreachable: toRefusal(0),
  failed: toRefusal(500),
  'signed out': toRefusal(401),
}

function toRefusal(status: number): ApiRefusal {
  return { status, code: 'sync', error: 'Failed to fetch bookings' }
}
