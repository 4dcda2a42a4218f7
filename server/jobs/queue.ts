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
/** Pauses of the whole queue while the database cannot be read or written, milliseconds. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

/**
 * Effects that were queued in a transaction and run after it, each at least once: a handler must be
 * harmless when repeated. One process works through one queue.
 *
 * Where the database fails, what a job came to cannot be recorded. The whole queue then pauses and
 * tries again later: a job is not counted as failed for that, and none begins that could not be ended.
 */
export class JobQueue {
  private readonly handlers = new Map<string, JobHandler>()
  private readonly running = new Map<number, Promise<void>>()
  private timer: NodeJS.Timeout | undefined
  private wakesAt = 0
  private started = false
  /** How often in a row the database has failed. */
  private setbacks = 0
  private pausedUntil = 0

  constructor(private readonly parts: { db: Database; clock: Clock; log: Logger }) {}

  on(kind: string, handler: JobHandler): void {
    if (this.handlers.has(kind)) throw new Error(`Two handlers for jobs of kind ${kind}`)
    this.handlers.set(kind, handler)
  }

  /** Queues a job inside the caller's transaction. */
  add(tx: Tx, job: NewJob): boolean {
    const added = insertJob(tx, job, this.parts.clock())
    if (added) this.wakeAt(job.runAt)
    return added
  }

  /**
   * Runs a job at once and only this once, for someone who waits for it: what fails is given up.
   * Answers with what went wrong.
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
   * Tries a job of this kind at once, also one that was given up, and leaves it to the queue where
   * that fails. Undefined where there is none; else with what went wrong, if anything did.
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

  /** Stops taking jobs and waits for those under way. */
  async stop(): Promise<void> {
    this.started = false
    clearTimeout(this.timer)
    await Promise.all(this.running.values())
  }

  /** Runs what is due until nothing is; for programs without `start`. Throws where the database fails. */
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

  /** Plans the next round for this time (UTC milliseconds), or the one already planned if sooner. */
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
    // After a failure one job shows whether the database works again.
    for (const job of next.slice(0, this.setbacks > 0 ? 1 : free)) this.launch(job)
  }

  /** Resolves once the job's present try is over, whatever came of it; begins one where none is. */
  private async finished(job: Job): Promise<void> {
    if (!this.running.has(job.id)) this.launch(job)
    await this.running.get(job.id)
  }

  /** What it notes as running never rejects: mostly nobody waits for it. */
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

  /** Rejects where what came of the job could not be recorded. */
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
