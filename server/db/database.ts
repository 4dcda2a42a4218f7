import Sqlite from 'better-sqlite3'
import {
  CamelCasePlugin,
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from './tables.ts'

/** Builds typed SQL; a `Tx` runs it. It has no connection of its own. */
export const query = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** Runs statements, synchronously, inside whatever transaction is open. */
export interface Tx {
  all<Row>(statement: Compilable<Row>): Row[]
  get<Row>(statement: Compilable<Row>): Row | undefined
  /** The number of rows changed. */
  run(statement: Compilable<unknown>): number
}

class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement whose SQL is worked out at its first use; later uses only fill in their values, which
 * have the same keys. For the statements of every booking: building them costs more than running them.
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

/** How many waiting writes may share one commit. */
const MAX_BATCH = 256

interface WaitingWrite {
  attempt(): void
  settle(commitError?: unknown): void
}

/**
 * One SQLite file and its one writer. Writes that wait at the same moment share one commit, because
 * the disk's flush is what costs; each still succeeds or fails alone, in its own savepoint.
 */
export class Database {
  readonly read: Tx
  /** Rises with each commit: what was read under the same number still holds. */
  generation = 0
  private readonly listeners = new Set<() => void>()
  private readonly waiting: WaitingWrite[] = []
  private flushing = false
  private readonly sqlite: Sqlite.Database
  private readonly steps: TransactionSteps

  constructor(sqlite: Sqlite.Database) {
    this.sqlite = sqlite
    this.read = createTx(sqlite)
    this.steps = prepareSteps(sqlite)
  }

  /**
   * Runs `work` in a transaction and resolves once it is on the disk. What it throws undoes its own
   * changes only. It must be synchronous.
   */
  write<T>(work: (tx: Tx) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let outcome: { value: T } | { error: unknown }
      this.waiting.push({
        attempt: () => {
          outcome = this.inSavepoint(work)
        },
        settle: (commitError) => {
          if (commitError) reject(commitError)
          else if ('error' in outcome) reject(outcome.error)
          else resolve(outcome.value)
        },
      })
      if (!this.flushing) {
        this.flushing = true
        setImmediate(() => this.flush())
      }
    })
  }

  /**
   * Calls `listener` after each commit of a write; returns what ends that. A batch of writes is one
   * commit. A listener must not throw.
   */
  onCommit(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /**
   * For a library that keeps tables of its own, with names in its own spelling: each statement is a
   * transaction by itself. It must begin none, which would hold ours up.
   */
  forLibrary(): Kysely<unknown> {
    return new Kysely({
      dialect: new SqliteDialect({ database: this.sqlite }),
      plugins: [new CamelCasePlugin()],
    })
  }

  close(): void {
    while (this.waiting.length > 0) this.commitBatch()
    this.sqlite.close()
  }

  private flush(): void {
    this.commitBatch()
    if (this.waiting.length > 0) setImmediate(() => this.flush())
    else this.flushing = false
  }

  private commitBatch(): void {
    if (!this.sqlite.open) return
    const batch = this.waiting.splice(0, MAX_BATCH)
    let commitError: unknown
    try {
      this.steps.begin.run()
      for (const write of batch) write.attempt()
      this.steps.commit.run()
      this.generation++
    } catch (error) {
      commitError = error
      if (this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK')
    }
    for (const write of batch) write.settle(commitError)
    if (commitError === undefined) for (const listener of this.listeners) listener()
  }

  private inSavepoint<T>(work: (tx: Tx) => T): { value: T } | { error: unknown } {
    this.steps.savepoint.run()
    try {
      const value = work(this.read)
      if (value instanceof Promise) throw new TypeError('A write must be synchronous')
      this.steps.release.run()
      return { value }
    } catch (error) {
      this.steps.undo.run()
      this.steps.release.run()
      return { error }
    }
  }
}

function prepareSteps(sqlite: Sqlite.Database) {
  return {
    begin: sqlite.prepare('BEGIN IMMEDIATE'),
    savepoint: sqlite.prepare('SAVEPOINT work'),
    release: sqlite.prepare('RELEASE work'),
    undo: sqlite.prepare('ROLLBACK TO work'),
    commit: sqlite.prepare('COMMIT'),
  }
}

type TransactionSteps = ReturnType<typeof prepareSteps>

function createTx(sqlite: Sqlite.Database): Tx {
  const statements = new Map<string, Sqlite.Statement>()
  const prepare = (text: string) => {
    let statement = statements.get(text)
    if (!statement) {
      statement = sqlite.prepare(text)
      statements.set(text, statement)
    }
    return statement
  }
  return {
    all: <Row>(statement: Compilable<Row>) => {
      const { sql, parameters } = statement.compile()
      return prepare(sql).all(parameters) as Row[]
    },
    get: <Row>(statement: Compilable<Row>) => {
      const { sql, parameters } = statement.compile()
      return prepare(sql).get(parameters) as Row | undefined
    },
    run: (statement) => {
      const { sql, parameters } = statement.compile()
      return prepare(sql).run(parameters).changes
    },
  }
}

/** Is this the database saying that a unique key is already there? */
export function isConflict(error: unknown): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    (error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || error.code === 'SQLITE_CONSTRAINT_UNIQUE')
  )
}
