import { type Selectable, sql } from 'kysely'
import {
  compileOnce,
  isUniqueViolation,
  query,
  raw,
  type Tx,
  toSqlList,
} from '#server/db/database.ts'
import { readMetadata, writeMetadata } from '#server/db/metadata.ts'
import type { BookingEventTable, BookingTable } from '#server/db/tables.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { type BookingStatus, blockingStatuses, type PaymentStatus } from '#shared/booking/status.ts'

export type Booking = BookingTable

export function findBooking(tx: Tx, id: string): Booking | undefined {
  return tx.get(query.selectFrom('booking').selectAll().where('id', '=', id))
}

/** Bookings made with an email address, compared without case; the latest start first. */
export function findBookingsByEmail(tx: Tx, email: string): Booking[] {
  return tx.all(
    query
      .selectFrom('booking')
      .selectAll()
      .where((row) => row(row.fn('lower', ['email']), '=', email.toLowerCase()))
      .orderBy('starts_at', 'desc'),
  )
}

export function findLatestBooking(tx: Tx, browser: string): Booking | undefined {
  return tx.get(
    query
      .selectFrom('booking')
      .selectAll()
      .where('browser', '=', browser)
      .orderBy('created_at', 'desc')
      .limit(1),
  )
}

// ms. No booking is longer, so a range of the indexed column `starts_at` contains every overlap.
const MAX_BOOKING_LENGTH = 2 * 86_400_000

const takenStatement = compileOnce((range: Interval & { earliest: number; except: string }) =>
  query
    .selectFrom('booking')
    .select(['starts_at as start', 'occupied_until as end'])
    .where('blocks_slot', '=', 1)
    .where('starts_at', '<', range.end)
    .where('starts_at', '>', range.earliest)
    .where('occupied_until', '>', range.start)
    .where('id', '!=', range.except),
)

/** Times of bookings and holds that overlap an interval; the booking `except` is left out. */
export function readTakenIntervals(tx: Tx, within: Interval, except = ''): Interval[] {
  return tx.all(takenStatement({ ...within, earliest: within.start - MAX_BOOKING_LENGTH, except }))
}

/** The bookings behind the times of `readTakenIntervals`, in order of their starts. */
export function findOverlappingBookings(tx: Tx, within: Interval, except: string): Booking[] {
  return tx.all(
    query
      .selectFrom('booking')
      .selectAll()
      .where('blocks_slot', '=', 1)
      .where('starts_at', '<', within.end)
      .where('starts_at', '>', within.start - MAX_BOOKING_LENGTH)
      .where('occupied_until', '>', within.start)
      .where('id', '!=', except)
      .orderBy('starts_at'),
  )
}

const insertCellStatement = compileOnce((row: { cell: number; booking_id: string }) =>
  query.insertInto('occupied_cell').values(row),
)

const deleteCellsStatement = compileOnce((row: { booking_id: string }) =>
  query.deleteFrom('occupied_cell').where('booking_id', '=', row.booking_id),
)

/**
 * Occupies cells for a booking; false, with none occupied, if another booking has one of them. A
 * cell is five minutes (`listCells`) and belongs to one booking at most: its primary key protects
 * against double booking. The caller sets `blocks_slot` to 1. If it has released the booking's
 * earlier cells, it must roll back on false.
 */
export function occupyCells(tx: Tx, bookingId: string, cells: number[]): boolean {
  try {
    for (const cell of cells) tx.run(insertCellStatement({ cell, booking_id: bookingId }))
    return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    tx.run(deleteCellsStatement({ booking_id: bookingId }))
    return false
  }
}

/** Frees a booking's cells and sets `blocks_slot` to 0. */
export function releaseCells(tx: Tx, bookingId: string): void {
  tx.run(deleteCellsStatement({ booking_id: bookingId }))
  updateBooking(tx, bookingId, { blocks_slot: 0 })
}

const insertStatement = compileOnce((booking: Booking) =>
  query.insertInto('booking').values(booking),
)

export function insertBooking(tx: Tx, booking: Booking): void {
  tx.run(insertStatement(booking))
}

export interface StatusChange {
  status: BookingStatus
  payment?: PaymentStatus
  /** Expiry of the hold, UTC milliseconds. */
  hold_expires_at?: number
  /** UTC milliseconds. */
  updated_at: number
}

/**
 * Changes the status and clears the hold's expiry unless `change` sets one. A status that gives up
 * the time raises `sequence`, so that the guest's calendar removes its entry.
 */
