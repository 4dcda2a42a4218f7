import path from 'node:path'
import { parseArgs } from 'node:util'
import { takeBackup } from '#server/db/backup/backup.ts'
import {
  type BackupEncryptionKey,
  takeEncryptedBackup,
} from '#server/db/backup/encrypted-backup.ts'
import { readKeys } from '#server/db/key-files.ts'
import { promptHidden, UsageError } from '#server/lib/cli-command.ts'
import { systemClock } from '#server/lib/clock.ts'
import { readSettings } from '#server/settings.ts'

const USAGE = 'Usage: npm run backup [-- [--encrypt | --recipient age1…] <folder for the backup>]'

/** Characters; a stolen file allows any number of guesses. */
const MIN_PASSPHRASE_LENGTH = 12

/** `npm run backup`: takes a checked copy of the database and the mails; the server may be running. */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { destination, encrypt, recipient } = parseArguments(args)
  const { dataDir, databaseUrl, keysDir } = readSettings(env)
  const lock = encrypt
    ? await readPassphrase(env)
    : recipient === undefined
      ? undefined
      : { recipient }
  const order = {
    dataDir,
    databaseUrl,
    folder: destination ?? path.join(dataDir, 'backups'),
    now: systemClock(),
    keys: readKeys(keysDir),
  }
  const backup = lock ? await takeEncryptedBackup(order, lock) : await takeBackup(order)
  const how = lock ? 'checked and encrypted' : 'checked'
  return `Backed up ${backup.rowCount} rows and ${backup.mailCount} mails, ${how}, to ${backup.folder}; the backup does not contain the keys in ${keysDir}, so copy those separately`
}

async function readPassphrase(env: NodeJS.ProcessEnv): Promise<BackupEncryptionKey> {
  const set = env.BACKUP_PASSPHRASE
  const chosen = set ?? (await promptHidden('Passphrase', 'BACKUP_PASSPHRASE'))
  if ([...chosen].length < MIN_PASSPHRASE_LENGTH)
    throw new UsageError(`The passphrase must have at least ${MIN_PASSPHRASE_LENGTH} characters.`)
  if (
    set === undefined &&
    (await promptHidden('Repeat the passphrase', 'BACKUP_PASSPHRASE')) !== chosen
  )
    throw new UsageError('The two passphrases are different. Run the command again.')
  return { passphrase: chosen }
}

function parseArguments(args: string[]) {
  const { values, positionals } = parseOptions(args)
  const { encrypt = false, recipient } = values
  const [destination, ...more] = positionals
  if (more.length > 0 || (encrypt && recipient !== undefined)) throw new UsageError(USAGE)
  return { destination, encrypt, recipient }
}

function parseOptions(args: string[]) {
  const options = { encrypt: { type: 'boolean' }, recipient: { type: 'string' } } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw new UsageError(USAGE)
  }
}
