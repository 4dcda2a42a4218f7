import { sql } from 'kysely'
import { type ReadOnlyCollection, readOnlyCollections } from '#shared/sync/read-only-collections.ts'
import type { Tx } from './database.ts'
import { readLastRecordSeq } from './sync-clock.ts'
import type { Tables } from './tables.ts'

/** The tables that each collection is read from; erasure and export are stated for them. */
export const sourceTables: Record<ReadOnlyCollection, readonly (keyof Tables)[]> = {
  booking: ['booking', 'booking_event', 'mail', 'job'],
  'booking-money': ['booking', 'booking_event', 'refund', 'dispute', 'receipt'],
  'busy-times': ['busy_time'],
  'calendar-feed': ['calendar_feed', 'bookings_feed'],
  submission: ['form_submissions'],
  receipt: ['receipt'],
  'failing-job': ['job'],
  setting: ['service_place', 'consent_change', 'retention'],
  'newsletter-reader': ['newsletter_consent'],
  'audit-day': ['audit_log'],
  'site-version': ['site_version'],
}

/** The cast keeps SQLite from finding rows by their kind, which comes first in the primary key, and sorting them. */
const isPulled = sql`CAST(kind AS TEXT) IN (${sql.join(readOnlyCollections.map(sql.lit))})`

/** Seq of the last change of anything that the desk shows. */
export async function readCurrentSeq(tx: Tx): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    SELECT max(seq) AS seq FROM desk_change`.execute(tx)
  return rows[0]?.seq ?? 0
}

/** The number of the last change that devices pull. */
export async function readLastSyncedSeq(tx: Tx): Promise<number> {
  // A few changes of what is not pulled may come after it.
  const { rows } = await sql<{ seq: number }>`
    SELECT seq FROM desk_change WHERE seq > 0 AND ${isPulled} ORDER BY seq DESC LIMIT 1`.execute(tx)
  return Math.max(await readLastRecordSeq(tx), rows[0]?.seq ?? 0)
}

export async function countReadOnlyChanges(tx: Tx, fromSeq: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM desk_change WHERE seq > ${fromSeq} AND ${isPulled}`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** The last change of each read-only record after `fromSeq`, ascending; at most `limit`. */
export async function findReadOnlyChanges(
  tx: Tx,
  fromSeq: number,
  limit: number,
): Promise<{ coll: ReadOnlyCollection; id: string; seq: number }[]> {
  const { rows } = await sql<{ coll: ReadOnlyCollection; id: string; seq: number }>`
    SELECT kind AS coll, id, seq FROM desk_change
    WHERE seq > ${fromSeq} AND ${isPulled} ORDER BY seq LIMIT ${limit}`.execute(tx)
  return rows
}
