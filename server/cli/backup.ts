import path from 'node:path'
import { parseArgs } from 'node:util'
import { takeBackup } from '#server/db/backup/backup.ts'
import { type BackupLock, takeEncryptedBackup } from '#server/db/backup/encrypted-backup.ts'
import { systemClock } from '#server/lib/clock.ts'
import { askHidden, UsageError } from '#server/lib/command.ts'
import { readSettings } from '#server/settings.ts'

const USAGE =
  'Usage: npm run backup [-- [--encrypt | --recipient age1…] <folder to put the backup into>]'

/** Characters; a stolen file allows any number of guesses. */
const SHORTEST_PASSPHRASE = 12

/** `npm run backup`: takes a checked copy of the data folder; the server may be running. */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { given, encrypt, recipient } = asked(args)
  const { dataDir, keysDir } = readSettings(env)
  const lock = encrypt ? await passphrase(env) : recipient === undefined ? undefined : { recipient }
  const order = { dataDir, folder: given ?? path.join(dataDir, 'backups'), now: systemClock() }
  const backup = lock ? await takeEncryptedBackup(order, lock) : await takeBackup(order)
  const how = lock ? 'checked and encrypted' : 'checked'
  return `Backed up ${backup.rows} rows and ${backup.mails} mails, ${how}, to ${backup.folder}; the keys in ${keysDir} are not in it`
}

async function passphrase(env: NodeJS.ProcessEnv): Promise<BackupLock> {
  const set = env.BACKUP_PASSPHRASE
  const chosen = set ?? (await askHidden('Passphrase', 'BACKUP_PASSPHRASE'))
  if ([...chosen].length < SHORTEST_PASSPHRASE)
    throw new UsageError(`The passphrase must have at least ${SHORTEST_PASSPHRASE} characters.`)
  if (set === undefined && (await askHidden('The same again', 'BACKUP_PASSPHRASE')) !== chosen)
    throw new UsageError('These were two different passphrases.')
  return { passphrase: chosen }
}

function asked(args: string[]) {
  const { values, positionals } = read(args)
  const { encrypt = false, recipient } = values
  const [given, ...more] = positionals
  if (more.length > 0 || (encrypt && recipient !== undefined)) throw new UsageError(USAGE)
  return { given, encrypt, recipient }
}

function read(args: string[]) {
  const options = { encrypt: { type: 'boolean' }, recipient: { type: 'string' } } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw new UsageError(USAGE)
  }
}
