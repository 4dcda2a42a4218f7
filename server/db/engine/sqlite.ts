import path from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { type RateLimiterAbstract, RateLimiterSQLite } from 'rate-limiter-flexible'
import {
  assertDatabasePresent,
  assertNotEmptied,
  COUNTERS_FILE,
  DATABASE_FILE,
  writeCreatedMarker,
} from '#server/db/data-dir.ts'
import { migrateSqlite } from '#server/db/migrations/migrate.ts'
import { type StorageHealth, TransactionLostError } from '#server/db/storage-faults.ts'
import type { Tables } from '#server/db/tables.ts'
import type { CounterLimit, Engine, OpenTransaction } from './engine.ts'

interface Parts {
  dataDir: string
  health: StorageHealth
  /** Longest wait for another process's lock, ms. */
  lockTimeout: number
}

/**
 * Opens `dataDir/lysning.sqlite` with durable commits; creates and migrates it if needed. Throws
 * `DataError` if the file is lost or newer than this program.
 */
export function openSqlite({ dataDir, health, lockTimeout }: Parts): SqliteEngine {
  assertDatabasePresent(dataDir)
  const file = path.join(dataDir, DATABASE_FILE)
  const connection = new Sqlite(file, { timeout: lockTimeout })
  try {
    for (const pragma of PRAGMAS) setPragma(connection, pragma)
    if (connection.pragma('user_version', { simple: true }) === 0) assertNotEmptied(dataDir)
    migrateSqlite(connection, dataDir)
    writeCreatedMarker(dataDir)
    return new SqliteEngine({ connection, counters: openCounters(dataDir), health })
  } catch (error) {
    connection.close()
    throw error
  }
}

const PRAGMAS = [
  { name: 'journal_mode', value: 'WAL', reads: 'wal' },
  { name: 'synchronous', value: 'FULL', reads: 2 },
  { name: 'foreign_keys', value: 'ON', reads: 1 },
  // Overwrites deleted data, which would otherwise stay in the file's free pages.
  { name: 'secure_delete', value: 'ON', reads: 1 },
]

/** Sets a pragma and reads it back, because SQLite silently ignores a value that it cannot set. */
function setPragma(
  sqlite: Sqlite.Database,
  { name, value, reads }: (typeof PRAGMAS)[number],
): void {
  sqlite.pragma(`${name} = ${value}`)
  const actual = sqlite.pragma(name, { simple: true })
  if (actual !== reads)
    throw new Error(`SQLite did not accept PRAGMA ${name} = ${value}; it is still ${actual}.`)
}

const COUNTER_TABLE = 'counter'

/**
 * The counters have a file of their own, because rate-limiter-flexible writes at once, and the site's
 * file may be in the middle of a transaction. A power cut may lose the last counts.
 */
function openCounters(dataDir: string): Sqlite.Database {
  const counters = new Sqlite(path.join(dataDir, COUNTERS_FILE))
  counters.pragma('journal_mode = WAL')
  counters.pragma('synchronous = OFF')
  counters.exec(
    `CREATE TABLE IF NOT EXISTS ${COUNTER_TABLE} (
      key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER
    ) STRICT`,
  )
  return counters
}

interface Connections {
  /** Writes; has the current schema. */
  connection: Sqlite.Database
  counters: Sqlite.Database
  health: StorageHealth
}

/** One SQLite file: a connection that writes and one that only reads. */
export class SqliteEngine implements Engine {
  readonly name = 'sqlite'
  readonly processId = 'the only one'
  readonly maxWriters = 1
  readonly dialect: SqliteDialect
  readonly reader: Kysely<Tables>
  private readonly writer: Kysely<Tables>

  private readonly connection: Sqlite.Database
  private readonly reading: Sqlite.Database
  private readonly counters: Sqlite.Database

  constructor({ connection, counters, health }: Connections) {
    this.connection = connection
    this.counters = counters
    // better-sqlite3 would wait inside a call and block the process; `GroupCommit` waits instead.
    connection.pragma('busy_timeout = 0')
    this.reading = new Sqlite(connection.name)
    // A file has one life; PostgreSQL's `database_life` is in `ddl.ts`.
    for (const one of [connection, this.reading]) one.function('database_life', () => '')
    this.reading.pragma('query_only = ON')
    const database = cacheStatements(this.reading)
    this.dialect = new SqliteDialect({ database })
    this.reader = createKysely(this.dialect, health)
    const writing = cacheStatements(connection, (text) => {
      if (!connection.inTransaction && text !== BEGIN)
        throw new TransactionLostError(
          'No transaction is open: it has ended, or SQLite rolled it back',
        )
    })
    this.writer = createKysely(new WriterDialect({ database: writing }), health)
  }

  async begin(): Promise<OpenTransaction> {
    // An earlier rollback failed, so the connection is still inside that transaction.
    if (this.connection.inTransaction) this.connection.exec('ROLLBACK')
    const tx = await this.writer.startTransaction().execute()
    return { tx, commit: () => tx.commit().execute(), rollback: () => tx.rollback().execute() }
  }

  isTransactionOpen(): boolean {
    return this.connection.inTransaction
  }

  /** What can be read is on the disk. */
  async waitForDisk(): Promise<void> {}

  /** Every write needs room in the log. */
  async assertRoom(): Promise<void> {}

  async isWaitingForStandby(): Promise<boolean> {
    return false
  }

  createCounter({ name, points, duration }: CounterLimit): RateLimiterAbstract {
    return new RateLimiterSQLite({
      storeClient: this.counters,
      storeType: 'better-sqlite3',
      tableName: COUNTER_TABLE,
      tableCreated: true,
      keyPrefix: name,
      points,
      duration,
    })
  }

  async deleteExpiredCounters(now: number): Promise<void> {
    this.counters.prepare(`DELETE FROM ${COUNTER_TABLE} WHERE expire < ?`).run(now)
  }

  async close(): Promise<void> {
    this.counters.close()
    await this.reader.destroy()
    await this.writer.destroy()
    // Kysely closes only connections that it has used.
    this.reading.close()
    this.connection.close()
  }
}

function createKysely(dialect: SqliteDialect, health: StorageHealth): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect,
    log: (event) => {
      if (event.level === 'error') health.recordDamage(event.error)
    },
  })
}

/** Takes the write lock at once: a transaction that began by reading could fail at its first write. */
const BEGIN = 'BEGIN IMMEDIATE'

class WriterDialect extends SqliteDialect {
  private readonly config: { database: SqliteDatabase }

  constructor(config: { database: SqliteDatabase }) {
    super(config)
    this.config = config
  }

  override createDriver(): SqliteDriver {
    return new WriterDriver(this.config)
  }
}

class WriterDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(BEGIN))
  }
}

/** Prepares each SQL text once. `before` runs before each statement and may throw. */
function cacheStatements(
  connection: Sqlite.Database,
  before = (_text: string) => {},
): SqliteDatabase {
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  return {
    prepare(text) {
      before(text)
      let statement = statements.get(text)
      if (!statement) {
        statement = connection.prepare(text) as unknown as ReturnType<SqliteDatabase['prepare']>
        statements.set(text, statement)
      }
      return statement
    },
    close: () => connection.close(),
  }
}
