import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'

// The site's own data in a data folder: the database with SQLite's files beside it, and the mails.
// Backup and restore leave everything else there alone: the lock, the backups, replaced data.

export const DATABASE_FILE = 'lysning.sqlite'
export const MAIL_FOLDER = 'mail'
/** Counters of attempts at signing in and of requests; not part of a backup. */
export const COUNTERS_FILE = 'counters.sqlite'
export const DATA_FILES = [
  DATABASE_FILE,
  ...['-wal', '-shm', '-journal'].map((end) => DATABASE_FILE + end),
  MAIL_FOLDER,
]

/** A fault that the person who runs the server can fix; its message is one line. */
export class DataError extends Error {}

/** Creates the folder, readable by this account alone because it holds guests' data. */
export function makeDataDir(dataDir: string): void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  restrictDataDirPermissions(dataDir)
}

/** Marker file that exists while a restore moves files. */
const RESTORE_MARKER = 'restoring'

export function getRestoreMarker(dataDir: string): string {
  return path.join(dataDir, RESTORE_MARKER)
}

/**
 * Throws `DataError` if a restore was interrupted while it moved files: the database may be missing
 * then, and a new one must not be created.
 */
export function assertNotHalfRestored(dataDir: string): void {
  if (fs.existsSync(getRestoreMarker(dataDir)))
    throw new DataError(`A restore into ${dataDir} was interrupted. Run the restore again.`)
}

/** Marker file in a folder into which a move from PostgreSQL has not finished. */
const MOVE_MARKER = 'moving'

export function writeMoveMarker(folder: string): void {
  const text = 'A move into this folder has not finished. Run it again; no server starts before.\n'
  fs.writeFileSync(path.join(folder, MOVE_MARKER), text, { mode: 0o600, flush: true })
}

export function isHalfMoved(folder: string): boolean {
  return fs.existsSync(path.join(folder, MOVE_MARKER))
}

export function removeMoveMarker(folder: string): void {
  fs.rmSync(path.join(folder, MOVE_MARKER), { force: true })
}

/**
 * Throws `DataError` if a move into the folder was interrupted: the mails or the database are
 * missing, and a server would begin a new, empty site.
 */
export function assertNotHalfMoved(dataDir: string): void {
  if (isHalfMoved(dataDir))
    throw new DataError(
      `A move into ${dataDir} was interrupted. Run it again: npm run move -- sqlite:${dataDir}. To go without it, delete ${path.join(dataDir, MOVE_MARKER)}.`,
    )
}

/** Permission bits of the group and of all other accounts. */
const GROUP_AND_OTHERS = 0o077

/** Names that the program creates in a data folder; it never changes any other file there. */
const OWN_ENTRIES = new Set([
  ...DATA_FILES,
  ...['', '-wal', '-shm'].map((end) => COUNTERS_FILE + end),
  ...['backups', 'database-made', 'keys', 'lock', 'moving', 'restoring'],
  ...['restore', 'encrypting', 'decrypted', 'move'].map((name) => `${name}.partial`),
])

/**
 * Removes the permissions of the group and of other accounts from a data folder and from everything
 * that the program wrote there: the files hold guests' names and messages. Throws `DataError` if
 * the file system does not allow it.
 */
export function restrictDataDirPermissions(dataDir: string): void {
  restrictPermissions(dataDir)
  for (const name of fs.readdirSync(dataDir))
    if (OWN_ENTRIES.has(name) || /^(replaced|damaged)-/.test(name))
      restrictTreePermissions(path.join(dataDir, name))
}

/** Restricts one file or folder with its contents; does not follow symbolic links. */
export function restrictTreePermissions(place: string): void {
  const found = fs.lstatSync(place, { throwIfNoEntry: false })
  // A link's own mode has no effect, and its target may not be ours.
  if (!found || found.isSymbolicLink()) return
  restrictPermissions(place)
  if (found.isDirectory())
    for (const name of fs.readdirSync(place)) restrictTreePermissions(path.join(place, name))
}

/** Throws `DataError` if the file system does not change the permissions. */
function restrictPermissions(place: string): void {
  const before = getMode(place)
  if (before === undefined || (before & GROUP_AND_OTHERS) === 0) return
  try {
    fs.chmodSync(place, before & ~GROUP_AND_OTHERS)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A running server may have removed this file beside its database.
    if (code === 'ENOENT') return
    throw new DataError(
      `${formatReadableByOthers(place)} and its permissions cannot be changed (${code}). Make the server’s account its owner.`,
    )
  }
  if (((getMode(place) ?? 0) & GROUP_AND_OTHERS) !== 0)
    throw new DataError(
      `${formatReadableByOthers(place)} and its file system does not support permissions. Use a folder on another file system.`,
    )
}

const formatReadableByOthers = (place: string) =>
  `Other accounts of this machine can read ${place},`

function getMode(place: string): number | undefined {
  const found = fs.statSync(place, { throwIfNoEntry: false })
  return found && found.mode & 0o777
}

/** Marker file beside a database; while the marker exists, no new database is created. */
function getCreatedMarker(dataDir: string): string {
  return path.join(dataDir, 'database-made')
}

export function writeCreatedMarker(dataDir: string): void {
  const mark = getCreatedMarker(dataDir)
  if (fs.existsSync(mark)) return
  fs.writeFileSync(
    mark,
    `${DATABASE_FILE} was created here. While this file exists, no new, empty database is created.\n`,
    {
      mode: 0o600,
      flush: true,
    },
  )
}

/**
 * Throws `DataError` if there was a database that is now gone or empty, or if the database cannot
 * be read and written.
 */
export function assertDatabasePresent(dataDir: string): void {
  const file = path.join(dataDir, DATABASE_FILE)
  const found = fs.statSync(file, { throwIfNoEntry: false })
  if (!found || found.size === 0) {
    assertNotEmptied(dataDir, found ? 'is empty' : 'is missing')
    return
  }
  if (!found.isFile())
    throw new DataError(`${file} is not a regular file, so it cannot be the database.`)
  try {
    fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new DataError(
      `The database ${file} cannot be read and written (${code}). Check its owner and permissions.`,
    )
  }
}

/** Throws `DataError` if the marker file says that there was a database. */
export function assertNotEmptied(dataDir: string, how = 'has no tables'): void {
  const mark = getCreatedMarker(dataDir)
  if (fs.existsSync(mark))
    throw new DataError(
      `The database in ${dataDir} ${how}, but it existed before. To restore a backup: npm run restore -- <backup>. To start with a new, empty site: delete ${mark}.`,
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
    if (!isLockedError(error)) throw error
    throw new DataError(
      `The data folder ${dataDir} is in use by a running server or restore. Stop that first.`,
    )
  }
  return () => lock.close()
}

function isLockedError(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Flushes a file's contents, or a folder's list of names, to the disk (fsync). */
export async function syncToDisk(place: string): Promise<void> {
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
export async function copyPrivateFile(from: string, to: string): Promise<void> {
  await fs.promises.mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  await fs.promises.copyFile(from, to, fs.constants.COPYFILE_EXCL)
  await fs.promises.chmod(to, 0o600)
}
