import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import type pg from 'pg'
import {
  assertNotHalfRestored,
  DATA_FILES,
  DATABASE_FILE,
  DataError,
  isHalfMoved,
  lockDataDir,
  MAIL_FOLDER,
  makeDataDir,
  removeMoveMarker,
  syncToDisk,
  writeCreatedMarker,
  writeMoveMarker,
} from '#server/db/data-dir.ts'
import { describePostgres } from '#server/db/engine/postgres-url.ts'
import { LIFE_NAME, readEpoch } from '#server/db/metadata.ts'
import {
  migratePostgres,
  migrateSqlite,
  readPostgresVersion,
} from '#server/db/migrations/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { PARTIAL_SUFFIX } from './backup.ts'
import { checkDatabase } from './check-database.ts'
import { assertSameTables, type CopyResult, copyTables } from './copy-tables.ts'
import { withExclusivePostgres } from './exclusive-postgres.ts'
import { addMails, adoptPostgresEpoch, fillPostgres, readPostgresEpoch } from './move-postgres.ts'
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

export interface MoveResult {
  tableCount: number
  rowCount: number
  /** Texts with characters that PostgreSQL cannot store, which were replaced. */
  alteredTexts: number
  mailCount: number
}

/**
 * Copies the SQLite database of a data folder into an empty PostgreSQL database, in one transaction
 * there, and compares every table. Throws `DataError` if one of the two is in use, if the target
 * contains data, or if a table cannot be copied; the target is then as it was.
 */
export async function moveToPostgres(dataDir: string, url: string): Promise<MoveResult> {
  assertNotHalfRestored(dataDir)
  const file = path.join(dataDir, DATABASE_FILE)
  if (!fs.existsSync(file))
    throw new DataError(`There is no database in ${dataDir}. Check DATA_DIR.`)
  const release = lockDataDir(dataDir)
  let sqlite: Sqlite.Database | undefined
  try {
    const epoch = await migrateAndReadEpoch(dataDir)
    checkDatabase(file)
    const source = new Sqlite(file)
    sqlite = source
    // Blocks other commands until the end, because their writes would not be copied.
    source.exec('BEGIN IMMEDIATE')
    return await withExclusivePostgres(url, (client) =>
      inTransaction(client, 'READ WRITE', async () => {
        const filled = await fillPostgres(client, source, url)
        await adoptPostgresEpoch(client, epoch)
        return { ...filled, mailCount: await addMails(client, dataDir) }
      }),
    )
  } finally {
    sqlite?.close()
    release()
  }
}

async function migrateAndReadEpoch(dataDir: string): Promise<string> {
  const db = await openDatabase(dataDir)
  try {
    return await readEpoch(db.read)
  } finally {
    await db.close()
  }
}

interface MoveToSqlite {
  url: string
  /** Data folder of the server that used the database. */
  dataDir: string
  folder: string
}

/**
 * Copies a PostgreSQL database and the mails into a data folder without a database, and compares
 * every table. The copy gets its name when it is whole and on the disk; until then a marker file
 * prevents a server from starting in the folder. Throws `DataError` as `moveToPostgres` does.
 */
export async function moveToSqlite({ url, dataDir, folder }: MoveToSqlite): Promise<MoveResult> {
  assertNotHalfRestored(dataDir)
  makeDataDir(folder)
  const release = lockDataDir(folder)
  const staged = path.join(folder, `move${PARTIAL_SUFFIX}`)
  try {
    fs.rmSync(staged, { recursive: true, force: true })
    assertHoldsNoData(folder)
    return await withExclusivePostgres(url, async (client) => {
      if ((await readPostgresVersion(client)) === undefined)
        throw new DataError(`There is no data in ${describePostgres(url)}. Check DATABASE_URL.`)
      await migratePostgres(client)
      writeMoveMarker(folder)
      makeDataDir(staged)
      const { mails, ...filled } = await stageDatabase(client, staged)
      await placeStaged(staged, folder, mails)
      return { ...filled, alteredTexts: 0, mailCount: mails.length }
    })
  } finally {
    fs.rmSync(staged, { recursive: true, force: true })
    release()
  }
}

/** The mails of a move that was interrupted while it placed its files are no data of a site. */
function assertHoldsNoData(folder: string): void {
  if (isHalfMoved(folder))
    fs.rmSync(path.join(folder, MAIL_FOLDER), { recursive: true, force: true })
  const inTheWay = DATA_FILES.find((name) => {
    const place = path.join(folder, name)
    return fs.existsSync(place) && (name !== MAIL_FOLDER || fs.readdirSync(place).length > 0)
  })
  if (inTheWay)
    throw new DataError(
      `${folder} already contains data (${inTheWay}), so nothing was copied. Name an empty folder.`,
    )
}

async function stageDatabase(client: pg.Client, staged: string) {
  const file = path.join(staged, DATABASE_FILE)
  const sqlite = new Sqlite(file)
  try {
    // A crash loses only the unfinished copy; `placeStaged` flushes the whole one to the disk.
    sqlite.pragma('synchronous = OFF')
    migrateSqlite(sqlite, path.dirname(file))
    return await inTransaction(client, 'READ ONLY', async () => {
      const filled = await fillSqlite(sqlite, client)
      adoptSqliteEpoch(sqlite, await readPostgresEpoch(client))
      const mails = takeMails(sqlite, staged)
      sqlite.close()
      checkDatabase(file)
      return { ...filled, mails }
    })
  } finally {
    sqlite.close()
  }
}

/** The database comes last: with it, the folder is a whole site. */
async function placeStaged(staged: string, folder: string, mails: string[]): Promise<void> {
  for (const name of [DATABASE_FILE, ...mails]) await syncToDisk(path.join(staged, name))
  if (mails.length > 0) {
    await syncToDisk(path.join(staged, MAIL_FOLDER))
    fs.renameSync(path.join(staged, MAIL_FOLDER), path.join(folder, MAIL_FOLDER))
  }
  fs.renameSync(path.join(staged, DATABASE_FILE), path.join(folder, DATABASE_FILE))
  writeCreatedMarker(folder)
  removeMoveMarker(folder)
  await syncToDisk(folder)
}

async function inTransaction<T>(
  client: pg.Client,
  access: 'READ ONLY' | 'READ WRITE',
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ ${access}`)
  try {
    const value = await work()
    await client.query('COMMIT')
    return value
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Copies all rows into a new database with the current schema, in one transaction. */
async function fillSqlite(sqlite: Sqlite.Database, client: pg.Client): Promise<CopyResult> {
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
function takeMails(sqlite: Sqlite.Database, folder: string): string[] {
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
function adoptSqliteEpoch(sqlite: Sqlite.Database, epoch: string): void {
  sqlite.prepare("UPDATE mark SET value = ? WHERE name = 'epoch'").run(epoch)
  sqlite.prepare('DELETE FROM mark WHERE name = ?').run(LIFE_NAME)
}