export function updateStatus(tx: Tx, id: string, change: StatusChange): void {
  const ended = change.status === 'cancelled' || change.status === 'needs_new_time' ? 1 : 0
  tx.run(
    query
      .updateTable('booking')
      .set((set) => ({
        hold_expires_at: null,
        ...change,
        sequence: set('sequence', '+', ended),
      }))
      .where('id', '=', id),
  )
}

type BookingChange =
  | Pick<Booking, 'payment' | 'updated_at'>
  | Pick<Booking, 'meeting_url' | 'updated_at'>
  | Pick<Booking, 'blocks_slot'>
  | Pick<Booking, 'blocks_slot' | 'occupied_until'>

export function updateBooking(tx: Tx, id: string, change: BookingChange): void {
  tx.run(query.updateTable('booking').set(change).where('id', '=', id))
}

type NewTime = Pick<
  Booking,
  'starts_at' | 'ends_at' | 'occupied_until' | 'local_date' | 'local_time' | 'updated_at'
>

export function updateTime(tx: Tx, id: string, time: NewTime): void {
  tx.run(
    query
      .updateTable('booking')
      .set((set) => ({ ...time, sequence: set('sequence', '+', 1) }))
      .where('id', '=', id),
  )
}

export function findExpiredHolds(tx: Tx, now: number): string[] {
  return tx
    .all(
      query
        .selectFrom('booking')
        .select('id')
        .where('hold_expires_at', '<=', now)
        .where('status', '=', 'awaiting_payment'),
    )
    .map(({ id }) => id)
}

/** How many bookings a changed schedule is checked against: any further ones are years ahead. */
const MAX_UPCOMING = 1000

/** Upcoming bookings that occupy their time, in order of their starts. */
export function findUpcomingBookings(tx: Tx, now: number) {
  return tx.all(
    query
      .selectFrom('booking')
      .select(['id', 'first_name', 'last_name', 'service_type', 'starts_at', 'ends_at'])
      .where('starts_at', '>', now)
      .where('status', 'in', blockingStatuses)
      .orderBy('starts_at')
      .limit(MAX_UPCOMING),
  )
}

export type BookingEvent = Omit<Selectable<BookingEventTable>, 'data'> & { data: EventData }

/** What an event stores beyond its kind; times in UTC milliseconds, money in minor units. */
interface EventData {
  from?: number
  to?: number
  starts?: number[]
  /** The time that was given up had only been requested, never confirmed. */
  wasNeverConfirmed?: boolean
  refund?: number
  /** The kind of a mail. */
  mail?: string
  /** How many bookings the owner cancelled in one command. */
  together?: number
  holdUntil?: number
  clash?: Interval
  text?: string
}

export type NewEvent = Omit<BookingEvent, 'id' | 'data'> & { data?: EventData }

export function insertEvent(tx: Tx, { data = {}, ...event }: NewEvent): void {
  tx.run(query.insertInto('booking_event').values({ ...event, data: JSON.stringify(data) }))
}

/** Events of the given bookings, the oldest first. */
export function readEvents(tx: Tx, bookingIds: readonly string[]): BookingEvent[] {
  const rows = tx.all(
    raw<Selectable<BookingEventTable>>(
      sql`SELECT * FROM booking_event WHERE booking_id IN ${toSqlList(bookingIds)} ORDER BY id`,
    ),
  )
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as EventData }))
}

/** The given bookings that exist, in no particular order. */
export function findBookings(tx: Tx, ids: readonly string[]): Booking[] {
  return tx.all(raw<Booking>(sql`SELECT * FROM booking WHERE id IN ${toSqlList(ids)}`))
}

/** Bookings that start before an instant or from it on, the nearest to it first. */
export function findBookingsAround(
  tx: Tx,
  range: { instant: number; side: 'before' | 'from'; limit: number },
): Booking[] {
  const { instant, side, limit } = range
  const all = query.selectFrom('booking').selectAll().limit(limit)
  return tx.all(
    side === 'from'
      ? all.where('starts_at', '>=', instant).orderBy('starts_at')
      : all.where('starts_at', '<', instant).orderBy('starts_at', 'desc'),
  )
}

/** Bookings with a status, in order of their starts. */
export function findBookingsByStatus(tx: Tx, status: BookingStatus): Booking[] {
  return tx.all(
    query.selectFrom('booking').selectAll().where('status', '=', status).orderBy('starts_at'),
  )
}

