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

/** Only the program's own account may look into it: what guests write lies there. */
export function makeDataDir(dataDir: string): void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  restrictDataDir(dataDir)
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

/** Permission bits of the group and of all other accounts. */
const OTHERS = 0o077

/** What the program makes in a data folder; anything else that lies there is not ours to change. */
const OURS = new Set([
  ...BELONGINGS,
  ...['backups', 'keys', 'lock', 'restoring'],
  ...['restore', 'encrypting', 'decrypted'].map((name) => `${name}.partial`),
])

/**
 * Takes the group's and other accounts' permissions away from a data folder and from all that the
 * program has written there, whatever they were before: the files hold guests' names and letters.
 */
export function restrictDataDir(dataDir: string): void {
  restrict(dataDir)
  for (const name of fs.readdirSync(dataDir))
    if (OURS.has(name) || name.startsWith('replaced-')) restrictAll(path.join(dataDir, name))
}

/** The same for one place and all that lies in it, links aside. */
export function restrictAll(place: string): void {
  const found = fs.lstatSync(place, { throwIfNoEntry: false })
  // A link's own mode means nothing, and what it leads to may not be ours.
  if (!found || found.isSymbolicLink()) return
  restrict(place)
  if (found.isDirectory())
    for (const name of fs.readdirSync(place)) restrictAll(path.join(place, name))
}

/** Throws where the file system keeps the permissions as they are. */
function restrict(place: string): void {
  const before = modeOf(place)
  if (before === undefined || (before & OTHERS) === 0) return
  try {
    fs.chmodSync(place, before & ~OTHERS)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A running server removes files beside its database at any moment.
    if (code === 'ENOENT') return
    throw new DataError(`${open(place)} and that cannot be changed (${code}).`)
  }
  if (((modeOf(place) ?? 0) & OTHERS) !== 0)
    throw new DataError(`${open(place)} and its file system does not let that be changed.`)
}

const open = (place: string) => `${place} can be read by other accounts of this machine,`

function modeOf(place: string): number | undefined {
  const found = fs.statSync(place, { throwIfNoEntry: false })
  return found && found.mode & 0o777
}
