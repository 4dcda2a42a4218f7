import { parseArgs } from 'node:util'
import { lockDataDir } from '#server/db/data-dir.ts'
import { addKeyFile, keyInUse, keysOf, openKeys, readKeyFiles } from '#server/db/keys.ts'
import { openDatabase } from '#server/db/open.ts'
import { UsageError } from '#server/lib/command.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { forgetEncrypted } from '#server/wiring/encryption.ts'

const USAGE = 'Usage: npm run keys [-- --rotate | --replace]'

/**
 * `npm run keys`: counts the keys that sign and encrypt. `--rotate` adds a newer key; `--replace`
 * begins with a new key after the old one was lost.
 */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { rotate, replace } = asked(args)
  const settings = readSettings(env)
  if (replace) return replaceKeys(settings)
  const db = openDatabase(settings.dataDir)
  try {
    const before = await openKeys(db, settings.keysDir)
    if (!rotate) return `${countOf(settings)}; the newest is ${before.id}.`
    addKeyFile(settings.keysDir)
    const newest = keysOf(settings.keysDir)?.id
    return `The key ${newest} is the newest in ${settings.keysDir}. Restart the server to use it: everybody signs in again, links in mails go on. Then copy the folder anew.`
  } finally {
    db.close()
  }
}

function countOf({ keysDir }: Settings): string {
  const { length } = readKeyFiles(keysDir)
  return `${length} ${length === 1 ? 'key is' : 'keys are'} in ${keysDir}`
}

/** Only for a database whose key is lost; while the key exists, `--rotate` loses nothing. */
async function replaceKeys({ dataDir, keysDir }: Settings): Promise<string> {
  const unlock = lockDataDir(dataDir)
  const db = openDatabase(dataDir)
  try {
    const known = keyInUse(db.read)
    if (known === undefined || keysOf(keysDir)?.has(known))
      throw new UsageError('No key is missing. To begin a newer one: npm run keys -- --rotate')
    addKeyFile(keysDir)
    const keys = keysOf(keysDir)
    if (!keys) throw new Error(`There is no key in ${keysDir}.`)
    await db.write((tx) => forgetEncrypted(tx, keys))
    return `The database goes on with the key ${keys.id}. Everybody signs in again, second factors are off, links in mails that were sent have ended, and the address of the owner's calendar has to be given again.`
  } finally {
    db.close()
    unlock()
  }
}

function asked(args: string[]): { rotate: boolean; replace: boolean } {
  const options = { rotate: { type: 'boolean' }, replace: { type: 'boolean' } } as const
  try {
    const { rotate = false, replace = false } = parseArgs({ args, options }).values
    if (!(rotate && replace)) return { rotate, replace }
  } catch {
    // The usage error follows.
  }
  throw new UsageError(USAGE)
}
