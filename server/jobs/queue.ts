import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/log.ts'
import { jobFailures } from '#server/lib/metrics.ts'
import {
  type FailedAttempt,
  findDueJobs,
  findJob,
  findJobByDedupeKey,
  findNextFreeRunAt,
  finishJob,
  giveUpJob,
  insertJob,
  type Job,
  leaseJob,
  type NewJob,
  recordFailedAttempt,
  requeueJob,
} from './store.ts'

/** Thrown by a handler if no further attempt can succeed: the job is given up. */
export class PermanentFailure extends Error {}

interface JobAttempt {
  id: number
  /** Number of earlier attempts. */
  attempts: number
  /** If this attempt fails, the job is given up. */
  isLast: boolean
}

type JobHandler = (payload: unknown, job: JobAttempt) => Promise<void>

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
/** How long another process leaves a job to this one, ms, unless the lease is renewed. */
const LEASE = 60_000
const RENEWAL_INTERVAL = 20_000
/** How often a process looks for jobs that others added or left, ms. */
const POLL_INTERVAL = 5_000
/** How often a caller asks for the result of a job that another process runs, ms. */
const POLL_ELSEWHERE = 200
/** Pauses of the whole queue while the database cannot be read or written, ms. */
const INITIAL_PAUSE = 1_000
const MAX_PAUSE = 60_000

/**
 * Jobs are effects that are queued in a transaction and run after its commit, each at least once,
 * so handlers must be idempotent. A job is leased by the process that runs it; another process takes it
 * over if that one dies.
 *
 * While the database fails, the result of a job cannot be recorded. The whole queue then pauses and
 * retries later: no attempt is counted for the jobs concerned, and no other job starts.
 */
export class JobQueue {
  private readonly handlers = new Map<string, JobHandler>()
  /** Kinds of which one job runs at a time. */
  private readonly exclusiveKinds = new Set<string>()
  private readonly runningKinds = new Map<number, string>()
  private readonly running = new Map<number, Promise<void>>()
  private timer: NodeJS.Timeout | undefined
  private nextWakeAt = 0
  private started = false
  /** Consecutive database failures. */
  private databaseFailures = 0
  private pausedUntil = 0
  /** Earliest `runAt` of the jobs added since the last commit; infinite if none was. */
  private addedRunAt = Number.POSITIVE_INFINITY
  private stopListening = () => {}
  private round: Promise<void> | undefined

  constructor(private readonly parts: { db: Database; clock: Clock; log: Logger }) {}

  /** `isExclusive`: this process runs one job of the kind at a time, whatever else runs. */
  on(kind: string, handler: JobHandler, { isExclusive = false } = {}): void {
    if (this.handlers.has(kind))
      throw new Error(`A handler for jobs of kind ${kind} is already registered`)
    this.handlers.set(kind, handler)
    if (isExclusive) this.exclusiveKinds.add(kind)
  }

  /** Queues a job in the caller's transaction, unless a job with its `dedupe` exists. */
  async add(tx: Tx, job: NewJob): Promise<void> {
    await insertJob(tx, job, this.parts.clock())
    this.addedRunAt = Math.min(this.addedRunAt, job.runAt)
  }

  /**
   * Runs a queued job now, for a caller who waits for it, and gives it up if that fails. Returns
   * the error; undefined if the job is done.
   */
  async runOnce(dedupe: string): Promise<string | undefined> {
    const job = await findJobByDedupeKey(this.parts.db.read, dedupe)
    if (!job) throw new Error('No job with this dedupe key exists')
    await this.waitForAttempt(job)
    return this.parts.db.write(async (tx) => {
      const after = await findJobByDedupeKey(tx, dedupe)
      if (after?.state === 'waiting') await giveUpJob(tx, job.id)
      return after?.state === 'done' ? undefined : (after?.last_error ?? 'It did not run')
    })
  }

  /**
   * Runs a job of this kind now, even if it was given up; if that fails, the queue retries it.
   * Returns undefined if there is no such job, otherwise the error, which is undefined if the job
   * is done.
   */
  async retry(id: number, kind: string): Promise<{ error: string | undefined } | undefined> {
    const job = await this.parts.db.write(async (tx) => {
      if ((await findJob(tx, id))?.kind === kind) await requeueJob(tx, id, this.parts.clock())
      return findJob(tx, id)
    })
    if (job?.kind !== kind) return undefined
    await this.waitForAttempt(job)
    const after = await findJob(this.parts.db.read, id)
    this.wakeAt(after?.run_at ?? this.parts.clock())
    return { error: after?.state === 'done' ? undefined : (after?.last_error ?? 'It did not run') }
  }

