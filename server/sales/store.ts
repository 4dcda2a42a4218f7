import { type RawBuilder, sql } from 'kysely'
import { oneOf, query, raw, type Tx } from '#server/db/database.ts'
import { isDemonstration } from '#server/db/marks.ts'
import type { ReceiptTable, RefundTable } from '#server/db/tables.ts'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import type { Interval } from '#shared/booking/slots.ts'

/** The series that sales consist of: `demo` if the database is a demonstration, else `real`. */
export function seriesOfSales(tx: Tx): ReceiptTable['series'] {
  return isDemonstration(tx) ? 'demo' : 'real'
}

/** The fields of a receipt's `content` that sales show, as they were when it was issued. */
interface Words {
  serviceType: ServiceType
  buyer: string
}

export type Document = Pick<
  ReceiptTable,
  'number' | 'kind' | 'booking_id' | 'amount' | 'vat' | 'issued_at'
> &
  Words

const words = sql`receipt.content ->> 'serviceType' AS serviceType, receipt.content ->> 'buyer' AS buyer`
const columns = sql`number, kind, booking_id, amount, vat, issued_at, ${words}`

function read(tx: Tx, where: RawBuilder<unknown>): Document[] {
  return tx.all(
    raw(
      sql`SELECT ${columns} FROM receipt
        WHERE series = ${seriesOfSales(tx)} AND ${where}` as RawBuilder<Document>,
    ),
  )
}

/** Documents issued within an interval, in order of issue. */
export function documentsWithin(tx: Tx, { start, end }: Interval): Document[] {
  return read(tx, sql`issued_at >= ${start} AND issued_at < ${end} ORDER BY issued_at, number`)
}

/** Rows per query, few enough that no read blocks other requests for long. */
const AT_ONCE = 500

/** Documents with the given numbers; or the next page of an interval, after the number `after`. */
export function documentsOf(
  tx: Tx,
  asked: { numbers: readonly number[] } | (Interval & { after: number }),
): Document[] {
  return 'numbers' in asked
    ? read(tx, sql`number IN ${oneOf(asked.numbers)}`)
    : read(
        tx,
        sql`number > ${asked.after} AND issued_at >= ${asked.start} AND issued_at < ${asked.end}
          ORDER BY number LIMIT ${AT_ONCE}`,
      )
}

/** Credit notes of the given bookings that were issued from an instant on. */
export function laterCreditNotes(
  tx: Tx,
  { since, bookings }: { since: number; bookings: readonly string[] },
): Document[] {
  return read(
    tx,
    sql`kind = 'credit_note' AND issued_at >= ${since} AND booking_id IN ${oneOf(bookings)}`,
  )
}

/** When the first document was issued, UTC milliseconds. */
export function firstIssuedAt(tx: Tx): number | undefined {
  return tx.get(
    query
      .selectFrom('receipt')
      .select('issued_at')
      .where('series', '=', seriesOfSales(tx))
      .orderBy('issued_at')
      .limit(1),
  )?.issued_at
}

/** When the latest receipt was issued, UTC milliseconds. */
export function lastPaidAt(tx: Tx): number | undefined {
  return tx.get(
    query
      .selectFrom('receipt')
      .select('issued_at')
      .where('series', '=', seriesOfSales(tx))
      .where('kind', '=', 'receipt')
      .orderBy('issued_at', 'desc')
      .limit(1),
  )?.issued_at
}

/** Refunds under way of payments with a receipt; money that arrived too late has no receipt. */
export function waitingRefunds(tx: Tx) {
  const waiting = sql`
    SELECT refund.booking_id, refund.amount, refund.created_at, ${words}
    FROM refund JOIN receipt ON receipt.booking_id = refund.booking_id
    WHERE refund.state = 'waiting' AND receipt.series = ${seriesOfSales(tx)}
      AND receipt.kind = 'receipt'
    ORDER BY refund.created_at`
  return tx.all(
    raw(waiting as RawBuilder<Pick<RefundTable, 'booking_id' | 'amount' | 'created_at'> & Words>),
  )
}
