import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { migrate } from '#server/db/migrations/migrate.ts'
import type { Logger } from '#server/lib/log.ts'
import {
  assertDatabasePresent,
  assertNotEmptied,
  assertNotHalfRestored,
  DATABASE_FILE,
  makeDataDir,
  restrictDataDirPermissions,
  writeCreatedMarker,
} from './data-dir.ts'
import { Database, type DatabaseOptions } from './database.ts'
import { getStorageFault, type StorageFault } from './storage-faults.ts'

/** Longest wait for another process's lock while the database is opened, ms. */
const OPEN_LOCK_TIMEOUT = 5_000

/**
 * Opens `dataDir/lysning.sqlite` with durable commits; creates and migrates it if needed. Throws
 * `DataError` if a restore was interrupted, or if the database is lost or newer than this program.
 */
export function openDatabase(dataDir: string, options: DatabaseOptions = {}): Database {
  makeDataDir(dataDir)
  assertNotHalfRestored(dataDir)
  assertDatabasePresent(dataDir)
  const sqlite = new Sqlite(path.join(dataDir, DATABASE_FILE), {
    timeout: options.lockTimeout ?? OPEN_LOCK_TIMEOUT,
  })
  try {
    for (const pragma of PRAGMAS) setPragma(sqlite, pragma)
    if (sqlite.pragma('user_version', { simple: true }) === 0) assertNotEmptied(dataDir)
    migrate(sqlite, dataDir)
    writeCreatedMarker(dataDir)
    restrictDataDirPermissions(dataDir)
    return new Database(sqlite, options)
  } catch (error) {
    sqlite.close()
    throw error
  }
}

const PRAGMAS = [
  { name: 'journal_mode', value: 'WAL', reads: 'wal' },
  { name: 'synchronous', value: 'FULL', reads: 2 },
  { name: 'foreign_keys', value: 'ON', reads: 1 },
  // Overwrites deleted data, which would otherwise stay in the file's free pages.
  { name: 'secure_delete', value: 'ON', reads: 1 },
]

/** Sets a pragma and reads it back, because SQLite silently ignores a value that it cannot set. */
function setPragma(
  sqlite: Sqlite.Database,
  { name, value, reads }: (typeof PRAGMAS)[number],
): void {
  sqlite.pragma(`${name} = ${value}`)
  const actual = sqlite.pragma(name, { simple: true })
  if (actual !== reads)
    throw new Error(`SQLite did not accept PRAGMA ${name} = ${value}; it is still ${actual}.`)
}

/** Pauses between attempts to open the database, ms; each pause is twice the one before. */
const INITIAL_RETRY_DELAY = 1_000
const MAX_RETRY_DELAY = 30_000

interface RetryOptions<Opened> {
  open(): Promise<Opened>
  /** Called after each failure that may pass by itself. */
  onFault(fault: StorageFault): void
  log: Logger
  signal: AbortSignal
}

/** Whether an error may pass by itself: a storage fault other than a damaged file. */
export function isTransientFault(error: unknown): boolean {
  const fault = getStorageFault(error)
  return fault !== undefined && fault !== 'damaged'
}

/**
 * Opens the database and retries while a storage fault may pass by itself. Rejects on any other
 * error and when `signal` aborts.
 */
export async function openWithRetry<Opened>(opening: RetryOptions<Opened>): Promise<Opened> {
  const { open, onFault, log, signal } = opening
  for (let wait = INITIAL_RETRY_DELAY; ; wait = Math.min(wait * 2, MAX_RETRY_DELAY)) {
    try {
      return await open()
    } catch (err) {
      const fault = getStorageFault(err)
      if (!fault || !isTransientFault(err)) throw err
      log.error({ fault, err, wait }, 'the database cannot be opened; trying again')
      onFault(fault)
      await pause(wait, undefined, { signal })
    }
  }
}
