import { type Selectable, sql } from 'kysely'
import { compileOnce, type Tx, toTextList, writeLater } from '#server/db/database.ts'
import { readMetadata, writeMetadata } from '#server/db/metadata.ts'
import type { BookingEventTable, BookingTable } from '#server/db/tables.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { type BookingStatus, blockingStatuses, type PaymentStatus } from '#shared/booking/status.ts'
import type { DisputeNews } from '#shared/payment/reversals.ts'

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
    .select(['id', 'first_name', 'last_name', 'service_type', 'starts_at', 'ends_at'])
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

/** Upcoming confirmed bookings that overlap busy times of the owner's calendar, and those times. */
export async function findClashingBookings(
  tx: Tx,
  now: number,
): Promise<(Booking & { clashes: Interval[] })[]> {
  const rows = (
    await sql<Booking & { busy_start: number; busy_end: number }>`
      SELECT booking.*, busy_time.starts_at AS busy_start, busy_time.ends_at AS busy_end
      FROM busy_time CROSS JOIN booking
      WHERE busy_time.ends_at > ${now} AND booking.status = 'confirmed'
        AND booking.starts_at < busy_time.ends_at
        AND booking.starts_at > busy_time.starts_at - ${MAX_BOOKING_LENGTH}
        AND booking.starts_at > ${now}
        AND booking.ends_at > busy_time.starts_at
      ORDER BY busy_time.starts_at, booking.starts_at`.execute(tx)
  ).rows
  const found = new Map<string, Booking & { clashes: Interval[] }>()
  for (const { busy_start: start, busy_end: end, ...booking } of rows) {
    const known = found.get(booking.id)
    if (known) known.clashes.push({ start, end })
    else found.set(booking.id, { ...booking, clashes: [{ start, end }] })
  }
  return [...found.values()]
}

/** Limit of one read for the feed or the dashboard. */
const MAX_BOOKINGS_READ = 2000

/**
 * Bookings by start. Leaves out requests over the cap, whose sender had exceeded a limit, if they
 * never occupied a time.
 */
export async function findBookingsFrom(tx: Tx, from: number, until?: number): Promise<Booking[]> {
  const all = tx
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
  return (until === undefined ? all : all.where('starts_at', '<', until)).execute()
}

// What the owner has seen of the bookings.

/** Mark: the owner has seen the bookings created up to this instant, UTC milliseconds. */
const SEEN_UNTIL_NAME = 'bookings-seen'

export async function readSeenUntil(tx: Tx): Promise<number> {
  return Number((await readMetadata(tx, SEEN_UNTIL_NAME)) ?? 0)
}

export async function writeSeenUntil(tx: Tx, until: number): Promise<void> {
  await writeMetadata(tx, SEEN_UNTIL_NAME, String(until))
}

/** How many bookings were created after an instant and are not cancelled or expired. */
export async function countBookingsCreatedAfter(tx: Tx, instant: number): Promise<number> {
  const row = await tx
    .selectFrom('booking')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('created_at', '>', instant)
    .where('status', 'not in', ['cancelled', 'expired'])
    .executeTakeFirst()
  return row?.made ?? 0
}

/** Id of a booking's last event that the owner has seen; undefined if it was never opened. */
export async function findSeenEventId(tx: Tx, bookingId: string): Promise<number | undefined> {
  return (
    await tx
      .selectFrom('booking_view')
      .select('event_id')
      .where('booking_id', '=', bookingId)
      .executeTakeFirst()
  )?.event_id
}

export async function writeSeenEventId(
  tx: Tx,
  booking_id: string,
  event_id: number,
): Promise<void> {
  await tx
    .insertInto('booking_view')
    .values({ booking_id, event_id })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ event_id }))
    .execute()
}

export async function findLastEventId(tx: Tx, bookingId: string): Promise<number> {
  const row = await tx
    .selectFrom('booking_event')
    .select('id')
    .where('booking_id', '=', bookingId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

type GuestChangeRow = Pick<BookingEventTable, 'booking_id' | 'at'> & {
  id: number
  kind: 'moved' | 'cancelled'
  first_name: string
  last_name: string
  /** Start of the booking, UTC milliseconds. */
  starts_at: number
  data: { from?: number; to?: number; isWithdrawal?: boolean }
}

/** Moves and cancellations by guests since an instant that the owner has not seen, latest first. */
export async function findUnseenChanges(
  tx: Tx,
  since: number,
  limit: number,
): Promise<GuestChangeRow[]> {
  return (
    await tx
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
      .limit(limit)
      .execute()
  ).map(({ data, kind, ...row }) => ({
    ...row,
    kind: kind === 'moved' ? ('moved' as const) : ('cancelled' as const),
    data: JSON.parse(data),
  }))
}
