import { parseArgs } from 'node:util'
import { assertPostgresUnused } from '#server/db/backup/exclusive-postgres.ts'
import { lockDataDir } from '#server/db/data-dir.ts'
import type { Database } from '#server/db/database.ts'
import { addKeyFile, openKeys, readKeyFiles, readKeyInUse, readKeys } from '#server/db/key-files.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { UsageError } from '#server/lib/cli-command.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { deleteEncryptedValues, reencryptWithNewestKey } from '#server/wiring/key-rotation.ts'

const USAGE = 'Usage: npm run keys [-- --rotate | --use | --replace]'

/**
 * `npm run keys`: counts the keys that sign and encrypt. `--rotate` adds a newer key, which several
 * servers on one database use only after `--use`; `--replace` begins with a new key after the old one
 * was lost.
 */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { rotate, use, replace } = parseArguments(args)
  const settings = readSettings(env)
  if (replace) return replaceKeys(settings)
  const db = await openDatabase(settings.dataDir, { url: settings.databaseUrl })
  try {
    const before = await openKeys(db, settings.keysDir)
    if (use) return await switchToNewestKey(db, settings)
    if (!rotate) return `${formatKeyCount(settings)}; ${before.id} is in use.`
    addKeyFile(settings.keysDir)
    const newest = readKeys(settings.keysDir)?.id
    if (db.isShared)
      return `The new key ${newest} was added to ${settings.keysDir}, and is not used yet. Copy that folder to every machine with a server, and restart the servers there. Then run: npm run keys -- --use`
    return `The new key ${newest} was added to ${settings.keysDir}. Restart the server to use it: everybody has to sign in again, and links in sent mails still work. Then make a new copy of the folder.`
  } finally {
    await db.close()
  }
}

/** The second half of a rotation where several servers share the database. */
async function switchToNewestKey(db: Database, { keysDir }: Settings): Promise<string> {
  if (!db.isShared)
    throw new UsageError('One server on a SQLite file uses its newest key after a restart.')
  const keys = readKeys(keysDir)
  if (!keys || keys.id === (await readKeyInUse(db.read)))
    throw new UsageError(
      'The newest key is in use already. To add a newer key: npm run keys -- --rotate',
    )
  await reencryptWithNewestKey(db, keys)
  return `The database now uses the key ${keys.id}. A server whose keys do not contain it says so at /readyz. Restart all servers: everybody has to sign in again, and links in sent mails still work. Then make a new copy of ${keysDir}.`
}

function formatKeyCount({ keysDir }: Settings): string {
  const { length } = readKeyFiles(keysDir)
  return `${length} ${length === 1 ? 'key is' : 'keys are'} in ${keysDir}`
}

/** Only for a database whose key is lost; while the key exists, `--rotate` loses nothing. */
async function replaceKeys({ dataDir, keysDir, databaseUrl }: Settings): Promise<string> {
  if (databaseUrl) await assertPostgresUnused(databaseUrl)
  const unlock = lockDataDir(dataDir)
  const db = await openDatabase(dataDir, { url: databaseUrl })
  try {
    const known = await readKeyInUse(db.read)
    if (known === undefined || readKeys(keysDir)?.has(known))
      throw new UsageError(
        'No key is missing, so nothing was replaced. To add a newer key: npm run keys -- --rotate',
      )
    addKeyFile(keysDir)
    const keys = readKeys(keysDir)
    if (!keys)
      throw new Error(
        `The new key is missing in ${keysDir}. Check that the folder can be written to.`,
      )
    await db.write((tx) => deleteEncryptedValues(tx, keys))
    return `The database now uses the key ${keys.id}. Everybody has to sign in again, two-step verification is off, links in sent mails no longer work, and the owner has to set the calendar address again.`
  } finally {
    await db.close()
    unlock()
  }
}

function parseArguments(args: string[]): Record<'rotate' | 'use' | 'replace', boolean> {
  const flag = { type: 'boolean' } as const
  const options = { rotate: flag, use: flag, replace: flag }
  try {
    const { rotate = false, use = false, replace = false } = parseArgs({ args, options }).values
    if ([rotate, use, replace].filter(Boolean).length <= 1) return { rotate, use, replace }
  } catch {
    // The usage error follows.
  }
  throw new UsageError(USAGE)
}
