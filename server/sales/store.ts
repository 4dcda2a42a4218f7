import { type RawBuilder, sql } from 'kysely'
import { type Tx, toNumberList, toTextList } from '#server/db/database.ts'
import { isDemoDatabase } from '#server/db/metadata.ts'
import type { ReceiptTable, RefundTable } from '#server/db/tables-payment.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type { ServiceType } from '#shared/content/service.ts'
import type { VatOutcome } from '#shared/payment/vat.ts'

/** The series that sales consist of: `demo` if the database is a demonstration, else `real`. */
export async function readSalesSeries(tx: Tx): Promise<ReceiptTable['series']> {
  return (await isDemoDatabase(tx)) ? 'demo' : 'real'
}

/** The fields of a receipt's `content` that sales show, as they were when it was issued. */
interface DocumentText {
  serviceType: ServiceType
  serviceTitle: string
  buyer: string
  /** Where the buyer lives or, for a company, has its seat. ISO 3166. */
  country: string
  /** Percent. */
  vatRate: number
  vatReason: VatOutcome['reason']
}

export type SalesDocument = Pick<
  ReceiptTable,
  'number' | 'kind' | 'booking_id' | 'amount' | 'vat' | 'issued_at'
> &
  DocumentText

const textColumns = sql`json_extract(receipt.content, '$.serviceType') AS "serviceType",
  json_extract(receipt.content, '$.title') AS "serviceTitle",
  json_extract(receipt.content, '$.buyer.name') AS buyer,
  json_extract(receipt.content, '$.buyer.country') AS country,
  CAST(json_extract(receipt.content, '$.vatOutcome.rate') AS INTEGER) AS "vatRate",
  json_extract(receipt.content, '$.vatOutcome.reason') AS "vatReason"`
const documentColumns = sql`number, kind, booking_id, amount, vat, issued_at, ${textColumns}`

async function readDocuments(tx: Tx, where: RawBuilder<unknown>): Promise<SalesDocument[]> {
  const found = await sql<SalesDocument>`SELECT ${documentColumns} FROM receipt
    WHERE series = ${await readSalesSeries(tx)} AND ${where}`.execute(tx)
  return found.rows
}

/** Documents issued within an interval, in order of issue. */
export async function readDocumentsWithin(
  tx: Tx,
  { start, end }: Interval,
): Promise<SalesDocument[]> {
  return readDocuments(
    tx,
    sql`issued_at >= ${start} AND issued_at < ${end} ORDER BY issued_at, number`,
  )
}

/** Rows per query, few enough that no read blocks other requests for long. */
const PAGE_SIZE = 500

/** Documents with the given numbers; or the next page of an interval, after the number `after`. */
export async function findDocuments(
  tx: Tx,
  selection: { numbers: readonly number[] } | (Interval & { after: number }),
): Promise<SalesDocument[]> {
  return 'numbers' in selection
    ? readDocuments(tx, sql`number IN ${toNumberList(selection.numbers)}`)
    : readDocuments(
        tx,
        sql`number > ${selection.after} AND issued_at >= ${selection.start} AND issued_at < ${selection.end}
          ORDER BY number LIMIT ${PAGE_SIZE}`,
      )
}

/** Credit notes and corrections of the given bookings that were issued from an instant on. */
export async function findLaterCorrections(
  tx: Tx,
  { since, bookings }: { since: number; bookings: readonly string[] },
): Promise<SalesDocument[]> {
  return readDocuments(
    tx,
    sql`kind != 'receipt' AND issued_at >= ${since} AND booking_id IN ${toTextList(bookings)}`,
  )
}

/** When the first document was issued, UTC milliseconds. */
export async function readFirstIssuedAt(tx: Tx): Promise<number | undefined> {
  return (
    await tx
      .selectFrom('receipt')
      .select('issued_at')
      .where('series', '=', await readSalesSeries(tx))
      .orderBy('issued_at')
      .limit(1)
      .executeTakeFirst()
  )?.issued_at
}

/** Refunds under way of payments with a receipt; money that arrived too late has no receipt. */
export async function findPendingRefunds(tx: Tx) {
  const found = await sql<Pick<RefundTable, 'booking_id' | 'amount' | 'created_at'>>`
    SELECT refund.booking_id, refund.amount, refund.created_at
    FROM refund JOIN receipt ON receipt.booking_id = refund.booking_id
    WHERE refund.state = 'waiting' AND receipt.series = ${await readSalesSeries(tx)}
      AND receipt.kind = 'receipt'
    ORDER BY refund.created_at`.execute(tx)
  return found.rows
}
