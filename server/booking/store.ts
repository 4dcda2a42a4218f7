import { type Selectable, sql } from 'kysely'
import { compileOnce, type Tx, toTextList, writeLater } from '#server/db/database.ts'
import type { BookingEventTable, BookingTable } from '#server/db/tables.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { type BookingStatus, blockingStatuses, type PaymentStatus } from '#shared/booking/status.ts'
import { toBookingMarkId } from '#shared/desk/booking-marks.ts'
import type { DisputeNews } from '#shared/payment/reversals.ts'
import type { DataOf } from '#shared/sync/collections.ts'

export type Booking = BookingTable

export async function findBooking(tx: Tx, id: string): Promise<Booking | undefined> {
  return tx.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Bookings made with an email address, compared without case; the latest start first. */
export async function findBookingsByEmail(tx: Tx, email: string): Promise<Booking[]> {
  return tx
    .selectFrom('booking')
    .selectAll()
    .where((row) => row(row.fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('starts_at', 'desc')
    .execute()
}

export async function findLatestBooking(tx: Tx, browser: string): Promise<Booking | undefined> {
  return tx
    .selectFrom('booking')
    .selectAll()
    .where('browser', '=', browser)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

// ms. No booking is longer, so a range of the indexed column `starts_at` contains every overlap.
const MAX_BOOKING_LENGTH = 2 * 86_400_000

/** Bookings and holds that overlap an interval, in order of their starts; `except` is left out. */
function selectOverlapping(tx: Tx, { start, end, earliest, except }: Overlap) {
  return tx
    .selectFrom('booking')
    .where('blocks_slot', '=', 1)
    .where('starts_at', '<', end)
    .where('starts_at', '>', earliest)
    .where('occupied_until', '>', start)
    .where('id', '!=', except)
    .orderBy('starts_at')
}

type Overlap = ReturnType<typeof toOverlap>

function toOverlap({ start, end }: Interval, except: string) {
  return { start, end, earliest: start - MAX_BOOKING_LENGTH, except }
}

/** Times of bookings and holds that overlap an interval; the booking `except` is left out. */
export async function readTakenIntervals(
  tx: Tx,
  within: Interval,
  except = '',
): Promise<Interval[]> {
  return (await selectTakenIntervals(tx, toOverlap(within, except))).rows
}

const selectTakenIntervals = compileOnce((tx, overlap: Overlap) =>
  selectOverlapping(tx, overlap).select(['starts_at as start', 'occupied_until as end']),
)

/** The bookings behind the times of `readTakenIntervals`, in order of their starts. */
export function findOverlappingBookings(tx: Tx, within: Interval, except: string) {
  return selectOverlapping(tx, toOverlap(within, except)).selectAll().execute()
}

/**
 * Occupies cells for a booking; false, with none occupied, if another booking has one of them. A
 * cell is five minutes (`listCells`) and belongs to one booking at most: its primary key protects
 * against double booking. The caller sets `blocks_slot` to 1. If it has released the booking's
 * earlier cells, it must roll back on false.
 */
export async function occupyCells(tx: Tx, bookingId: string, cells: number[]): Promise<boolean> {
  const inserted = await tx
    .insertInto('occupied_cell')
    .values(cells.map((cell) => ({ cell, booking_id: bookingId })))
    .onConflict((conflict) => conflict.column('cell').doNothing())
    .executeTakeFirst()
  if (Number(inserted.numInsertedOrUpdatedRows) === cells.length) return true
  await deleteCells(tx, bookingId)
  return false
}

async function deleteCells(tx: Tx, bookingId: string): Promise<void> {
  await tx.deleteFrom('occupied_cell').where('booking_id', '=', bookingId).execute()
}

/** Frees a booking's cells and sets `blocks_slot` to 0. */
export async function releaseCells(tx: Tx, bookingId: string): Promise<void> {
  await deleteCells(tx, bookingId)
  await updateBooking(tx, bookingId, { blocks_slot: 0 })
}

export const insertBooking = writeLater((tx, booking: Booking) =>
  tx.insertInto('booking').values(booking),
)

export interface StatusChange {
  status: BookingStatus
  payment?: PaymentStatus
  /** UTC milliseconds. */
  paid_at?: number
  /** Expiry of the hold, UTC milliseconds. */
  hold_expires_at?: number
  /** UTC milliseconds. */
  updated_at: number
}

/**
 * Changes the status and clears the hold's expiry unless `change` sets one. A status that gives up
 * the time raises `sequence`, so that the guest's calendar removes its entry.
 */
export async function updateStatus(tx: Tx, id: string, change: StatusChange): Promise<void> {
  const ended = change.status === 'cancelled' || change.status === 'needs_new_time' ? 1 : 0
  await tx
    .updateTable('booking')
    .set((set) => ({
      hold_expires_at: null,
      ...change,
      sequence: set('sequence', '+', ended),
    }))
    .where('id', '=', id)
    .execute()
}

type BookingChange =
  | Pick<Booking, 'payment' | 'paid_at' | 'updated_at'>
  | Pick<Booking, 'purchase'>
  | Pick<Booking, 'meeting_url' | 'updated_at'>
  | Pick<Booking, 'blocks_slot'>
  | Pick<Booking, 'blocks_slot' | 'occupied_until'>

export async function updateBooking(tx: Tx, id: string, change: BookingChange): Promise<void> {
  await tx.updateTable('booking').set(change).where('id', '=', id).execute()
}

type TimeColumn = 'starts_at' | 'ends_at' | 'occupied_until' | 'updated_at'
type GuestTimeColumn = 'local_date' | 'local_time' | 'seen_offset'
type NewTime = Pick<Booking, TimeColumn | GuestTimeColumn>

export async function updateTime(tx: Tx, id: string, time: NewTime): Promise<void> {
  await tx
    .updateTable('booking')
    .set((set) => ({ ...time, sequence: set('sequence', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function findExpiredHolds(tx: Tx, now: number): Promise<string[]> {
  return (
    await tx
      .selectFrom('booking')
      .select('id')
      .where('hold_expires_at', '<=', now)
      .where('status', '=', 'awaiting_payment')
      .execute()
  ).map(({ id }) => id)
}

/** How many bookings a changed schedule is checked against: any further ones are years ahead. */
const MAX_UPCOMING = 1000

/** Upcoming bookings that occupy their time, in order of their starts. */
export async function findUpcomingBookings(tx: Tx, now: number) {
  return tx
    .selectFrom('booking')
    .select(['id', 'first_name', 'last_name', 'service', 'starts_at', 'ends_at'])
    .where('starts_at', '>', now)
    .where('status', 'in', blockingStatuses)
    .orderBy('starts_at')
    .limit(MAX_UPCOMING)
    .execute()
}

export type BookingEvent = Omit<Selectable<BookingEventTable>, 'data'> & { data: EventData }

/** What an event stores beyond its kind; times in UTC milliseconds, money in minor units. */
interface EventData extends DisputeNews {
  from?: number
  to?: number
  starts?: number[]
  /** The time that was given up had only been requested, never confirmed. */
  wasNeverConfirmed?: boolean
  refund?: number
  /** The guest used the right of withdrawal. */
  isWithdrawal?: boolean
  /** The kind of a mail. */
  mail?: string
  /** How many bookings the owner cancelled in one command. */
  together?: number
  holdUntil?: number
  clash?: Interval
  text?: string
}

export type NewEvent = Omit<BookingEvent, 'id' | 'data'> & { data?: EventData }

export async function insertEvent(tx: Tx, { data = {}, ...event }: NewEvent): Promise<void> {
  await insertEncodedEvent(tx, { ...event, data: JSON.stringify(data) })
}

const insertEncodedEvent = writeLater((tx, event: Omit<Selectable<BookingEventTable>, 'id'>) =>
  tx.insertInto('booking_event').values(event),
)

/** Events of the given bookings, the oldest first. */
export async function readEvents(tx: Tx, bookingIds: readonly string[]): Promise<BookingEvent[]> {
  const rows = (
    await sql<
      Selectable<BookingEventTable>
    >`SELECT * FROM booking_event WHERE booking_id IN ${toTextList(bookingIds)} ORDER BY id`.execute(
      tx,
    )
  ).rows
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as EventData }))
}

/** The given bookings that exist, in no particular order. */
export async function findBookings(tx: Tx, ids: readonly string[]): Promise<Booking[]> {
  return (await sql<Booking>`SELECT * FROM booking WHERE id IN ${toTextList(ids)}`.execute(tx)).rows
}

/** Bookings that start before an instant or from it on, the nearest to it first. */
export async function findBookingsAround(
  tx: Tx,
  range: { instant: number; side: 'before' | 'from'; limit: number },
): Promise<Booking[]> {
  const { instant, side, limit } = range
  const all = tx.selectFrom('booking').selectAll().limit(limit)
  const ordered =
    side === 'from'
      ? all.where('starts_at', '>=', instant).orderBy('starts_at')
      : all.where('starts_at', '<', instant).orderBy('starts_at', 'desc')
  return ordered.execute()
}

/** Bookings with a status, in order of their starts. */
export async function findBookingsByStatus(tx: Tx, status: BookingStatus): Promise<Booking[]> {
  return tx
    .selectFrom('booking')
    .selectAll()
    .where('status', '=', status)
    .orderBy('starts_at')
    .execute()
}

/** Limit of one read for the calendar feed. */
const MAX_BOOKINGS_READ = 2000

/**
 * Bookings by start. Leaves out requests over the cap, whose sender had exceeded a limit, if they
 * never occupied a time.
 */
export async function findBookingsFrom(tx: Tx, from: number): Promise<Booking[]> {
  return tx
    .selectFrom('booking')
    .selectAll()
    .where('starts_at', '>=', from)
    .where((row) =>
      row.or([
        row('over_cap', 'is', null),
        row('blocks_slot', '=', 1),
        row('status', 'in', ['completed', 'no_show']),
      ]),
    )
    .orderBy('starts_at')
    .orderBy('id')
    .limit(MAX_BOOKINGS_READ)
    .execute()
}

/** Until when the owner has seen each of these bookings, UTC milliseconds; none if never. */
export async function readSeenUntil(
  tx: Tx,
  bookingIds: readonly string[],
): Promise<Map<string, number>> {
  const byMark = new Map(bookingIds.map((id) => [toBookingMarkId(id), id]))
  const { rows } = await sql<{ id: string; data: string }>`SELECT id, data FROM record
    WHERE coll = 'booking-mark' AND id IN ${toTextList([...byMark.keys()])}`.execute(tx)
  return new Map(
    rows.map(({ id, data }) => {
      const { seenUntil = 0 }: DataOf<'booking-mark'> = JSON.parse(data)
      return [byMark.get(id) ?? id, seenUntil]
    }),
  )
}
