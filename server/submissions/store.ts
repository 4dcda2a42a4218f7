import { query, type Tx, template } from '../db/database.ts'
import type { SubmissionTable, Tables } from '../db/tables.ts'

const answerTo = template((asked: { key: string }) =>
  query.selectFrom('answer').selectAll().where('key', '=', asked.key),
)

export function findAnswer(tx: Tx, key: string) {
  return tx.get(answerTo({ key }))
}

export interface StoredAnswer {
  key: string
  hash: string
  status: number
  body: object
}

const keepAnswer = template((row: Tables['answer']) => query.insertInto('answer').values(row))

export function insertAnswer(tx: Tx, answer: StoredAnswer, now: number): void {
  tx.run(keepAnswer({ ...answer, body: JSON.stringify(answer.body), created_at: now }))
}

const keepSubmission = template((row: Omit<SubmissionTable, 'id'>) =>
  query.insertInto('form_submissions').values(row).returning('id'),
)

/** Returns the submission's number. */
export function insertSubmission(
  tx: Tx,
  submission: Pick<SubmissionTable, 'form_type' | 'booking_id' | 'created_at'> & { data: object },
): number {
  const data = JSON.stringify(submission.data)
  const stored = tx.get(keepSubmission({ ...submission, user_id: null, data }))
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
