import { query, type Tx } from '#server/db/database.ts'
import { readMark, writeMark } from '#server/db/marks.ts'
import type { BookingEventTable } from '#server/db/tables.ts'

/** Until when the owner has seen the list of bookings, UTC milliseconds. */
const SEEN = 'bookings-seen'

export function seenUntil(tx: Tx): number {
  return Number(readMark(tx, SEEN) ?? 0)
}

export function setSeenUntil(tx: Tx, until: number): void {
  writeMark(tx, SEEN, String(until))
}

/** Bookings that came after an instant and were not given up. */
export function countMadeAfter(tx: Tx, instant: number): number {
  const row = tx.get(
    query
      .selectFrom('booking')
      .select(({ fn }) => fn.countAll<number>().as('made'))
      .where('created_at', '>', instant)
      .where('status', 'not in', ['cancelled', 'expired']),
  )
  return row?.made ?? 0
}

/** The last event of a booking that its owner has seen; undefined where it was never opened. */
export function findLook(tx: Tx, bookingId: string): number | undefined {
  return tx.get(
    query.selectFrom('booking_look').select('event_id').where('booking_id', '=', bookingId),
  )?.event_id
}

export function setLook(tx: Tx, booking_id: string, event_id: number): void {
  tx.run(
    query
      .insertInto('booking_look')
      .values({ booking_id, event_id })
      .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ event_id })),
  )
}

export function lastEventOf(tx: Tx, bookingId: string): number {
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

type Change = Pick<BookingEventTable, 'booking_id' | 'at'> & {
  id: number
  kind: 'moved' | 'cancelled'
  first_name: string
  last_name: string
  /** When it is or was to be, UTC milliseconds. */
  starts_at: number
  data: { from?: number; to?: number }
}

/** What guests did to their bookings since an instant and the owner has not seen, the latest first. */
export function unseenChanges(tx: Tx, since: number, limit: number): Change[] {
  return tx
    .all(
      query
        .selectFrom('booking_event')
        .innerJoin('booking', 'booking.id', 'booking_event.booking_id')
        .leftJoin('booking_look', 'booking_look.booking_id', 'booking_event.booking_id')
        .select(['booking_event.id', 'booking_event.booking_id', 'kind', 'at', 'data'])
        .select(['first_name', 'last_name', 'starts_at'])
        .where('made_by', '=', 'guest')
        .where('at', '>', since)
        .where('kind', 'in', ['moved', 'cancelled'])
        .where(({ eb, ref, fn }) =>
          eb('booking_event.id', '>', fn.coalesce(ref('booking_look.event_id'), eb.lit(0))),
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
