import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { DataError } from '#server/db/data-dir.ts'
import { connectPostgres } from '#server/db/engine/postgres-connect.ts'
import { describePostgres, toLibpqEnvironment } from '#server/db/engine/postgres-url.ts'
import { POSTGRES_TABLES, readPostgresVersion } from '#server/db/migrations/migrate.ts'
import type { DatabaseCheck } from './check-database.ts'

/** A backup's file with the data of a PostgreSQL database, in the custom format of pg_dump. */
export const DUMP_FILE = 'lysning.dump'

/**
 * Writes a dump of the site's tables while servers may use them, and checks it. Throws `DataError` if
 * the database is empty, or if PostgreSQL's programs are missing or fail.
 */
export async function dumpPostgres(url: string, file: string): Promise<DatabaseCheck> {
  const client = await connectPostgres(url)
  try {
    const tools = await findDumpTools(client)
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
       SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0`,
    )
    const version = await readPostgresVersion(client)
    if (!version)
      throw new DataError(`There is no data in ${describePostgres(url)}. Check DATABASE_URL.`)
    const { rows } = await client.query<{ snapshot: string }>(
      'SELECT pg_export_snapshot() AS snapshot',
    )
    // The program keeps the permissions of a file that exists.
    fs.writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
    const what = ['--format=custom', '--no-owner', '--no-privileges', '--no-password']
    // Counters of attempts expire within minutes, so a backup does not need them.
    const part = [`--schema="${tools.schema}"`, `--exclude-table-data="${tools.schema}".counter`]
    const where = [`--snapshot=${rows[0]?.snapshot}`, `--file=${file}`]
    await runPostgresProgram(tools.pg_dump, [...what, ...part, ...where], url)
    const rowCount = await countRows(client)
    await checkDump(tools, file)
    return { version, rowCount }
  } finally {
    await client.end().catch(() => undefined)
  }
}

export interface DumpTools extends PostgresPrograms {
  /** The schema that contains the tables; usually `public`. */
  schema: string
}

export async function findDumpTools(client: pg.Client): Promise<DumpTools> {
  const { rows } = await client.query<{ version: number; schema: string }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, current_schema() AS schema`,
  )
  const { version = 0, schema = '' } = rows[0] ?? {}
  return { ...(await findPostgresPrograms(version)), schema }
}

/** Reads the whole dump. Throws `DataError` if it is damaged, or not of the site's tables. */
export async function checkDump({ pg_restore, schema }: DumpTools, file: string): Promise<void> {
  try {
    const contents = await runPostgresProgram(pg_restore, ['--list', file])
    if (!contents.includes(` TABLE ${schema} schema_version `))
      throw new DataError(`it has no table schema_version in the schema ${schema}.`)
    await runPostgresProgram(pg_restore, ['--file=/dev/null', file])
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    throw new DataError(`The dump is damaged: ${error.message}`, { cause: error })
  }
}

/** Replaces the tables by those of a dump, in one transaction. */
export async function restoreDump(tools: DumpTools, file: string, url: string): Promise<void> {
  const how = ['--single-transaction', '--clean', '--if-exists', '--no-owner', '--no-privileges']
  // With the schema, and not with the whole dump: the schema itself and its owner stay.
  const where = [`--schema=${tools.schema}`, '--no-password', '--dbname=', file]
  await runPostgresProgram(tools.pg_restore, [...how, ...where], url)
}

async function countRows(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables
      WHERE schemaname = current_schema() AND tablename <> ALL ($1)`,
    [POSTGRES_TABLES],
  )
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM "${name}")`)
  const sum = ['0', ...counts].join(' + ')
  const { rows } = await client.query<{ count: string }>(`SELECT ${sum} AS count`)
  return Number(rows[0]?.count)
}

/** Paths of PostgreSQL's own programs, both of one version. */
interface PostgresPrograms {
  pg_dump: string
  pg_restore: string
}

/** Debian and Ubuntu install each version in a folder of its own here. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'

function listProgramFolders(): string[] {
  const versions = fs.existsSync(DEBIAN_FOLDER) ? fs.readdirSync(DEBIAN_FOLDER) : []
  return [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => path.join(DEBIAN_FOLDER, version, 'bin')),
  ]
}

/**
 * Finds programs that can read a server of this major version: older ones cannot. Throws `DataError`
 * if there are none.
 */
export async function findPostgresPrograms(
  serverVersion: number,
  folders = listProgramFolders(),
): Promise<PostgresPrograms> {
  let newest = 0
  for (const folder of folders) {
    const found = {
      pg_dump: path.join(folder, 'pg_dump'),
      pg_restore: path.join(folder, 'pg_restore'),
    }
    if (!folder || !fs.existsSync(found.pg_dump) || !fs.existsSync(found.pg_restore)) continue
    const version = await readProgramVersion(found.pg_dump)
    if (version >= serverVersion) return found
    newest = Math.max(newest, version)
  }
  const fault = newest
    ? `pg_dump of version ${newest} cannot read a server of version ${serverVersion}`
    : 'pg_dump and pg_restore are not installed'
  throw new DataError(`${fault}. Install the package postgresql-client-${serverVersion}.`)
}

const run = promisify(execFile)

/** The major version; 0 if the program cannot run. */
async function readProgramVersion(program: string): Promise<number> {
  const { stdout } = await run(program, ['--version']).catch(() => ({ stdout: '' }))
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0)
}

/** Longest list of a dump's contents, bytes. */
const MAX_OUTPUT = 64 << 20

/**
 * Runs a program on the database of `url`, if there is one, and returns its output. Throws
 * `DataError` with the program's own reason.
 */
export async function runPostgresProgram(
  program: string,
  args: string[],
  url?: string,
): Promise<string> {
  const env = {
    ...process.env,
    ...(url && toLibpqEnvironment(url)),
    PGAPPNAME: path.basename(program),
    LC_ALL: 'C',
  }
  try {
    return (await run(program, args, { env, maxBuffer: MAX_OUTPUT })).stdout
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    const line = stderr.split('\n').find((text) => /error:/.test(text)) ?? message
    throw new DataError(
      `${line
        .replace(/^(\w+): error:/, '$1 failed:')
        .replace(/\s+/g, ' ')
        .trim()}.`,
      { cause: error },
    )
  }
}
