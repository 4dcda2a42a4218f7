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

export function insertSubmission(
  tx: Tx,
  submission: Pick<SubmissionTable, 'form_type' | 'booking_id' | 'created_at'> & { data: object },
): void {
  tx.run(
    query
      .insertInto('form_submissions')
      .values({ ...submission, user_id: null, data: JSON.stringify(submission.data) }),
  )
}
