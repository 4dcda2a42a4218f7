import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible'
import { DataError } from '#server/db/data-dir.ts'
import { migratePostgres } from '#server/db/migrations/migrate.ts'
import type { StorageHealth } from '#server/db/storage-faults.ts'
import type { Tables } from '#server/db/tables.ts'
import { newUuid } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/log.ts'
import type { CounterLimit, Engine, OpenTransaction } from './engine.ts'
import {
  CONNECT_TIMEOUT,
  CONNECTIONS,
  connectPostgres,
  MAX_READERS,
  MAX_WRITERS,
  toOpenError,
} from './postgres-connect.ts'
import { ConnectionPool, type PoolParts } from './postgres-pool.ts'
import { describeAddress } from './postgres-url.ts'
import { PostgresWatch } from './postgres-watch.ts'
import { beginPipelined, FLUSH_TEXT, WriterDialect } from './postgres-writer.ts'

interface Parts {
  /** `postgres://user:password@host:port/database` */
  url: string
  health: StorageHealth
  /** Longest wait for another process's transaction, ms. */
  lockTimeout: number
  /**
   * Opens every connection at once: a server must not find out during a request that PostgreSQL has
   * none left.
   */
  opensAll?: boolean | undefined
  log?: Logger | undefined
}

/**
 * Checks and migrates the database. Throws `DataError` if it cannot be used with this URL, and a
 * storage fault if it may be reached later.
 */
export async function openPostgres(parts: Parts): Promise<PostgresEngine> {
  const { url, opensAll = false } = parts
  const client = await connectPostgres(url)
  try {
    await migratePostgres(client)
    if (opensAll) await assertRoomForServer(client, url)
  } catch (error) {
    throw toOpenError(error, url)
  } finally {
    await client.end().catch(() => undefined)
  }
  const engine = new PostgresEngine(parts)
  if (!opensAll) return engine
  try {
    await engine.openAll()
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** PostgreSQL has fewer connections left than a server needs, which may pass by itself. */
class CrowdedError extends DataError {
  readonly code = '53300'
}

async function assertRoomForServer(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ most: number; used: number }>(
    `SELECT current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int AS most,
      (SELECT count(*)::int FROM pg_stat_activity
        WHERE datid IS NOT NULL AND pid <> pg_backend_pid()) AS used`,
  )
  const { most = 0, used = 0 } = rows[0] ?? {}
  if (most - used < CONNECTIONS)
    throw new CrowdedError(
      `DATABASE_URL (${describeAddress(url)}): Of PostgreSQL's ${most} connections ${used} are in use, and a server needs ${CONNECTIONS}. Raise max_connections.`,
    )
}

/**
 * A PostgreSQL database that any number of processes use. Their transactions run at the same time; only
 * the numbers of changes are taken one after the other (see `Ddl.clock`).
 */
export class PostgresEngine implements Engine {
  readonly name = 'postgres'
  readonly processId = newUuid()
  readonly maxWriters = MAX_WRITERS
  readonly dialect: PostgresDialect
  readonly reader: Kysely<Tables>
  private readonly writer: Kysely<Tables>
  private readonly loneWriter: Kysely<Tables>
  private readonly counters: ConnectionPool
  private readonly writers: ConnectionPool
  private readonly pools: readonly ConnectionPool[]
  private readonly watch: PostgresWatch

  constructor({ url, health, lockTimeout, log }: Parts) {
    this.watch = new PostgresWatch(url)
    const create = (parts: Pick<PoolParts, 'max' | 'settings' | 'queryTimeout'>) =>
      new ConnectionPool({ url, watch: this.watch, log, ...parts })
    // A power cut may lose the last counts, which is better than a wait for the disk at each request.
    this.counters = create({
      max: 1,
      // A request that cannot be counted goes on, and may then wait for its write.
      queryTimeout: CONNECT_TIMEOUT,
      settings: { synchronous_commit: 'off' },
    })
    const readers = create({
      max: MAX_READERS,
      settings: {
        default_transaction_read_only: 'on',
        // One snapshot for all statements of a `read.transaction()`.
        default_transaction_isolation: 'repeatable\\ read',
      },
    })
    this.writers = create({ max: MAX_WRITERS, settings: { lock_timeout: lockTimeout } })
    this.pools = [this.counters, readers, this.writers]
    this.dialect = new PostgresDialect({ pool: readers.toPostgresPool() })
    this.reader = createKysely(this.dialect, health)
    const createWriter = (lock: 'shared' | 'alone') =>
      createKysely(new WriterDialect({ pool: this.writers.toPostgresPool() }, lock), health)
    this.writer = createWriter('shared')
    this.loneWriter = createWriter('alone')
  }

  /** Opens every connection; rejects if PostgreSQL refuses one. */
  async openAll(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.openAll()))
  }

  begin({ isAlone = false } = {}): Promise<OpenTransaction> {
    return beginPipelined(isAlone ? this.loneWriter : this.writer)
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

  /**
   * A commit is seen before it is on the disk, see `WriterDialect`. Not on the standby's disk: a promoted standby
   * begins a new epoch.
   */
  async waitForDisk(): Promise<void> {
    // Sent together, so a transaction of their own: an error leaves none open on the connection.
    await this.writers.query({ text: `SET LOCAL synchronous_commit = local; ${FLUSH_TEXT}` })
  }

  /** Writes are acknowledged only when the standby has them too. */
  async isWaitingForStandby(): Promise<boolean> {
    const { rows } = await this.reader.executeQuery(
      CompiledQuery.raw(
        `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'SyncRep' LIMIT 1`,
      ),
    )
    return rows.length > 0
  }

  createCounter({ name, points, duration }: CounterLimit): RateLimiterAbstract {
    return new RateLimiterPostgres({
      storeClient: { query: (query: pg.QueryConfig) => this.counters.query(query) },
      storeType: 'pool',
      tableName: 'counter',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration,
    })
  }

  async deleteExpiredCounters(now: number): Promise<void> {
    await this.counters.query({ text: 'DELETE FROM counter WHERE expire < $1', values: [now] })
  }

  async close(): Promise<void> {
    this.watch.close()
    // Kysely closes only pools that it has used.
    for (const pool of this.pools) await pool.end()
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
