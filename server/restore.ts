import { keysOf } from './db/keys.ts'
import { restoreBackup } from './db/restore.ts'
import { systemClock } from './lib/clock.ts'
import { argument, runCommand, UsageError } from './lib/command.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { readSettings } from './settings.ts'

const USAGE = 'Usage: npm run restore -- <folder of a backup>'

/** `npm run restore`: the data folder as a backup has it; what it held before is kept aside. */
runCommand(async () => {
  const backup = argument(USAGE)
  if (!backup) throw new UsageError(USAGE)
  loadEnvFile()
  const { dataDir, keysDir } = readSettings(process.env)
  const { takenAt, aside, erasedAgain, missingKey } = await restoreBackup({
    dataDir,
    backup,
    keys: keysOf(keysDir),
    now: systemClock(),
  })
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
