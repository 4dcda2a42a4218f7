import type { Database, Tx } from '../db/database.ts'
import { oldestWaiting } from '../db/health.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import {
  dueJobs,
  failAttempt,
  findJob,
  finishJob,
  giveUpJob,
  insertJob,
  type Job,
  jobOf,
  type NewJob,
  reviveJob,
} from './store.ts'

/** Thrown by a handler when no further try can help. */
export class PermanentFailure extends Error {}

type JobHandler = (payload: unknown, job: { id: number; attempts: number }) => Promise<void>

const AT_ONCE = 4
/** Between rounds, milliseconds: the processor belongs to those who wait for an answer. */
const ROUND_PAUSE = 50
const FIRST_RETRY = 5_000
const LONGEST_RETRY = 3_600_000
/** With the waits above, about three days of trying. */
const MAX_ATTEMPTS = 84
const LONGEST_TIMER = 2_000_000_000

/**
 * Effects that were queued in a transaction and run after it, each at least once: a handler must be
 * harmless when repeated. One process works through one queue.
 */
export class JobQueue {
  private readonly handlers = new Map<string, JobHandler>()
  private readonly running = new Map<number, Promise<void>>()
  private timer: NodeJS.Timeout | undefined
  private wakesAt = 0
  private started = false
  private readonly db: Database
  private readonly clock: Clock
  private readonly log: Logger

  constructor(parts: { db: Database; clock: Clock; log: Logger }) {
    this.db = parts.db
    this.clock = parts.clock
    this.log = parts.log
  }

  on(kind: string, handler: JobHandler): void {
    if (this.handlers.has(kind)) throw new Error(`Two handlers for jobs of kind ${kind}`)
    this.handlers.set(kind, handler)
  }

  /** Queues a job inside the caller's transaction. */
  add(tx: Tx, job: NewJob): boolean {
    const added = insertJob(tx, job, this.clock())
    if (added) this.wakeAt(job.runAt)
    return added
  }

  /**
   * Runs a job at once and only this once, for someone who waits for it: what fails is given up.
   * Answers with what went wrong.
   */
  async attempt(dedupe: string): Promise<string | undefined> {
    const job = jobOf(this.db.read, dedupe)
    if (!job) throw new Error('There is no such job')
    if (job.state === 'waiting') await (this.running.get(job.id) ?? this.launch(job))
    return this.db.write((tx) => {
      const after = jobOf(tx, dedupe)
      if (after?.state === 'waiting') giveUpJob(tx, job.id)
      return after?.state === 'done' ? undefined : (after?.last_error ?? 'It did not run')
    })
  }

  /**
   * Tries a job of this kind at once, also one that was given up, and leaves it to the queue where
   * that fails. Undefined where there is none; else with what went wrong, if anything did.
   */
  async again(id: number, kind: string): Promise<{ error: string | undefined } | undefined> {
    const job = await this.db.write((tx) => {
      if (findJob(tx, id)?.kind === kind) reviveJob(tx, id, this.clock())
      return findJob(tx, id)
    })
    if (job?.kind !== kind) return undefined
    if (job.state === 'waiting') await (this.running.get(id) ?? this.launch(job))
    const after = findJob(this.db.read, id)
    this.wakeAt(after?.run_at ?? this.clock())
    return { error: after?.state === 'done' ? undefined : (after?.last_error ?? 'It did not run') }
  }

  start(): void {
    this.started = true
    this.wakeAt(this.clock())
  }

  /** Stops taking jobs and waits for those under way. */
  async stop(): Promise<void> {
    this.started = false
    clearTimeout(this.timer)
    await Promise.all(this.running.values())
  }

  /** Runs what is due until nothing is; for programs without `start`. */
  async drain(): Promise<void> {
    for (;;) {
      this.launchDue()
      if (this.running.size === 0) return
      await Promise.all(this.running.values())
    }
  }

  /** Plans the next round for this time (UTC milliseconds), or the one already planned if sooner. */
  private wakeAt(time: number): void {
    if (!this.started) return
    const at = Math.max(time, this.clock() + ROUND_PAUSE)
    if (this.timer && this.wakesAt <= at) return
    clearTimeout(this.timer)
    this.wakesAt = at
    this.timer = setTimeout(() => this.round(), Math.min(at - this.clock(), LONGEST_TIMER))
    this.timer.unref()
  }

  private round(): void {
    this.timer = undefined
    this.launchDue()
    const next = oldestWaiting(this.db.read)
    if (next !== undefined) this.wakeAt(next)
  }

  private launchDue(): void {
    const free = AT_ONCE - this.running.size
    if (free <= 0) return
    const due = dueJobs(this.db.read, this.clock(), AT_ONCE + free)
    for (const job of due.filter(({ id }) => !this.running.has(id)).slice(0, free)) {
      this.launch(job)
    }
  }

  private launch(job: Job): Promise<void> {
    const run = this.runOne(job).finally(() => this.running.delete(job.id))
    this.running.set(job.id, run)
    return run
  }

  private async runOne(job: Job): Promise<void> {
    try {
      const handler = this.handlers.get(job.kind)
      if (!handler) throw new PermanentFailure(`No handler for jobs of kind ${job.kind}`)
      await handler(JSON.parse(job.payload), { id: job.id, attempts: job.attempts })
      await this.db.write((tx) => finishJob(tx, job.id, this.clock()))
    } catch (error) {
      await this.recordFailure(job, error)
    }
  }

  private async recordFailure(
    job: { id: number; kind: string; attempts: number },
    error: unknown,
  ): Promise<void> {
    const message = error instanceof Error ? error.message : String(error)
    const final = error instanceof PermanentFailure || job.attempts + 1 >= MAX_ATTEMPTS
    const retryAt = final ? undefined : this.clock() + retryDelay(job.attempts)
    this.log.warn({ job: job.id, kind: job.kind, attempt: job.attempts + 1, final }, 'job failed')
    await this.db.write((tx) => failAttempt(tx, job.id, { error: message, retryAt }))
  }
}

function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY * 2 ** attempts, LONGEST_RETRY)
}
