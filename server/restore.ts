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
  const { takenAt, aside } = await restoreBackup({ dataDir, backup, now: systemClock() })
  const before = aside ? `; what was there before is in ${aside}` : ''
  return `Restored the backup of ${takenAt} into ${dataDir}${before}`
})
