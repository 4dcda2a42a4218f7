import { type Selectable, sql } from 'kysely'
import { compileOnce, type Tx, toNumberList, writeLater } from '#server/db/database.ts'
import type { SubmissionTable, Tables } from '#server/db/tables.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import { completeMarks } from '#shared/submissions/marks.ts'
import type { DataOf } from '#shared/sync/collections.ts'

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

/** The latest submissions of a form, with the owner's marks. */
export async function findLatestSubmissions(tx: Tx, form: FormName, limit: number) {
  const found = await sql<MarkedRow>`${selectMarked}
    WHERE form_type = ${form} ORDER BY form_submissions.id DESC LIMIT ${limit}`.execute(tx)
  return found.rows.map(parseMarkedRow)
}

type MarkedRow = Selectable<SubmissionTable> & { mark: string | null }

const selectMarked = sql`SELECT form_submissions.*, record.data AS mark FROM form_submissions
  LEFT JOIN record ON record.coll = 'submission-mark'
    AND record.id = form_submissions.id || '-' || form_submissions.created_at`

function parseMarkedRow({ mark, ...row }: MarkedRow) {
  const data: DataOf<'submission-mark'> = mark ? JSON.parse(mark) : {}
  return { ...parseData(row), marks: completeMarks(data) }
}

/** The given submissions that exist, of any form. */
export async function findSubmissions(tx: Tx, ids: readonly number[]) {
  const found = await sql<Selectable<SubmissionTable>>`
    SELECT * FROM form_submissions WHERE id IN ${toNumberList(ids)}`.execute(tx)
  return found.rows.map(parseData)
}

/** Rows per query, few enough that no read blocks other requests for long. */
const PAGE_SIZE = 250

/** The next page of a form's submissions after the id `after`, the oldest first, with the owner's marks. */
export async function findSubmissionsAfter(tx: Tx, form: FormName, after: number) {
  const found = await sql<MarkedRow>`${selectMarked}
    WHERE form_type = ${form} AND form_submissions.id > ${after}
    ORDER BY form_submissions.id LIMIT ${PAGE_SIZE}`.execute(tx)
  return found.rows.map(parseMarkedRow)
}

/** The number of a form's submissions, which triggers keep with each write. */
export async function countSubmissions(tx: Tx, form: FormName): Promise<number> {
  const { rows } = await sql<{ total: number | null }>`
    SELECT sum(total) AS total FROM form_count WHERE form_type = ${form}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Whether the database holds any submission. */
export async function hasSubmissions(tx: Tx): Promise<boolean> {
  const first = tx.selectFrom('form_submissions').select('id').limit(1)
  return (await first.executeTakeFirst()) !== undefined
}

function parseData<Row extends { data: string }>({ data, ...row }: Row) {
  return { ...row, data: JSON.parse(data) as Record<string, string> }
}
