import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { DATABASE, makeDataDir, refuseHalfRestored, restrictDataDir } from './data-dir.ts'
import { Database, type DatabaseOptions } from './database.ts'
import { migrate } from './migrate.ts'

/** Opens `dataDir/lysning.sqlite`, made and migrated where needed, with durable commits. */
export function openDatabase(dataDir: string, options: DatabaseOptions = {}): Database {
  makeDataDir(dataDir)
  refuseHalfRestored(dataDir)
  const sqlite = new Sqlite(path.join(dataDir, DATABASE), { timeout: 5000 })
  for (const pragma of PRAGMAS) setPragma(sqlite, pragma)
  migrate(sqlite, dataDir)
  restrictDataDir(dataDir)
  return new Database(sqlite, options)
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
