import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible'
import { DataError } from '#server/db/data-dir.ts'
import { migratePostgres } from '#server/db/migrations/migrate.ts'
import { DatabaseUnreachableError, type StorageHealth } from '#server/db/storage-faults.ts'
import type { Tables } from '#server/db/tables.ts'
import { newUuid } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/log.ts'
import type { CounterLimit, Engine, OpenTransaction } from './engine.ts'
import { describeAddress } from './postgres-url.ts'
import { beginPipelined, WriterDialect } from './postgres-writer.ts'

/** Connections that read; more requests than that wait for a free one. */
const MAX_READERS = 8
/** Longest wait for a connection, ms. */
const CONNECT_TIMEOUT = 5_000
/** Longest wait for the answer to one statement, ms: a lost machine sends no error. */
const STATEMENT_TIMEOUT = 30_000
/** PostgreSQL ends a transaction whose process has stopped, so that the others can write, ms. */
const IDLE_TIMEOUT = 15_000

interface Parts {
  /** `postgres://user:password@host:port/database` */
  url: string
  health: StorageHealth
  /** Longest wait for another process's transaction, ms. */
  lockTimeout: number
  log?: Logger | undefined
}

/** The oldest version that is supported, as in `server_version_num`. */
const OLDEST_VERSION = 140_000

/**
 * Checks and migrates the database. Throws `DataError` if it cannot be used with this URL, and a
 * storage fault if it may be reached later.
 */
export async function openPostgres(parts: Parts): Promise<PostgresEngine> {
  const client = await connectPostgres(parts.url)
  try {
    await migratePostgres(client)
  } catch (error) {
    throw toOpenError(error, parts.url)
  } finally {
    await client.end().catch(() => undefined)
  }
  return new PostgresEngine(parts)
}

/** The name under which PostgreSQL lists our connections. */
export const APPLICATION_NAME = 'lysning'

/** A single connection, without a limit of time for its statements; fails as `openPostgres` does. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = createClient(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await assertUsable(client)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw toOpenError(error, url)
  }
}

/** Reads the files that the URL names. */
function createClient(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      application_name: APPLICATION_NAME,
      keepAlive: true,
    })
  } catch (error) {
    throw new DataError(`DATABASE_URL: ${error instanceof Error ? error.message : error}`)
  }
}

async function assertUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string; commit: string }>(
    `SELECT current_setting('server_version_num') AS version,
      current_setting('server_encoding') AS encoding,
      current_setting('synchronous_commit') AS commit`,
  )
  const [found] = rows
  if (Number(found?.version) < OLDEST_VERSION)
    throw new DataError('DATABASE_URL: PostgreSQL 14 or newer is required. Update that server.')
  if (found?.encoding !== 'UTF8')
    throw new DataError('DATABASE_URL: The database must have the encoding UTF8.')
  if (found?.commit === 'off')
    throw new DataError(
      'DATABASE_URL: synchronous_commit is off, so a crash could lose acknowledged bookings. Set it to on.',
    )
}

/** Messages for an administrator, by the SQLSTATE of an error when connecting. */
const OPEN_FAULTS: Record<string, string> = {
  '28P01': 'The password is wrong.',
  '28000': 'This user may not connect.',
  '3D000': 'There is no database of this name.',
  '42501': 'This user may not create tables in the database.',
  '53300': 'PostgreSQL has no free connection. Raise max_connections: each server needs 10.',
  '53100': 'The disk of PostgreSQL is full.',
  '57P03': 'PostgreSQL does not take connections yet.',
}

/** The same by the code or the text of an error of the network. */
const NETWORK_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED|ENOENT/, 'Nothing listens there. Start PostgreSQL, or correct the address.'],
  [
    /ENOTFOUND|EAI_AGAIN/,
    'No host of this name is known. Correct the address, or check the name server.',
  ],
  [
    /timeout expired|connection timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/,
    'PostgreSQL does not answer. Check its machine and the firewall, or correct the address.',
  ],
  [
    /ECONNRESET|terminated unexpectedly/,
    'The connection was closed at once. Check that PostgreSQL listens there.',
  ],
]

function toOpenError(error: unknown, url: string): unknown {
  if (error instanceof DataError) return error
  const setting = `DATABASE_URL (${describeAddress(url)})`
  if (error instanceof pg.DatabaseError) {
    const known = OPEN_FAULTS[error.code ?? '']
    return known ? new DataError(`${setting}: ${known}`, { cause: error }) : error
  }
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const text = NETWORK_FAULTS.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1]
  return new DatabaseUnreachableError(
    `${setting}: ${text ?? `PostgreSQL cannot be reached: ${message}`}`,
    { cause: error },
  )
}

/**
 * A PostgreSQL database that any number of processes use. Each process has one connection that
 * writes. The transactions of all processes run one after the other, because each begins by locking
 * the table `write_lock`: nearly all would conflict at the clocks that number changes, so that
 * most would otherwise run in vain.
 */
