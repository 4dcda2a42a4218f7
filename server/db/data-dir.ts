import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'

// The site's own data in a data folder: the database with SQLite's files beside it, and the mails.
// Backup and restore leave everything else there alone: the lock, the backups, replaced data.

export const DATABASE = 'lysning.sqlite'
export const MAIL = 'mail'
export const BELONGINGS = [
  DATABASE,
  ...['-wal', '-shm', '-journal'].map((end) => DATABASE + end),
  MAIL,
]

/** A fault that the person who runs the server can fix; its message is one line. */
export class DataError extends Error {}

/** Creates the folder, readable by this account alone because it holds guests' data. */
export function makeDataDir(dataDir: string): void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  restrictDataDir(dataDir)
}

/** Marker file that exists while a restore moves files. */
const RESTORING = 'restoring'

export function restoringMark(dataDir: string): string {
  return path.join(dataDir, RESTORING)
}

/**
 * Throws `DataError` if a restore was interrupted while it moved files: the database may be missing
 * then, and a new one must not be created.
 */
export function refuseHalfRestored(dataDir: string): void {
  if (fs.existsSync(restoringMark(dataDir)))
    throw new DataError(`A restore into ${dataDir} was interrupted; run it again.`)
}

/** Permission bits of the group and of all other accounts. */
const OTHERS = 0o077

/** Names that the program creates in a data folder; it never changes any other file there. */
const OURS = new Set([
  ...BELONGINGS,
  ...['backups', 'database-made', 'keys', 'lock', 'restoring'],
  ...['restore', 'encrypting', 'decrypted'].map((name) => `${name}.partial`),
])

/**
 * Removes the permissions of the group and of other accounts from a data folder and from everything
 * that the program wrote there: the files hold guests' names and messages. Throws `DataError` if
 * the file system does not allow it.
 */
export function restrictDataDir(dataDir: string): void {
  restrict(dataDir)
  for (const name of fs.readdirSync(dataDir))
    if (OURS.has(name) || /^(replaced|damaged)-/.test(name)) restrictAll(path.join(dataDir, name))
}

/** Restricts one file or folder with its contents; does not follow symbolic links. */
export function restrictAll(place: string): void {
  const found = fs.lstatSync(place, { throwIfNoEntry: false })
  // A link's own mode has no effect, and its target may not be ours.
  if (!found || found.isSymbolicLink()) return
  restrict(place)
  if (found.isDirectory())
    for (const name of fs.readdirSync(place)) restrictAll(path.join(place, name))
}

/** Throws `DataError` if the file system does not change the permissions. */
function restrict(place: string): void {
  const before = modeOf(place)
  if (before === undefined || (before & OTHERS) === 0) return
  try {
    fs.chmodSync(place, before & ~OTHERS)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A running server may have removed this file beside its database.
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

/** Marker file beside a database; while the marker exists, no new database is created. */
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

/**
 * Throws `DataError` if there was a database that is now gone or empty, or if the database cannot
 * be read and written.
 */
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

/** Throws `DataError` if the marker file says that there was a database. */
export function refuseEmpty(dataDir: string, how = 'holds nothing'): void {
  const mark = madeMark(dataDir)
  if (fs.existsSync(mark))
    throw new DataError(
      `The database in ${dataDir} ${how}, but there was one. To go back to a backup: npm run restore -- <backup>. To begin a new site: delete ${mark}.`,
    )
}

/**
 * Locks the data folder for this process and returns the function that unlocks it. The lock is an
 * operating system lock on an open file, so it ends with the process, even after a crash. Throws
 * `DataError` if another process holds it.
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = new Sqlite(path.join(dataDir, 'lock'), { timeout: 0 })
  try {
    // Nothing is ever written, so the rollback journal needs no file on the disk.
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

/** Flushes a file's contents, or a folder's list of names, to the disk (fsync). */
export async function flush(place: string): Promise<void> {
  const handle = await fs.promises.open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Copies a file and creates the target's folder if needed, both readable by this account alone.
 * Throws if the target exists.
 */
export async function copyPrivately(from: string, to: string): Promise<void> {
  await fs.promises.mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  await fs.promises.copyFile(from, to, fs.constants.COPYFILE_EXCL)
  await fs.promises.chmod(to, 0o600)
}
