import { type Selectable, sql } from 'kysely'
import { compileOnce, query, raw, type Tx } from '#server/db/database.ts'
import type { JobTable } from '#server/db/tables.ts'

export type Job = Selectable<JobTable>

export interface NewJob {
  kind: string
  /** Unique: a second job with the same text is not added. */
  dedupeKey: string
  payload: unknown
  /** UTC milliseconds. */
  runAt: number
}

const insertStatement = compileOnce((job: Omit<JobTable, 'id'>) =>
  query
    .insertInto('job')
    .values(job)
    .onConflict((conflict) => conflict.column('dedupe').doNothing()),
)

/** Returns false if a job with this `dedupe` exists. */
export function insertJob(tx: Tx, job: NewJob, now: number): boolean {
  const row = insertStatement({
    kind: job.kind,
    dedupe: job.dedupeKey,
    payload: JSON.stringify(job.payload),
    run_at: job.runAt,
    attempts: 0,
    state: 'waiting',
    last_error: null,
    created_at: now,
    done_at: null,
  })
  return tx.run(row) > 0
}

export function findDueJobs(tx: Tx, now: number, limit: number): Job[] {
  return tx.all(
    query
      .selectFrom('job')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('run_at', '<=', now)
      .orderBy('run_at')
      .orderBy('id')
      .limit(limit),
  )
}

/** The earliest `run_at` of all waiting jobs, UTC milliseconds; undefined if none waits. */
export function findNextRunAt(tx: Tx): number | undefined {
  return tx.get(
    query
      .selectFrom('job')
      .select('run_at')
      .where('state', '=', 'waiting')
      .orderBy('run_at')
      .limit(1),
  )?.run_at
}

export function countQueuedJobs(tx: Tx): number {
  const row = tx.get(
    query
      .selectFrom('job')
      .select(({ fn }) => fn.countAll<number>().as('jobs'))
      .where('state', '=', 'waiting'),
  )
  return row?.jobs ?? 0
}

export function findJobByDedupeKey(tx: Tx, dedupe: string): Job | undefined {
  return tx.get(query.selectFrom('job').selectAll().where('dedupe', '=', dedupe))
}

export function findJob(tx: Tx, id: number): Job | undefined {
  return tx.get(query.selectFrom('job').selectAll().where('id', '=', id))
}

/** A job with this many failed attempts (about 2.5 minutes after the first) is in trouble. */
export const FAILING_AFTER = 6

/** Limit of the list: so many failures have a common cause, which the newest ones show. */
const MAX_FAILING = 200

/**
 * Jobs of a kind that were given up or fail repeatedly, the newest first. The condition repeats
 * that of the index `job_in_trouble` word for word, with the number of `FAILING_AFTER` written
 * out, because SQLite uses the index only then.
 */
export function findFailingJobs(tx: Tx, kind: string): Job[] {
  return tx.all(
    raw<Job>(sql`
      SELECT * FROM job WHERE kind = ${kind}
        AND (state = 'failed' OR (state = 'waiting' AND attempts >= 6))
      ORDER BY id DESC LIMIT ${MAX_FAILING}`),
  )
}

/** Puts a job that was given up back into the queue, with all its attempts. */
export function requeueJob(tx: Tx, id: number, now: number): void {
  tx.run(
    query
      .updateTable('job')
      .set({ state: 'waiting', attempts: 0, run_at: now })
      .where('id', '=', id)
      .where('state', '=', 'failed'),
  )
}

export function giveUpJob(tx: Tx, id: number): void {
  tx.run(query.updateTable('job').set({ state: 'failed' }).where('id', '=', id))
}

export function finishJob(tx: Tx, id: number, now: number): void {
  tx.run(
    query
      .updateTable('job')
      .set((set) => ({ state: 'done', done_at: now, attempts: set('attempts', '+', 1) }))
      .where('id', '=', id),
  )
}

export interface FailedAttempt {
  error: string
  /** When to retry, UTC milliseconds; undefined: the job is given up. */
  retryAt: number | undefined
}

export function recordFailedAttempt(tx: Tx, id: number, failure: FailedAttempt): void {
  const again = failure.retryAt !== undefined
  tx.run(
    query
      .updateTable('job')
      .set((set) => ({
        attempts: set('attempts', '+', 1),
        last_error: failure.error,
        state: again ? 'waiting' : 'failed',
        ...(again ? { run_at: failure.retryAt } : {}),
      }))
      .where('id', '=', id),
  )
}
