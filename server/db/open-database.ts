import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '#server/lib/log.ts'
import {
  assertNotHalfMoved,
  assertNotHalfRestored,
  makeDataDir,
  restrictDataDirPermissions,
} from './data-dir.ts'
import { Database } from './database.ts'
import { openPostgres } from './engine/postgres.ts'
import { openSqlite } from './engine/sqlite.ts'
import { getStorageFault, type StorageFault, StorageHealth } from './storage-faults.ts'

export interface OpenOptions {
  /** `postgres://…`; undefined: the SQLite file of the data folder. */
  url?: string | undefined
  /** Longest wait for another process's transaction, ms. */
  lockTimeout?: number
  /** A server opens every connection at once; a command needs few. */
  opensAll?: boolean
  log?: Logger | undefined
}

/** Longest wait of a write for another process's transaction, ms; a request waits for the write. */
const LOCK_TIMEOUT = 5_000

/**
 * Opens the database with durable commits; creates and migrates it if needed. Throws `DataError` if
 * a restore was interrupted, or if the database is lost, newer than this program or not usable.
 */
export async function openDatabase(
  dataDir: string,
  { url, lockTimeout = LOCK_TIMEOUT, opensAll, log }: OpenOptions = {},
): Promise<Database> {
  makeDataDir(dataDir)
  assertNotHalfRestored(dataDir)
  const health = new StorageHealth()
  const parts = { health, lockTimeout, log }
  if (!url) assertNotHalfMoved(dataDir)
  const engine = url
    ? await openPostgres({ url, opensAll, ...parts })
    : openSqlite({ dataDir, ...parts })
  restrictDataDirPermissions(dataDir)
  return new Database({ engine, health, lockTimeout })
}

/** Pauses between attempts to open the database, ms; each pause is twice the one before. */
const INITIAL_RETRY_DELAY = 1_000
const MAX_RETRY_DELAY = 5_000

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
      const reason = err instanceof Error ? err.message : String(err)
      log.error({ fault, reason, wait }, 'the database cannot be opened; trying again')
      onFault(fault)
      await pause(wait, undefined, { signal })
    }
  }
}
