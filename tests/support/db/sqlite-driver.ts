import Sqlite from 'better-sqlite3'

export type DriverCall = (this: Sqlite.Statement, ...given: unknown[]) => unknown

/** The prototype of better-sqlite3's statements, which it does not export. */
export function getStatementPrototype(): object {
  const probe = new Sqlite(':memory:')
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1'))
  probe.close()
  return prototype
}

/** Replaces a method of the driver by a wrapped one; the returned function restores it. */
export function wrapMethod(
  target: object,
  name: string,
  wrap: (before: DriverCall) => DriverCall,
): () => void {
  const before = Reflect.get(target, name) as DriverCall
  Reflect.set(target, name, wrap(before))
  return () => Reflect.set(target, name, before)
}

type FaultCode = 'SQLITE_FULL' | 'SQLITE_BUSY' | 'SQLITE_IOERR_WRITE' | 'SQLITE_CORRUPT'

/** Errors after which SQLite itself rolls an open transaction back. */
const ROLLBACK_CODES: readonly FaultCode[] = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE']

/**
 * Wraps the SQLite driver of this process and makes chosen calls fail as SQLite does: preparing a
 * statement, running it, beginning and committing a transaction.
 */
export class FaultyDriver {
  /** Calls since the driver was armed. */
  callCount = 0
  /** The SQL of each statement that was made to fail. */
  readonly failedStatements: string[] = []
  private code: FaultCode | undefined
  private firstCall = 0
  private lastCall = 0
  private readonly restoreFunctions: (() => void)[] = []

  constructor() {
    const statement = getStatementPrototype()
    const count = (db: Sqlite.Database, text: string) => this.count(db, text)
    for (const name of ['run', 'get', 'all'])
      this.replace(statement, name, (before) => {
        return function (this: Sqlite.Statement, ...given: unknown[]) {
          count(this.database, this.source)
          return before.apply(this, given)
        }
      })
    this.replace(Sqlite.prototype, 'prepare', (before) => {
      return function (this: unknown, ...given: unknown[]) {
        count(this as Sqlite.Database, String(given[0]))
        return before.apply(this as never, given)
      }
    })
  }

  /** Makes the n-th call from now fail, or all calls from the n-th on. */
  arm(code: FaultCode, nth: number, how: 'once' | 'onwards' = 'once'): void {
    this.callCount = 0
    this.failedStatements.length = 0
    this.code = code
    this.firstCall = nth
    this.lastCall = how === 'once' ? nth : Number.POSITIVE_INFINITY
  }

  /** Stops the faults; returns whether any call failed. */
  disarm(): boolean {
    this.code = undefined
    return this.failedStatements.length > 0
  }

  /** Restores the driver's own methods. */
  remove(): void {
    for (const undo of this.restoreFunctions) undo()
  }

  private replace(target: object, name: string, wrap: (before: DriverCall) => DriverCall): void {
    this.restoreFunctions.push(wrapMethod(target, name, wrap))
  }

  private count(db: Sqlite.Database, text: string): void {
    const { code } = this
    if (!code) return
    this.callCount += 1
    if (this.callCount < this.firstCall || this.callCount > this.lastCall) return
    this.failedStatements.push(text)
    if (db.inTransaction && ROLLBACK_CODES.includes(code)) db.exec('ROLLBACK')
    throw new Sqlite.SqliteError(`injected ${code}`, code)
  }
}
