import { sql } from 'kysely'
import { fingerprint, newSecret } from '#server/lib/ids.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { DataError } from './data-dir.ts'
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

/** The `database_life` in which the epoch began. */
export const LIFE_NAME = 'life'

export interface EpochParts {
  epoch: string
  /** The life of the database in which the epoch began, and its life now. */
  began: string
  now: string
}

/**
 * The identity of the database's history. It changes with a restore and, on PostgreSQL, when another
 * server goes on with the data: what the earlier one had acknowledged may then be missing.
 */
export async function readEpoch(tx: Tx): Promise<string> {
  const { rows } = await sql<EpochParts>`
    SELECT value AS epoch, database_life() AS now,
      coalesce((SELECT value FROM mark WHERE name = ${LIFE_NAME}), '') AS began
    FROM mark WHERE name = 'epoch'`.execute(tx)
  return formatEpoch(rows[0])
}

export function formatEpoch(parts: EpochParts | undefined): string {
  if (!parts) throw new DataError('The table mark has no epoch. Restore a backup of the database.')
  const { epoch, began, now } = parts
  return began === now ? epoch : `${epoch}-${now}`
}

/**
 * Sets a new epoch, after a restore from a backup: devices then know that this database's history
 * is not the one they synced.
 */
export async function renewEpoch(tx: Tx): Promise<void> {
  await noteEpoch(tx, 0)
  await writeMetadata(tx, 'epoch', fingerprint(newSecret()))
  await adoptEpoch(tx)
}

/** Lets the stored epoch go on in this database. */
async function adoptEpoch(tx: Tx): Promise<void> {
  const { rows } = await sql<{ life: string }>`SELECT database_life() AS life`.execute(tx)
  await writeMetadata(tx, LIFE_NAME, rows[0]?.life ?? '')
}

/** `<epoch> <UTC milliseconds>`: when a server first ran with this epoch; 0 for a database's first epoch. */
const EPOCH_START_NAME = 'epoch-start'

/**
 * Records at each start when a server first ran with this epoch. This detects a restore, and a promotion
 * on PostgreSQL, however it was done.
 */
export async function noteEpoch(tx: Tx, now: number): Promise<void> {
  const epoch = await readEpoch(tx)
  const noted = await readMetadata(tx, EPOCH_START_NAME)
  if (noted?.startsWith(`${epoch} `)) return
  await writeMetadata(tx, EPOCH_START_NAME, `${epoch} ${noted === undefined ? 0 : now}`)
}

/** When a server first ran with this epoch, UTC milliseconds; 0 if it is the database's first epoch. */
export async function readEpochStart(tx: Tx, now: number): Promise<number> {
  const [noted, start] = (await readMetadata(tx, EPOCH_START_NAME))?.split(' ') ?? []
  if (noted === undefined) return 0
  return noted === (await readEpoch(tx)) ? Number(start) : now
}

/** Writes to the database through the usual queue; rejects if it takes no writes. For `/readyz`. */
export async function touchDatabase(db: Database): Promise<void> {
  await db.assertRoom()
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
