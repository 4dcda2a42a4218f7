import { parseArgs } from 'node:util'
import { assertPostgresUnused } from '#server/db/backup/exclusive-postgres.ts'
import { lockDataDir } from '#server/db/data-dir.ts'
import { addKeyFile, openKeys, readKeyFiles, readKeyInUse, readKeys } from '#server/db/key-files.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { UsageError } from '#server/lib/cli-command.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { deleteEncryptedValues } from '#server/wiring/key-rotation.ts'

const USAGE = 'Usage: npm run keys [-- --rotate | --replace]'

/**
 * `npm run keys`: counts the keys that sign and encrypt. `--rotate` adds a newer key; `--replace`
 * begins with a new key after the old one was lost.
 */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { rotate, replace } = parseArguments(args)
  const settings = readSettings(env)
  if (replace) return replaceKeys(settings)
  const db = await openDatabase(settings.dataDir, { url: settings.databaseUrl })
  try {
    const before = await openKeys(db, settings.keysDir)
    if (!rotate) return `${formatKeyCount(settings)}; the newest is ${before.id}.`
    addKeyFile(settings.keysDir)
    const newest = readKeys(settings.keysDir)?.id
    return `The new key ${newest} was added to ${settings.keysDir}. Restart the server to use it: everybody has to sign in again, and links in sent mails still work. Then make a new copy of the folder.`
  } finally {
    await db.close()
  }
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

function parseArguments(args: string[]): { rotate: boolean; replace: boolean } {
  const options = { rotate: { type: 'boolean' }, replace: { type: 'boolean' } } as const
  try {
    const { rotate = false, replace = false } = parseArgs({ args, options }).values
    if (!(rotate && replace)) return { rotate, replace }
  } catch {
    // The usage error follows.
  }
  throw new UsageError(USAGE)
}
