import { csv } from '../../shared/lib/csv.ts'
import type { FormGroup } from '../../shared/submissions/api.ts'
import { formColumns, knownFields } from '../../shared/submissions/columns.ts'
import { type FormName, formNames } from '../../shared/submissions/form-post.ts'
import type { Database, Tx } from '../db/database.ts'
import { allSubmissions, countSubmissions, latestSubmissions } from './store.ts'

/** Of each form; a desk that shows more reads none of it. */
const MOST_SHOWN = 500

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
    submissions: latestSubmissions(db.read, name, MOST_SHOWN).map((row) => ({
      id: row.id,
      created_at: new Date(row.created_at).toISOString(),
      read: row.read_at !== null,
      booking_id: row.booking_id,
      data: knownFields(name, row.data),
    })),
  }))
}

/** All submissions of a form in a table; a column that nobody filled is left out where forms may differ. */
export function formsFile(tx: Tx, name: FormName): string {
  const rows = allSubmissions(tx, name)
  const columns = formColumns[name].filter(
    (column) => !isOfTraveller(column) || rows.some(({ data }) => data[column] !== undefined),
  )
  return csv(
    ['id', 'created_at', ...columns],
    rows.map(({ id, created_at, data }) => [
      id,
      new Date(created_at).toISOString(),
      ...columns.map((column) => data[column] ?? ''),
    ]),
  )
}

/** There are as many of these as the largest party has travellers. */
function isOfTraveller(column: string): boolean {
  return column.startsWith('travelers.')
}
