import fs from 'node:fs'
import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import type pg from 'pg'
import { MAIL_FOLDER } from '#server/db/data-dir.ts'
import { LIFE_NAME } from '#server/db/metadata.ts'
import { assertSameTables, type CopyResult, copyTables } from './copy-tables.ts'
import {
  fromValue,
  listTables,
  quoteColumns,
  READ_CLOCK,
  type Row,
  readPostgresRows,
  readSqliteRows,
  setClockSql,
  type Table,
} from './table-rows.ts'

/** Copies all rows into a new database with the current schema, in one transaction. */
export async function fillSqlite(sqlite: Sqlite.Database, client: pg.Client): Promise<CopyResult> {
  const tables = listTables(sqlite)
  await assertSameTables(tables, client)
  sqlite.exec('BEGIN')
  const triggers = takeTriggers(sqlite)
  const copied = await copyTables(tables, {
    read: (table) => readPostgresRows(client, table),
    clear: async (table) => {
      sqlite.exec(`DELETE FROM "${table.name}"`)
    },
    createInsert: (table) => createInsert(sqlite, table),
    readBack: (table) => readSqliteRows(sqlite, table),
  })
  for (const sql of triggers) sqlite.exec(sql)
  const clock = await client.query<{ seq: string }>(READ_CLOCK)
  sqlite.exec(setClockSql(clock.rows[0]?.seq ?? '0'))
  sqlite.exec('COMMIT')
  return copied
}

/** Drops all triggers, whose effects are among the copied rows; returns the SQL to create them. */
function takeTriggers(sqlite: Sqlite.Database): string[] {
  const found = sqlite
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all() as { name: string; sql: string }[]
  for (const { name } of found) sqlite.exec(`DROP TRIGGER "${name}"`)
  return found.map(({ sql }) => sql)
}

function createInsert(sqlite: Sqlite.Database, table: Table) {
  const places = table.columns.map(() => '?').join()
  const statement = sqlite.prepare(
    `INSERT INTO "${table.name}" (${quoteColumns(table)}) VALUES (${places})`,
  )
  return async (rows: Row[]) => {
    for (const row of rows)
      statement.run(table.columns.map((column, index) => fromValue(row[index], column)))
  }
}

/** Moves the mails of the copied database into files of its folder; returns their paths. */
export function takeMails(sqlite: Sqlite.Database, folder: string): string[] {
  const mails = sqlite.prepare('SELECT id, message FROM mail_message ORDER BY id').all() as {
    id: string
    message: string
  }[]
  if (mails.length > 0) fs.mkdirSync(path.join(folder, MAIL_FOLDER), { mode: 0o700 })
  const files = mails.map(({ id, message }) => {
    const file = `${MAIL_FOLDER}/${id}.eml`
    fs.writeFileSync(path.join(folder, file), message, { mode: 0o600 })
    return file
  })
  sqlite.exec('DELETE FROM mail_message')
  return files
}

/** A SQLite file has one life, which needs no name. */
export function adoptSqliteEpoch(sqlite: Sqlite.Database, epoch: string): void {
  sqlite.prepare("UPDATE mark SET value = ? WHERE name = 'epoch'").run(epoch)
  sqlite.prepare('DELETE FROM mark WHERE name = ?').run(LIFE_NAME)
}
