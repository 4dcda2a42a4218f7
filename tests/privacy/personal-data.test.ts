import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sqliteDdl } from '#server/db/migrations/ddl.ts'
import { migrations } from '#server/db/migrations/migrate.ts'
import { erasureClasses } from '#server/db/privacy/erasure.ts'
import {
  columnsNotExported,
  findPersonRows,
  readPersonData,
} from '#server/db/privacy/personal-data.ts'
import type { Tables } from '#server/db/tables.ts'

/** A database with the current schema, in memory. */
function createDatabase(): Sqlite.Database {
  const sqlite = new Sqlite(':memory:')
  for (const step of migrations) sqlite.exec(step(sqliteDdl))
  return sqlite
}

/** `table.column` of every column of a person's data. */
function listPersonalColumns(sqlite: Sqlite.Database): string[] {
  const tables = Object.keys(erasureClasses).filter((table) =>
    ['erased', 'accounting'].includes(erasureClasses[table] ?? ''),
  )
  return tables.flatMap((table) =>
    (sqlite.pragma(`table_info("${table}")`) as { name: string }[]).map(
      ({ name }) => `${table}.${name}`,
    ),
  )
}

/** `table.column` of every column that an export reads, as SQLite itself names where a result comes from. */
async function listExportedColumns(sqlite: Sqlite.Database): Promise<Set<string>> {
  const read = new Set<string>()
  let isExport = false
  const database = {
    close: () => sqlite.close(),
    prepare(text: string) {
      const statement = sqlite.prepare(text)
      if (isExport && statement.reader)
        for (const { table, column } of statement.columns())
          if (table !== null && column !== null) read.add(`${table}.${column}`)
      return statement
    },
  }
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await db.transaction().execute(async (tx) => {
    const rows = await findPersonRows(tx, 'elisabeth@example.com')
    isExport = true
    await readPersonData(tx, rows)
  })
  return read
}

describe('The export of a person’s data', () => {
  it('contains each column of each table with data about people, except those that are left out by name', async () => {
    const sqlite = createDatabase()
    const columns = listPersonalColumns(sqlite)
    const exported = await listExportedColumns(sqlite)
    const isLeftOut = (column: string) => {
      const [table = '', name = ''] = column.split('.')
      const left = columnsNotExported[table]
      return left === 'all' || Boolean(left?.includes(name))
    }
    expect(columns.filter((column) => !exported.has(column) && !isLeftOut(column))).toEqual([])
    expect(columns.filter((column) => exported.has(column) && isLeftOut(column))).toEqual([])
    sqlite.close()
  })

  it('leaves out only columns that exist', () => {
    const sqlite = createDatabase()
    const columns = listPersonalColumns(sqlite)
    const named = Object.entries(columnsNotExported).flatMap(([table, left]) =>
      left === 'all' ? [] : left.map((name) => `${table}.${name}`),
    )
    expect(named.filter((column) => !columns.includes(column))).toEqual([])
    sqlite.close()
  })
})
