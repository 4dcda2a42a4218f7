import { type RawBuilder, type Selectable, sql } from 'kysely'
import { oneOf, query, raw, type Tx, template } from '#server/db/database.ts'
import type { SubmissionTable, Tables } from '#server/db/tables.ts'
import type { FormName } from '#shared/submissions/form-post.ts'

const answerTo = template((asked: { key: string }) =>
  query.selectFrom('answer').selectAll().where('key', '=', asked.key),
)

export function findAnswer(tx: Tx, key: string) {
  return tx.get(answerTo({ key }))
}

interface StoredAnswer {
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

/** Returns the submission's id. */
export function insertSubmission(
  tx: Tx,
  submission: Pick<SubmissionTable, 'form_type' | 'booking_id' | 'created_at'> & { data: object },
): number {
  const data = JSON.stringify(submission.data)
  const stored = tx.get(keepSubmission({ ...submission, user_id: null, data }))
  if (!stored) throw new Error('A stored submission has no number')
  return stored.id
}

/** The submitted fields by wire name; undefined once the submission is erased. */
export function findSubmission(tx: Tx, id: number): Record<string, string> | undefined {
  const found = tx.get(query.selectFrom('form_submissions').select('data').where('id', '=', id))
  return found && JSON.parse(found.data)
}

/** The latest submissions of a form, with when the owner read each. */
export function latestSubmissions(tx: Tx, form: FormName, limit: number) {
  return tx
    .all(
      query
        .selectFrom('form_submissions')
        .leftJoin('form_read', 'form_read.submission_id', 'form_submissions.id')
        .select(['id', 'booking_id', 'data', 'created_at', 'read_at'])
        .where('form_type', '=', form)
        .orderBy('id', 'desc')
        .limit(limit),
    )
    .map(readData)
}

/** The given submissions that exist, of any form. */
export function findSubmissions(tx: Tx, ids: readonly number[]) {
  const some = sql`
    SELECT id, form_type, booking_id, data, created_at, read_at
    FROM form_submissions LEFT JOIN form_read ON form_read.submission_id = form_submissions.id
    WHERE id IN ${oneOf(ids)}`
  return tx
    .all(raw(some as RawBuilder<Selectable<SubmissionTable> & { read_at: number | null }>))
    .map(readData)
}

/** The latest submissions of any form from an instant on. */
export function latestSince(tx: Tx, since: number, limit: number) {
  return tx
    .all(
      query
        .selectFrom('form_submissions')
        .select(['id', 'form_type', 'data', 'created_at'])
        .where('created_at', '>=', since)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit),
    )
    .map(readData)
}

/** Rows per query, few enough that no read blocks other requests for long. */
const AT_ONCE = 250

/** The next page of a form's submissions after the id `after`, the oldest first. */
export function submissionsFrom(tx: Tx, form: FormName, after: number) {
  return tx
    .all(
      query
        .selectFrom('form_submissions')
        .select(['id', 'data', 'created_at'])
        .where('form_type', '=', form)
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE),
    )
    .map(readData)
}

/** The counts that triggers keep with each write. */
export function countSubmissions(tx: Tx, form: FormName): { total: number; unread: number } {
  const counted = tx.get(
    query.selectFrom('form_count').select(['total', 'unread']).where('form_type', '=', form),
  )
  return counted ?? { total: 0, unread: 0 }
}

/** Ids of the unread submissions that created this booking. */
export function unreadOfBooking(tx: Tx, bookingId: string): number[] {
  return tx
    .all(
      query
        .selectFrom('form_submissions')
        .leftJoin('form_read', 'form_read.submission_id', 'form_submissions.id')
        .select('id')
        .where('booking_id', '=', bookingId)
        .where('read_at', 'is', null),
    )
    .map(({ id }) => id)
}

/** Whether the database holds any submission. */
export function isInUse(tx: Tx): boolean {
  const first = query.selectFrom('form_submissions').select('id').limit(1)
  return tx.get(first) !== undefined
}

export function isStored(tx: Tx, id: number): boolean {
  return (
    tx.get(query.selectFrom('form_submissions').select('id').where('id', '=', id)) !== undefined
  )
}

export function insertRead(tx: Tx, submission_id: number, now: number): void {
  tx.run(
    query
      .insertInto('form_read')
      .values({ submission_id, read_at: now })
      .onConflict((conflict) => conflict.column('submission_id').doNothing()),
  )
}

export function deleteRead(tx: Tx, submission_id: number): void {
  tx.run(query.deleteFrom('form_read').where('submission_id', '=', submission_id))
}

function readData<Row extends { data: string }>({ data, ...row }: Row) {
  return { ...row, data: JSON.parse(data) as Record<string, string> }
}
