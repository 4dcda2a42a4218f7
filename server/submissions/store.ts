import { type Selectable, sql } from 'kysely'
import { compileOnce, type Tx, toNumberList, writeLater } from '#server/db/database.ts'
import type { SubmissionTable, Tables } from '#server/db/tables.ts'
import type { FormName } from '#shared/submissions/form-post.ts'

export async function findStoredResponse(tx: Tx, key: string) {
  return (await selectAnswer(tx, { key })).rows[0]
}

const selectAnswer = compileOnce((tx, { key }: { key: string }) =>
  tx.selectFrom('answer').selectAll().where('key', '=', key),
)

interface StoredResponse {
  key: string
  hash: string
  status: number
  body: object
}

export async function insertStoredResponse(
  tx: Tx,
  answer: StoredResponse,
  now: number,
): Promise<void> {
  await insertAnswer(tx, { ...answer, body: JSON.stringify(answer.body), created_at: now })
}

const insertAnswer = writeLater((tx, answer: Tables['answer']) =>
  tx.insertInto('answer').values(answer),
)

interface NewSubmission extends Pick<SubmissionTable, 'form_type' | 'booking_id' | 'created_at'> {
  data: object
}

export async function insertSubmission(tx: Tx, submission: NewSubmission): Promise<void> {
  await insertData(tx, encodeSubmission(submission))
}

/** The same for a caller who waits for the submission's id. */
export async function insertSubmissionForId(tx: Tx, submission: NewSubmission): Promise<number> {
  const { rows } = await insertDataForId(tx, encodeSubmission(submission))
  const [stored] = rows
  if (!stored) throw new Error('The stored submission was not returned')
  return stored.id
}

type EncodedSubmission = Omit<Selectable<SubmissionTable>, 'id'>

const encodeSubmission = (submission: NewSubmission): EncodedSubmission => ({
  ...submission,
  user_id: null,
  data: JSON.stringify(submission.data),
})

const insertData = writeLater((tx, submission: EncodedSubmission) =>
  tx.insertInto('form_submissions').values(submission),
)

const insertDataForId = compileOnce((tx, submission: EncodedSubmission) =>
  tx.insertInto('form_submissions').values(submission).returning('id'),
)

/** The submitted fields by wire name; undefined once the submission is erased. */
export async function findSubmission(
  tx: Tx,
  id: number,
): Promise<Record<string, string> | undefined> {
  const found = await tx
    .selectFrom('form_submissions')
    .select('data')
    .where('id', '=', id)
    .executeTakeFirst()
  return found && JSON.parse(found.data)
}

/** The latest submissions of a form, with when the owner read each. */
export async function findLatestSubmissions(tx: Tx, form: FormName, limit: number) {
  return (
    await tx
      .selectFrom('form_submissions')
      .leftJoin('form_read', 'form_read.submission_id', 'form_submissions.id')
      .select(['id', 'booking_id', 'data', 'created_at', 'read_at'])
      .where('form_type', '=', form)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  ).map(parseData)
}

/** The given submissions that exist, of any form. */
export async function findSubmissions(tx: Tx, ids: readonly number[]) {
  const found = await sql<Selectable<SubmissionTable> & { read_at: number | null }>`
    SELECT id, form_type, booking_id, data, created_at, read_at
    FROM form_submissions LEFT JOIN form_read ON form_read.submission_id = form_submissions.id
    WHERE id IN ${toNumberList(ids)}`.execute(tx)
  return found.rows.map(parseData)
}

/** The latest submissions of any form from an instant on. */
export async function findSubmissionsSince(tx: Tx, since: number, limit: number) {
  return (
    await tx
      .selectFrom('form_submissions')
      .select(['id', 'form_type', 'data', 'created_at'])
      .where('created_at', '>=', since)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  ).map(parseData)
}

/** Rows per query, few enough that no read blocks other requests for long. */
const PAGE_SIZE = 250

/** The next page of a form's submissions after the id `after`, the oldest first. */
export async function findSubmissionsAfter(tx: Tx, form: FormName, after: number) {
  return (
    await tx
      .selectFrom('form_submissions')
      .select(['id', 'data', 'created_at'])
      .where('form_type', '=', form)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute()
  ).map(parseData)
}

/** The counts that triggers keep with each write. */
export async function countSubmissions(
  tx: Tx,
  form: FormName,
): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number | null; unread: number | null }>`
    SELECT sum(total) AS total, sum(unread) AS unread FROM form_count
    WHERE form_type = ${form}`.execute(tx)
  return { total: rows[0]?.total ?? 0, unread: rows[0]?.unread ?? 0 }
}

/** Ids of the unread submissions that created this booking. */
export async function findUnreadByBooking(tx: Tx, bookingId: string): Promise<number[]> {
  return (
    await tx
      .selectFrom('form_submissions')
      .leftJoin('form_read', 'form_read.submission_id', 'form_submissions.id')
      .select('id')
      .where('booking_id', '=', bookingId)
      .where('read_at', 'is', null)
      .execute()
  ).map(({ id }) => id)
}

/** Whether the database holds any submission. */
export async function hasSubmissions(tx: Tx): Promise<boolean> {
  const first = tx.selectFrom('form_submissions').select('id').limit(1)
  return (await first.executeTakeFirst()) !== undefined
}

export async function hasSubmission(tx: Tx, id: number): Promise<boolean> {
  return (
    (await tx
      .selectFrom('form_submissions')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  )
}

export async function insertReadMark(tx: Tx, submission_id: number, now: number): Promise<void> {
  await tx
    .insertInto('form_read')
    .values({ submission_id, read_at: now })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .execute()
}

export async function deleteReadMark(tx: Tx, submission_id: number): Promise<void> {
  await tx.deleteFrom('form_read').where('submission_id', '=', submission_id).execute()
}

function parseData<Row extends { data: string }>({ data, ...row }: Row) {
  return { ...row, data: JSON.parse(data) as Record<string, string> }
}
