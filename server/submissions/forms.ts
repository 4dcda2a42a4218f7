import type { Database, Tx } from '#server/db/database.ts'
import { changesPage } from '#server/db/desk-changes.ts'
import type { AskedChanges } from '#shared/desk/changes.ts'
import { csvHead, csvLines } from '#shared/lib/csv.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import { formColumns, knownFields } from '#shared/submissions/columns.ts'
import { type FormName, formNames } from '#shared/submissions/form-post.ts'
import { countSubmissions, findSubmissions, latestSubmissions, submissionsFrom } from './store.ts'

/** Of each form; the desk has the others by what changed. */
const MOST_SHOWN = 100

export interface FormsParts {
  db: Database
  ownerZone(tx: Tx): string
}

export function readForms({ db, ownerZone }: FormsParts): FormGroup[] {
  const timeZone = ownerZone(db.read)
  return formNames.map((name) => ({
    name,
    timeZone,
    ...countSubmissions(db.read, name),
    submissions: latestSubmissions(db.read, name, MOST_SHOWN).map((row) => submissionOf(name, row)),
  }))
}

type ReadRow = ReturnType<typeof latestSubmissions>[number]

function submissionOf(name: FormName, row: ReadRow): FormSubmission {
  return {
    id: row.id,
    created_at: new Date(row.created_at).toISOString(),
    read: row.read_at !== null,
    booking_id: row.booking_id,
    data: knownFields(name, row.data),
  }
}

/** Raised with each change of what a record says that no write to the database goes with. */
const SHAPE = 1

/** What changed since, and how many there are. */
export function formChanges(
  { db, ownerZone, epoch }: FormsParts & { epoch(tx: Tx): string },
  asked: AskedChanges,
) {
  const tx = db.read
  const timeZone = ownerZone(tx)
  return changesPage(tx, asked, {
    kind: 'form',
    epoch: [SHAPE, epoch(tx)].join(' '),
    read: (_tx, ids) =>
      new Map(
        findSubmissions(tx, ids.map(Number)).map(({ form_type: form, ...row }) => [
          String(row.id),
          { form, ...submissionOf(form, row) },
        ]),
      ),
    about: formNames.map((name) => ({ name, timeZone, ...countSubmissions(tx, name) })),
  })
}

/**
 * All submissions of a form in a table, some at a time; a column that nobody filled is left out where
 * forms may differ, so that they are read twice.
 */
export function* formsFile(tx: Tx, name: FormName): Generator<string> {
  const filled = new Set<string>()
  for (const rows of pagesOf(tx, name)) {
    for (const { data } of rows) for (const column of Object.keys(data)) filled.add(column)
    yield ''
  }
  const columns = formColumns[name].filter((column) => !isOfTraveller(column) || filled.has(column))
  yield csvHead(['id', 'created_at', ...columns])
  for (const rows of pagesOf(tx, name))
    yield csvLines(
      rows.map(({ id, created_at, data }) => [
        id,
        new Date(created_at).toISOString(),
        ...columns.map((column) => data[column] ?? ''),
      ]),
    )
}

function* pagesOf(tx: Tx, name: FormName) {
  let after = 0
  for (;;) {
    const rows = submissionsFrom(tx, name, after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

/** There are as many of these as the largest party has travellers. */
function isOfTraveller(column: string): boolean {
  return column.startsWith('travelers.')
}
