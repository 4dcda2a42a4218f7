import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { type BackupOpener, withDecrypted } from '#server/db/encrypted-backup.ts'
import { keysOf } from '#server/db/keys.ts'
import { restoreBackup } from '#server/db/restore.ts'
import { systemClock } from '#server/lib/clock.ts'
import { runCommand, UsageError } from '#server/lib/command.ts'
import { loadEnvFile } from '#server/lib/env-file.ts'
import { askHidden } from '#server/lib/terminal.ts'
import { readSettings } from '#server/settings.ts'

const USAGE =
  'Usage: npm run restore -- [--identity <file>] <folder of a backup, or encrypted backup>'

/** `npm run restore`: the data folder as a backup has it; what it held before is kept aside. */
runCommand(async () => {
  const { given, identity } = asked()
  loadEnvFile()
  const { dataDir, keysDir } = readSettings(process.env)
  const restore = (backup: string) =>
    restoreBackup({ dataDir, backup, keys: keysOf(keysDir), now: systemClock() })
  const isFile = fs.statSync(given, { throwIfNoEntry: false })?.isFile() ?? false
  const { takenAt, aside, erasedAgain, missingKey } = isFile
    ? await withDecrypted({ dataDir, file: given, opener: await openerOf(identity) }, restore)
    : await restore(given)
  const before = aside ? `; what was there before is in ${aside}` : ''
  return `Restored the backup of ${takenAt} into ${dataDir}${before}${erasures(erasedAgain)}${keyNote(missingKey, keysDir)}`
})

function erasures(again: number | undefined): string {
  if (again === undefined)
    return '; what was there cannot be read: whoever was erased since that backup has to be erased again'
  return again > 0 ? `; erased again since that backup: ${again}` : ''
}

/** No backup has keys; the server says the same when it starts. */
function keyNote(missing: string | undefined, keysDir: string): string {
  if (missing === undefined) return ''
  return `; its key ${missing} is not in ${keysDir}: put your copy of the keys there before you start the server`
}

/** The private keys of an identity file, where one is named; a passphrase else. */
async function openerOf(identityFile: string | undefined): Promise<BackupOpener> {
  if (identityFile === undefined) {
    const set = process.env.BACKUP_PASSPHRASE
    return { passphrase: set ?? (await askHidden('Passphrase', 'BACKUP_PASSPHRASE')) }
  }
  const lines = fs.readFileSync(identityFile, 'utf8').split('\n')
  const identities = lines
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
  return { identities }
}

function asked() {
  const { values, positionals } = read()
  const [given, ...more] = positionals
  if (!given || more.length > 0) throw new UsageError(USAGE)
  return { given, identity: values.identity }
}

function read() {
  try {
    return parseArgs({ options: { identity: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw new UsageError(USAGE)
  }
}
