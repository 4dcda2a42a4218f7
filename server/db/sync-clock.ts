import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { readMetadata, writeMetadata } from './metadata.ts'

/**
 * Takes the next numbers of changes; returns the first. Numbers become visible in ascending order, so a
 * cursor misses none. On PostgreSQL other transactions wait for theirs until this one ends: call it last.
 */
export async function takeSeqs(tx: Tx, count: number): Promise<number> {
  const { rows } = await sql<{
    seq: number
  }>`UPDATE sync_clock SET seq = seq + ${count} WHERE id = 1 RETURNING seq`.execute(tx)
  const [clock] = rows
  if (!clock) throw new Error('The table sync_clock has no row. Restore a backup of the database.')
  return clock.seq - count + 1
}

/** The number that was taken last, in this transaction too. */
export async function readSeq(tx: Tx): Promise<number> {
  return (await takeSeqs(tx, 0)) - 1
}

/** The number of the last change of a record; 0 without records. */
export async function readLastRecordSeq(tx: Tx): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`SELECT max(seq) AS seq FROM record`.execute(tx)
  return rows[0]?.seq ?? 0
}

const HORIZON_NAME = 'sync-horizon'

/** Tombstones up to this number may have been purged. */
export async function readHorizon(tx: Tx): Promise<number> {
  return Number((await readMetadata(tx, HORIZON_NAME)) ?? 0)
}

export async function raiseHorizon(tx: Tx, seq: number): Promise<void> {
  if (seq > (await readHorizon(tx))) await writeMetadata(tx, HORIZON_NAME, String(seq))
}
