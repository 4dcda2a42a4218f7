import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/log.ts'
import { jobFailures } from '#server/lib/metrics.ts'
import {
  type FailedAttempt,
  findDueJobs,
  findJob,
  findJobByDedupeKey,
  findNextRunAt,
  finishJob,
  giveUpJob,
  insertJob,
  type Job,
  type NewJob,
  recordFailedAttempt,
  requeueJob,
} from './store.ts'

/** Thrown by a handler if no further attempt can succeed: the job is given up. */
export class PermanentFailure extends Error {}

type JobHandler = (payload: unknown, job: { id: number; attempts: number }) => Promise<void>

/** Largest number of jobs that run at the same time. */
const MAX_CONCURRENT_JOBS = 4
/** Shortest time until the next round, ms, so that HTTP requests get CPU time in between. */
const MIN_ROUND_INTERVAL = 50
/** Delays before a retry, ms; each delay is twice the one before. */
const INITIAL_RETRY_DELAY = 5_000
const MAX_RETRY_DELAY = 3_600_000
/** With the delays above, about three days of retries. */
const MAX_ATTEMPTS = 84
/** Longest delay of a timer, ms; `setTimeout` takes less than 2^31. */
const MAX_TIMER_DELAY = 2_000_000_000
/** Pauses of the whole queue while the database cannot be read or written, ms. */
const INITIAL_PAUSE = 1_000
const MAX_PAUSE = 60_000

/**
 * Jobs are effects that are queued in a transaction and run after its commit, each at least once,
 * so handlers must be idempotent. Only one process may work on the queue.
 *
 * While the database fails, the result of a job cannot be recorded. The whole queue then pauses and
 * retries later: no attempt is counted for the jobs concerned, and no other job starts.
 */
export class JobQueue {
  private readonly handlers = new Map<string, JobHandler>()
  private readonly running = new Map<number, Promise<void>>()
  private timer: NodeJS.Timeout | undefined
  private nextWakeAt = 0
  private started = false
  /** Consecutive database failures. */
  private databaseFailures = 0
  private pausedUntil = 0

  constructor(private readonly parts: { db: Database; clock: Clock; log: Logger }) {}

  on(kind: string, handler: JobHandler): void {
    if (this.handlers.has(kind))
      throw new Error(`A handler for jobs of kind ${kind} is already registered`)
    this.handlers.set(kind, handler)
  }

  /** Queues a job in the caller's transaction; false if a job with its `dedupe` exists. */
  add(tx: Tx, job: NewJob): boolean {
    const added = insertJob(tx, job, this.parts.clock())
    if (added) this.wakeAt(job.runAt)
    return added
  }

  /**
   * Runs a queued job now, for a caller who waits for it, and gives it up if that fails. Returns
   * the error; undefined if the job is done.
   */
  async runOnce(dedupe: string): Promise<string | undefined> {
    const job = findJobByDedupeKey(this.parts.db.read, dedupe)
    if (!job) throw new Error('No job with this dedupe key exists')
    if (job.state === 'waiting') await this.waitForAttempt(job)
    return this.parts.db.write((tx) => {
      const after = findJobByDedupeKey(tx, dedupe)
      if (after?.state === 'waiting') giveUpJob(tx, job.id)
      return after?.state === 'done' ? undefined : (after?.last_error ?? 'It did not run')
    })
  }

  /**
   * Runs a job of this kind now, even if it was given up; if that fails, the queue retries it.
   * Returns undefined if there is no such job, otherwise the error, which is undefined if the job
   * is done.
   */
  async retry(id: number, kind: string): Promise<{ error: string | undefined } | undefined> {
    const job = await this.parts.db.write((tx) => {
      if (findJob(tx, id)?.kind === kind) requeueJob(tx, id, this.parts.clock())
      return findJob(tx, id)
    })
    if (job?.kind !== kind) return undefined
    if (job.state === 'waiting') await this.waitForAttempt(job)
    const after = findJob(this.parts.db.read, id)
    this.wakeAt(after?.run_at ?? this.parts.clock())
    return { error: after?.state === 'done' ? undefined : (after?.last_error ?? 'It did not run') }
  }

  start(): void {
    this.started = true
    this.wakeAt(this.parts.clock())
  }

