import { sql } from 'kysely'
import { fingerprint, newSecret } from '#server/lib/ids.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import type { Database, Tx } from './database.ts'

// Single values by name, for example the epoch, or up to where the owner has seen the bookings.

export async function readMetadata(tx: Tx, name: string): Promise<string | undefined> {
  return (await tx.selectFrom('mark').select('value').where('name', '=', name).executeTakeFirst())
    ?.value
}

export async function writeMetadata(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('mark')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Sets a new epoch, after a restore from a backup: devices then know that this database's history
 * is not the one they synced.
 */
export async function renewEpoch(tx: Tx): Promise<void> {
  await writeMetadata(tx, 'epoch', fingerprint(newSecret()))
  await adoptEpoch(tx)
}

/** The `database_life` in which the epoch began; see `readEpoch`. */
export const LIFE_NAME = 'life'

/** Lets the stored epoch go on in this database. */
async function adoptEpoch(tx: Tx): Promise<void> {
  const { rows } = await sql<{ life: string }>`SELECT database_life() AS life`.execute(tx)
  await writeMetadata(tx, LIFE_NAME, rows[0]?.life ?? '')
}

/** Writes to the database through the usual queue; rejects if it takes no writes. For `/readyz`. */
export async function touchDatabase(db: Database): Promise<void> {
  await db.write(async (tx) => {
    await writeMetadata(tx, 'last-touch', '')
    await tx.deleteFrom('mark').where('name', '=', 'last-touch').execute()
  })
}

const DEMO_NAME = 'demonstration'

/** Whether this database was filled with invented data; Sales then shows the demo receipts. */
export async function isDemoDatabase(tx: Tx): Promise<boolean> {
  return (await readMetadata(tx, DEMO_NAME)) !== undefined
}

export async function markDemoDatabase(tx: Tx, now: number): Promise<void> {
  await writeMetadata(tx, DEMO_NAME, toIsoTime(now))
}
