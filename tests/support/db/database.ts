import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { DATABASE_FILE } from '#server/db/data-dir.ts'
import type { Database } from '#server/db/database.ts'
import { type OpenOptions, openDatabase as openOwn } from '#server/db/open-database.ts'
import { createSavepoint } from '#server/db/statements.ts'
import { readTables } from '#tests/support/server/server-data.ts'

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

const first = createSavepoint('first')

/** A write may be run again after a conflict: its first run is undone here, and must not show. */
function runWritesTwice(db: Database): void {
  const write = db.write.bind(db)
  db.write = (work) =>
    write(async (tx) => {
      await tx.executeQuery(first.begin)
      await work(tx).catch(() => undefined)
      await tx.executeQuery(first.rollBack)
      await tx.executeQuery(first.release)
      return work(tx)
    })
}

/** For whoever opens it by `getDatabaseUrl`: on PostgreSQL, the database has to exist. */
export async function prepareDatabase(dataDir: string): Promise<void> {
  if (engine === 'sqlite') await copyEmptyFile(dataDir)
  else if (!known.has(dataDir)) await createDatabase(dataDir, TEMPLATE)
}

/** A file with the current schema and no data: to create the tables takes three quarters of the time to open it. */
let emptyFile: Promise<Buffer> | undefined

/** Puts a database into a folder that has nothing yet. */
async function copyEmptyFile(dataDir: string): Promise<void> {
  if (fs.existsSync(dataDir) && fs.readdirSync(dataDir).length > 0) return
  emptyFile ??= createEmptyFile()
  const content = await emptyFile
  fs.mkdirSync(dataDir, { recursive: true })
  fs.writeFileSync(path.join(dataDir, DATABASE_FILE), content)
}

async function createEmptyFile(): Promise<Buffer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'empty-'))
  await (await openOwn(folder)).close()
  const content = fs.readFileSync(path.join(folder, DATABASE_FILE))
  fs.rmSync(folder, { recursive: true })
  return content
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
  found.sync_clock = (await client.query('SELECT * FROM sync_clock')).rows
  await client.end()
  return found
}

/** The names of the databases that this process has created, by folder. */
const known = new Map<string, string>()

/**
 * Folders that were gone when the last database was created. Their databases are emptied one later:
 * PostgreSQL waits a tenth of a second for connections that have just been closed.
 */
let left: string[] = []

/** Databases without rows of a test, for the next folders: to copy the template takes longer. */
const emptied: string[] = []

async function createDatabase(dataDir: string, template: string): Promise<void> {
  const reused = template === TEMPLATE ? emptied.pop() : undefined
  // A folder may have been made again meanwhile.
  for (const folder of left.splice(0)) if (!fs.existsSync(folder)) await retireDatabase(folder)
  left = [...known.keys()].filter((folder) => !fs.existsSync(folder))
  const name = reused ?? `t_${randomUUID().replaceAll('-', '')}`
  if (!reused) await copyTemplate(name, template)
  known.set(dataDir, name)
}

async function copyTemplate(name: string, template: string): Promise<void> {
  // The other strategy, which PostgreSQL 15 brought, writes each page of the copy to the log, too.
  const [{ version } = { version: 0 }] = await administer<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  )
  const strategy = version >= 150_000 ? 'STRATEGY FILE_COPY' : ''
  await administer(`CREATE DATABASE "${name}" TEMPLATE "${template}" ${strategy}`)
}

async function retireDatabase(dataDir: string): Promise<void> {
  const name = known.get(dataDir)
  if (name === undefined) return
  await administer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  )
  if (!(await emptyDatabase(name))) return dropDatabase(dataDir)
  known.delete(dataDir)
  emptied.push(name)
}

/** The definitions in a database, as one value: a test may have added a trigger or dropped a table. */
const SCHEMA = `
  SELECT md5(string_agg(definition, ',' ORDER BY definition)) AS schema FROM (
    SELECT attrelid::regclass || attname || atttypid || attnotnull AS definition
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = current_schema()::regnamespace AND attnum > 0
    UNION ALL SELECT conrelid::regclass || conname FROM pg_constraint
    UNION ALL SELECT tgrelid::regclass || tgname FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
  ) AS definitions`

/** The template's definitions, and the rows of its tables that have any. */
let original: { schema: string; rows: [table: string, rows: string][] } | undefined

async function readOriginal(): Promise<NonNullable<typeof original>> {
  return connectTo(TEMPLATE, async (client) => {
    const { schema } = (await client.query(SCHEMA)).rows[0]
    const { rows: tables } = await client.query(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    )
    const rows: [string, string][] = []
    for (const { name } of tables) {
      const found = await client.query(`SELECT json_agg(t)::text AS rows FROM "${name}" AS t`)
      if (found.rows[0].rows !== null) rows.push([name, found.rows[0].rows])
    }
    return { schema, rows }
  })
}

/**
 * Gives a database the template's rows; false if it has other definitions than the template. Tables are
 * truncated, because PostgreSQL would put new rows into the gaps of deleted ones, in any order.
 */
async function emptyDatabase(name: string): Promise<boolean> {
  original ??= await readOriginal()
  const { schema, rows } = original
  return connectTo(name, async (client) => {
    if ((await client.query(SCHEMA)).rows[0].schema !== schema) return false
    const { rows: used } = await client.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
         AND pg_relation_size(oid) > 0`,
    )
    const inserts = rows.map(
      ([table, before]) =>
        `INSERT INTO "${table}" OVERRIDING SYSTEM VALUE
         SELECT * FROM json_populate_recordset(NULL::"${table}", ${client.escapeLiteral(before)});`,
    )
    await client.query(
      `BEGIN; SET LOCAL session_replication_role = replica;
       TRUNCATE ${used.map((table) => table.name).join(', ')} CASCADE; ${inserts.join('\n')}
       SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence; COMMIT`,
    )
    return true
  })
}

async function connectTo<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(toUrl(database))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function dropDatabase(dataDir: string): Promise<void> {
  const name = known.get(dataDir)
  if (name !== undefined) await administer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  known.delete(dataDir)
}

function toName(dataDir: string): string {
  const name = known.get(dataDir)
  if (name === undefined) throw new Error(`There is no database for ${dataDir} yet`)
  return name
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