export class PostgresEngine implements Engine {
  readonly name = 'postgres'
  readonly processId = newUuid()
  readonly dialect: PostgresDialect
  readonly reader: Kysely<Tables>
  private readonly writer: Kysely<Tables>
  private readonly counters: pg.Pool

  constructor({ url, health, lockTimeout, log }: Parts) {
    const onIdleError = (err: Error) => log?.warn({ err }, 'a database connection was lost')
    const create = (max: number, settings: Record<string, string | number>) =>
      createKyselyPool(createPool({ url, max, settings, onIdleError }), url)
    // A power cut may lose the last counts, which is better than a wait for the disk at each request.
    this.counters = createPool({
      url,
      max: 1,
      // A request that cannot be counted goes on, and may then wait for its write.
      queryTimeout: CONNECT_TIMEOUT,
      settings: { synchronous_commit: 'off' },
      onIdleError,
    })
    this.dialect = new PostgresDialect({
      pool: create(MAX_READERS, {
        default_transaction_read_only: 'on',
        // One snapshot for all statements of a `read.transaction()`.
        default_transaction_isolation: 'repeatable\\ read',
      }),
    })
    this.reader = createKysely(this.dialect, health)
    this.writer = createKysely(
      new WriterDialect({ pool: create(1, { lock_timeout: lockTimeout }) }),
      health,
    )
  }

  begin(): Promise<OpenTransaction> {
    return beginPipelined(this.writer)
  }

  /** After an error PostgreSQL accepts nothing but a rollback to a savepoint. */
  isTransactionOpen(): boolean {
    return true
  }

  /** More numbers than fit into this memory go to a temporary file of a megabyte, outside the log. */
  async assertRoom(): Promise<void> {
    await this.reader.executeQuery(
      CompiledQuery.raw(
        "SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 50000)",
      ),
    )
  }

  createCounter({ name, points, duration }: CounterLimit): RateLimiterAbstract {
    return new RateLimiterPostgres({
      storeClient: { query: (query: pg.QueryConfig) => this.counters.query(query).catch(rethrow) },
      storeType: 'pool',
      tableName: 'counter',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration,
    })
  }

  async deleteExpiredCounters(now: number): Promise<void> {
    await this.counters.query('DELETE FROM counter WHERE expire < $1', [now]).catch(rethrow)
  }

  async close(): Promise<void> {
    await this.counters.end()
    await this.reader.destroy()
    await this.writer.destroy()
  }
}

function createKysely(dialect: PostgresDialect, health: StorageHealth): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect,
    log: (event) => {
      if (event.level === 'error') health.recordDamage(event.error)
    },
  })
}

interface PoolParts {
  url: string
  max: number
  queryTimeout?: number
  /** Settings of each session, by name. */
  settings: Record<string, string | number>
  onIdleError(error: Error): void
}

function createPool(parts: PoolParts): pg.Pool {
  const { url, max, queryTimeout = STATEMENT_TIMEOUT, settings, onIdleError } = parts
  const all = { idle_in_transaction_session_timeout: IDLE_TIMEOUT, ...settings }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: queryTimeout,
    keepAlive: true,
    pipeline: true,
    // A session that stays open shows other programs that a server uses the database.
    idleTimeoutMillis: 0,
    options: Object.entries(all)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser },
  })
  pool.on('error', onIdleError)
  // The pool listens to idle connections only. One that is lost between two statements of a
  // transaction fails the next statement; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A lost connection becomes a `DatabaseUnreachableError`; one that is refused fails as at the start. */
function createKyselyPool(pool: pg.Pool, url: string): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect().catch((error) => {
        throw toOpenError(error, url)
      })
      let lost = false
      return {
        query: async (text: string, values: readonly unknown[] = []) => {
          // A rollback would wait for the answer of a machine that no longer sends any.
          if (lost) throw new DatabaseUnreachableError('The connection was lost')
          try {
            return await client.query(text, values.map(toStorableText))
          } catch (error) {
            lost = isConnectionLost(error)
            return rethrow(error)
          }
        },
        release: () => client.release(lost),
      } as never
    },
    end: () => pool.end(),
  }
}

/** PostgreSQL stores no character 0 in a text; in JSON it is escaped and stays. */
export function toStorableText(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}

function rethrow(error: unknown): never {
  if (isConnectionLost(error))
    throw new DatabaseUnreachableError(
      error instanceof Error ? error.message : 'The database cannot be reached',
      { cause: error },
    )
  throw error
}

/** SQLSTATE classes and codes after which the connection is gone: 08, and a server that stops. */
const LOST_PATTERN = /^(08...|57P0[1-5])$/

function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || LOST_PATTERN.test(error.code ?? '')
}

const { builtins } = pg.types

/** Big integers and sums as numbers: ours are below 2^53. */
function getTypeParser(type: number, format?: 'text' | 'binary') {
  if (type === builtins.INT8 || type === builtins.NUMERIC) return Number
  return pg.types.getTypeParser(type, format as 'text')
}