  start(): void {
    this.started = true
    this.stopListening = this.parts.db.onCommit(() => {
      if (this.addedRunAt === Number.POSITIVE_INFINITY) return
      this.wakeAt(this.addedRunAt)
      this.addedRunAt = Number.POSITIVE_INFINITY
    })
    this.wakeAt(this.parts.clock())
  }

  /** Starts no more jobs and waits for those that are running. */
  async stop(): Promise<void> {
    this.started = false
    this.stopListening()
    clearTimeout(this.timer)
    await this.round
    await Promise.all(this.running.values())
  }

  /**
   * Runs due jobs until there are none, for programs without `start`. Rejects on a database fault.
   */
  async drain(): Promise<void> {
    this.pausedUntil = 0
    for (;;) {
      await this.startDueJobs()
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
      () => {
        this.round = this.runRound()
      },
      Math.min(at - this.parts.clock(), MAX_TIMER_DELAY),
    )
    this.timer.unref()
  }

  private async runRound(): Promise<void> {
    this.timer = undefined
    try {
      await this.startDueJobs()
      const next = await findNextFreeRunAt(this.parts.db.read, this.worker)
      if (next !== undefined) this.wakeAt(next)
      if (this.parts.db.isShared) this.wakeAt(this.parts.clock() + POLL_INTERVAL)
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

  private async startDueJobs(): Promise<void> {
    const free = MAX_CONCURRENT_JOBS - this.running.size
    if (free <= 0 || this.parts.clock() < this.pausedUntil) return
    const due = await findDueJobs(this.parts.db.read, this.worker, {
      limit: MAX_CONCURRENT_JOBS + free,
      except: [...this.runningKinds.values()].filter((kind) => this.exclusiveKinds.has(kind)),
    })
    const next = due.filter(({ id, kind }) => {
      const isFirst = due.find((job) => job.kind === kind)?.id === id
      return !this.running.has(id) && (isFirst || !this.exclusiveKinds.has(kind))
    })
    // After a failure a single job tests whether the database works again.
    for (const job of next.slice(0, this.databaseFailures > 0 ? 1 : free)) this.startJob(job)
  }

  private get worker() {
    return { processId: this.parts.db.processId, now: this.parts.clock() }
  }

  private lease(job: Job): Promise<boolean> {
    const lease = { ...this.worker, until: this.parts.clock() + LEASE }
    return this.parts.db.write((tx) => leaseJob(tx, job, lease))
  }

  /**
   * Resolves when the job's attempt has ended, whatever its result; starts one if none is running.
   */
  private async waitForAttempt(job: Job): Promise<void> {
    if (job.state !== 'waiting') return
    const isElsewhere = job.leased_by !== null && job.leased_by !== this.parts.db.processId
    if (isElsewhere && (job.leased_until ?? 0) > this.parts.clock()) {
      await pause(POLL_ELSEWHERE)
      const now = await findJob(this.parts.db.read, job.id)
      if (now?.attempts === job.attempts) await this.waitForAttempt(now)
      return
    }
    if (!this.running.has(job.id)) this.startJob(job)
    await this.running.get(job.id)
  }

  /** Starts a job. Its promise in `running` never rejects, because usually nobody awaits it. */
  private startJob(job: Job): void {
    const run = this.runJob(job).then(
      () => {
        this.noteEnd(job)
        this.databaseFailures = 0
      },
      (error: unknown) => {
        this.noteEnd(job)
        this.pause(error)
      },
    )
    this.running.set(job.id, run)
    this.runningKinds.set(job.id, job.kind)
  }

  private noteEnd({ id }: Job): void {
    this.running.delete(id)
    this.runningKinds.delete(id)
  }

  /** Rejects if the job's result could not be recorded. */
  private async runJob(job: Job): Promise<void> {
    if (!(await this.lease(job))) return
    const renewal = setInterval(() => void this.lease(job).catch(() => undefined), RENEWAL_INTERVAL)
    const failure = await this.handle(job).finally(() => clearInterval(renewal))
    const { db, clock } = this.parts
    const { id } = job
    await db.write(async (tx) => {
      if (failure) await recordFailedAttempt(tx, { id, processId: db.processId }, failure)
      else await finishJob(tx, { id, now: clock() })
    })
  }

  private async handle(job: Job): Promise<FailedAttempt | undefined> {
    const isLast = job.attempts + 1 >= MAX_ATTEMPTS
    try {
      const handler = this.handlers.get(job.kind)
      if (!handler)
        throw new PermanentFailure(`No handler is registered for jobs of kind ${job.kind}`)
      await handler(JSON.parse(job.payload), { id: job.id, attempts: job.attempts, isLast })
      return undefined
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const final = error instanceof PermanentFailure || isLast
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
