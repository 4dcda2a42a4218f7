import fs from 'node:fs'
import path from 'node:path'

// What of a data folder is the site's: the database, with the files that SQLite keeps beside it, and
// the mail. The rest (the lock, backups, what a restore has put aside) is not copied or replaced.

export const DATABASE = 'lysning.sqlite'
export const MAIL = 'mail'
export const BELONGINGS = [
  DATABASE,
  ...['-wal', '-shm', '-journal'].map((end) => DATABASE + end),
  MAIL,
]

/** Something that whoever runs the site can see to; its message is one line. */
export class DataError extends Error {}

/** What guests write lies there: where it is new, no other account of the machine sees into it. */
export function makeDataDir(dataDir: string): void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
}

/** Is there from the first file that a restore moves to the last. */
const RESTORING = 'restoring'

export function restoringMark(dataDir: string): string {
  return path.join(dataDir, RESTORING)
}

/** Between two restored files there may be no database at all, and a new one must not be made. */
export function refuseHalfRestored(dataDir: string): void {
  if (fs.existsSync(restoringMark(dataDir)))
    throw new DataError(`A restore into ${dataDir} was interrupted; run it again.`)
}
