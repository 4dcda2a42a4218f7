import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { type BackupOpener, withDecrypted } from '#server/db/backup/encrypted-backup.ts'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { keysOf } from '#server/db/keys.ts'
import { systemClock } from '#server/lib/clock.ts'
import { askHidden, UsageError } from '#server/lib/command.ts'
import { readSettings } from '#server/settings.ts'

const USAGE =
  'Usage: npm run restore -- [--identity <file>] <folder of a backup, or encrypted backup>'

/** `npm run restore`: replaces the data with a backup; the old data is moved to another folder. */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { given, identity } = asked(args)
  const { dataDir, keysDir } = readSettings(env)
  const restore = (backup: string) =>
    restoreBackup({ dataDir, backup, keys: keysOf(keysDir), now: systemClock() })
  const isFile = fs.statSync(given, { throwIfNoEntry: false })?.isFile() ?? false
  const { takenAt, aside, erasedAgain, missingKey } = isFile
    ? await withDecrypted({ dataDir, file: given, opener: await openerOf(identity, env) }, restore)
    : await restore(given)
  const before = aside ? `; what was there before is in ${aside}` : ''
  return `Restored the backup of ${takenAt} into ${dataDir}${before}${erasures(erasedAgain)}${keyNote(missingKey, keysDir)}`
}

function erasures(again: number | undefined): string {
  if (again === undefined)
    return '; what was there cannot be read: whoever was erased since that backup has to be erased again'
  return again > 0 ? `; erased again since that backup: ${again}` : ''
}

/** Backups contain no keys; the server reports a missing key at its start too. */
function keyNote(missing: string | undefined, keysDir: string): string {
  if (missing === undefined) return ''
  return `; its key ${missing} is not in ${keysDir}: put your copy of the keys there before you start the server`
}

/** The private keys from the identity file if one is named, otherwise the passphrase. */
async function openerOf(
  identityFile: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<BackupOpener> {
  if (identityFile === undefined) {
    const set = env.BACKUP_PASSPHRASE
    return { passphrase: set ?? (await askHidden('Passphrase', 'BACKUP_PASSPHRASE')) }
  }
  const lines = fs.readFileSync(identityFile, 'utf8').split('\n')
  const identities = lines
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
  return { identities }
}

function asked(args: string[]) {
  const { values, positionals } = read(args)
  const [given, ...more] = positionals
  if (!given || more.length > 0) throw new UsageError(USAGE)
  return { given, identity: values.identity }
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options: { identity: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw new UsageError(USAGE)
  }
}
