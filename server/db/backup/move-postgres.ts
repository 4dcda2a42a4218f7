import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import type pg from 'pg'
import { DataError } from '#server/db/data-dir.ts'
import { toStorableText } from '#server/db/engine/postgres-pool.ts'
import { describePostgres } from '#server/db/engine/postgres-url.ts'
import { type EpochParts, formatEpoch, LIFE_NAME } from '#server/db/metadata.ts'
import { migrateInTransaction, migrateSqlite } from '#server/db/migrations/migrate.ts'
import { listMails } from './backup.ts'
import { assertSameTables, type CopyResult, copyTables } from './copy-tables.ts'
import {
  digestRows,
  fromValue,
  isSameDigest,
  listTables,
  quoteColumns,
  READ_CLOCK,
  type Row,
  readPostgresRows,
  readSqliteRows,
  setClockSql,
  type Table,
} from './table-rows.ts'

/** Adds the mails that a data folder holds as files: another machine would not have them. */
export async function addMails(client: pg.Client, dataDir: string): Promise<number> {
  const files = listMails(dataDir)
  for (const file of files) {
    const id = path.basename(file, '.eml')
    await client.query('INSERT INTO mail_message (id, job_id, message) VALUES ($1, $2, $3)', [
      id,
      Number.parseInt(id, 10),
      toStorableText(fs.readFileSync(path.join(dataDir, file), 'utf8')),
    ])
  }
  return files.length
}

/** Copies all rows into an empty database, in the caller's transaction, and creates its tables. */
export async function fillPostgres(
  client: pg.Client,
  sqlite: Sqlite.Database,
  url: string,
): Promise<CopyResult & { alteredTexts: number }> {
  await migrateInTransaction(client)
  const tables = listTables(sqlite)
  await assertSameTables(tables, client)
  await assertHoldsNoRows(client, tables, url)
  let alteredTexts = 0
  const makeStorable = (value: string | null) => {
    const storable = toStorableText(value) as string | null
    if (storable !== value) alteredTexts++
    return storable
  }
  // The rows that triggers would write are among the copied ones.
  await setTriggers(client, tables, 'DISABLE')
  const copied = await copyTables(tables, {
    *read(table) {
      for (const rows of readSqliteRows(sqlite, table))
        yield rows.map((row) => row.map(makeStorable))
    },
    clear: async (table) => {
      await client.query(`DELETE FROM "${table.name}"`)
    },
    createInsert: (table) => createInsert(client, table),
    readBack: (table) => readPostgresRows(client, table),
  })
  // A table with a deferred check that is still to come cannot be altered.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  await setTriggers(client, tables, 'ENABLE')
  await advanceSequences(client)
  await client.query(setClockSql(String(sqlite.prepare(READ_CLOCK).pluck().get())))
  return { ...copied, alteredTexts }
}

/** Throws `DataError` if there is more than what the migrations insert. */
async function assertHoldsNoRows(client: pg.Client, tables: Table[], url: string): Promise<void> {
  const fresh = new Sqlite(':memory:')
  migrateSqlite(fresh, '')
  try {
    for (const table of tables)
      if (!(await isFresh(client, table, fresh)))
        throw new DataError(
          `The table ${table.name} in ${describePostgres(url)} already contains data, so nothing was copied. Name an empty database.`,
        )
  } finally {
    fresh.close()
  }
}

async function isFresh(client: pg.Client, table: Table, fresh: Sqlite.Database): Promise<boolean> {
  // The epoch is random.
  if (table.name === 'mark') {
    const known = ['epoch', LIFE_NAME]
    const { rows } = await client.query('SELECT FROM mark WHERE name <> ALL ($1) LIMIT 1', [known])
    return rows.length === 0
  }
  const expected = await digestRows(readSqliteRows(fresh, table))
  const limit = expected.rowCount + 1
  const { rows } = await client.query(`SELECT FROM "${table.name}" LIMIT ${limit}`)
  if (rows.length !== expected.rowCount) return false
  return (
    rows.length === 0 || isSameDigest(expected, await digestRows(readPostgresRows(client, table)))
  )
}

async function setTriggers(
  client: pg.Client,
  tables: Table[],
  state: 'DISABLE' | 'ENABLE',
): Promise<void> {
  for (const { name } of tables) await client.query(`ALTER TABLE "${name}" ${state} TRIGGER USER`)
}

const ARRAY_TYPES = { integer: 'bigint', text: 'text', bytes: 'bytea' }

/** An array for each column, so that a statement takes any number of rows. */
function createInsert(client: pg.Client, table: Table) {
  const arrays = table.columns.map(({ type }, index) => `$${index + 1}::${ARRAY_TYPES[type]}[]`)
  const text = `INSERT INTO "${table.name}" (${quoteColumns(table)}) SELECT * FROM unnest(${arrays.join()})`
  return async (rows: Row[]) => {
    const values = table.columns.map((column, index) =>
      rows.map((row) => fromValue(row[index], column)),
    )
    if (rows.length > 0) await client.query(text, values)
  }
}

/** The next generated id follows the highest that was copied. */
async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `SELECT table_name AS name, column_name AS column FROM information_schema.columns
      WHERE table_schema = current_schema() AND is_identity = 'YES'`,
  )
  for (const { name, column } of rows)
    await client.query(
      `SELECT setval(pg_get_serial_sequence('"${name}"', '${column}'), max("${column}"))
        FROM "${name}" HAVING count(*) > 0`,
    )
}

export async function readPostgresEpoch(client: pg.Client): Promise<string> {
  const { rows } = await client.query<EpochParts>(
    `SELECT value AS epoch, database_life() AS now,
      coalesce((SELECT value FROM mark WHERE name = $1), '') AS began
      FROM mark WHERE name = 'epoch'`,
    [LIFE_NAME],
  )
  return formatEpoch(rows[0])
}

export async function adoptPostgresEpoch(client: pg.Client, epoch: string): Promise<void> {
  await client.query("UPDATE mark SET value = $1 WHERE name = 'epoch'", [epoch])
  await client.query(
    `INSERT INTO mark (name, value) VALUES ($1, database_life())
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [LIFE_NAME],
  )
}
