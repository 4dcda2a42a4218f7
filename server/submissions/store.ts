import { type RawBuilder, type Selectable, sql } from 'kysely'
import { compileOnce, query, raw, type Tx, toSqlList } from '#server/db/database.ts'
import type { SubmissionTable, Tables } from '#server/db/tables.ts'
import type { FormName } from '#shared/submissions/form-post.ts'

const findResponseStatement = compileOnce((params: { key: string }) =>
  query.selectFrom('answer').selectAll().where('key', '=', params.key),
)

export function findStoredResponse(tx: Tx, key: string) {
  return tx.get(findResponseStatement({ key }))
}

interface StoredResponse {
  key: string
  hash: string
  status: number
  body: object
}

const insertResponseStatement = compileOnce((row: Tables['answer']) =>
  query.insertInto('answer').values(row),
)

export function insertStoredResponse(tx: Tx, answer: StoredResponse, now: number): void {
  tx.run(insertResponseStatement({ ...answer, body: JSON.stringify(answer.body), created_at: now }))
}

const insertSubmissionStatement = compileOnce((row: Omit<SubmissionTable, 'id'>) =>
  query.insertInto('form_submissions').values(row).returning('id'),
)

/** Returns the submission's id. */
export function insertSubmission(
  tx: Tx,
  submission: Pick<SubmissionTable, 'form_type' | 'booking_id' | 'created_at'> & { data: object },
): number {
  const data = JSON.stringify(submission.data)
  const stored = tx.get(insertSubmissionStatement({ ...submission, user_id: null, data }))
  if (!stored) throw new Error('The insert of a submission returned no id')
  return stored.id
}

/** The submitted fields by wire name; undefined once the submission is erased. */
export function findSubmission(tx: Tx, id: number): Record<string, string> | undefined {
  const found = tx.get(query.selectFrom('form_submissions').select('data').where('id', '=', id))
  return found && JSON.parse(found.data)
}

/** The latest submissions of a form, with when the owner read each. */
export function findLatestSubmissions(tx: Tx, form: FormName, limit: number) {
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
    .map(parseData)
}

/** The given submissions that exist, of any form. */
export function findSubmissions(tx: Tx, ids: readonly number[]) {
  const some = sql`
    SELECT id, form_type, booking_id, data, created_at, read_at
    FROM form_submissions LEFT JOIN form_read ON form_read.submission_id = form_submissions.id
    WHERE id IN ${toSqlList(ids)}`
  return tx
    .all(raw(some as RawBuilder<Selectable<SubmissionTable> & { read_at: number | null }>))
    .map(parseData)
}

/** The latest submissions of any form from an instant on. */
export function findSubmissionsSince(tx: Tx, since: number, limit: number) {
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
    .map(parseData)
}

/** Rows per query, few enough that no read blocks other requests for long. */
const PAGE_SIZE = 250

/** The next page of a form's submissions after the id `after`, the oldest first. */
export function findSubmissionsAfter(tx: Tx, form: FormName, after: number) {
  return tx
    .all(
      query
        .selectFrom('form_submissions')
        .select(['id', 'data', 'created_at'])
        .where('form_type', '=', form)
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE_SIZE),
    )
    .map(parseData)
}

/** The counts that triggers keep with each write. */
export function countSubmissions(tx: Tx, form: FormName): { total: number; unread: number } {
  const counted = tx.get(
    query.selectFrom('form_count').select(['total', 'unread']).where('form_type', '=', form),
  )
  return counted ?? { total: 0, unread: 0 }
}

/** Ids of the unread submissions that created this booking. */
export function findUnreadByBooking(tx: Tx, bookingId: string): number[] {
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
export function hasSubmissions(tx: Tx): boolean {
  const first = query.selectFrom('form_submissions').select('id').limit(1)
  return tx.get(first) !== undefined
}

export function hasSubmission(tx: Tx, id: number): boolean {
  return (
    tx.get(query.selectFrom('form_submissions').select('id').where('id', '=', id)) !== undefined
  )
}

export function insertReadMark(tx: Tx, submission_id: number, now: number): void {
  tx.run(
    query
      .insertInto('form_read')
      .values({ submission_id, read_at: now })
      .onConflict((conflict) => conflict.column('submission_id').doNothing()),
  )
}

export function deleteReadMark(tx: Tx, submission_id: number): void {
  tx.run(query.deleteFrom('form_read').where('submission_id', '=', submission_id))
}

function parseData<Row extends { data: string }>({ data, ...row }: Row) {
  return { ...row, data: JSON.parse(data) as Record<string, string> }
}
