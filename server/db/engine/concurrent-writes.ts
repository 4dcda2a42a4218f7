import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import {
  isKeyTaken,
  isSerializationFailure,
  type StorageHealth,
} from '#server/db/storage-faults.ts'
import type { Tables } from '#server/db/tables.ts'
import { randomBelow } from '#server/lib/ids.ts'
import type { Engine, OpenTransaction, Writer } from './engine.ts'

/** How often a write is tried whose transaction conflicts with another one. */
const MAX_ATTEMPTS = 8
/** From this attempt on, a write runs while no other one does, in any process. */
const ALONE_FROM = 4
/** Longest pause before a further attempt, ms; a random one keeps two from colliding again. */
const MAX_PAUSE = 50

/**
 * Whether a transaction may succeed if it is run again. PostgreSQL also reports a taken key where a transaction chose
 * a key that was free when it looked; one that is taken while no other write runs stays taken.
 */
function isConflict(error: unknown, attempt: number): boolean {
  if (isKeyTaken(error)) return attempt < ALONE_FROM
  return isSerializationFailure(error) && attempt < MAX_ATTEMPTS
}

interface Parts {
  engine: Engine
  health: StorageHealth
}

/**
 * Runs several writes at the same time, each in its own transaction. A write that conflicts with another
 * is run again, and from the fourth attempt on while no other write runs.
 */
export class ConcurrentWrites implements Writer {
  generation = 0
  lockRetries = 0
  readonly listeners = new Set<() => void>()
  /** Writes that wait for one of the connections, in their order. */
  private readonly waiting: (() => void)[] = []
  private running = 0
  private closing: (() => void) | undefined
  private isClosed = false

  constructor(private readonly parts: Parts) {}

  async write<T>(work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (this.isClosed) throw new Error('The database is closed')
    await this.takeTurn()
    try {
      return await this.runUntilCommitted(work)
    } finally {
      this.running--
      this.waiting.shift()?.()
      if (this.running === 0) this.closing?.()
    }
  }

  /** Resolves when every write has ended, those that wait for a connection too. */
  async close(): Promise<void> {
    this.isClosed = true
    if (this.running > 0) await new Promise<void>((resolve) => (this.closing = resolve))
  }

  private async takeTurn(): Promise<void> {
    this.running++
    if (this.running > this.parts.engine.maxWriters)
      await new Promise<void>((resolve) => this.waiting.push(resolve))
  }

  private async runUntilCommitted<T>(work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const value = await this.runOnce(work, { isAlone: attempt >= ALONE_FROM })
        this.generation++
        for (const listener of this.listeners) listener()
        return value
      } catch (error) {
        if (!isConflict(error, attempt)) {
          this.parts.health.recordDamage(error)
          throw error
        }
        this.lockRetries++
        await pause(randomBelow(MAX_PAUSE))
      }
    }
  }

  private async runOnce<T>(
    work: (tx: Kysely<Tables>) => Promise<T>,
    options: { isAlone: boolean },
  ): Promise<T> {
    const transaction = await this.parts.engine.begin(options)
    try {
      const value = await work(transaction.tx)
      await transaction.commit()
      return value
    } catch (error) {
      await this.rollBack(transaction)
      throw error
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
}
