import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import { removeMailFiles } from '#server/db/privacy/erasure-log.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/lib/clock.ts'
import { ERASE_FILES_JOB } from './commands.ts'
import {
  deleteExpiredRows,
  deleteExpiredSyncRows,
  deleteMails,
  findExpiredMails,
  readRetention,
} from './store.ts'

const DAY = 86_400_000
const RETENTION_JOB = 'retention'

interface RetentionParts {
  db: Database
  jobs: JobQueue
  clock: Clock
  /** The data folder, which holds the files of mails. */
  dataDir: string
  /** Deletes what synced records no longer need. */
  cleanUpRecords(now: number): Promise<void>
}

/** Deletes, once a day, the data that is older than the owner's retention settings allow. */
export class RetentionCleanup {
  constructor(private readonly parts: RetentionParts) {
    parts.jobs.on(RETENTION_JOB, async () => {
      await this.cleanUp()
      await parts.db.write((tx) => this.plan(tx, parts.clock() + DAY))
    })
    const Files = v.object({ jobs: v.array(v.number()) })
    parts.jobs.on(ERASE_FILES_JOB, async (payload) => {
      removeMailFiles(parts.dataDir, v.parse(Files, payload).jobs)
    })
  }

  /** Queues today's round, unless it was queued already. */
  async start(): Promise<void> {
    const { db, clock } = this.parts
    await db.write((tx) => this.plan(tx, clock()))
  }

  /** Deletes in small batches, one transaction each, so that other writes need not wait long. */
  async cleanUp(): Promise<void> {
    const { db, clock, cleanUpRecords } = this.parts
    const now = clock()
    const days = await readRetention(db.read)
    const limits = {
      submissions: now - days.submissionDays * DAY,
      mails: now - days.mailDays * DAY,
      answers: now - days.idempotencyKeyDays * DAY,
      jobs: now - days.jobDays * DAY,
      now,
    }
    await db.deleteExpiredCounters(now)
    while (await this.removeMails(limits.mails));
    while ((await db.write((tx) => deleteExpiredRows(tx, limits))) > 0);
    while ((await db.write((tx) => deleteExpiredSyncRows(tx, now))) > 0);
    await cleanUpRecords(now)
  }

  /**
   * Deletes a batch of old mails. The files go first: after a failure the next round finds a row
   * without its file again, but could not find a file without its row.
   */
  private async removeMails(before: number): Promise<boolean> {
    const { db, dataDir } = this.parts
    const mails = await findExpiredMails(db.read, before)
    if (mails.length === 0) return false
    removeMailFiles(
      dataDir,
      mails.map(({ job_id }) => job_id),
    )
    await db.write((tx) =>
      deleteMails(
        tx,
        mails.map(({ id }) => id),
      ),
    )
    return true
  }

  private async plan(tx: Tx, runAt: number): Promise<void> {
    const date = new Date(runAt).toISOString().slice(0, 10)
    await this.parts.jobs.add(tx, {
      kind: RETENTION_JOB,
      dedupeKey: `${RETENTION_JOB}:${date}`,
      payload: {},
      runAt,
    })
  }
}
