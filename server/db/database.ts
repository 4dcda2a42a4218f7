import {
  CamelCasePlugin,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  sql,
} from 'kysely'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { ConcurrentWrites } from './engine/concurrent-writes.ts'
import type { CounterLimit, Engine, Writer } from './engine/engine.ts'
import { GroupCommit } from './engine/group-commit.ts'
import { createSavepoint, withRole } from './statements.ts'
import {
  isSerializationFailure,
  StandbyError,
  type StorageHealth,
  TransactionLostError,
} from './storage-faults.ts'
import type { Tables } from './tables.ts'

/** Runs queries: in the open transaction of a `write`, or on committed data (`Database.read`). */
export type Tx = Kysely<Tables>

const STANDBY_TEXT =
  'PostgreSQL waits for its standby. Start the standby, or clear synchronous_standby_names.'

interface Parts {
  engine: Engine
  health: StorageHealth
  /** Longest wait for another process's transaction, ms. */
  lockTimeout: number
}

/** The database, on either engine: `read` what is committed, and `write` in a transaction. */
export class Database {
  /**
   * Each query sees the last commit. Queries that must agree with each other run in
   * `read.transaction()`.
   */
  readonly read: Tx
  readonly health: StorageHealth
  private readonly engine: Engine
  private readonly writer: Writer

  constructor({ engine, health, lockTimeout }: Parts) {
    this.read = engine.reader
    this.health = health
    this.engine = engine
    this.writer =
      engine.maxWriters === 1
        ? new GroupCommit({ engine, health, lockTimeout })
        : new ConcurrentWrites({ engine, health })
  }

  get processId(): string {
    return this.engine.processId
  }

  get engineName(): Engine['name'] {
    return this.engine.name
  }

  /** Whether other processes may use the database at the same time. */
  get isShared(): boolean {
    return this.engine.name === 'postgres'
  }

  /** Number of commits of this process so far. */
  get generation(): number {
    return this.writer.generation
  }

  get lockRetries(): number {
    return this.writer.lockRetries
  }

