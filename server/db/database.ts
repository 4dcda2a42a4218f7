import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import {
  CamelCasePlugin,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  DummyDriver,
  Kysely,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { GroupCommit, LOCK_RETRY_DELAY } from './group-commit.ts'
import { getStorageFault, StorageHealth, TransactionLostError } from './storage-faults.ts'
import type { Tables } from './tables.ts'

/** Builds typed SQL; a `Tx` runs it. `query` has no connection of its own. */
export const query = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** Runs statements synchronously, inside the open transaction if there is one. */
export interface Tx {
  all<Row>(statement: Compilable<Row>): Row[]
  get<Row>(statement: Compilable<Row>): Row | undefined
  /** Returns the number of changed rows. */
  run(statement: Compilable<unknown>): number
}

/** Placeholder for one value while a `compileOnce` is compiled. */
class Placeholder {
  constructor(readonly name: string) {}
}

/**
 * A statement that is compiled to SQL at its first use; later calls only fill in their values,
 * which must have the same keys. For frequent statements: building one costs more than running it.
 */
export function compileOnce<Values extends object, Row>(
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Compilable<Row> {
  let built: CompiledQuery<Row> | undefined
  return (values) => {
    built ??= build(createPlaceholders(values)).compile()
    const parameters = built.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    const filled = { ...built, parameters }
    return { compile: () => filled }
  }
}

function createPlaceholders<Values extends object>(values: Values): Values {
  return Object.fromEntries(
    Object.keys(values).map((name) => [name, new Placeholder(name)]),
  ) as Values
}

/** Longest wait of a write for another process's lock, ms; a request waits for the write. */
const LOCK_TIMEOUT = 5_000

export interface DatabaseOptions {
  /** Longest wait for another process's lock, ms. */
  lockTimeout?: number | undefined
}

/** One SQLite file with its single writer. */
export class Database {
  readonly read: Tx
  readonly health = new StorageHealth()
  private readonly sqlite: Sqlite.Database
  private readonly writer: GroupCommit<Tx>
  private readonly lockTimeout: number

  constructor(sqlite: Sqlite.Database, { lockTimeout = LOCK_TIMEOUT }: DatabaseOptions = {}) {
    // better-sqlite3 would wait inside a call and block the process; `GroupCommit` waits instead.
    sqlite.pragma('busy_timeout = 0')
    const { health } = this
    const prepare = createStatementCache(sqlite)
    const tx = createTx(prepare, health, () => {
      if (!sqlite.inTransaction)
        throw new TransactionLostError(
          'No transaction is open: it has ended, or SQLite rolled it back',
        )
    })
    this.sqlite = sqlite
    this.lockTimeout = lockTimeout
    this.read = createTx(prepare, health)
    this.writer = new GroupCommit({ sqlite, tx, health, lockTimeout })
  }

  /** Number of commits so far: what was read under the same number is still current. */
  get generation(): number {
    return this.writer.generation
  }

  get lockRetries(): number {
    return this.writer.lockRetries
  }

  /**
   * Runs `work` in a transaction and resolves once the commit is on the disk. If `work` throws,
   * only its own changes are rolled back, and the promise rejects. `work` must be synchronous.
   */
  write<T>(work: (tx: Tx) => T): Promise<T> {
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

  /** For better-auth; see `createLibraryDatabase`. */
  createKysely(): Kysely<unknown> {
    const { sqlite, health, lockTimeout } = this
    return createLibraryDatabase({ sqlite, health, lockTimeout })
  }

  close(): void {
    this.writer.close()
    this.sqlite.close()
  }
}

type Prepare = (text: string) => Sqlite.Statement

/** Prepares each SQL text once and keeps the statement. */
function createStatementCache(sqlite: Sqlite.Database): Prepare {
  const statements = new Map<string, Sqlite.Statement>()
  return (text) => {
    let statement = statements.get(text)
    if (!statement) {
      statement = sqlite.prepare(text)
      statements.set(text, statement)
    }
    return statement
  }
}

/** `before` runs before each statement and may throw. */
function createTx(prepare: Prepare, health: StorageHealth, before = () => {}): Tx {
  const perform = <Out>(
    statement: Compilable<unknown>,
    act: (prepared: Sqlite.Statement, parameters: readonly unknown[]) => Out,
  ): Out => {
    const { sql, parameters } = statement.compile()
    before()
    try {
      return act(prepare(sql), parameters)
    } catch (error) {
      health.recordDamage(error)
      throw error
    }
  }
  return {
    all: <Row>(statement: Compilable<Row>) =>
      perform(statement, (prepared, values) => prepared.all(values) as Row[]),
    get: <Row>(statement: Compilable<Row>) =>
      perform(statement, (prepared, values) => prepared.get(values) as Row | undefined),
    run: (statement) => perform(statement, (prepared, values) => prepared.run(values).changes),
  }
}

/** Whether the error says that a unique or primary key already exists. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    (error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || error.code === 'SQLITE_CONSTRAINT_UNIQUE')
  )
}

/** A statement in plain SQL, for cases that the query builder would make hard to read. */
export function raw<Row>(statement: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => statement.compile(query) }
}

/** Any number of values as one parameter, for `IN`. */
export function toSqlList(values: readonly (string | number)[]) {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}

const beginSavepoint = raw(sql`SAVEPOINT step`)
const releaseSavepoint = raw(sql`RELEASE step`)
const rollbackSavepoint = raw(sql`ROLLBACK TO step`)

/**
 * Runs one step of a transaction; if the step throws, only its own changes are rolled back. Throws
 * `TransactionLostError` if SQLite has rolled back the whole transaction.
 */
export function inSavepoint<T>(tx: Tx, step: () => T): T {
  tx.run(beginSavepoint)
  try {
    const value = step()
    tx.run(releaseSavepoint)
    return value
  } catch (error) {
    try {
      tx.run(rollbackSavepoint)
      tx.run(releaseSavepoint)
    } catch {
      throw new TransactionLostError(
        'SQLite rolled back the whole transaction inside a savepoint',
        { cause: error },
      )
    }
    throw error
  }
}

interface LibraryParts {
  sqlite: Sqlite.Database
  health: StorageHealth
  /** How long a statement waits for another process's lock before it fails, milliseconds. */
  lockTimeout: number
}

/**
 * Runs single statements for any number of callers. Kysely's own connection serves one caller at a
 * time, so a write that waits for a lock would block everybody who is signed in.
 */
class LibraryConnection implements DatabaseConnection {
  constructor(private readonly parts: LibraryParts) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { health, lockTimeout } = this.parts
    const since = performance.now()
    for (;;) {
      try {
        return this.run(query)
      } catch (error) {
        health.recordWriteError(error)
        const over = performance.now() - since >= lockTimeout
        if (getStorageFault(error) !== 'busy' || over) throw error
        await pause(LOCK_RETRY_DELAY)
      }
    }
  }

  streamQuery(): never {
    throw new Error('Streaming queries are not supported for better-auth')
  }

  private run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.parts.sqlite.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
  }
}

const rejectTransaction = async (): Promise<never> => {
  throw new Error('better-auth must not start a transaction: it would block our own writes')
}

class LibraryDialect extends SqliteDialect {
  private readonly parts: LibraryParts

  constructor(parts: LibraryParts) {
    super({ database: parts.sqlite })
    this.parts = parts
  }

  override createDriver(): Driver {
    const connection = new LibraryConnection(this.parts)
    const nothing = async () => {}
    return {
      init: nothing,
      acquireConnection: async () => connection,
      releaseConnection: nothing,
      beginTransaction: rejectTransaction,
      commitTransaction: rejectTransaction,
      rollbackTransaction: rejectTransaction,
      destroy: nothing,
    }
  }
}

/**
 * For a library with its own tables (better-auth), whose camel-case names are mapped to ours. Each
 * statement is its own transaction.
 */
function createLibraryDatabase(parts: LibraryParts): Kysely<unknown> {
  return new Kysely({ dialect: new LibraryDialect(parts), plugins: [new CamelCasePlugin()] })
}
