import Sqlite from 'better-sqlite3'
import { DataError } from './data-dir.ts'

export interface Checked {
  /** Which migration the file has come to. */
  version: number
  rows: number
}

/** Reads all of a database file that nobody writes to; throws where anything in it is wrong. */
export function checkDatabase(file: string): Checked {
  let sqlite: Sqlite.Database | undefined
  try {
    sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
    return check(sqlite)
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    throw new DataError(`The database is damaged: ${error.message}.`)
  } finally {
    sqlite?.close()
  }
}

function check(sqlite: Sqlite.Database): Checked {
  const fault = sqlite.pragma('integrity_check(1)', { simple: true })
  if (fault !== 'ok') throw new DataError(`The database is damaged: ${fault}.`)
  const orphans = sqlite.pragma('foreign_key_check') as { table: string }[]
  if (orphans[0])
    throw new DataError(`The database is damaged: ${orphans[0].table} refers to what is gone.`)
  const version = sqlite.pragma('user_version', { simple: true }) as number
  if (version < 1) throw new DataError('The database holds nothing.')
  return { version, rows: countRows(sqlite) }
}

function countRows(sqlite: Sqlite.Database): number {
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all() as string[]
  return tables.reduce(
    (sum, table) => sum + Number(sqlite.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()),
    0,
  )
}
