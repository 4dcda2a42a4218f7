import Sqlite from 'better-sqlite3'
import { DataError } from '#server/db/data-dir.ts'

export interface DatabaseCheck {
  /** The database's version: the number of the last migration. */
  version: number
  rowCount: number
}

/** Checks a database file that no process is writing to. Throws `DataError` if it is damaged. */
export function checkDatabase(file: string): DatabaseCheck {
  let sqlite: Sqlite.Database | undefined
  try {
    sqlite = new Sqlite(file, { readonly: true, fileMustExist: true })
    return checkContents(sqlite)
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    throw new DataError(`The database is damaged: ${error.message}.`)
  } finally {
    sqlite?.close()
  }
}

function checkContents(sqlite: Sqlite.Database): DatabaseCheck {
  const fault = sqlite.pragma('integrity_check(1)', { simple: true })
  if (fault !== 'ok') throw new DataError(`The database is damaged: ${fault}.`)
  const orphans = sqlite.pragma('foreign_key_check') as { table: string }[]
  if (orphans[0])
    throw new DataError(
      `The database is damaged: the table ${orphans[0].table} refers to rows that do not exist.`,
    )
  const version = sqlite.pragma('user_version', { simple: true }) as number
  if (version < 1)
    throw new DataError('The database is empty: no migration was ever applied to it.')
  return { version, rowCount: countRows(sqlite) }
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
