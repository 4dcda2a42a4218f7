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
  const { dataDir } = readSettings(process.env)
  const { takenAt, aside, erasedAgain } = await restoreBackup({
    dataDir,
    backup,
    now: systemClock(),
  })
  const before = aside ? `; what was there before is in ${aside}` : ''
  return `Restored the backup of ${takenAt} into ${dataDir}${before}${erasures(erasedAgain)}`
})

function erasures(again: number | undefined): string {
  if (again === undefined)
    return '; what was there cannot be read: whoever was erased since that backup has to be erased again'
  return again > 0 ? `; erased again since that backup: ${again}` : ''
}
