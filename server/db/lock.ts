import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { DataError } from './data-dir.ts'

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
