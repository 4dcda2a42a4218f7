import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { type Tx, toNumberList, writeLater } from '#server/db/database.ts'
import type { JobTable, Tables } from '#server/db/tables.ts'

export type Job = Selectable<JobTable>

export interface NewJob {
  kind: string
  /** Unique: a second job with the same text is not added. */
  dedupeKey: string
  payload: unknown
  /** UTC milliseconds. */
  runAt: number
}

/** Does nothing if a job with this `dedupe` exists. */
export async function insertJob(tx: Tx, job: NewJob, now: number): Promise<void> {
  await insertWaitingJob(tx, {
    kind: job.kind,
    dedupe: job.dedupeKey,
    payload: JSON.stringify(job.payload),
    run_at: job.runAt,
    created_at: now,
  })
}

const insertWaitingJob = writeLater(
  (tx, values: Pick<JobTable, 'kind' | 'dedupe' | 'payload' | 'run_at' | 'created_at'>) =>
    tx
      .insertInto('job')
      .values({
        ...values,
        attempts: 0,
        state: 'waiting',
        last_error: null,
        done_at: null,
        leased_by: null,
        leased_until: null,
      })
      .onConflict((conflict) => conflict.column('dedupe').doNothing()),
)

/** Who asks for jobs, and when (UTC milliseconds). */
interface Worker {
  processId: string
  now: number
}

/** Due jobs that no other process runs, the earliest first, without those of the kinds in `except`. */
export async function findDueJobs(
  tx: Tx,
  worker: Worker,
  { limit, except = [] }: { limit: number; except?: readonly string[] },
): Promise<Job[]> {
  return tx
    .selectFrom('job')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('run_at', '<=', worker.now)
    .where(isFreeFor(worker))
    .$if(except.length > 0, (jobs) => jobs.where('kind', 'not in', except))
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** A job is free without a lease, after its end, and for the process that has the lease. */
function isFreeFor({ processId, now }: Worker) {
  return (job: ExpressionBuilder<Tables, 'job'>) =>
    job.or([
      job('leased_until', 'is', null),
      job('leased_until', '<=', now),
      job('leased_by', '=', processId),
    ])
}

/** Leases a job that still waits and is free; false if it does not. Also renews a lease. */
export async function leaseJob(
  tx: Tx,
  { id, attempts }: Job,
  { until, ...worker }: Worker & { until: number },
): Promise<boolean> {
  const leased = await tx
    .updateTable('job')
    .set({ leased_by: worker.processId, leased_until: until })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    // Another attempt may have ended since the job was read.
    .where('attempts', '=', attempts)
    .where(isFreeFor(worker))
    .executeTakeFirst()
  return Number(leased.numUpdatedRows) > 0
}

/** The earliest `run_at` of all waiting jobs, UTC milliseconds; undefined if none waits. */
export async function findNextRunAt(tx: Tx): Promise<number | undefined> {
  return (
    await tx
      .selectFrom('job')
      .select('run_at')
      .where('state', '=', 'waiting')
      .orderBy('run_at')
      .limit(1)
      .executeTakeFirst()
  )?.run_at
}

/** The earliest `run_at` of the waiting jobs that no other process runs. */
export async function findNextFreeRunAt(tx: Tx, worker: Worker): Promise<number | undefined> {
  const next = await tx
    .selectFrom('job')
    .select('run_at')
    .where('state', '=', 'waiting')
    .where(isFreeFor(worker))
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  return next?.run_at
}

export async function countQueuedJobs(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('jobs'))
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.jobs ?? 0
}

export async function findJobByDedupeKey(tx: Tx, dedupe: string): Promise<Job | undefined> {
  return tx.selectFrom('job').selectAll().where('dedupe', '=', dedupe).executeTakeFirst()
}

export async function findJob(tx: Tx, id: number): Promise<Job | undefined> {
  return tx.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A job with this many failed attempts (about 2.5 minutes after the first) is in trouble. */
export const FAILING_AFTER = 6

/** The jobs among these ids that were given up or fail repeatedly. */
export async function findFailingJobs(tx: Tx, ids: readonly number[]): Promise<Job[]> {
  return (
    await sql<Job>`SELECT * FROM job WHERE id IN ${toNumberList(ids)} AND ${isFailing}`.execute(tx)
  ).rows
}

/** Limit of the list: so many failures have a common cause, which the newest ones show. */
const MAX_FAILING = 200

/** The newest jobs that were given up or fail repeatedly. */
export async function findAllFailingJobs(tx: Tx): Promise<Job[]> {
  return (
    await sql<Job>`SELECT * FROM job WHERE ${isFailing} ORDER BY id DESC LIMIT ${MAX_FAILING}`.execute(
      tx,
    )
  ).rows
}

/**
 * The condition of the index `job_in_trouble`, word for word and with the number of `FAILING_AFTER`
 * written out: SQLite uses the index only then.
 */
const isFailing = sql`(state = 'failed' OR (state = 'waiting' AND attempts >= 6))`

/** Puts a job that was given up back into the queue, with all its attempts. */
export async function requeueJob(tx: Tx, id: number, now: number): Promise<void> {
  await tx
    .updateTable('job')
    .set({ state: 'waiting', attempts: 0, run_at: now })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()
}

export async function giveUpJob(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('job')
    .set({ state: 'failed', ...NO_LEASE })
    .where('id', '=', id)
    .execute()
}

export const finishJob = writeLater((tx, { id, now }: { id: number; now: number }) =>
  tx
    .updateTable('job')
    .set((set) => ({ state: 'done', done_at: now, attempts: set('attempts', '+', 1), ...NO_LEASE }))
    .where('id', '=', id),
)

const NO_LEASE = { leased_by: null, leased_until: null }

export interface FailedAttempt {
  error: string
  /** When to retry, UTC milliseconds; undefined: the job is given up. */
  retryAt: number | undefined
}

/** Does nothing if another process has taken the job over since: then its attempt counts. */
export async function recordFailedAttempt(
  tx: Tx,
  { id, processId }: { id: number; processId: string },
  failure: FailedAttempt,
): Promise<void> {
  const again = failure.retryAt !== undefined
  await tx
    .updateTable('job')
    .set((set) => ({
      attempts: set('attempts', '+', 1),
      last_error: failure.error,
      state: again ? 'waiting' : 'failed',
      ...(again ? { run_at: failure.retryAt } : {}),
      ...NO_LEASE,
    }))
    .where('id', '=', id)
    .where('leased_by', '=', processId)
    .execute()
}
