import { useCallback, useMemo } from 'react'
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
import { type DeskBooking, getBookings } from '#shared/booking/desk-api.ts'
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
  return { data, timeZone, reload, asOf: state.syncedAt, ...getDataState(state, data) }
}

interface StoredBookings {
  bookings: ReadonlyMap<string, BookingRecord>
  money: ReadonlyMap<string, BookingMoneyRecord>
  busy: DeskContext['busy']
}

/** The records on this device; undefined until all three collections are read. */
function useStoredBookings(): StoredBookings | undefined {
  const bookings = useReadOnlyRecords('booking')
  const money = useReadOnlyRecords('booking-money')
  const busyTimes = useReadOnlyRecords('busy-times')
  return useMemo(
    () =>
      bookings && money && busyTimes && { bookings, money, busy: [...busyTimes.values()].flat() },
    [bookings, money, busyTimes],
  )
}

function deriveBookings(
  { bookings, money, busy }: StoredBookings,
  { schedule, now }: Pick<DeskContext, 'schedule' | 'now'>,
): DeskBooking[] {
  const all = [...bookings].map(([id, record]) => ({ id, record, money: money.get(id) }))
  const taken = all
    .filter(({ record }) => record.blocksSlot)
    .map(({ id, record }) => ({
      bookingId: id,
      start: Date.parse(record.start),
      end: record.occupiedUntil,
    }))
  return all.map((booking) => deriveBooking(booking, { schedule, busy, taken, now }))
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
  const refusal = refusals[sync === 'failed' && isUnreachable ? 'unreachable' : sync]
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
