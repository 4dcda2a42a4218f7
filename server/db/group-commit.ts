import type Sqlite from 'better-sqlite3'
import { getStorageFault, type StorageHealth, TransactionLostError } from './storage-faults.ts'

/** Largest number of writes that share one commit. */
const MAX_BATCH = 256
/** Pause between two attempts to get another process's lock, ms. */
export const LOCK_RETRY_DELAY = 25

interface QueuedWrite {
  /** When the write was queued, by `performance.now()`. */
  queuedAt: number
  run(): void
  /** Settles the caller's promise; with `failure`, the whole batch has failed. */
  settle(failure: { error: unknown } | undefined): void
}

interface Parts<Tx> {
  sqlite: Sqlite.Database
  /** Throws `TransactionLostError` outside a transaction. */
  tx: Tx
  health: StorageHealth
  /** How long a write waits for another process's lock before it fails, ms. */
  lockTimeout: number
}

/**
 * The single writer of a SQLite file. Writes that are queued at the same moment share one commit,
 * because flushing to the disk is the expensive part; each has its own savepoint and succeeds or
 * fails alone. If another process holds the lock, the writer retries with a timer and never blocks.
 */
export class GroupCommit<Tx> {
  /** Number of commits so far. */
  generation = 0
  /** Number of commits that had to wait for another process's lock. */
  lockRetries = 0
  readonly listeners = new Set<() => void>()
  private readonly queue: QueuedWrite[] = []
  private flushing = false
  private readonly steps: TransactionSteps

  constructor(private readonly parts: Parts<Tx>) {
    this.steps = prepareSteps(parts.sqlite)
  }

  write<T>(work: (tx: Tx) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let outcome: { value: T } | { error: unknown }
      this.queue.push({
        queuedAt: performance.now(),
        run: () => {
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

  /** Commits the queued writes; if another process holds the lock, they fail at once instead. */
  close(): void {
    while (this.queue.length > 0 && this.commitBatch() !== 'locked');
    const failure = { error: new Error('The database was closed before this write was committed') }
    for (const write of this.queue.splice(0)) write.settle(failure)
  }

  private flush(): void {
    let outcome: 'locked' | 'done' = 'done'
    try {
      outcome = this.commitBatch()
    } finally {
      if (this.queue.length === 0) this.flushing = false
      else if (outcome === 'locked') setTimeout(() => this.flush(), LOCK_RETRY_DELAY)
      else setImmediate(() => this.flush())
    }
  }

  private commitBatch(): 'locked' | 'done' {
    const batch = this.queue.splice(0, MAX_BATCH)
    if (batch.length === 0) return 'done'
    try {
      this.begin()
    } catch (error) {
      return this.postpone(batch, error)
    }
    const failure = this.runBatch(batch)
    for (const write of batch) write.settle(failure)
    if (!failure) for (const listener of this.listeners) listener()
    return 'done'
  }

  private begin(): void {
    // An earlier rollback failed, so the connection is still inside that transaction.
    if (this.parts.sqlite.inTransaction) this.parts.sqlite.exec('ROLLBACK')
    this.steps.begin.run()
  }

  /**
   * The batch could not begin. If only a lock is in the way, writes younger than `lockTimeout` go back
   * to the queue and the others fail; after any other fault all fail.
   */
  private postpone(batch: QueuedWrite[], error: unknown): 'locked' | 'done' {
    const { health, lockTimeout } = this.parts
    health.recordWriteError(error)
    const locked = getStorageFault(error) === 'busy' && this.parts.sqlite.open
    const since = locked ? performance.now() - lockTimeout : Number.POSITIVE_INFINITY
    this.queue.unshift(...batch.filter((write) => write.queuedAt > since))
    for (const write of batch) if (write.queuedAt <= since) write.settle({ error })
    if (locked) this.lockRetries++
    return locked ? 'locked' : 'done'
  }

  private runBatch(batch: QueuedWrite[]): { error: unknown } | undefined {
    const { health } = this.parts
    try {
      for (const write of batch) write.run()
      this.steps.commit.run()
      this.generation++
      health.recordWriteSuccess()
      return undefined
    } catch (error) {
      health.recordWriteError(error)
      this.rollBack()
      return { error }
    }
  }

  /** If the rollback fails too, `begin` tries it again before the next batch. */
  private rollBack(): void {
    const { sqlite, health } = this.parts
    try {
      if (sqlite.open && sqlite.inTransaction) sqlite.exec('ROLLBACK')
    } catch (error) {
      health.recordWriteError(error)
    }
  }

  /**
   * Returns what `work` returned or threw; after an error only the changes of `work` are rolled
   * back. An error that this method itself throws fails the whole batch.
   */
  private inSavepoint<T>(work: (tx: Tx) => T): { value: T } | { error: unknown } {
    this.steps.savepoint.run()
    try {
      const value = work(this.parts.tx)
      if (value instanceof Promise)
        throw new TypeError('A write must be synchronous, but this one returned a promise')
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
      throw new TransactionLostError('SQLite rolled the transaction back', { cause })
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
