import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import type pg from 'pg'
import {
  assertNotHalfRestored,
  copyPrivateFile,
  DATA_FILES,
  DATABASE_FILE,
  DataError,
  lockDataDir,
  MAIL_FOLDER,
  makeDataDir,
  syncToDisk,
  writeCreatedMarker,
} from '#server/db/data-dir.ts'
import { describePostgres } from '#server/db/engine/postgres-url.ts'
import { readEpoch } from '#server/db/metadata.ts'
import {
  migratePostgres,
  migrateSqlite,
  readPostgresVersion,
} from '#server/db/migrations/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { listMails, PARTIAL_SUFFIX } from './backup.ts'
import { checkDatabase } from './check-database.ts'
import { withExclusivePostgres } from './exclusive-postgres.ts'
import { adoptPostgresEpoch, fillPostgres, readPostgresEpoch } from './move-postgres.ts'
import { adoptSqliteEpoch, fillSqlite } from './move-sqlite.ts'

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
        return { ...filled, mailCount: 0 }
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
  /** Data folder of the server, which holds the mail files. */
  dataDir: string
  folder: string
}

/**
 * Copies a PostgreSQL database and the mails into a data folder without a database, and compares
 * every table. The copy gets its name when it is whole and on the disk. Throws `DataError` as
 * `moveToPostgres` does.
 */
export async function moveToSqlite({ url, dataDir, folder }: MoveToSqlite): Promise<MoveResult> {
  assertNotHalfRestored(dataDir)
  makeDataDir(folder)
  const release = lockDataDir(folder)
  const staged = path.join(folder, `move${PARTIAL_SUFFIX}`)
  try {
    fs.rmSync(staged, { recursive: true, force: true })
    const mails = isSameFolder(dataDir, folder) ? [] : listMails(dataDir)
    assertHoldsNoData(folder, mails.length > 0)
    return await withExclusivePostgres(url, async (client) => {
      if ((await readPostgresVersion(client)) === undefined)
        throw new DataError(`There is no data in ${describePostgres(url)}. Check DATABASE_URL.`)
      await migratePostgres(client)
      makeDataDir(staged)
      const filled = await stageDatabase(client, path.join(staged, DATABASE_FILE))
      for (const mail of mails)
        await copyPrivateFile(path.join(dataDir, mail), path.join(staged, mail))
      await placeStaged(staged, folder, mails)
      return { ...filled, alteredTexts: 0, mailCount: mails.length }
    })
  } finally {
    fs.rmSync(staged, { recursive: true, force: true })
    release()
  }
}

function isSameFolder(one: string, other: string): boolean {
  return fs.existsSync(one) && fs.realpathSync(one) === fs.realpathSync(other)
}

function assertHoldsNoData(folder: string, hasMails: boolean): void {
  const found = DATA_FILES.filter((name) => name !== MAIL_FOLDER).find((name) =>
    fs.existsSync(path.join(folder, name)),
  )
  const mail = path.join(folder, MAIL_FOLDER)
  const inTheWay =
    found ?? (hasMails && fs.existsSync(mail) && fs.readdirSync(mail)[0] && MAIL_FOLDER)
  if (inTheWay)
    throw new DataError(
      `${folder} already contains data (${inTheWay}), so nothing was copied. Name an empty folder.`,
    )
}

async function stageDatabase(client: pg.Client, file: string) {
  const sqlite = new Sqlite(file)
  try {
    // A crash loses only the unfinished copy; `placeStaged` flushes the whole one to the disk.
    sqlite.pragma('synchronous = OFF')
    migrateSqlite(sqlite, path.dirname(file))
    return await inTransaction(client, 'READ ONLY', async () => {
      const filled = await fillSqlite(sqlite, client)
      adoptSqliteEpoch(sqlite, await readPostgresEpoch(client))
      sqlite.close()
      checkDatabase(file)
      return filled
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
