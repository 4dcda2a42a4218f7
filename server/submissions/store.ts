import { query, type Tx } from '../db/database.ts'
import type { SubmissionTable } from '../db/tables.ts'

export function findAnswer(tx: Tx, key: string) {
  return tx.get(query.selectFrom('answer').selectAll().where('key', '=', key))
}

export interface StoredAnswer {
  key: string
  hash: string
  status: number
  body: object
}

export function insertAnswer(tx: Tx, answer: StoredAnswer, now: number): void {
  tx.run(
    query
      .insertInto('answer')
      .values({ ...answer, body: JSON.stringify(answer.body), created_at: now }),
  )
}

/** Returns the submission's number. */
export function insertSubmission(
  tx: Tx,
  submission: Pick<SubmissionTable, 'form_type' | 'booking_id' | 'created_at'> & { data: object },
): number {
  const stored = tx.get(
    query
      .insertInto('form_submissions')
      .values({ ...submission, user_id: null, data: JSON.stringify(submission.data) })
      .returning('id'),
  )
  if (!stored) throw new Error('A stored submission has no number')
  return stored.id
}

/** What was typed, by wire names, with when it came; undefined once it is erased. */
export function findSubmission(tx: Tx, id: number) {
  const found = tx.get(
    query.selectFrom('form_submissions').select(['data', 'created_at']).where('id', '=', id),
  )
  if (!found) return undefined
  return { fields: JSON.parse(found.data) as Record<string, string>, createdAt: found.created_at }
}
