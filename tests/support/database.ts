import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { DATABASE_FILE } from '#server/db/data-dir.ts'
import type { Database } from '#server/db/database.ts'
import { type OpenOptions, openDatabase as openOwn } from '#server/db/open-database.ts'
import { readTables } from './server-data.ts'

/** Which engine the tests of this run use. */
export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/** Database with the current schema and no data, which new ones are copied from. */
export const TEMPLATE = 'lysning_template'

/** The database of a data folder: its SQLite file, or on PostgreSQL one named after the folder. */
export async function openDatabase(dataDir: string, options: OpenOptions = {}): Promise<Database> {
  await prepareDatabase(dataDir)
  const db = await openOwn(dataDir, { ...options, url: getDatabaseUrl(dataDir) })
  if (process.env.REPEAT_WRITES === '1') runWritesTwice(db)
  return db
}

/** A write may be run again after a conflict: its first run is undone here, and must not show. */
function runWritesTwice(db: Database): void {
  const write = db.write.bind(db)
  db.write = (work) =>
    write(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw('SAVEPOINT first'))
      await work(tx).catch(() => undefined)
      await tx.executeQuery(CompiledQuery.raw('ROLLBACK TO SAVEPOINT first'))
      await tx.executeQuery(CompiledQuery.raw('RELEASE SAVEPOINT first'))
      return work(tx)
    })
}

/** For whoever opens it by `getDatabaseUrl`: on PostgreSQL, the database has to exist. */
export async function prepareDatabase(dataDir: string): Promise<void> {
  if (engine === 'postgres' && !known.has(dataDir)) await createDatabase(dataDir, TEMPLATE)
}

/** For settings: undefined on SQLite. */
export function getDatabaseUrl(dataDir: string): string | undefined {
  return engine === 'postgres' ? toUrl(toName(dataDir)) : undefined
}

/** Makes one folder's database a copy of another's; both are closed. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  if (engine === 'postgres') {
    await dropDatabase(to)
    await createDatabase(to, toName(from))
    return
  }
  for (const end of ['', '-wal', '-shm'])
    fs.rmSync(path.join(to, DATABASE_FILE + end), { force: true })
  fs.copyFileSync(path.join(from, DATABASE_FILE), path.join(to, DATABASE_FILE))
}

/** All rows of all tables that both engines have; nobody may write meanwhile. */
export async function readStoredTables(dataDir: string): Promise<Record<string, unknown[]>> {
  if (engine === 'sqlite') return readTables(dataDir)
  const client = new pg.Client(getDatabaseUrl(dataDir))
  client.setTypeParser(pg.types.builtins.INT8, Number)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
      AND tablename NOT IN ('schema_version', 'write_lock', 'counter') ORDER BY name`,
  )
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables)
    found[name] = (await client.query(`SELECT * FROM "${name}" ORDER BY 1`)).rows
  await client.end()
  return found
}

/** The folders whose databases this process has created. */
const known = new Set<string>()

/**
 * Folders that were gone when the last database was created. Their databases are dropped one later:
 * PostgreSQL waits a tenth of a second for connections that have just been closed.
 */
let left: string[] = []

async function createDatabase(dataDir: string, template: string): Promise<void> {
  // A folder may have been made again meanwhile.
  for (const folder of left.splice(0)) if (!fs.existsSync(folder)) await dropDatabase(folder)
  left = [...known].filter((folder) => !fs.existsSync(folder))
  // The other strategy, which PostgreSQL 15 brought, writes each page of the copy to the log, too.
  const [{ version } = { version: 0 }] = await administer<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  )
  const strategy = version >= 150_000 ? 'STRATEGY FILE_COPY' : ''
  await administer(`CREATE DATABASE "${toName(dataDir)}" TEMPLATE "${template}" ${strategy}`)
  known.add(dataDir)
}

async function dropDatabase(dataDir: string): Promise<void> {
  await administer(`DROP DATABASE IF EXISTS "${toName(dataDir)}" WITH (FORCE)`)
  known.delete(dataDir)
}

function toName(dataDir: string): string {
  return `t_${createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 24)}`
}

function toUrl(database: string): string {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = database
  return url.href
}

let administrator: pg.Client | undefined

async function administer<Row>(statement: string): Promise<Row[]> {
  if (!administrator) {
    administrator = new pg.Client(process.env.TEST_DATABASE_URL)
    await administrator.connect()
  }
  return (await administrator.query(statement)).rows
}
