import type Sqlite from 'better-sqlite3'
import { type StorageHealth, storageFault, TransactionGone } from './faults.ts'

/** How many waiting writes may share one commit. */
const MAX_BATCH = 256
/** How often a lock that another process holds is tried again, milliseconds. */
export const LOCK_RETRY = 25

interface WaitingWrite {
  /** By the clock of `performance`. */
  since: number
  attempt(): void
  settle(failure: { error: unknown } | undefined): void
}

interface Parts<Tx> {
  sqlite: Sqlite.Database
  /** Refuses to run where there is no transaction. */
  tx: Tx
  health: StorageHealth
  /** How long a write waits for another process's lock before it fails, milliseconds. */
  lockWait: number
}

/**
 * The one writer of a SQLite file. Writes that wait at the same moment share one commit, because the
 * disk's flush is what costs; each still succeeds or fails alone, in its own savepoint. A lock of
 * another process is waited for between turns of the event loop, never inside one.
 */
export class GroupCommit<Tx> {
  /** Rises with each commit. */
  generation = 0
  readonly listeners = new Set<() => void>()
  private readonly waiting: WaitingWrite[] = []
  private flushing = false
  private readonly steps: TransactionSteps

  constructor(private readonly parts: Parts<Tx>) {
    this.steps = prepareSteps(parts.sqlite)
  }

  write<T>(work: (tx: Tx) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let outcome: { value: T } | { error: unknown }
      this.waiting.push({
        since: performance.now(),
        attempt: () => {
          outcome = this.inSavepoint(work)
        },
        settle: (failure) => {
          if (failure) reject(failure.error)
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

  /** Commits what waits, unless another process has the lock: this is no time to wait for it. */
  close(): void {
    while (this.waiting.length > 0 && this.commitBatch() !== 'locked');
    const failure = { error: new Error('The database was closed') }
    for (const write of this.waiting.splice(0)) write.settle(failure)
  }

  private flush(): void {
    let outcome: 'locked' | 'done' = 'done'
    try {
      outcome = this.commitBatch()
    } finally {
      if (this.waiting.length === 0) this.flushing = false
      else if (outcome === 'locked') setTimeout(() => this.flush(), LOCK_RETRY)
      else setImmediate(() => this.flush())
    }
  }

  private commitBatch(): 'locked' | 'done' {
    const batch = this.waiting.splice(0, MAX_BATCH)
    if (batch.length === 0) return 'done'
    try {
      this.begin()
    } catch (error) {
      return this.postpone(batch, error)
    }
    const failure = this.carryOut(batch)
    for (const write of batch) write.settle(failure)
    if (!failure) for (const listener of this.listeners) listener()
    return 'done'
  }

  private begin(): void {
    // A rollback failed before, and the connection is still inside that transaction.
    if (this.parts.sqlite.inTransaction) this.parts.sqlite.exec('ROLLBACK')
    this.steps.begin.run()
  }

  /** Nothing has run yet: where it is only a lock, the batch may wait, each write for its own time. */
  private postpone(batch: WaitingWrite[], error: unknown): 'locked' | 'done' {
    const { health, lockWait } = this.parts
    health.noteWrite(error)
    const locked = storageFault(error) === 'busy' && this.parts.sqlite.open
    const since = locked ? performance.now() - lockWait : Number.POSITIVE_INFINITY
    this.waiting.unshift(...batch.filter((write) => write.since > since))
    for (const write of batch) if (write.since <= since) write.settle({ error })
    return locked ? 'locked' : 'done'
  }

  private carryOut(batch: WaitingWrite[]): { error: unknown } | undefined {
    const { health } = this.parts
    try {
      for (const write of batch) write.attempt()
      this.steps.commit.run()
      this.generation++
      health.noteSuccess()
      return undefined
    } catch (error) {
      health.noteWrite(error)
      this.rollBack()
      return { error }
    }
  }

  /** Where even this fails, the next batch tries it again before it begins. */
  private rollBack(): void {
    const { sqlite, health } = this.parts
    try {
      if (sqlite.open && sqlite.inTransaction) sqlite.exec('ROLLBACK')
    } catch (error) {
      health.noteWrite(error)
    }
  }

  /** What it throws ends the batch; what `work` throws undoes its own changes only. */
  private inSavepoint<T>(work: (tx: Tx) => T): { value: T } | { error: unknown } {
    this.steps.savepoint.run()
    try {
      const value = work(this.parts.tx)
      if (value instanceof Promise) throw new TypeError('A write must be synchronous')
      this.requireTransaction()
      this.steps.release.run()
      return { value }
    } catch (error) {
      this.requireTransaction(error)
      this.steps.undo.run()
      this.steps.release.run()
      return { error }
    }
  }

  private requireTransaction(cause?: unknown): void {
    if (!this.parts.sqlite.inTransaction)
      throw new TransactionGone('SQLite rolled the transaction back', { cause })
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
