import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { oneOf, raw } from './raw.ts'

/** So few at a time that nobody waits for them. */
const BATCH = 500

/** UTC milliseconds; what is older goes. */
interface Limits {
  submissions: number
  mails: number
  answers: number
  jobs: number
  now: number
}

/** Mails that are too old, by their ids, with their jobs. */
export function oldMails(tx: Tx, before: number): { id: string; job_id: number }[] {
  return tx.all(
    raw(sql<{ id: string; job_id: number }>`
      SELECT id, job_id FROM mail WHERE sent_at < ${before} ORDER BY sent_at LIMIT ${BATCH}`),
  )
}

export function deleteMails(tx: Tx, ids: string[]): void {
  tx.run(raw(sql`DELETE FROM mail WHERE id IN ${oneOf(ids)}`))
}

/** Deletes a batch of everything else that is too old; gives how many rows went. */
export function deleteOld(tx: Tx, { submissions, answers, jobs, now }: Limits): number {
  const expired = new Date(now).toISOString()
  const statements = [
    sql`DELETE FROM form_submissions WHERE id IN
      (SELECT id FROM form_submissions WHERE created_at < ${submissions} LIMIT ${BATCH})`,
    sql`DELETE FROM answer WHERE key IN
      (SELECT key FROM answer WHERE created_at < ${answers} LIMIT ${BATCH})`,
    // A mail's row speaks of its job; a failed job stays until somebody has seen to it.
    sql`DELETE FROM job WHERE id IN
      (SELECT id FROM job WHERE state = 'done' AND done_at < ${jobs}
        AND NOT EXISTS (SELECT 1 FROM mail WHERE mail.job_id = job.id) LIMIT ${BATCH})`,
    sql`UPDATE booking SET network = NULL WHERE id IN
      (SELECT id FROM booking WHERE network IS NOT NULL AND starts_at < ${now} LIMIT ${BATCH})`,
    sql`DELETE FROM session WHERE id IN
      (SELECT id FROM session WHERE expires_at < ${expired} LIMIT ${BATCH})`,
    sql`DELETE FROM verification WHERE id IN
      (SELECT id FROM verification WHERE expires_at < ${expired} LIMIT ${BATCH})`,
  ]
  return statements.reduce((sum, statement) => sum + tx.run(raw(statement)), 0)
}
