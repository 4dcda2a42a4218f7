import { setImmediate as others } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Database, oneOf, query, raw, type Tx } from '#server/db/database.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { isoTime } from '#shared/lib/date.ts'

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

export function rowsOfPerson(tx: Tx, mailbox: string, searched?: SearchedClients): PersonRows {
  const bookings = idsOf<string>(tx, sql`SELECT id FROM booking WHERE lower(email) = ${mailbox}`)
  const submissions = idsOf<number>(
    tx,
    sql`SELECT id FROM form_submissions
      WHERE lower(json_extract(data, '$.email')) = ${mailbox}
        OR booking_id IN ${oneOf(bookings)}`,
  )
  const consents = idsOf<string>(
    tx,
    sql`SELECT id FROM newsletter_consent WHERE mailbox = ${mailbox}`,
  )
  const users = idsOf<string>(tx, sql`SELECT id FROM user WHERE lower(email) = ${mailbox}`)
  const jobs = jobsAbout(tx, mailbox, { bookings, submissions, consents })
  const mails = tx.all(
    raw(sql<{ id: string; job_id: number }>`
      SELECT id, job_id FROM mail
      WHERE lower(recipient) = ${mailbox} OR booking_id IN ${oneOf(bookings)}
        OR job_id IN ${oneOf(jobs)}`),
  )
  return {
    bookings,
    submissions,
    consents,
    users,
    clients: idsOf<string>(tx, clientsOf(mailbox, searched)),
    mails: mails.map(({ id }) => id),
    jobs: [...new Set([...jobs, ...mails.map(({ job_id }) => job_id)])],
  }
}

/**
 * Finds jobs by the ids in their payload; only payloads of account mails hold the address itself.
 */
function jobsAbout(
  tx: Tx,
  mailbox: string,
  about: Pick<PersonRows, 'bookings' | 'submissions' | 'consents'>,
): number[] {
  return idsOf<number>(
    tx,
    sql`SELECT id FROM job WHERE json_extract(payload, '$.bookingId') IN ${oneOf(about.bookings)}
      UNION SELECT id FROM job
        WHERE json_extract(payload, '$.data.bookingId') IN ${oneOf(about.bookings)}
      UNION SELECT id FROM job
        WHERE json_extract(payload, '$.data.submission') IN ${oneOf(about.submissions)}
      UNION SELECT id FROM job
        WHERE json_extract(payload, '$.data.consent') IN ${oneOf(about.consents)}
      UNION SELECT id FROM job WHERE json_extract(payload, '$.consent') IN ${oneOf(about.consents)}
      UNION SELECT id FROM job WHERE lower(json_extract(payload, '$.data.email')) = ${mailbox}`,
  )
}

