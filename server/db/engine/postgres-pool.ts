import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { DatabaseUnreachableError } from '#server/db/storage-faults.ts'
import type { Logger } from '#server/lib/log.ts'
import {
  APPLICATION_NAME,
  CONNECT_TIMEOUT,
  isConnectionLost,
  rethrow,
  toOpenError,
} from './postgres-connect.ts'
import type { PostgresWatch } from './postgres-watch.ts'

/** Longest wait for the answer to one statement, ms: a lost machine sends no error. */
const STATEMENT_TIMEOUT = 30_000
/** PostgreSQL ends a transaction whose process has stopped, so that the others can write, ms. */
const IDLE_TIMEOUT = 15_000
/** How long no connection is requested after PostgreSQL has refused one because it has too many, ms. */
const CROWDED_PAUSE = 5_000

export interface PoolParts {
  url: string
  watch: PostgresWatch
  log?: Logger | undefined
  max: number
  queryTimeout?: number
  /** Settings of each session, by name. */
  settings: Record<string, string | number>
}

/** Connections of one kind: each failure says what an administrator can do. */
export class ConnectionPool {
  private readonly pool: pg.Pool

  constructor(private readonly parts: PoolParts) {
    this.pool = createPool(parts)
  }

  /** Opens all connections; rejects if PostgreSQL refuses one. */
  async openAll(): Promise<void> {
    const opening = Array.from({ length: this.parts.max }, () => this.pool.connect())
    const opened = await Promise.allSettled(opening)
    for (const one of opened) if (one.status === 'fulfilled') one.value.release()
    const failed = opened.find((one) => one.status === 'rejected')
    if (failed) throw toOpenError(failed.reason, this.parts.url)
  }

  /** One statement on its own. */
  async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.connect()
    let lost = false
    try {
      return await client.query(query)
    } catch (error) {
      lost = this.noteFailure(error)
      return rethrow(error)
    } finally {
      client.release(lost)
    }
  }

  /** For Kysely. */
  toPostgresPool(): PostgresPool {
    return { connect: () => this.createConnection(), end: () => this.pool.end() }
  }

  end(): Promise<void> {
    return this.pool.end()
  }

  private async createConnection() {
    const client = await this.connect()
    let lost = false
    return {
      query: async (text: string, values: readonly unknown[] = []) => {
        // A rollback would wait for the answer of a machine that no longer sends any.
        if (lost) throw new DatabaseUnreachableError('The connection was lost')
        try {
          return await client.query(text, values.map(toStorableText))
        } catch (error) {
          lost ||= this.noteFailure(error)
          return rethrow(error)
        }
      },
      release: () => client.release(lost),
    } as never
  }

  /** Whether the connection is lost. */
  private noteFailure(error: unknown): boolean {
    this.parts.watch.noteError(error)
    return isConnectionLost(error)
  }

  /**
   * A free connection, or a new one. Where PostgreSQL has none left, the request waits for one that
   * the pool has.
   */
  private async connect(): Promise<pg.PoolClient> {
    const { url, watch } = this.parts
    watch.assertAnswering()
    const end = performance.now() + CONNECT_TIMEOUT
    for (;;) {
      try {
        return await this.pool.connect()
      } catch (error) {
        watch.noteError(error)
        if (!isCrowded(error) || this.pool.totalCount === 0 || performance.now() > end)
          throw toOpenError(error, url)
        this.keepToExisting()
      }
    }
  }

  /** Further requests wait for the connections that there are, for some seconds. */
  private keepToExisting(): void {
    const { options, totalCount } = this.pool
    options.max = Math.min(options.max ?? this.parts.max, totalCount)
    setTimeout(() => {
      options.max = this.parts.max
    }, CROWDED_PAUSE).unref()
  }
}

const isCrowded = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS

const TOO_MANY_CONNECTIONS = '53300'

function createPool(parts: PoolParts): pg.Pool {
  const { url, max, queryTimeout = STATEMENT_TIMEOUT, settings, log } = parts
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
  pool.on('error', (err) => log?.warn({ err }, 'a database connection was lost'))
  // The pool listens to idle connections only. One that is lost between two statements of a
  // transaction fails the next statement; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** PostgreSQL stores no character 0 in a text; in JSON it is escaped and stays. */
export function toStorableText(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}

const { builtins } = pg.types

/** Big integers and sums as numbers: ours are below 2^53. */
function getTypeParser(type: number, format?: 'text' | 'binary') {
  if (type === builtins.INT8 || type === builtins.NUMERIC) return Number
  return pg.types.getTypeParser(type, format as 'text')
}