  /**
   * Runs `work` in a serializable transaction and resolves once the commit is durable. If `work`
   * rejects, only its own changes are rolled back. `work` may run several times, and on PostgreSQL at
   * the same time as others, so it must do nothing but use `tx`.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.writer.write(work)
  }

  /**
   * Calls `listener` after each commit of `write`; several writes can share one commit. Returns a
   * function that removes the listener. A listener must not throw.
   */
  onCommit(listener: () => void): () => void {
    const { listeners } = this.writer
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /**
   * For a library with its own tables (better-auth), whose camel-case names are mapped to ours. Each
   * statement is its own transaction.
   */
  createLibraryDatabase(): Kysely<unknown> {
    const dialect = createLibraryDialect(this, this.engine.dialect)
    return new Kysely({ dialect, plugins: [new CamelCasePlugin()] })
  }

  /** Resolves once everything that can be read now outlives a crash of the database. */
  waitForDisk(): Promise<void> {
    return this.engine.waitForDisk()
  }

  /** Rejects if the disk of the database is full. */
  assertRoom(): Promise<void> {
    return this.engine.assertRoom()
  }

  /** Throws a `StandbyError` if PostgreSQL confirms no commit before its standby is back. */
  async assertStandby(): Promise<void> {
    if (await this.engine.isWaitingForStandby()) throw new StandbyError(STANDBY_TEXT)
  }

  /** A counter that all processes share and that outlives a restart. */
  createCounter(limit: CounterLimit): RateLimiterAbstract {
    return this.engine.createCounter(limit)
  }

  deleteExpiredCounters(now: number): Promise<void> {
    return this.engine.deleteExpiredCounters(now)
  }

  /** Commits the queued writes and closes the connections. */
  async close(): Promise<void> {
    await this.writer.close()
    await this.engine.close()
  }
}

const savepoint = createSavepoint('step')

/**
 * Runs one step of a transaction; if the step throws, only its own changes are rolled back. Throws
 * `TransactionLostError` if the database has rolled back the whole transaction.
 */
export async function inSavepoint<T>(tx: Tx, step: () => Promise<T>): Promise<T> {
  await tx.executeQuery(savepoint.begin)
  try {
    const value = await step()
    await tx.executeQuery(savepoint.release)
    return value
  } catch (error) {
    if (isSerializationFailure(error))
      throw new TransactionLostError('The transaction has to be run again', { cause: error })
    try {
      await tx.executeQuery(savepoint.rollBack)
      await tx.executeQuery(savepoint.release)
    } catch {
      throw new TransactionLostError(
        'The database rolled back the whole transaction inside a savepoint',
        { cause: error },
      )
    }
    throw error
  }
}

/** Stands for one value while a statement of `compileOnce` is compiled. */
class Placeholder {
  constructor(readonly name: string) {}
}

/**
 * A frequent statement: Kysely builds it at its first use, later uses only fill in their values, which
 * must have the same keys. For the statements of a booking, building costs a tenth of the request.
 */
export function compileOnce<Values extends object, Row>(
  build: (tx: Tx, values: Values) => Compilable<Row>,
): (tx: Tx, values: Values) => Promise<QueryResult<Row>> {
  const fill = createFiller(build)
  return (tx, values) => tx.executeQuery(fill(tx, values))
}

/**
 * As `compileOnce`, for a write whose result is not needed. On PostgreSQL it resolves before the answer,
 * so that the writes of one command share a round trip; a failure is thrown at the end of the command,
 * so the caller cannot catch it.
 */
export function writeLater<Values extends object>(
  build: (tx: Tx, values: Values) => Compilable<unknown>,
): (tx: Tx, values: Values) => Promise<void> {
  const fill = createFiller(build)
  return async (tx, values) => {
    await tx.executeQuery(withRole(fill(tx, values), 'later'))
  }
}

function createFiller<Values extends object, Row>(
  build: (tx: Tx, values: Values) => Compilable<Row>,
): (tx: Tx, values: Values) => CompiledQuery<Row> {
  // The SQL of one engine is not that of the other.
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  return (tx, values) => {
    const { adapter } = tx.getExecutor()
    const query = compiled.get(adapter) ?? build(tx, createPlaceholders(values)).compile()
    compiled.set(adapter, query)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    return { ...query, parameters }
  }
}

function createPlaceholders<Values extends object>(values: Values): Values {
  return Object.fromEntries(
    Object.keys(values).map((name) => [name, new Placeholder(name)]),
  ) as Values
}

/** Any number of texts as one parameter, for `IN`. */
export function toTextList(values: readonly string[]) {
  return sql`(SELECT value FROM json_each(CAST(${JSON.stringify(values)} AS TEXT)))`
}

/** Any number of integers as one parameter, for `IN`. */
export function toNumberList(values: readonly number[]) {
  return sql`(SELECT CAST(value AS BIGINT) FROM json_each(CAST(${JSON.stringify(values)} AS TEXT)))`
}

/**
 * Sends each statement of a library to `read` or `write`, so that its writes join the queue of ours
 * and share their commits.
 */
class LibraryConnection implements DatabaseConnection {
  constructor(private readonly db: Database) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const compiled = query as CompiledQuery<Row>
    if (SelectQueryNode.is(query.query)) return this.db.read.executeQuery(compiled)
    return this.db.write((tx) => tx.executeQuery(compiled))
  }

  streamQuery(): never {
    throw new Error('Streaming queries are not supported for better-auth')
  }
}

const rejectTransaction = async (): Promise<never> => {
  throw new Error('better-auth must not start a transaction: it would block our own writes')
}

/** The engine's SQL, sent through `db`. */
function createLibraryDialect(db: Database, dialect: Dialect): Dialect {
  const connection = new LibraryConnection(db)
  const nothing = async () => {}
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
    createDriver: (): Driver => ({
      init: nothing,
      acquireConnection: async () => connection,
      releaseConnection: nothing,
      beginTransaction: rejectTransaction,
      commitTransaction: rejectTransaction,
      rollbackTransaction: rejectTransaction,
      destroy: nothing,
    }),
  }
}
