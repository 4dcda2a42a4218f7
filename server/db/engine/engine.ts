import type { Dialect, Kysely } from 'kysely'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Tables } from '#server/db/tables.ts'

/** Counts attempts by key; more than `points` within `duration` (seconds) are refused. */
export interface CounterLimit {
  /** Begins each key of this counter. */
  name: string
  points: number
  duration: number
}

/** A transaction that writes. Both ends also give its connection back. */
export interface OpenTransaction {
  /** Runs the statements of the transaction. */
  readonly tx: Kysely<Tables>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Runs writes in transactions: one after the other with shared commits, or several at once. */
export interface Writer {
  /** Number of commits so far. */
  readonly generation: number
  /** Number of writes that had to wait for, or be repeated because of, another transaction. */
  readonly lockRetries: number
  /** Called after each commit. */
  readonly listeners: Set<() => void>
  write<T>(work: (tx: Kysely<Tables>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The parts of the database layer that differ between SQLite and PostgreSQL. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /**
   * Identifies this process among those that share the database. A SQLite file has one process, whose
   * restart continues with its own leases.
   */
  readonly processId: string
  /** Writes the SQL of this engine; its driver belongs to `reader`. */
  readonly dialect: Dialect
  /** Reads what is committed, on connections of its own. */
  readonly reader: Kysely<Tables>
  /** How many transactions of a process can be open at the same time. */
  readonly maxWriters: number
  /** Begins a serializable transaction; `isAlone` excludes all others until it ends. */
  begin(options?: { isAlone?: boolean }): Promise<OpenTransaction>
  /** Whether the transaction of `begin` is still open. Some faults make SQLite roll it back. */
  isTransactionOpen(): boolean
  /**
   * Rejects if the disk of the database is full. A small write can still succeed then; SQLite's cannot.
   */
  assertRoom(): Promise<void>
  /** Resolves once everything that can be read now outlives a crash of the database. */
  waitForDisk(): Promise<void>
  /** Whether a commit waits until PostgreSQL's standby has it too. */
  isWaitingForStandby(): Promise<boolean>
  createCounter(limit: CounterLimit): RateLimiterAbstract
  /** `now` in UTC milliseconds. */
  deleteExpiredCounters(now: number): Promise<void>
  close(): Promise<void>
}
