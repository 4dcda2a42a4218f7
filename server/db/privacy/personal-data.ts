import { setImmediate as others } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Database, query, raw, type Tx, toSqlList } from '#server/db/database.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { toIsoTime } from '#shared/lib/date.ts'

/** Ids of the rows about the person behind a mailbox; other tables refer to a booking's id. */
export interface PersonRows {
  bookings: string[]
  submissions: number[]
  consents: string[]
  users: string[]
  clients: string[]
  mails: string[]
  /** Jobs whose payload refers to one of these rows, or which sent one of `mails`. */
  jobs: number[]
}

export function findPersonRows(tx: Tx, mailbox: string, searched?: ClientSearch): PersonRows {
  const bookings = readIds<string>(tx, sql`SELECT id FROM booking WHERE lower(email) = ${mailbox}`)
  const submissions = readIds<number>(
    tx,
    sql`SELECT id FROM form_submissions
      WHERE lower(json_extract(data, '$.email')) = ${mailbox}
        OR booking_id IN ${toSqlList(bookings)}`,
  )
  const consents = readIds<string>(
    tx,
    sql`SELECT id FROM newsletter_consent WHERE mailbox = ${mailbox}`,
  )
  const users = readIds<string>(tx, sql`SELECT id FROM user WHERE lower(email) = ${mailbox}`)
  const jobs = findJobIds(tx, mailbox, { bookings, submissions, consents })
  const mails = tx.all(
    raw(sql<{ id: string; job_id: number }>`
      SELECT id, job_id FROM mail
      WHERE lower(recipient) = ${mailbox} OR booking_id IN ${toSqlList(bookings)}
        OR job_id IN ${toSqlList(jobs)}`),
  )
  return {
    bookings,
    submissions,
    consents,
    users,
    clients: readIds<string>(tx, buildClientsQuery(mailbox, searched)),
    mails: mails.map(({ id }) => id),
    jobs: [...new Set([...jobs, ...mails.map(({ job_id }) => job_id)])],
  }
}

/**
 * Finds jobs by the ids in their payload; only payloads of account mails hold the address itself.
 */
function findJobIds(
  tx: Tx,
  mailbox: string,
  about: Pick<PersonRows, 'bookings' | 'submissions' | 'consents'>,
): number[] {
  return readIds<number>(
    tx,
    sql`SELECT id FROM job WHERE json_extract(payload, '$.bookingId') IN ${toSqlList(about.bookings)}
      UNION SELECT id FROM job
        WHERE json_extract(payload, '$.data.bookingId') IN ${toSqlList(about.bookings)}
      UNION SELECT id FROM job
        WHERE json_extract(payload, '$.data.submission') IN ${toSqlList(about.submissions)}
      UNION SELECT id FROM job
        WHERE json_extract(payload, '$.data.consent') IN ${toSqlList(about.consents)}
      UNION SELECT id FROM job WHERE json_extract(payload, '$.consent') IN ${toSqlList(about.consents)}
      UNION SELECT id FROM job WHERE lower(json_extract(payload, '$.data.email')) = ${mailbox}`,
  )
}

/** Every mailbox that occurs in the database, normalised. */
export function listMailboxes(tx: Tx): string[] {
  const found = tx.all(
    raw(sql<{ email: string | null }>`
      SELECT email FROM booking
      UNION SELECT json_extract(data, '$.email') FROM form_submissions
      UNION SELECT email FROM newsletter_consent
      UNION SELECT email FROM user
      UNION SELECT recipient FROM mail
      UNION SELECT json_extract(data, '$.email') FROM record WHERE coll = 'client'
      UNION SELECT value FROM record, json_each(record.data, '$.otherEmails')
        WHERE coll = 'client'
      UNION SELECT json_extract(value, '$.value') FROM record, json_each(record.conflicts)
        WHERE coll = 'client' AND json_extract(value, '$.field') = 'email'`),
  )
  return [...new Set(found.flatMap(({ email }) => (email ? [normalizeEmail(email)] : [])))]
}

function readIds<Id>(tx: Tx, statement: RawBuilder<unknown>): Id[] {
  return tx.all(raw(statement as RawBuilder<{ id: Id }>)).map(({ id }) => id)
}

/**
 * SQL for the clients with a mailbox: as `email`, in `otherEmails`, or in an open conflict. With
 * `searched`, only the clients found there and those changed since are looked at.
 */
function buildClientsQuery(mailbox: string, searched?: ClientSearch) {
  const where = searched
    ? sql`(seq > ${searched.throughSeq} OR seq IN ${toSqlList(searched.foundSeqs)})`
    : sql`coll = 'client'`
  return sql`SELECT id FROM record WHERE ${where} AND ${matchesMailboxSql(mailbox)}`
}

function matchesMailboxSql(mailbox: string) {
  return sql`coll = 'client' AND erased = 0 AND (
    lower(trim(json_extract(data, '$.email'))) = ${mailbox}
    OR EXISTS (SELECT 1 FROM json_each(data, '$.otherEmails') WHERE lower(trim(value)) = ${mailbox})
    OR EXISTS (SELECT 1 FROM json_each(conflicts)
      WHERE json_extract(value, '$.field') = 'email'
        AND lower(trim(json_extract(value, '$.value'))) = ${mailbox}))`
}

/** Result of `searchClientsByMailbox`: clients above `throughSeq` have changed since. */
export interface ClientSearch {
  throughSeq: number
  /** Seqs of the clients that had the mailbox. */
  foundSeqs: number[]
}

/** Number of clients that are searched in one turn of the event loop. */
const BATCH_SIZE = 1000

