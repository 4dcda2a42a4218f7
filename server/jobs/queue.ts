import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/log.ts'
import {
  dueJobs,
  type FailedAttempt,
  failAttempt,
  findJob,
  finishJob,
  giveUpJob,
  insertJob,
  type Job,
  jobOf,
  type NewJob,
  oldestWaiting,
  reviveJob,
} from './store.ts'

/** Thrown by a handler if no further attempt can succeed: the job is given up. */
export class PermanentFailure extends Error {}

type JobHandler = (payload: unknown, job: { id: number; attempts: number }) => Promise<void>

/** Largest number of jobs that run at the same time. */
const AT_ONCE = 4
/** Shortest time until the next round, ms, so that requests get the processor in between. */
const ROUND_PAUSE = 50
/** Delays before a retry, ms; each delay is twice the one before. */
const FIRST_RETRY = 5_000
const LONGEST_RETRY = 3_600_000
/** With the delays above, about three days of retries. */
const MAX_ATTEMPTS = 84
/** Longest delay of a timer, ms; `setTimeout` takes less than 2^31. */
const LONGEST_TIMER = 2_000_000_000
/** Pauses of the whole queue while the database cannot be read or written, ms. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

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
  private wakesAt = 0
  private started = false
  /** Failures of the database in a row. */
  private setbacks = 0
  private pausedUntil = 0

  constructor(private readonly parts: { db: Database; clock: Clock; log: Logger }) {}

  on(kind: string, handler: JobHandler): void {
    if (this.handlers.has(kind)) throw new Error(`Two handlers for jobs of kind ${kind}`)
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
  async attempt(dedupe: string): Promise<string | undefined> {
    const job = jobOf(this.parts.db.read, dedupe)
    if (!job) throw new Error('There is no such job')
    if (job.state === 'waiting') await this.finished(job)
    return this.parts.db.write((tx) => {
      const after = jobOf(tx, dedupe)
      if (after?.state === 'waiting') giveUpJob(tx, job.id)
      return after?.state === 'done' ? undefined : (after?.last_error ?? 'It did not run')
    })
  }

  /**
   * Runs a job of this kind now, even if it was given up; if that fails, the queue retries it.
   * Returns undefined if there is no such job, otherwise the error, which is undefined if the job
   * is done.
   */
  async again(id: number, kind: string): Promise<{ error: string | undefined } | undefined> {
    const job = await this.parts.db.write((tx) => {
      if (findJob(tx, id)?.kind === kind) reviveJob(tx, id, this.parts.clock())
      return findJob(tx, id)
    })
    if (job?.kind !== kind) return undefined
    if (job.state === 'waiting') await this.finished(job)
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
      this.launchDue()
      if (this.running.size === 0) return
      const before = this.setbacks
      await Promise.all(this.running.values())
      if (this.setbacks > before) throw new Error('The database takes no record of jobs')
    }
  }

  /** Schedules the next round for `time` (UTC milliseconds), unless an earlier one is scheduled. */
  private wakeAt(time: number): void {
    if (!this.started) return
    const at = Math.max(time, this.parts.clock() + ROUND_PAUSE, this.pausedUntil)
    if (this.timer && this.wakesAt <= at) return
    clearTimeout(this.timer)
    this.wakesAt = at
    this.timer = setTimeout(() => this.round(), Math.min(at - this.parts.clock(), LONGEST_TIMER))
    this.timer.unref()
  }

  private round(): void {
    this.timer = undefined
    try {
      this.launchDue()
      const next = oldestWaiting(this.parts.db.read)
      if (next !== undefined) this.wakeAt(next)
    } catch (error) {
      this.pause(error)
    }
  }

  private pause(error: unknown): void {
    const pause = Math.min(FIRST_PAUSE * 2 ** this.setbacks, LONGEST_PAUSE)
    this.setbacks += 1
    this.pausedUntil = this.parts.clock() + pause
    this.parts.log.error({ err: error, pause }, 'the job queue pauses: the database failed')
    this.wakeAt(this.pausedUntil)
  }

  private launchDue(): void {
    const free = AT_ONCE - this.running.size
    if (free <= 0 || this.parts.clock() < this.pausedUntil) return
    const due = dueJobs(this.parts.db.read, this.parts.clock(), AT_ONCE + free)
    const next = due.filter(({ id }) => !this.running.has(id))
    // After a failure a single job tests whether the database works again.
    for (const job of next.slice(0, this.setbacks > 0 ? 1 : free)) this.launch(job)
  }

  /**
   * Resolves when the job's attempt has ended, whatever its result; starts one if none is running.
   */
  private async finished(job: Job): Promise<void> {
    if (!this.running.has(job.id)) this.launch(job)
    await this.running.get(job.id)
  }

  /** Starts a job. Its promise in `running` never rejects, because usually nobody awaits it. */
  private launch(job: Job): void {
    const run = this.runOne(job).then(
      () => {
        this.running.delete(job.id)
        this.setbacks = 0
      },
      (error: unknown) => {
        this.running.delete(job.id)
        this.pause(error)
      },
    )
    this.running.set(job.id, run)
  }

  /** Rejects if the job's result could not be recorded. */
  private async runOne(job: Job): Promise<void> {
    const failure = await this.handle(job)
    await this.parts.db.write((tx) => {
      if (failure) failAttempt(tx, job.id, failure)
      else finishJob(tx, job.id, this.parts.clock())
    })
  }

  private async handle(job: Job): Promise<FailedAttempt | undefined> {
    try {
      const handler = this.handlers.get(job.kind)
      if (!handler) throw new PermanentFailure(`No handler for jobs of kind ${job.kind}`)
      await handler(JSON.parse(job.payload), { id: job.id, attempts: job.attempts })
      return undefined
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const final = error instanceof PermanentFailure || job.attempts + 1 >= MAX_ATTEMPTS
      const retryAt = final ? undefined : this.parts.clock() + retryDelay(job.attempts)
      this.parts.log.warn(
        { job: job.id, kind: job.kind, attempt: job.attempts + 1, final },
        'job failed',
      )
      return { error: message, retryAt }
    }
  }
}

function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY * 2 ** attempts, LONGEST_RETRY)
}
