import fs from 'node:fs'
import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import type pg from 'pg'
import { DataError } from '#server/db/data-dir.ts'
import { initial } from './0001-initial.ts'
import { type Ddl, postgresDdl, postgresFunctions, sqliteDdl } from './ddl.ts'

/** Builds the SQL script of one version. */
export type Migration = (ddl: Ddl) => string

/** One for each version, in order. Never edit a released entry. */
export const migrations: readonly Migration[] = [initial]

/**
 * Migrates the file to the newest version, each step in its own transaction; `user_version` counts
 * them. A file that is not new is first copied to `backups/`. Throws `DataError` if the file is newer
 * than this program.
 */
export function migrateSqlite(sqlite: Sqlite.Database, dataDir: string, steps = migrations): void {
  const version = sqlite.pragma('user_version', { simple: true }) as number
  assertNotNewer(version, steps.length)
  if (version === steps.length) return
  if (version > 0) copyBeforeMigration(sqlite, path.join(dataDir, 'backups'), version)
  for (const [index, step] of steps.entries()) {
    if (index < version) continue
    sqlite.transaction(() => {
      sqlite.exec(step(sqliteDdl))
      sqlite.pragma(`user_version = ${index + 1}`)
    })()
  }
}

/** Number of the advisory lock: one process migrates while the others wait for it. */
export const MIGRATION_LOCK = 7_203_518

/** Tables that only a PostgreSQL database has: they contain no data of the site. */
export const POSTGRES_TABLES = ['counter', 'schema_version', 'write_lock']

/**
 * The same for a PostgreSQL database, in one transaction for all steps. Several servers may call it
 * at once. Throws `DataError` if the database belongs to another program.
 */
export async function migratePostgres(client: pg.ClientBase, steps = migrations): Promise<void> {
  await client.query('BEGIN')
  try {
    await migrateInTransaction(client, steps)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** `migratePostgres` as a part of the caller's transaction. */
export async function migrateInTransaction(
  client: pg.ClientBase,
  steps = migrations,
): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  const found = await readPostgresVersion(client)
  if (found === undefined) await client.query(FIRST_TABLES)
  const version = found ?? 0
  assertNotNewer(version, steps.length)
  for (const step of steps.slice(version)) await client.query(step(postgresDdl))
  if (found === undefined) await client.query("INSERT INTO mark VALUES ('life', database_life())")
  if (version < steps.length)
    await client.query('UPDATE schema_version SET version = $1', [steps.length])
}

/** Tables and functions that exist in every version of the schema. */
const FIRST_TABLES = `CREATE TABLE schema_version (version BIGINT NOT NULL);
INSERT INTO schema_version VALUES (0);
CREATE TABLE write_lock ();
CREATE TABLE counter (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT);
${postgresFunctions}`

/**
 * The database's version; undefined if it is empty. Throws `DataError` if it belongs to another
 * program.
 */
export async function readPostgresVersion(client: pg.ClientBase): Promise<number | undefined> {
  const { rows: tables } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  )
  if (tables.length === 0) return undefined
  if (!tables.some(({ name }) => name === 'schema_version'))
    throw new DataError(
      'The database of DATABASE_URL contains tables of another program. Name an empty database.',
    )
  const { rows } = await client.query<{ version: string }>('SELECT version FROM schema_version')
  return Number(rows[0]?.version)
}

function assertNotNewer(version: number, newest: number): void {
  if (version > newest)
    throw new DataError(
      `The database has version ${version}, but this program supports versions up to ${newest}. Install the newer program, or restore a backup from before the update.`,
    )
}

function copyBeforeMigration(sqlite: Sqlite.Database, folder: string, version: number): void {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `before-migration-from-${version}.sqlite`)
  fs.rmSync(file, { force: true })
  sqlite.prepare('VACUUM INTO ?').run(file)
}
