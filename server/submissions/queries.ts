import type { Database, Tx } from '#server/db/database.ts'
import { changesPage } from '#server/db/desk-changes.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import type { Sender } from '#shared/desk/api.ts'
import type { AskedChanges } from '#shared/desk/changes.ts'
import { MOST_TRAVELLERS, travellerFields, travellerName } from '#shared/inquiry/fields.ts'
import { questions } from '#shared/inquiry/questions.ts'
import { csvHead, csvLines } from '#shared/lib/csv.ts'
import { isoTime } from '#shared/lib/date.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import { type FormName, formNames } from '#shared/submissions/form-post.ts'
import {
  countSubmissions,
  findSubmissions,
  latestSince,
  latestSubmissions,
  submissionsFrom,
} from './store.ts'

const person = ['first_name', 'last_name', 'email']

const travellers = Array.from({ length: 2 * MOST_TRAVELLERS - 1 }, (_, index) =>
  travellerFields.map((field) => travellerName(index, field)),
).flat()

/** The fields of each form by wire name, in column order; other posted fields are ignored. */
const formColumns: Record<FormName, readonly string[]> = {
  booking: [
    ...person,
    'phone',
    'service_type',
    'date',
    'time',
    'timezone',
    'start',
    'destinations',
    'other_destination',
    'message',
  ],
  contact: [...person, 'message', 'newsletter', 'newsletter_text'],
  inquiry: [...Object.keys(questions), 'newsletter_text', ...travellers],
}

/** How many submissions of each form are sent; the desk gets older ones as changes. */
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
    created_at: isoTime(row.created_at),
    read: row.read_at !== null,
    booking_id: row.booking_id,
    data: knownFields(name, row.data),
  }
}

/** Part of the epoch. Raise it when records change their shape without a write to the database. */
const SHAPE = 1

/** The submissions that changed after the cursor, and the counts of each form. */
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
 * All submissions of a form as CSV, page by page. They are read twice: the first pass finds the
 * traveller columns that are filled, because empty ones are left out.
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
        isoTime(created_at),
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

/** Traveller columns exist for the largest possible party, so most of them are empty. */
function isOfTraveller(column: string): boolean {
  return column.startsWith('travelers.')
}

/** How many of the latest submissions are searched for senders. */
const MOST = 100

/** Everyone who has sent a form since an instant, with the latest form of each; latest first. */
export function readSenders(tx: Tx, since: number): Sender[] {
  const senders = new Map<string, Sender>()
  for (const { id, form_type, data, created_at } of latestSince(tx, since, MOST)) {
    const { first_name = '', last_name = '', email = '', phone = '' } = data
    const mailbox = normalizeEmail(email)
    if (senders.has(mailbox)) continue
    const name = `${first_name} ${last_name}`.trim()
    const sentAt = isoTime(created_at)
    senders.set(mailbox, { id, form: form_type, name, email, phone, sentAt })
  }
  return [...senders.values()]
}

/** The posted fields that the form asks for, without any others. */
function knownFields(name: FormName, data: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    formColumns[name].flatMap((column) => {
      const value = data[column]
      return value === undefined ? [] : [[column, value]]
    }),
  )
}
