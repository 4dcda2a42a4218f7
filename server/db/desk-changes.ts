import { sql } from 'kysely'
import { type ReadOnlyCollection, readOnlyCollections } from '#shared/sync/read-only-collections.ts'
import type { Tx } from './database.ts'
import { readLastRecordSeq } from './sync-clock.ts'
import type { Tables } from './tables.ts'
import type { DeskChangeTable } from './tables-sync.ts'

type ChangeKind = DeskChangeTable['kind']

const CHANGE_KINDS: readonly ChangeKind[] = [...readOnlyCollections, 'job', 'table']

/** The tables that each collection is read from; erasure and export are stated for them. */
export const sourceTables: Record<ReadOnlyCollection, readonly (keyof Tables)[]> = {
  booking: ['booking', 'booking_event', 'mail', 'job'],
  'booking-money': ['booking', 'booking_event', 'refund', 'dispute', 'receipt'],
  'busy-times': ['busy_time'],
  submission: ['form_submissions'],
  receipt: ['receipt'],
}

/** Seq of the last change of anything that the desk shows, or of one kind. */
export async function readCurrentSeq(
  tx: Tx,
  kinds: readonly ChangeKind[] = CHANGE_KINDS,
): Promise<number> {
  const last = kinds.map(
    (kind) => sql`SELECT max(seq) AS seq FROM desk_change WHERE kind = ${kind}`,
  )
  const { rows } = await sql<{ seq: number | null }>`
    SELECT max(seq) AS seq FROM (${sql.join(last, sql` UNION ALL `)}) AS last`.execute(tx)
  return rows[0]?.seq ?? 0
}

/** The number of the last change that devices pull. */
export async function readLastSyncedSeq(tx: Tx): Promise<number> {
  return Math.max(await readLastRecordSeq(tx), await readCurrentSeq(tx, readOnlyCollections))
}

/** The last change of each read-only record after `fromSeq`, ascending; at most `limit`. */
export async function findReadOnlyChanges(
  tx: Tx,
  fromSeq: number,
  limit: number,
): Promise<{ coll: ReadOnlyCollection; id: string; seq: number }[]> {
  // One range of the index each: together they would be sorted, however many there are.
  const changes = readOnlyCollections.map(
    (coll) => sql`SELECT * FROM (SELECT kind AS coll, id, seq FROM desk_change
      WHERE kind = ${coll} AND seq > ${fromSeq} ORDER BY seq LIMIT ${limit}) AS page`,
  )
  const { rows } = await sql<{ coll: ReadOnlyCollection; id: string; seq: number }>`
    ${sql.join(changes, sql` UNION ALL `)} ORDER BY seq LIMIT ${limit}`.execute(tx)
  return rows
}
