import path from 'node:path'
import { takeBackup } from './db/backup.ts'
import { systemClock } from './lib/clock.ts'
import { argument, runCommand } from './lib/command.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { readSettings } from './settings.ts'

/** `npm run backup`: a checked copy of the data folder, also while the server runs. */
runCommand(async () => {
  const given = argument('Usage: npm run backup [-- <folder to put the backup into>]')
  loadEnvFile()
  const { dataDir } = readSettings(process.env)
  const folder = given ?? path.join(dataDir, 'backups')
  const backup = await takeBackup({ dataDir, folder, now: systemClock() })
  return `Backed up ${backup.rows} rows and ${backup.mails} mails, checked, to ${backup.folder}`
})
