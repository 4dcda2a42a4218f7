import fs from 'node:fs'
import { parseArgs } from 'node:util'
import {
  type BackupDecryptionKey,
  withDecryptedBackup,
} from '#server/db/backup/encrypted-backup.ts'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { describePostgres } from '#server/db/engine/postgres-url.ts'
import { readKeys } from '#server/db/key-files.ts'
import { promptHidden, UsageError } from '#server/lib/cli-command.ts'
import { systemClock } from '#server/lib/clock.ts'
import { readSettings } from '#server/settings.ts'

const USAGE =
  'Usage: npm run restore -- [--identity <file>] [--unverified] <backup folder or encrypted backup file>'

/** `npm run restore`: replaces the data with a backup; the old data is moved to another folder. */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { backup, identity, unverified } = parseArguments(args)
  const { dataDir, databaseUrl, keysDir } = readSettings(env)
  const restore = (folder: string) =>
    restoreBackup({
      dataDir,
      databaseUrl,
      backup: folder,
      keys: readKeys(keysDir),
      now: systemClock(),
      // A folder or a passphrase is the owner's own; anybody may encrypt to a public key.
      verification: unverified ? 'none' : identity === undefined ? 'if possible' : 'required',
    })
  const isFile = fs.statSync(backup, { throwIfNoEntry: false })?.isFile() ?? false
  const { takenAt, replacedFolder, reappliedErasures, missingKey, isGenuine } = isFile
    ? await withDecryptedBackup(
        { dataDir, file: backup, opener: await readDecryptionKey(identity, env) },
        restore,
      )
    : await restore(backup)
  const before = replacedFolder ? `; the previous data is in ${replacedFolder}` : ''
  return `Restored the backup of ${takenAt} into ${databaseUrl ? describePostgres(databaseUrl) : dataDir}${before}${formatErasures(reappliedErasures)}${formatKeyNote(missingKey, keysDir)}${isGenuine ? '' : UNVERIFIED}`
}

const UNVERIFIED =
  '; it could not be verified who made the backup, because it is not signed by a key that is here'

function formatErasures(again: number | undefined): string {
  if (again === undefined)
    return '; the previous data cannot be read: everyone erased since that backup has to be erased again'
  return again > 0
    ? `; people erased again, because they were erased since that backup: ${again}`
    : ''
}

/** Backups contain no keys; the server reports a missing key at its start too. */
function formatKeyNote(missing: string | undefined, keysDir: string): string {
  if (missing === undefined) return ''
  return `; its key ${missing} is not in ${keysDir}: put your copy of the keys there before you start the server`
}

/** The private keys from the identity file if one is named, otherwise the passphrase. */
async function readDecryptionKey(
  identityFile: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<BackupDecryptionKey> {
  if (identityFile === undefined) {
    const set = env.BACKUP_PASSPHRASE
    return { passphrase: set ?? (await promptHidden('Passphrase', 'BACKUP_PASSPHRASE')) }
  }
  const lines = fs.readFileSync(identityFile, 'utf8').split('\n')
  const identities = lines
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
  return { identities }
}

function parseArguments(args: string[]) {
  const { values, positionals } = parseOptions(args)
  const [backup, ...more] = positionals
  if (!backup || more.length > 0) throw new UsageError(USAGE)
  return { backup, identity: values.identity, unverified: values.unverified ?? false }
}

function parseOptions(args: string[]) {
  const options = { identity: { type: 'string' }, unverified: { type: 'boolean' } } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw new UsageError(USAGE)
  }
}
