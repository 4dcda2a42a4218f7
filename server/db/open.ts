import path from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  DATABASE,
  makeDataDir,
  markMade,
  refuseEmpty,
  refuseHalfRestored,
  refuseLost,
  restrictDataDir,
} from './data-dir.ts'
import { Database, type DatabaseOptions } from './database.ts'
import { migrate } from './migrate.ts'

/** How long another process's lock is waited for while nobody is served yet, milliseconds. */
const OPENING = 5_000

/** Opens `dataDir/lysning.sqlite`, made and migrated where needed, with durable commits. */
export function openDatabase(dataDir: string, options: DatabaseOptions = {}): Database {
  makeDataDir(dataDir)
  refuseHalfRestored(dataDir)
  refuseLost(dataDir)
  const sqlite = new Sqlite(path.join(dataDir, DATABASE), { timeout: options.lockWait ?? OPENING })
  try {
    for (const pragma of PRAGMAS) setPragma(sqlite, pragma)
    if (sqlite.pragma('user_version', { simple: true }) === 0) refuseEmpty(dataDir)
    migrate(sqlite, dataDir)
    markMade(dataDir)
    restrictDataDir(dataDir)
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
  // What was erased is overwritten, and not left in the file's free pages.
  { name: 'secure_delete', value: 'ON', reads: 1 },
]

/** Sets a pragma and reads it back: SQLite ignores what it cannot do. */
function setPragma(
  sqlite: Sqlite.Database,
  { name, value, reads }: (typeof PRAGMAS)[number],
): void {
  sqlite.pragma(`${name} = ${value}`)
  const actual = sqlite.pragma(name, { simple: true })
  if (actual !== reads) throw new Error(`SQLite keeps ${name} at ${actual}, not ${value}.`)
}
