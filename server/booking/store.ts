import type { Selectable } from 'kysely'
import type { Interval } from '../../shared/booking/slots.ts'
import {
  type BookingStatus,
  occupyingStatuses,
  type PaymentStatus,
} from '../../shared/booking/status.ts'
import { isConflict, query, type Tx, template } from '../db/database.ts'
import type { BookingTable } from '../db/tables.ts'
import type { BookingEventTable } from '../db/tables-booking.ts'

export type Booking = BookingTable

export function findBooking(tx: Tx, id: string): Booking | undefined {
  return tx.get(query.selectFrom('booking').selectAll().where('id', '=', id))
}

/** Addresses are compared as mail does, whatever the case. */
export function bookingsOfMailbox(tx: Tx, email: string): Booking[] {
  return tx.all(
    query
      .selectFrom('booking')
      .selectAll()
      .where((row) => row(row.fn('lower', ['email']), '=', email.toLowerCase()))
      .orderBy('starts_at', 'desc'),
  )
}

export function latestBookingOf(tx: Tx, browser: string): Booking | undefined {
  return tx.get(
    query
      .selectFrom('booking')
      .selectAll()
      .where('browser', '=', browser)
      .orderBy('created_at', 'desc')
      .limit(1),
  )
}

// A range on the indexed column; no booking is longer than two days.
const LONGEST_BOOKING = 2 * 86_400_000

const takenWithin = template((asked: Interval & { earliest: number; except: string }) =>
  query
    .selectFrom('booking')
    .select(['starts_at as start', 'occupied_until as end'])
    .where('status', 'in', occupyingStatuses)
    .where('starts_at', '<', asked.end)
    .where('starts_at', '>', asked.earliest)
    .where('occupied_until', '>', asked.start)
    .where('id', '!=', asked.except),
)

/** Time taken by bookings and holds that touch an interval; one booking may be left out. */
export function readTaken(tx: Tx, within: Interval, except = ''): Interval[] {
  return tx.all(takenWithin({ ...within, earliest: within.start - LONGEST_BOOKING, except }))
}

const insertCell = template((row: { cell: number; booking_id: string }) =>
  query.insertInto('occupied_cell').values(row),
)

/** Takes the cells for a booking; false, and nothing taken, when one of them belongs to another. */
export function takeCells(tx: Tx, bookingId: string, cells: number[]): boolean {
  try {
    for (const cell of cells) tx.run(insertCell({ cell, booking_id: bookingId }))
    return true
  } catch (error) {
    if (!isConflict(error)) throw error
    freeCells(tx, bookingId)
    return false
  }
}

export function freeCells(tx: Tx, bookingId: string): void {
  tx.run(query.deleteFrom('occupied_cell').where('booking_id', '=', bookingId))
}

const insert = template((booking: Booking) => query.insertInto('booking').values(booking))

export function insertBooking(tx: Tx, booking: Booking): void {
  tx.run(insert(booking))
}

export interface StatusChange {
  status: BookingStatus
  payment?: PaymentStatus
  /** Until when the time is kept unpaid, UTC milliseconds. */
  hold_expires_at?: number
  /** UTC milliseconds. */
  updated_at: number
}

/** Changes the status; a hold's traces go with it. The calendar entry is withdrawn with the time. */
export function updateStatus(tx: Tx, id: string, change: StatusChange): void {
  const ended = change.status === 'cancelled' || change.status === 'needs_new_time' ? 1 : 0
  tx.run(
    query
      .updateTable('booking')
      .set((set) => ({
        hold_expires_at: null,
        ...change,
        holder: null,
        sequence: set('sequence', '+', ended),
      }))
      .where('id', '=', id),
  )
}

type OtherChange =
  | Pick<Booking, 'payment' | 'updated_at'>
  | Pick<Booking, 'meeting_url' | 'updated_at'>

export function updateBooking(tx: Tx, id: string, change: OtherChange): void {
  tx.run(query.updateTable('booking').set(change).where('id', '=', id))
}

type NewTime = Pick<
  Booking,
  'starts_at' | 'ends_at' | 'occupied_until' | 'shown_date' | 'shown_time' | 'updated_at'
>

export function updateTime(tx: Tx, id: string, time: NewTime): void {
  tx.run(
    query
      .updateTable('booking')
      .set((set) => ({ ...time, sequence: set('sequence', '+', 1) }))
      .where('id', '=', id),
  )
}

export function countOpenHolds(tx: Tx, by: { browser: string } | { holder: string }): number {
  const held = query
    .selectFrom('booking')
    .select((count) => count.fn.countAll<number>().as('holds'))
    .where('status', '=', 'awaiting_payment')
  const row = tx.get(
    'browser' in by ? held.where('browser', '=', by.browser) : held.where('holder', '=', by.holder),
  )
  return row?.holds ?? 0
}

export function lapsedHolds(tx: Tx, now: number): string[] {
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

/** Coming bookings that keep their time, in order. */
export function upcomingBookings(tx: Tx, now: number): Booking[] {
  return tx.all(
    query
      .selectFrom('booking')
      .selectAll()
      .where('starts_at', '>', now)
      .where('status', 'in', occupyingStatuses)
      .orderBy('starts_at'),
  )
}

export type BookingEvent = Omit<Selectable<BookingEventTable>, 'data'> & { data: EventData }

/** What an event has to remember beyond its kind; times in UTC milliseconds, money in minor units. */
interface EventData {
  from?: number
  to?: number
  starts?: number[]
  /** The time given up was only asked for, never confirmed. */
  asked?: boolean
  refund?: number
  holdUntil?: number
  clash?: Interval
  text?: string
}

export type NewEvent = Omit<BookingEvent, 'id' | 'data'> & { data?: EventData }

export function insertEvent(tx: Tx, { data = {}, ...event }: NewEvent): void {
  tx.run(query.insertInto('booking_event').values({ ...event, data: JSON.stringify(data) }))
}

/** In order; of one booking, or of all. */
export function readEvents(tx: Tx, bookingId?: string): BookingEvent[] {
  const all = query.selectFrom('booking_event').selectAll().orderBy('id')
  const rows = tx.all(bookingId === undefined ? all : all.where('booking_id', '=', bookingId))
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as EventData }))
}

/** Bookings that were made or held; of one id, or all, the latest start first. */
export function listBookings(tx: Tx, id?: string): Booking[] {
  const all = query.selectFrom('booking').selectAll().orderBy('starts_at', 'desc')
  return tx.all(id === undefined ? all : all.where('id', '=', id))
}

/** In order of their starts. */
export function bookingsIn(tx: Tx, status: BookingStatus): Booking[] {
  return tx.all(
    query.selectFrom('booking').selectAll().where('status', '=', status).orderBy('starts_at'),
  )
}

const MOST_IN_FEED = 2000

/** What starts from an instant on, in order. */
export function bookingsFrom(tx: Tx, from: number): Booking[] {
  return tx.all(
    query
      .selectFrom('booking')
      .selectAll()
      .where('starts_at', '>=', from)
      .orderBy('starts_at')
      .orderBy('id')
      .limit(MOST_IN_FEED),
  )
}
