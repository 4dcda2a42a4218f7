import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'

// What of a data folder is the site's: the database, with the files that SQLite keeps beside it, and
// the mail. The rest (the lock, backups, what a restore has put aside) is not copied or replaced.

export const DATABASE = 'lysning.sqlite'
export const MAIL = 'mail'
export const BELONGINGS = [
  DATABASE,
  ...['-wal', '-shm', '-journal'].map((end) => DATABASE + end),
  MAIL,
]

/** A fault that the person running the site can mend; its message is one line. */
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
  ...['backups', 'database-made', 'keys', 'lock', 'restoring'],
  ...['restore', 'encrypting', 'decrypted'].map((name) => `${name}.partial`),
])

/**
 * Takes the group's and other accounts' permissions away from a data folder and from all that the
 * program has written there, whatever they were before: the files hold guests' names and letters.
 */
export function restrictDataDir(dataDir: string): void {
  restrict(dataDir)
  for (const name of fs.readdirSync(dataDir))
    if (OURS.has(name) || /^(replaced|damaged)-/.test(name)) restrictAll(path.join(dataDir, name))
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

/** Lies beside a database once it holds anything: a site is begun anew only where this is not there. */
function madeMark(dataDir: string): string {
  return path.join(dataDir, 'database-made')
}

export function markMade(dataDir: string): void {
  const mark = madeMark(dataDir)
  if (fs.existsSync(mark)) return
  fs.writeFileSync(mark, `${DATABASE} was made; without it, this is no empty site.\n`, {
    mode: 0o600,
    flush: true,
  })
}

/** Throws where the database is gone, or cannot be read, though there was one. */
export function refuseLost(dataDir: string): void {
  const file = path.join(dataDir, DATABASE)
  const found = fs.statSync(file, { throwIfNoEntry: false })
  if (!found || found.size === 0) {
    refuseEmpty(dataDir, found ? 'is empty' : 'is gone')
    return
  }
  if (!found.isFile()) throw new DataError(`${file} is no file.`)
  try {
    fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new DataError(`The database ${file} cannot be read and written to (${code}).`)
  }
}

export function refuseEmpty(dataDir: string, how = 'holds nothing'): void {
  const mark = madeMark(dataDir)
  if (fs.existsSync(mark))
    throw new DataError(
      `The database in ${dataDir} ${how}, but there was one. To go back to a backup: npm run restore -- <backup>. To begin a new site: delete ${mark}.`,
    )
}

/**
 * Keeps the data folder to this process until it lets go or ends: the lock is the system's, on an
 * open file, so a crash cannot leave it behind.
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = new Sqlite(path.join(dataDir, 'lock'), { timeout: 0 })
  try {
    // Nothing is ever written, so there is nothing to roll back, and no file for it to leave behind.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isHeld(error)) throw error
    throw new DataError(
      `The data folder ${dataDir} is in use by a running server or restore; stop that first.`,
    )
  }
  return () => lock.close()
}

function isHeld(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Waits until a file, or the names in a folder, are on the disk. */
export async function flush(place: string): Promise<void> {
  const handle = await fs.promises.open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Copies a file into a folder that is made where needed, readable by its owner alone. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  await fs.promises.mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  await fs.promises.copyFile(from, to, fs.constants.COPYFILE_EXCL)
  await fs.promises.chmod(to, 0o600)
}