/**
 * Searches all clients for a mailbox without blocking other requests. A transaction that gets the
 * result looks only at these clients and at those changed since, and so misses none.
 */
export async function searchClientsByMailbox(db: Database, mailbox: string): Promise<ClientSearch> {
  const upTo = db.read.get(query.selectFrom('sync_clock').select('seq'))?.seq ?? 0
  const found: number[] = []
  for (let from = 0; from < upTo; ) {
    const last = raw<{ seq: number }>(sql`
      SELECT seq FROM record WHERE seq > ${from} ORDER BY seq LIMIT 1 OFFSET ${BATCH_SIZE - 1}`)
    const to = Math.min(db.read.get(last)?.seq ?? upTo, upTo)
    const among = raw<{ seq: number }>(sql`
      SELECT seq FROM record WHERE seq > ${from} AND seq <= ${to} AND ${matchesMailboxSql(mailbox)}`)
    found.push(...db.read.all(among).map(({ seq }) => seq))
    from = to
    await others()
  }
  return { throughSeq: upTo, foundSeqs: found }
}

type Row = Record<string, unknown>

/** Exported data about a person, by section name; internal hashes and secrets are left out. */
export type PersonData = Record<string, Row[]>

/** Columns whose JSON text is exported as a structure. */
const JSON_COLUMNS = ['data', 'content', 'destinations', 'alternatives', 'earlier_value']

/** All data about a person, in readable form: times as ISO 8601, JSON parsed. */
export function readPersonData(tx: Tx, rows: PersonRows): PersonData {
  const read: RowReader = (statement) => tx.all(raw(statement)).map(toReadableRow)
  return {
    ...readBookingData(read, rows),
    ...readAccountData(read, rows),
    ...readClientData(read, rows),
  }
}

type RowReader = (statement: RawBuilder<unknown>) => Row[]

function readBookingData(read: RowReader, rows: PersonRows): PersonData {
  const bookings = toSqlList(rows.bookings)
  return {
    bookings: read(sql`
      SELECT id, service_type, status, payment, starts_at, ends_at, owner_zone, time_zone,
        local_date, local_time, first_name, last_name, email, phone, message, destinations,
        other_destination, amount, currency, demo, place, meeting_url, address, created_at, updated_at
      FROM booking WHERE id IN ${bookings} ORDER BY created_at`),
    booking_events: read(sql`
      SELECT booking_id, kind, made_by, at, data FROM booking_event
      WHERE booking_id IN ${bookings} ORDER BY id`),
    payments: read(sql`
      SELECT booking_id, provider, amount, currency, status, created_at, updated_at
      FROM payment_intent WHERE booking_id IN ${bookings} ORDER BY created_at`),
    refunds: read(sql`
      SELECT booking_id, amount, reason, state, created_at, done_at
      FROM refund WHERE booking_id IN ${bookings} ORDER BY created_at`),
    receipts: read(sql`
      SELECT series, number, kind, booking_id, amount, vat, currency, issued_at, content
      FROM receipt WHERE booking_id IN ${bookings} ORDER BY series, number`),
  }
}

function readAccountData(read: RowReader, rows: PersonRows): PersonData {
  const users = toSqlList(rows.users)
  return {
    submissions: read(sql`
      SELECT id, form_type, booking_id, data, created_at FROM form_submissions
      WHERE id IN ${toSqlList(rows.submissions)} ORDER BY id`),
    mails: read(sql`
      SELECT kind, booking_id, recipient, subject, sent_at FROM mail
      WHERE id IN ${toSqlList(rows.mails)} ORDER BY sent_at`),
    newsletter_consents: read(sql`
      SELECT email, source, text_version, wording, requested_at, confirmed_at, withdrawn_at
      FROM newsletter_consent WHERE id IN ${toSqlList(rows.consents)} ORDER BY requested_at`),
    accounts: read(sql`
      SELECT id, name, email, email_verified, role, created_at, updated_at
      FROM user WHERE id IN ${users}`),
    sessions: read(sql`
      SELECT ip_address, user_agent, signed_in_at, expires_at FROM session
      WHERE user_id IN ${users} ORDER BY signed_in_at`),
    consent_changes: read(sql`
      SELECT kind, given, text_version, wording, at FROM consent_change
      WHERE subject IN ${users} ORDER BY id`),
    audit_log: read(sql`
      SELECT action, details, at FROM audit_log WHERE subject IN ${users} ORDER BY id`),
  }
}

/** Data from the client book, with the earlier values that are still in the history. */
function readClientData(read: RowReader, rows: PersonRows): PersonData {
  const clients = toSqlList(rows.clients)
  return {
    clients: read(sql`
      SELECT id, data, conflicts AS alternatives, created_at, updated_at, deleted_at
      FROM record WHERE coll = 'client' AND id IN ${clients} ORDER BY seq`),
    client_history: read(sql`
      SELECT record_id AS client_id, field, value AS earlier_value, at
      FROM field_history WHERE coll = 'client' AND record_id IN ${clients} ORDER BY id`),
  }
}

function toReadableRow(row: unknown): Row {
  const fields = Object.entries(row as Row).map(([name, value]) => [
    name,
    toReadableValue(name, value),
  ])
  return Object.fromEntries(fields)
}

function toReadableValue(name: string, value: unknown): unknown {
  if (typeof value === 'string' && JSON_COLUMNS.includes(name)) return JSON.parse(value)
  const isTime = name === 'at' || /_at$/.test(name)
  return typeof value === 'number' && isTime ? toIsoTime(value) : value
}
