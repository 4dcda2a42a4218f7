import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { getRole } from '#server/db/statements.ts'
import {
  CommitUnknownError,
  DatabaseUnreachableError,
  isSerializationFailure,
} from '#server/db/storage-faults.ts'
import type { Tables } from '#server/db/tables.ts'
import type { OpenTransaction } from './engine.ts'

/**
 * Begins a transaction whose statements are sent without waiting for the answers of those before, so
 * that queries which run at the same time share a round trip. Kysely's own transaction sends one after
 * the other.
 */
export async function beginPipelined(writer: Kysely<Tables>): Promise<OpenTransaction> {
  const transaction = await writer.startTransaction().execute()
  const executor = transaction.getExecutor()
  const connection = await executor.provideConnection(async (own) => own)
  const tx = new Kysely<Tables>({
    config: { dialect: WRITER_DIALECT },
    dialect: WRITER_DIALECT,
    driver: new DummyDriver(),
    executor: executor.withConnectionProvider({ provideConnection: (use) => use(connection) }),
  })
  return {
    tx,
    commit: () => transaction.commit().execute(),
    rollback: () => transaction.rollback().execute(),
  }
}

/**
 * Locks of the empty table `write_lock`: all writes share it, but for one that conflicts again and again,
 * which waits until it is alone. No backup waits for them. `LOCK TABLE` takes no snapshot, so the
 * transaction sees everything committed before its turn.
 */
const LOCKS = { shared: 'ROW SHARE', alone: 'EXCLUSIVE' }

export class WriterDialect extends PostgresDialect {
  private readonly config: PostgresDialectConfig
  private readonly lock: keyof typeof LOCKS

  constructor(config: PostgresDialectConfig, lock: keyof typeof LOCKS) {
    super(config)
    this.config = config
    this.lock = lock
  }

  override createDriver(): PostgresDriver {
    return new WriterDriver(this.config, LOCKS[this.lock])
  }
}

const ROLLBACK = CompiledQuery.raw('ROLLBACK')
const COMMIT = CompiledQuery.raw('commit')
/**
 * The commit does not wait for the disk or a standby, since it keeps other transactions from their numbers;
 * `FLUSH`, a transaction of its own, waits for both. A transaction that has failed refuses this, whereas
 * PostgreSQL answers its commit with a rollback.
 */
const COMMIT_EARLY = CompiledQuery.raw('SET LOCAL synchronous_commit = off')
export const FLUSH_TEXT = "SELECT pg_logical_emit_message(true, 'flush', '')"
const FLUSH = CompiledQuery.raw(FLUSH_TEXT)

class WriterDriver extends PostgresDriver {
  private readonly begin: CompiledQuery

  constructor(config: PostgresDialectConfig, lock: string) {
    super(config)
    this.begin = CompiledQuery.raw(
      `START TRANSACTION ISOLATION LEVEL SERIALIZABLE READ WRITE; LOCK TABLE write_lock IN ${lock} MODE`,
    )
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PipelinedConnection(await super.acquireConnection())
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { plain } = connection as PipelinedConnection
    await super.releaseConnection(plain as Parameters<PostgresDriver['releaseConnection']>[0])
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(this.begin)
    } catch (error) {
      await connection.executeQuery(ROLLBACK).catch(() => undefined)
      throw error
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await (connection as PipelinedConnection).commit()
    } catch (error) {
      if (error instanceof DatabaseUnreachableError)
        throw new CommitUnknownError('The connection was lost during a commit', { cause: error })
      throw error
    }
  }
}

/** PostgreSQL refuses every statement after one that failed, until a rollback. */
const TRANSACTION_FAILED = '25P02'

const isRefusedAfterFailure = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === TRANSACTION_FAILED

/** Sends each statement at once; `StatementRole` says which answers are waited for. */
class PipelinedConnection implements DatabaseConnection {
  /** Answers to statements of the role `later`. */
  private pending: Promise<unknown>[] = []
  /** Answers to the begins and ends of savepoints, which can only fail if the transaction is lost. */
  private assumed: Promise<unknown>[] = []
  /** A conflict with another transaction. It ends this one, also if a step caught the error. */
  private conflict: unknown

  constructor(readonly plain: DatabaseConnection) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const role = getRole(query)
    const answer = this.send<Row>(query)
    if (role === 'later') return this.postpone(this.pending, answer)
    if (role === undefined) return answer.catch((error) => this.throwCause(error))
    if (role === 'undo') return this.undo(answer)
    if (this.pending.length === 0) return this.postpone(this.assumed, answer)
    return this.settle(answer)
  }

  /** Sent with the statements that are still under way; the first failure among them is thrown. */
  async commit(): Promise<void> {
    const sent = [COMMIT_EARLY, COMMIT, FLUSH].map((query) => this.send(query))
    for (const one of sent) one.catch(() => undefined)
    try {
      await this.waitForPending()
      await this.assertAssumptions()
      for (const one of sent) await one
    } catch (error) {
      throw this.conflict ?? error
    }
  }

  private async send<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.plain.executeQuery<Row>(query as CompiledQuery<Row>)
    } catch (error) {
      if (isSerializationFailure(error)) this.conflict ??= error
      throw error
    }
  }

  /** Throws if a savepoint did not begin or end: what was to be undone alone could not be. */
  private async assertAssumptions(): Promise<void> {
    await Promise.all(this.assumed.splice(0))
  }

  streamQuery(): never {
    throw new Error('A transaction that writes streams no rows')
  }

  private postpone(list: Promise<unknown>[], answer: Promise<unknown>): QueryResult<never> {
    answer.catch(() => undefined)
    list.push(answer)
    return { rows: [] }
  }

  private async settle<Row>(answer: Promise<QueryResult<Row>>): Promise<QueryResult<Row>> {
    answer.catch(() => undefined)
    await this.waitForPending()
    return answer
  }

  /**
   * In the order of sending, so that the first error is the one that the others follow from. A failure
   * stays until it is undone: a step that began after it must not be able to catch it.
   */
  private async waitForPending(): Promise<void> {
    for (const sent of this.pending) await sent
    this.pending = []
  }

  private async undo<Row>(answer: Promise<QueryResult<Row>>): Promise<QueryResult<Row>> {
    this.pending = []
    const result = await answer
    await this.assertAssumptions()
    return result
  }

  private async throwCause(error: unknown): Promise<never> {
    if (!isRefusedAfterFailure(error)) throw error
    await this.waitForPending()
    throw this.conflict ?? error
  }
}

/** Only writes SQL: its driver connects to nothing. */
const WRITER_DIALECT = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction has its own connection')),
})