/** Upcoming confirmed bookings that overlap busy times of the owner's calendar, and those times. */
export function findClashingBookings(tx: Tx, now: number): (Booking & { clashes: Interval[] })[] {
  const rows = tx.all(
    raw<Booking & { busy_start: number; busy_end: number }>(sql`
      SELECT booking.*, busy_time.starts_at AS busy_start, busy_time.ends_at AS busy_end
      FROM busy_time CROSS JOIN booking
      WHERE busy_time.ends_at > ${now} AND booking.status = 'confirmed'
        AND booking.starts_at < busy_time.ends_at
        AND booking.starts_at > max(busy_time.starts_at - ${MAX_BOOKING_LENGTH}, ${now})
        AND booking.ends_at > busy_time.starts_at
      ORDER BY busy_time.starts_at`),
  )
  const found = new Map<string, Booking & { clashes: Interval[] }>()
  for (const { busy_start: start, busy_end: end, ...booking } of rows) {
    const known = found.get(booking.id)
    if (known) known.clashes.push({ start, end })
    else found.set(booking.id, { ...booking, clashes: [{ start, end }] })
  }
  return [...found.values()]
}

/** Every event of a booking's move to another time, the oldest first. */
export function readMoves(tx: Tx, bookingId: string): BookingEvent[] {
  return readEvents(tx, [bookingId]).filter(({ kind }) => kind === 'moved')
}

/** Limit of one read for the feed or the dashboard. */
const MAX_BOOKINGS_READ = 2000

/**
 * Bookings by start. Leaves out requests over the cap, whose sender had exceeded a limit, if they
 * never occupied a time.
 */
export function findBookingsFrom(tx: Tx, from: number, until?: number): Booking[] {
  const all = query
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
  return tx.all(until === undefined ? all : all.where('starts_at', '<', until))
}

// What the owner has seen of the bookings.

/** Mark: the owner has seen the bookings created up to this instant, UTC milliseconds. */
const SEEN_UNTIL_NAME = 'bookings-seen'

export function readSeenUntil(tx: Tx): number {
  return Number(readMetadata(tx, SEEN_UNTIL_NAME) ?? 0)
}

export function writeSeenUntil(tx: Tx, until: number): void {
  writeMetadata(tx, SEEN_UNTIL_NAME, String(until))
}

/** How many bookings were created after an instant and are not cancelled or expired. */
export function countBookingsCreatedAfter(tx: Tx, instant: number): number {
  const row = tx.get(
    query
      .selectFrom('booking')
      .select(({ fn }) => fn.countAll<number>().as('made'))
      .where('created_at', '>', instant)
      .where('status', 'not in', ['cancelled', 'expired']),
  )
  return row?.made ?? 0
}

/** Id of a booking's last event that the owner has seen; undefined if it was never opened. */
export function findSeenEventId(tx: Tx, bookingId: string): number | undefined {
  return tx.get(
    query.selectFrom('booking_view').select('event_id').where('booking_id', '=', bookingId),
  )?.event_id
}

export function writeSeenEventId(tx: Tx, booking_id: string, event_id: number): void {
  tx.run(
    query
      .insertInto('booking_view')
      .values({ booking_id, event_id })
      .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ event_id })),
  )
}

export function findLastEventId(tx: Tx, bookingId: string): number {
  const row = tx.get(
    query
      .selectFrom('booking_event')
      .select('id')
      .where('booking_id', '=', bookingId)
      .orderBy('id', 'desc')
      .limit(1),
  )
  return row?.id ?? 0
}

type GuestChangeRow = Pick<BookingEventTable, 'booking_id' | 'at'> & {
  id: number
  kind: 'moved' | 'cancelled'
  first_name: string
  last_name: string
  /** Start of the booking, UTC milliseconds. */
  starts_at: number
  data: { from?: number; to?: number }
}

/** Moves and cancellations by guests since an instant that the owner has not seen, latest first. */
export function findUnseenChanges(tx: Tx, since: number, limit: number): GuestChangeRow[] {
  return tx
    .all(
      query
        .selectFrom('booking_event')
        .innerJoin('booking', 'booking.id', 'booking_event.booking_id')
        .leftJoin('booking_view', 'booking_view.booking_id', 'booking_event.booking_id')
        .select(['booking_event.id', 'booking_event.booking_id', 'kind', 'at', 'data'])
        .select(['first_name', 'last_name', 'starts_at'])
        .where('made_by', '=', 'guest')
        .where('at', '>', since)
        .where('kind', 'in', ['moved', 'cancelled'])
        .where(({ eb, ref, fn }) =>
          eb('booking_event.id', '>', fn.coalesce(ref('booking_view.event_id'), eb.lit(0))),
        )
        .orderBy('booking_event.id', 'desc')
        .limit(limit),
    )
    .map(({ data, kind, ...row }) => ({
      ...row,
      kind: kind === 'moved' ? ('moved' as const) : ('cancelled' as const),
      data: JSON.parse(data),
    }))
}
