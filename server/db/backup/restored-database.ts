import type { Database } from '#server/db/database.ts'
import { readKeyInUse } from '#server/db/key-files.ts'
import { renewEpoch } from '#server/db/metadata.ts'
import { type Erasure, reapplyErasures } from '#server/db/privacy/erasure-log.ts'
import type { Keys } from '#server/lib/keys.ts'

export interface ErasureContext {
  /** The erasures in the replaced database; undefined if it cannot be read. */
  log: Erasure[] | undefined
  /** For recognising people who were erased; undefined if the server has no keys. */
  keys: Keys | undefined
  /** UTC milliseconds. */
  now: number
}

export interface PreparedDatabase {
  /**
   * Number of people erased again, because they were erased after the backup; undefined if the
   * replaced database cannot be read, or the keys to recognise them are missing.
   */
  reappliedErasures: number | undefined
  /** Id of the key that the backup was last used with, if this server does not have it. */
  missingKey: string | undefined
}

/**
 * Gives a restored database a new epoch, and erases again the people who were erased after the
 * backup: they must not come back with it. `folder` contains the restored mails.
 */
export async function prepareRestoredDatabase(
  db: Database,
  folder: string,
  { log, keys, now }: ErasureContext,
): Promise<PreparedDatabase> {
  await db.write(renewEpoch)
  const known = await readKeyInUse(db.read)
  return {
    reappliedErasures: log && (await reapplyErasures(db, folder, { log, keys, now })),
    missingKey: known === undefined || keys?.has(known) ? undefined : known,
  }
}
