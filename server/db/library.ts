import { setTimeout as pause } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteDialect,
} from 'kysely'
import { type StorageHealth, storageFault } from './faults.ts'

/** How often a lock that another process holds is tried again, milliseconds. */
const LOCK_RETRY = 25

interface Parts {
  sqlite: Sqlite.Database
  health: StorageHealth
  /** How long a statement waits for another process's lock before it fails, milliseconds. */
  lockWait: number
}

/**
 * Runs single statements. Kysely's own connection is for one caller at a time, so that a write that
 * waits for a lock would hold up everybody who is signed in.
 */
class LibraryConnection implements DatabaseConnection {
  constructor(private readonly parts: Parts) {}

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
  private readonly parts: Parts

  constructor(parts: Parts) {
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
 * For a library that keeps tables of its own, with names in its own spelling: each statement is a
 * transaction by itself.
 */
export function libraryDatabase(parts: Parts): Kysely<unknown> {
  return new Kysely({ dialect: new LibraryDialect(parts), plugins: [new CamelCasePlugin()] })
}
