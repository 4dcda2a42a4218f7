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
import { StorageHealth, storageFault, TransactionGone } from './faults.ts'
import { GroupCommit, LOCK_RETRY } from './group-commit.ts'
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

/** Placeholder for one value while a `template` is compiled. */
class Hole {
  constructor(readonly name: string) {}
}

/**
 * A statement that is compiled to SQL at its first use; later calls only fill in their values,
 * which must have the same keys. For frequent statements: building one costs more than running it.
 */
export function template<Values extends object, Row>(
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Compilable<Row> {
  let built: CompiledQuery<Row> | undefined
  return (values) => {
    built ??= build(holesOf(values)).compile()
    const parameters = built.parameters.map((parameter) =>
      parameter instanceof Hole ? values[parameter.name as keyof Values] : parameter,
    )
    const filled = { ...built, parameters }
    return { compile: () => filled }
  }
}

function holesOf<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Hole(name)])) as Values
}

/** Longest wait of a write for another process's lock, ms; a request waits for the write. */
const LOCK_WAIT = 5_000

export interface DatabaseOptions {
  /** Longest wait for another process's lock, ms. */
  lockWait?: number | undefined
}

/** One SQLite file with its single writer. */
export class Database {
  readonly read: Tx
  readonly health = new StorageHealth()
  private readonly sqlite: Sqlite.Database
  private readonly writer: GroupCommit<Tx>
  private readonly lockWait: number

  constructor(sqlite: Sqlite.Database, { lockWait = LOCK_WAIT }: DatabaseOptions = {}) {
    // better-sqlite3 would wait inside a call and block the process; `GroupCommit` waits instead.
    sqlite.pragma('busy_timeout = 0')
    const { health } = this
    const prepare = preparing(sqlite)
    const tx = createTx(prepare, health, () => {
      if (!sqlite.inTransaction) throw new TransactionGone('There is no transaction')
    })
    this.sqlite = sqlite
    this.lockWait = lockWait
    this.read = createTx(prepare, health)
    this.writer = new GroupCommit({ sqlite, tx, health, lockWait })
  }

  /** Number of commits so far: what was read under the same number is still current. */
  get generation(): number {
    return this.writer.generation
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

  /** For better-auth; see `libraryDatabase`. */
  forLibrary(): Kysely<unknown> {
    const { sqlite, health, lockWait } = this
    return libraryDatabase({ sqlite, health, lockWait })
  }

  close(): void {
    this.writer.close()
    this.sqlite.close()
  }
}

type Prepare = (text: string) => Sqlite.Statement

/** Prepares each SQL text once and keeps the statement. */
function preparing(sqlite: Sqlite.Database): Prepare {
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
      health.note(error)
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
export function isConflict(error: unknown): boolean {
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
export function oneOf(values: readonly (string | number)[]) {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}

const begin = raw(sql`SAVEPOINT step`)
const release = raw(sql`RELEASE step`)
const undo = raw(sql`ROLLBACK TO step`)

/**
 * Runs one step of a transaction; if the step throws, only its own changes are rolled back. Throws
 * `TransactionGone` if SQLite has rolled back the whole transaction.
 */
export function inSavepoint<T>(tx: Tx, step: () => T): T {
  tx.run(begin)
  try {
    const value = step()
    tx.run(release)
    return value
  } catch (error) {
    try {
      tx.run(undo)
      tx.run(release)
    } catch {
      throw new TransactionGone('The transaction is gone', { cause: error })
    }
    throw error
  }
}

interface LibraryParts {
  sqlite: Sqlite.Database
  health: StorageHealth
  /** How long a statement waits for another process's lock before it fails, milliseconds. */
  lockWait: number
}

/**
 * Runs single statements for any number of callers. Kysely's own connection serves one caller at a
 * time, so a write that waits for a lock would block everybody who is signed in.
 */
class LibraryConnection implements DatabaseConnection {
  constructor(private readonly parts: LibraryParts) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { health, lockWait } = this.parts
    const since = performance.now()
    for (;;) {
      try {
        return this.run(query)
      } catch (error) {
        health.noteWrite(error)
        const over = performance.now() - since >= lockWait
        if (storageFault(error) !== 'busy' || over) throw error
        await pause(LOCK_RETRY)
      }
    }
  }

  streamQuery(): never {
    throw new Error('The library reads no streams')
  }

  private run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.parts.sqlite.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
  }
}

const noTransaction = async (): Promise<never> => {
  throw new Error('The library must begin no transaction: it would hold ours up')
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
      beginTransaction: noTransaction,
      commitTransaction: noTransaction,
      rollbackTransaction: noTransaction,
      destroy: nothing,
    }
  }
}

/**
 * For a library with its own tables (better-auth), whose camel-case names are mapped to ours. Each
 * statement is its own transaction.
 */
function libraryDatabase(parts: LibraryParts): Kysely<unknown> {
  return new Kysely({ dialect: new LibraryDialect(parts), plugins: [new CamelCasePlugin()] })
}