/** Every mailbox that occurs in the database, normalised. */
export function knownMailboxes(tx: Tx): string[] {
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

function idsOf<Id>(tx: Tx, statement: RawBuilder<unknown>): Id[] {
  return tx.all(raw(statement as RawBuilder<{ id: Id }>)).map(({ id }) => id)
}

/**
 * SQL for the clients with a mailbox: as `email`, in `otherEmails`, or in an open conflict. With
 * `searched`, only the clients found there and those changed since are looked at.
 */
function clientsOf(mailbox: string, searched?: SearchedClients) {
  const where = searched
    ? sql`(seq > ${searched.upTo} OR seq IN ${oneOf(searched.found)})`
    : sql`coll = 'client'`
  return sql`SELECT id FROM record WHERE ${where} AND ${names(mailbox)}`
}

function names(mailbox: string) {
  return sql`coll = 'client' AND erased = 0 AND (
    lower(trim(json_extract(data, '$.email'))) = ${mailbox}
    OR EXISTS (SELECT 1 FROM json_each(data, '$.otherEmails') WHERE lower(trim(value)) = ${mailbox})
    OR EXISTS (SELECT 1 FROM json_each(conflicts)
      WHERE json_extract(value, '$.field') = 'email'
        AND lower(trim(json_extract(value, '$.value'))) = ${mailbox}))`
}

/** Result of `searchClients`: clients with a seq above `upTo` have changed since. */
export interface SearchedClients {
  upTo: number
  /** Seqs of the clients that had the mailbox. */
  found: number[]
}

/** Number of clients that are searched in one turn of the event loop. */
const AT_ONCE = 1000

/**
 * Searches all clients for a mailbox without blocking other requests. A transaction that gets the
 * result looks only at these clients and at those changed since, and so misses none.
 */
export async function searchClients(db: Database, mailbox: string): Promise<SearchedClients> {
  const upTo = db.read.get(query.selectFrom('sync_clock').select('seq'))?.seq ?? 0
  const found: number[] = []
  for (let from = 0; from < upTo; ) {
    const last = raw<{ seq: number }>(sql`
      SELECT seq FROM record WHERE seq > ${from} ORDER BY seq LIMIT 1 OFFSET ${AT_ONCE - 1}`)
    const to = Math.min(db.read.get(last)?.seq ?? upTo, upTo)
    const among = raw<{ seq: number }>(sql`
      SELECT seq FROM record WHERE seq > ${from} AND seq <= ${to} AND ${names(mailbox)}`)
    found.push(...db.read.all(among).map(({ seq }) => seq))
    from = to
    await others()
  }
  return { upTo, found }
}

type Row = Record<string, unknown>

/** Exported data about a person, by section name; internal hashes and secrets are left out. */
export type PersonData = Record<string, Row[]>

/** Columns whose JSON text is exported as a structure. */
const STRUCTURES = ['data', 'content', 'destinations', 'alternatives', 'earlier_value']

/** All data about a person, in readable form: times as ISO 8601, JSON parsed. */
export function personData(tx: Tx, rows: PersonRows): PersonData {
  const read: Read = (statement) => tx.all(raw(statement)).map(shown)
  return { ...bookingData(read, rows), ...accountData(read, rows), ...clientData(read, rows) }
}

type Read = (statement: RawBuilder<unknown>) => Row[]

function bookingData(read: Read, rows: PersonRows): PersonData {
  const bookings = oneOf(rows.bookings)
  return {
    bookings: read(sql`
      SELECT id, service_type, status, payment, starts_at, ends_at, owner_zone, time_zone,
        shown_date, shown_time, first_name, last_name, email, phone, message, destinations,
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

function accountData(read: Read, rows: PersonRows): PersonData {
  const users = oneOf(rows.users)
  return {
    submissions: read(sql`
      SELECT id, form_type, booking_id, data, created_at FROM form_submissions
      WHERE id IN ${oneOf(rows.submissions)} ORDER BY id`),
    mails: read(sql`
      SELECT kind, booking_id, recipient, subject, sent_at FROM mail
      WHERE id IN ${oneOf(rows.mails)} ORDER BY sent_at`),
    newsletter_consents: read(sql`
      SELECT email, source, text_version, wording, asked_at, confirmed_at, withdrawn_at
      FROM newsletter_consent WHERE id IN ${oneOf(rows.consents)} ORDER BY asked_at`),
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
function clientData(read: Read, rows: PersonRows): PersonData {
  const clients = oneOf(rows.clients)
  return {
    clients: read(sql`
      SELECT id, data, conflicts AS alternatives, created_at, updated_at, deleted_at
      FROM record WHERE coll = 'client' AND id IN ${clients} ORDER BY seq`),
    client_history: read(sql`
      SELECT record_id AS client_id, field, value AS earlier_value, at
      FROM field_history WHERE coll = 'client' AND record_id IN ${clients} ORDER BY id`),
  }
}

function shown(row: unknown): Row {
  const fields = Object.entries(row as Row).map(([name, value]) => [name, readable(name, value)])
  return Object.fromEntries(fields)
}

function readable(name: string, value: unknown): unknown {
  if (typeof value === 'string' && STRUCTURES.includes(name)) return JSON.parse(value)
  const isTime = name === 'at' || /_at$/.test(name)
  return typeof value === 'number' && isTime ? isoTime(value) : value
}
