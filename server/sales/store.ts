import { type RawBuilder, sql } from 'kysely'
import { query, raw, type Tx, toSqlList } from '#server/db/database.ts'
import { isDemoDatabase } from '#server/db/metadata.ts'
import type { ReceiptTable, RefundTable } from '#server/db/tables.ts'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import type { Interval } from '#shared/booking/slots.ts'

/** The series that sales consist of: `demo` if the database is a demonstration, else `real`. */
export function readSalesSeries(tx: Tx): ReceiptTable['series'] {
  return isDemoDatabase(tx) ? 'demo' : 'real'
}

/** The fields of a receipt's `content` that sales show, as they were when it was issued. */
interface DocumentText {
  serviceType: ServiceType
  buyer: string
}

export type SalesDocument = Pick<
  ReceiptTable,
  'number' | 'kind' | 'booking_id' | 'amount' | 'vat' | 'issued_at'
> &
  DocumentText

const textColumns = sql`receipt.content ->> 'serviceType' AS serviceType, receipt.content ->> 'buyer' AS buyer`
const documentColumns = sql`number, kind, booking_id, amount, vat, issued_at, ${textColumns}`

function readDocuments(tx: Tx, where: RawBuilder<unknown>): SalesDocument[] {
  return tx.all(
    raw(
      sql`SELECT ${documentColumns} FROM receipt
        WHERE series = ${readSalesSeries(tx)} AND ${where}` as RawBuilder<SalesDocument>,
    ),
  )
}

/** Documents issued within an interval, in order of issue. */
export function readDocumentsWithin(tx: Tx, { start, end }: Interval): SalesDocument[] {
  return readDocuments(
    tx,
    sql`issued_at >= ${start} AND issued_at < ${end} ORDER BY issued_at, number`,
  )
}

/** Rows per query, few enough that no read blocks other requests for long. */
const PAGE_SIZE = 500

/** Documents with the given numbers; or the next page of an interval, after the number `after`. */
export function findDocuments(
  tx: Tx,
  selection: { numbers: readonly number[] } | (Interval & { after: number }),
): SalesDocument[] {
  return 'numbers' in selection
    ? readDocuments(tx, sql`number IN ${toSqlList(selection.numbers)}`)
    : readDocuments(
        tx,
        sql`number > ${selection.after} AND issued_at >= ${selection.start} AND issued_at < ${selection.end}
          ORDER BY number LIMIT ${PAGE_SIZE}`,
      )
}

/** Credit notes of the given bookings that were issued from an instant on. */
export function findLaterCreditNotes(
  tx: Tx,
  { since, bookings }: { since: number; bookings: readonly string[] },
): SalesDocument[] {
  return readDocuments(
    tx,
    sql`kind = 'credit_note' AND issued_at >= ${since} AND booking_id IN ${toSqlList(bookings)}`,
  )
}

/** When the first document was issued, UTC milliseconds. */
export function readFirstIssuedAt(tx: Tx): number | undefined {
  return tx.get(
    query
      .selectFrom('receipt')
      .select('issued_at')
      .where('series', '=', readSalesSeries(tx))
      .orderBy('issued_at')
      .limit(1),
  )?.issued_at
}

/** When the latest receipt was issued, UTC milliseconds. */
export function readLastPaidAt(tx: Tx): number | undefined {
  return tx.get(
    query
      .selectFrom('receipt')
      .select('issued_at')
      .where('series', '=', readSalesSeries(tx))
      .where('kind', '=', 'receipt')
      .orderBy('issued_at', 'desc')
      .limit(1),
  )?.issued_at
}

/** Refunds under way of payments with a receipt; money that arrived too late has no receipt. */
export function findPendingRefunds(tx: Tx) {
  const statement = sql`
    SELECT refund.booking_id, refund.amount, refund.created_at, ${textColumns}
    FROM refund JOIN receipt ON receipt.booking_id = refund.booking_id
    WHERE refund.state = 'waiting' AND receipt.series = ${readSalesSeries(tx)}
      AND receipt.kind = 'receipt'
    ORDER BY refund.created_at`
  return tx.all(
    raw(
      statement as RawBuilder<
        Pick<RefundTable, 'booking_id' | 'amount' | 'created_at'> & DocumentText
      >,
    ),
  )
}
