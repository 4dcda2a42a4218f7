import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { DataError, getRestoreMarker, MAIL_FOLDER, syncToDisk } from '#server/db/data-dir.ts'
import { Database } from '#server/db/database.ts'
import { PostgresEngine } from '#server/db/engine/postgres.ts'
import { migratePostgres, readPostgresVersion } from '#server/db/migrations/migrate.ts'
import { type Erasure, parseErasureLog, toErasure } from '#server/db/privacy/erasure-log.ts'
import { StorageHealth } from '#server/db/storage-faults.ts'
import type { Keys } from '#server/lib/keys.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { writeBackupManifest } from './backup.ts'
import { withExclusivePostgres } from './exclusive-postgres.ts'
import {
  checkDump,
  DUMP_FILE,
  type DumpTools,
  dumpPostgres,
  findDumpTools,
  restoreDump,
} from './postgres-dump.ts'
import {
  type ErasureContext,
  type PreparedDatabase,
  prepareRestoredDatabase,
} from './restored-database.ts'

interface RestorePostgres {
  url: string
  dataDir: string
  /** The checked copy of the backup. */
  staged: string
  /** The database's version in the backup. */
  version: number
  /** Folder for the replaced data, which becomes a backup itself. */
  replacedDir: string
  keys: Keys | undefined
  now: number
}

/** Replaces the database and the mails; returns the folder of the old data, if there was any. */
export async function restorePostgres(
  order: RestorePostgres,
): Promise<PreparedDatabase & { replacedFolder: string | undefined }> {
  const { url, dataDir, staged, replacedDir, keys, now } = order
  return withExclusivePostgres(url, async (client) => {
    const tools = await findDumpTools(client)
    await checkDump(tools, path.join(staged, DUMP_FILE))
    const current = await readPostgresVersion(client)
    const log = await readErasures(client, dataDir)
    if (current !== undefined) await saveCurrentData(url, replacedDir)
    await replaceDatabase(client, { ...order, tools, current, log })
    await migratePostgres(client)
    const prepared = await prepareDatabase(url, staged, { log, keys, now })
    await replaceMails(dataDir, staged, replacedDir)
    if (current !== undefined)
      await writeBackupManifest(replacedDir, { takenAt: toIsoTime(now), version: current })
    fs.rmSync(getRestoreMarker(dataDir))
    await syncToDisk(dataDir)
    return { ...prepared, replacedFolder: fs.existsSync(replacedDir) ? replacedDir : undefined }
  })
}

/**
 * The erasures of the current database, and those that an interrupted restore has left in its marker
 * file; undefined if the database cannot be read.
 */
async function readErasures(client: pg.Client, dataDir: string): Promise<Erasure[] | undefined> {
  const mark = getRestoreMarker(dataDir)
  const marked = fs.existsSync(mark) ? parseErasureLog(fs.readFileSync(mark, 'utf8')) : []
  try {
    const { rows: tables } = await client.query(
      "SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'erasure'",
    )
    const found =
      tables.length > 0 ? await client.query('SELECT * FROM erasure ORDER BY id') : { rows: [] }
    const all = [...marked, ...found.rows.map(toErasure)]
    return [...new Map(all.map((one) => [`${one.mailbox} ${one.at}`, one])).values()]
  } catch {
    return undefined
  }
}

async function saveCurrentData(url: string, replacedDir: string): Promise<void> {
  fs.mkdirSync(replacedDir, { mode: 0o700 })
  try {
    await dumpPostgres(url, path.join(replacedDir, DUMP_FILE))
  } catch (error) {
    fs.rmSync(replacedDir, { recursive: true })
    if (!(error instanceof DataError)) throw error
    throw new DataError(
      `The current data cannot be saved, so nothing was restored: ${error.message} To restore without it, set DATABASE_URL to a new, empty database.`,
      { cause: error },
    )
  }
}

interface Replacement extends RestorePostgres {
  tools: DumpTools
  /** The version of the database now; undefined if it is empty. */
  current: number | undefined
  log: Erasure[] | undefined
}

/**
 * The marker file makes the next start refuse until the restore is complete. A database of a newer
 * version has tables that pg_restore does not know and so cannot drop: only there, a restore that
 * fails half-way has removed the data, which is then in `replacedDir` alone.
 */
async function replaceDatabase(client: pg.Client, order: Replacement): Promise<void> {
  const { url, dataDir, staged, replacedDir, tools, log, version, current = 0 } = order
  const mark = getRestoreMarker(dataDir)
  const wasInterrupted = fs.existsSync(mark)
  fs.writeFileSync(mark, JSON.stringify(log ?? []), { mode: 0o600, flush: true })
  await syncToDisk(dataDir)
  const isNewer = current > version
  if (isNewer) await dropTables(client)
  try {
    await restoreDump(tools, path.join(staged, DUMP_FILE), url)
  } catch (error) {
    if (isNewer) throw error
    fs.rmSync(replacedDir, { recursive: true, force: true })
    if (!wasInterrupted) fs.rmSync(mark)
    throw error
  }
}

/**
 * Leaves the table with the newer version, so that no server of the older program starts. A function
 * that needs another one goes with it.
 */
async function dropTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('DROP TABLE %I CASCADE', tablename) AS statement FROM pg_tables
      WHERE schemaname = current_schema() AND tablename <> 'schema_version'
    UNION ALL SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f' AND NOT EXISTS
        (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  )
  await client.query(['BEGIN', ...rows.map(({ statement }) => statement), 'COMMIT'].join(';'))
}

/** Longest wait for a transaction of another process, ms; there is none. */
const LOCK_TIMEOUT = 5_000

async function prepareDatabase(
  url: string,
  staged: string,
  context: ErasureContext,
): Promise<PreparedDatabase> {
  const health = new StorageHealth()
  const engine = new PostgresEngine({ url, health, lockTimeout: LOCK_TIMEOUT })
  const db = new Database({ engine, health, lockTimeout: LOCK_TIMEOUT })
  try {
    return await prepareRestoredDatabase(db, staged, context)
  } finally {
    await db.close()
  }
}

async function replaceMails(dataDir: string, staged: string, replacedDir: string): Promise<void> {
  const mail = path.join(dataDir, MAIL_FOLDER)
  if (fs.existsSync(mail)) {
    fs.mkdirSync(replacedDir, { recursive: true, mode: 0o700 })
    fs.renameSync(mail, path.join(replacedDir, MAIL_FOLDER))
    await syncToDisk(replacedDir)
  }
  const restored = path.join(staged, MAIL_FOLDER)
  if (fs.existsSync(restored)) fs.renameSync(restored, mail)
  await syncToDisk(dataDir)
}
