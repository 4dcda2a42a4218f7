import type { Database, Tx } from '#server/db/database.ts'
import { mapInOrder } from '#server/lib/in-order.ts'
import { describeStoredSubject } from '#shared/contact/schema.ts'
import { MAX_TRAVELLERS, toTravellerFieldName, travellerFields } from '#shared/inquiry/fields.ts'
import { questions } from '#shared/inquiry/questions.ts'
import { formatCsvHeader, formatCsvRows } from '#shared/lib/csv.ts'
import { toIsoTime, toIsoTimeOrNull } from '#shared/lib/date.ts'
import type { FormGroup, SubmissionRecord } from '#shared/submissions/api.ts'
import { type FormName, formNames } from '#shared/submissions/form-post.ts'
import type { SubmissionMarks } from '#shared/submissions/marks.ts'
import {
  countSubmissions,
  findLatestSubmissions,
  findSubmissions,
  findSubmissionsAfter,
} from './store.ts'

const personFields = ['first_name', 'last_name', 'email']

const travellerFieldNames = Array.from({ length: 2 * MAX_TRAVELLERS - 1 }, (_, index) =>
  travellerFields.map((field) => toTravellerFieldName(index, field)),
).flat()

/** The fields of each form by wire name, in column order; other posted fields are ignored. */
const formColumns: Record<FormName, readonly string[]> = {
  booking: [
    ...personFields,
    'phone',
    'service_type',
    'service_title',
    'date',
    'time',
    'timezone',
    'start',
    'destinations',
    'other_destination',
    'message',
  ],
  contact: [
    ...personFields,
    'subject',
    'service_title',
    'message',
    'newsletter',
    'newsletter_text',
  ],
  inquiry: [...Object.keys(questions), 'newsletter_text', ...travellerFieldNames],
}

/** How many submissions of each form are sent; devices pull all of them. */
const MAX_LATEST = 100

export interface FormsParts {
  db: Database
  readOwnerZone(tx: Tx): Promise<string>
}

export async function readForms({ db, readOwnerZone }: FormsParts): Promise<FormGroup[]> {
  return db.read.transaction().execute(async (tx) => {
    const timeZone = await readOwnerZone(tx)
    return mapInOrder(formNames, async (name) => ({
      name,
      timeZone,
      total: await countSubmissions(tx, name),
      submissions: (await findLatestSubmissions(tx, name, MAX_LATEST)).map(
        ({ id, marks, ...row }) => ({ id, ...marks, ...toFacts(row) }),
      ),
    }))
  })
}

type StoredSubmission = Omit<Awaited<ReturnType<typeof findSubmissions>>[number], 'id'>

function toFacts({ form_type, created_at, booking_id, data }: StoredSubmission) {
  return { created_at: toIsoTime(created_at), booking_id, data: pickKnownFields(form_type, data) }
}

/** The existing submissions among `ids`, for the devices. */
export async function readSubmissionRecords(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, SubmissionRecord>> {
  return new Map(
    (await findSubmissions(tx, ids.map(Number))).map(({ id, ...row }) => [
      String(id),
      { form: row.form_type, ...toFacts(row) },
    ]),
  )
}

/**
 * All submissions of a form as CSV, page by page. They are read twice: the first pass finds the
 * traveller columns that are filled, because empty ones are left out.
 */
export async function* formatFormsCsv(tx: Tx, name: FormName): AsyncGenerator<string> {
  const filled = new Set<string>()
  for await (const rows of readPages(tx, name)) {
    for (const { data } of rows) for (const column of Object.keys(data)) filled.add(column)
    yield ''
  }
  const columns = formColumns[name].filter(
    (column) => !isTravellerColumn(column) || filled.has(column),
  )
  yield formatCsvHeader(['id', 'created_at', ...Object.keys(markColumns), ...columns])
  for await (const rows of readPages(tx, name))
    yield formatCsvRows(
      rows.map(({ id, created_at, marks, data }) => [
        id,
        toIsoTime(created_at),
        ...Object.values(markColumns).map((name) => toIsoTimeOrNull(marks[name]) ?? ''),
        ...columns.map((column) => formatCell(column, data)),
      ]),
    )
}

/** A subject is stored by its key; the file has the words that the owner knows it by. */
function formatCell(column: string, data: Record<string, string>): string {
  return (column === 'subject' ? describeStoredSubject(data) : data[column]) ?? ''
}

/** The owner's marks by column, each with the time at which it was set; empty if it is not set. */
const markColumns = {
  read_at: 'readAt',
  answered_at: 'answeredAt',
  put_aside_at: 'putAsideAt',
} as const satisfies Record<string, keyof SubmissionMarks>

async function* readPages(tx: Tx, name: FormName) {
  let after = 0
  for (;;) {
    const rows = await findSubmissionsAfter(tx, name, after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

/** Traveller columns exist for the largest possible party, so most of them are empty. */
function isTravellerColumn(column: string): boolean {
  return column.startsWith('travelers.')
}

/** The posted fields that the form asks for, without any others. */
function pickKnownFields(name: FormName, data: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    formColumns[name].flatMap((column) => {
      const value = data[column]
      return value === undefined ? [] : [[column, value]]
    }),
  )
}
