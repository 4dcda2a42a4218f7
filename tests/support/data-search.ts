import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { engine, readStoredTables } from './database.ts'

/** Names of a data folder's tables and mail files that contain one of the texts, in any case. */
export async function findTraces(folder: string, ...texts: string[]): Promise<string[]> {
  const tables = Object.entries(await readStoredTables(folder)).flatMap(([name, rows]) =>
    rows.some((row) => containsAny(JSON.stringify(row), texts)) ? [name] : [],
  )
  const mail = path.join(folder, 'mail')
  const files = fs.existsSync(mail) ? fs.readdirSync(mail) : []
  return [
    ...tables,
    ...files.filter((name) => containsAny(fs.readFileSync(path.join(mail, name), 'utf8'), texts)),
  ]
}

function containsAny(text: string, texts: string[]): boolean {
  return texts.some((part) => text.toLowerCase().includes(part.toLowerCase()))
}

/**
 * Checkpoints the write-ahead log, then searches the bytes of the database file. PostgreSQL
 * overwrites deleted rows later, so that there only its tables are searched.
 */
export async function isInDatabaseFile(folder: string, text: string): Promise<boolean> {
  if (engine === 'postgres') return (await findTraces(folder, text)).length > 0
  const file = path.join(folder, 'lysning.sqlite')
  const sqlite = new Sqlite(file)
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  sqlite.close()
  return fs.readFileSync(file).includes(text)
}
