import { fingerprint, newSecret } from '#server/lib/ids.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { type Database, query, type Tx } from './database.ts'

// Single values by name, for example the epoch, or up to where the owner has seen the bookings.

export function readMetadata(tx: Tx, name: string): string | undefined {
  return tx.get(query.selectFrom('mark').select('value').where('name', '=', name))?.value
}

export function writeMetadata(tx: Tx, name: string, value: string): void {
  tx.run(
    query
      .insertInto('mark')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
  )
}

/**
 * Sets a new epoch, after a restore from a backup: devices then know that this database's history
 * is not the one they synced.
 */
export function renewEpoch(tx: Tx): void {
  writeMetadata(tx, 'epoch', fingerprint(newSecret()))
}

/** Writes to the database through the usual queue; rejects if it takes no writes. For `/readyz`. */
export async function touchDatabase(db: Database): Promise<void> {
  await db.write((tx) => {
    writeMetadata(tx, 'last-touch', '')
    tx.run(query.deleteFrom('mark').where('name', '=', 'last-touch'))
  })
}

const DEMO_NAME = 'demonstration'

/** Whether this database was filled with invented data; Sales then shows the demo receipts. */
export function isDemoDatabase(tx: Tx): boolean {
  return readMetadata(tx, DEMO_NAME) !== undefined
}

export function markDemoDatabase(tx: Tx, now: number): void {
  writeMetadata(tx, DEMO_NAME, toIsoTime(now))
}
