import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createSavepoint } from '#server/db/statements.ts'
import {
  getStorageFault,
  type StorageHealth,
  TransactionLostError,
} from '#server/db/storage-faults.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Engine, OpenTransaction, Writer } from './engine.ts'

type Tx = Kysely<Tables>

/** Largest number of writes that share one commit. */
const MAX_BATCH = 64
/** Pause between two attempts to get another process's lock, ms. */
const LOCK_RETRY_DELAY = 25

interface QueuedWrite {
  /** When the write was queued, by `performance.now()`. */
  queuedAt: number
  run(tx: Tx): Promise<void>
  /** Settles the caller's promise; with `failure`, the whole batch has failed. */
  settle(failure: { error: unknown } | undefined): void
}

interface Parts {
  engine: Engine
  health: StorageHealth
  /** How long a write waits for another process's lock before it fails, ms. */
  lockTimeout: number
}

type Outcome = 'done' | 'locked'

/**
 * The single writer of a SQLite file. Writes that are queued at the same moment share one commit,
 * because flushing to the disk is the expensive part; each has its own savepoint and succeeds or
 * fails alone. Where another process, such as a backup, holds the lock, the writes are run again.
 */
export class GroupCommit implements Writer {
  generation = 0
  lockRetries = 0
  readonly listeners = new Set<() => void>()
  private readonly queue: QueuedWrite[] = []
  private working: Promise<void> | undefined
  private closed = false

  constructor(private readonly parts: Parts) {}

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.closed) return Promise.reject(new Error('The database is closed'))
    return new Promise<T>((resolve, reject) => {
      let outcome: { value: T } | { error: unknown }
      this.queue.push({
        queuedAt: performance.now(),
        run: async (tx) => {
          outcome = await this.inSavepoint(tx, work)
        },
        settle: (failure) => {
          if (failure) reject(failure.error)
          else if ('error' in outcome) reject(outcome.error)
          else resolve(outcome.value)
        },
      })
      this.working ??= this.commitQueued()
    })
  }

  /** Commits the queued writes; if another process holds the lock, they fail at once instead. */
  async close(): Promise<void> {
    this.closed = true
    await this.working
  }

  /** Never rejects: errors settle the writes that they concern. */
  private async commitQueued(): Promise<void> {
    while (this.queue.length > 0) {
      // Lets requests that have already arrived join the batch.
      await turn()
      if ((await this.commitBatch()) !== 'locked') continue
      this.lockRetries++
      if (this.closed) this.failQueued()
      else await pause(LOCK_RETRY_DELAY)
    }
    // In the same turn as the last look at the queue, so that no write is left waiting.
    this.working = undefined
  }

  private failQueued(): void {
    const failure = { error: new Error('The database was closed before this write was committed') }
    for (const write of this.queue.splice(0)) write.settle(failure)
  }

  private async commitBatch(): Promise<Outcome> {
    const batch = this.queue.splice(0, MAX_BATCH)
    let transaction: OpenTransaction
    try {
      transaction = await this.parts.engine.begin()
    } catch (error) {
      return this.postpone(batch, error)
    }
    const failure = await this.runBatch(transaction, batch)
    for (const write of batch) write.settle(failure)
    if (!failure) for (const listener of this.listeners) listener()
    return 'done'
  }

  /**
   * The batch could not begin. If only a lock is in the way, writes younger than `lockTimeout` go back
   * to the queue and the others fail; after any other fault all fail.
   */
  private postpone(batch: QueuedWrite[], error: unknown): Outcome {
    const { health, lockTimeout } = this.parts
    health.recordDamage(error)
    const locked = getStorageFault(error) === 'busy'
    const since = locked ? performance.now() - lockTimeout : Number.POSITIVE_INFINITY
    this.queue.unshift(...batch.filter((write) => write.queuedAt > since))
    for (const write of batch) if (write.queuedAt <= since) write.settle({ error })
    return locked ? 'locked' : 'done'
  }

  private async runBatch(
    transaction: OpenTransaction,
    batch: QueuedWrite[],
  ): Promise<{ error: unknown } | undefined> {
    try {
      for (const write of batch) await write.run(transaction.tx)
      await transaction.commit()
      this.generation++
      return undefined
    } catch (error) {
      this.parts.health.recordDamage(error)
      await this.rollBack(transaction)
      return { error }
    }
  }

  /** Also returns the connection to its pool, whether or not the rollback succeeds. */
  private async rollBack(transaction: OpenTransaction): Promise<void> {
    try {
      await transaction.rollback()
    } catch {
      // The caller reports the error that led here.
    }
  }

  /**
   * Returns what `work` returned or threw; after an error only the changes of `work` are rolled
   * back. An error that this method itself throws fails the whole batch.
   */
  private async inSavepoint<T>(
    tx: Tx,
    work: (tx: Tx) => Promise<T>,
  ): Promise<{ value: T } | { error: unknown }> {
    await tx.executeQuery(savepoint.begin)
    try {
      const value = await work(tx)
      this.requireTransaction()
      await tx.executeQuery(savepoint.release)
      return { value }
    } catch (error) {
      this.requireTransaction(error)
      await tx.executeQuery(savepoint.rollBack)
      await tx.executeQuery(savepoint.release)
      return { error }
    }
  }

  private requireTransaction(cause?: unknown): void {
    if (!this.parts.engine.isTransactionOpen())
      throw new TransactionLostError('The database rolled the transaction back', { cause })
  }
}

const savepoint = createSavepoint('work')