  /** Starts no more jobs and waits for those that are running. */
  async stop(): Promise<void> {
    this.started = false
    clearTimeout(this.timer)
    await Promise.all(this.running.values())
  }

  /**
   * Runs due jobs until there are none, for programs without `start`. Rejects on a database fault.
   */
  async drain(): Promise<void> {
    this.pausedUntil = 0
    for (;;) {
      this.startDueJobs()
      if (this.running.size === 0) return
      const before = this.databaseFailures
      await Promise.all(this.running.values())
      if (this.databaseFailures > before)
        throw new Error('The results of jobs could not be written to the database')
    }
  }

  /** Schedules the next round for `time` (UTC milliseconds), unless an earlier one is scheduled. */
  private wakeAt(time: number): void {
    if (!this.started) return
    const at = Math.max(time, this.parts.clock() + MIN_ROUND_INTERVAL, this.pausedUntil)
    if (this.timer && this.nextWakeAt <= at) return
    clearTimeout(this.timer)
    this.nextWakeAt = at
    this.timer = setTimeout(
      () => this.runRound(),
      Math.min(at - this.parts.clock(), MAX_TIMER_DELAY),
    )
    this.timer.unref()
  }

  private runRound(): void {
    this.timer = undefined
    try {
      this.startDueJobs()
      const next = findNextRunAt(this.parts.db.read)
      if (next !== undefined) this.wakeAt(next)
    } catch (error) {
      this.pause(error)
    }
  }

  private pause(error: unknown): void {
    const pause = Math.min(INITIAL_PAUSE * 2 ** this.databaseFailures, MAX_PAUSE)
    this.databaseFailures += 1
    this.pausedUntil = this.parts.clock() + pause
    this.parts.log.error(
      { err: error, pause },
      'the database failed; the job queue pauses and then tries again',
    )
    this.wakeAt(this.pausedUntil)
  }

  private startDueJobs(): void {
    const free = MAX_CONCURRENT_JOBS - this.running.size
    if (free <= 0 || this.parts.clock() < this.pausedUntil) return
    const due = findDueJobs(this.parts.db.read, this.parts.clock(), MAX_CONCURRENT_JOBS + free)
    const next = due.filter(({ id }) => !this.running.has(id))
    // After a failure a single job tests whether the database works again.
    for (const job of next.slice(0, this.databaseFailures > 0 ? 1 : free)) this.startJob(job)
  }

  /**
   * Resolves when the job's attempt has ended, whatever its result; starts one if none is running.
   */
  private async waitForAttempt(job: Job): Promise<void> {
    if (!this.running.has(job.id)) this.startJob(job)
    await this.running.get(job.id)
  }

  /** Starts a job. Its promise in `running` never rejects, because usually nobody awaits it. */
  private startJob(job: Job): void {
    const run = this.runJob(job).then(
      () => {
        this.running.delete(job.id)
        this.databaseFailures = 0
      },
      (error: unknown) => {
        this.running.delete(job.id)
        this.pause(error)
      },
    )
    this.running.set(job.id, run)
  }

  /** Rejects if the job's result could not be recorded. */
  private async runJob(job: Job): Promise<void> {
    const failure = await this.handle(job)
    await this.parts.db.write((tx) => {
      if (failure) recordFailedAttempt(tx, job.id, failure)
      else finishJob(tx, job.id, this.parts.clock())
    })
  }

  private async handle(job: Job): Promise<FailedAttempt | undefined> {
    try {
      const handler = this.handlers.get(job.kind)
      if (!handler)
        throw new PermanentFailure(`No handler is registered for jobs of kind ${job.kind}`)
      await handler(JSON.parse(job.payload), { id: job.id, attempts: job.attempts })
      return undefined
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const final = error instanceof PermanentFailure || job.attempts + 1 >= MAX_ATTEMPTS
      const retryAt = final ? undefined : this.parts.clock() + getRetryDelay(job.attempts)
      this.parts.log.warn(
        { job: job.id, kind: job.kind, attempt: job.attempts + 1, final },
        'job failed',
      )
      jobFailures.inc({ kind: job.kind })
      return { error: message, retryAt }
    }
  }
}

function getRetryDelay(attempts: number): number {
  return Math.min(INITIAL_RETRY_DELAY * 2 ** attempts, MAX_RETRY_DELAY)
}
