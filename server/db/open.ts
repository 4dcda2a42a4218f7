import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { Database } from './database.ts'
import { migrate } from './migrate.ts'

/** Opens `dataDir/lysning.sqlite`, made and migrated where needed, with durable commits. */
export function openDatabase(dataDir: string): Database {
  fs.mkdirSync(dataDir, { recursive: true })
  const sqlite = new Sqlite(path.join(dataDir, 'lysning.sqlite'), { timeout: 5000 })
  setPragma(sqlite, 'journal_mode', 'WAL', 'wal')
  setPragma(sqlite, 'synchronous', 'FULL', 2)
  setPragma(sqlite, 'foreign_keys', 'ON', 1)
  migrate(sqlite, dataDir)
  return new Database(sqlite)
}

/** Sets a pragma and reads it back: SQLite ignores what it cannot do. */
function setPragma(sqlite: Sqlite.Database, name: string, value: string, expected: unknown): void {
  sqlite.pragma(`${name} = ${value}`)
  const actual = sqlite.pragma(name, { simple: true })
  if (actual !== expected) throw new Error(`SQLite keeps ${name} at ${actual}, not ${value}.`)
}
