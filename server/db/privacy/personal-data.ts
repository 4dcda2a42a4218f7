import { setImmediate as others } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Database, type Tx, toNumberList, toTextList } from '#server/db/database.ts'
import { readLastRecordSeq } from '#server/db/sync-clock.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { getPersonCollection, listNamingCollections } from '#shared/sync/collections.ts'
import { findNamingRecords, listExportedDocuments, type NamingRecords } from './naming-records.ts'
import { findTrees, type PersonData, type RowReader, readTreeSections } from './record-trees.ts'

/** Where people's addresses are; the SQL below has its name as a literal. */
export const { coll: personColl, addressFields } = getPersonCollection()
const isPerson = sql`coll = ${sql.lit(personColl)}`

/** Ids of the rows about the person behind a mailbox; other tables refer to a booking's id. */
export interface PersonRows extends NamingRecords {
  bookings: string[]
  submissions: number[]
  consents: string[]
  users: string[]
  clients: string[]
  mails: string[]
  /** Jobs whose payload refers to one of these rows, or which sent one of `mails`. */
  jobs: number[]
}

export async function findPersonRows(
  tx: Tx,
  mailbox: string,
  searched?: ClientSearch,
): Promise<PersonRows> {
  const bookings = await readIds<string>(
    tx,
    sql`SELECT id FROM booking WHERE lower(email) = ${mailbox}`,
  )
  const submissions = await readIds<number>(
    tx,
    sql`SELECT id FROM form_submissions
      WHERE lower(json_extract(data, '$.email')) = ${mailbox}
        OR booking_id IN ${toTextList(bookings)}`,
  )
  const consents = await readIds<string>(
    tx,
    sql`SELECT id FROM newsletter_consent WHERE mailbox = ${mailbox}`,
  )
  const users = await readIds<string>(
    tx,
    sql`SELECT id FROM "user" WHERE lower(email) = ${mailbox}`,
  )
  const jobs = await findJobIds(tx, mailbox, { bookings, submissions, consents })
  const mails = (
    await sql<{ id: string; job_id: number }>`
      SELECT id, job_id FROM mail
      WHERE lower(recipient) = ${mailbox} OR booking_id IN ${toTextList(bookings)}
        OR job_id IN ${toNumberList(jobs)}`.execute(tx)
  ).rows
  const clients = await readIds<string>(tx, buildClientsQuery(mailbox, searched))
  return {
    ...(await findNamingRecords(tx, clients)),
    bookings,
    submissions,
    consents,
    users,
    clients,
    mails: mails.map(({ id }) => id),
    jobs: [...new Set([...jobs, ...mails.map(({ job_id }) => job_id)])],
  }
}

/**
 * Finds jobs by the ids in their payload; only payloads of account mails hold the address itself.
 */
async function findJobIds(
  tx: Tx,
  mailbox: string,
  about: Pick<PersonRows, 'bookings' | 'submissions' | 'consents'>,
): Promise<number[]> {
  return readIds<number>(
    tx,
    sql`SELECT id FROM job WHERE json_extract(payload, '$.bookingId') IN ${toTextList(about.bookings)}
      UNION SELECT id FROM job
        WHERE json_extract(payload, '$.data.bookingId') IN ${toTextList(about.bookings)}
      UNION SELECT id FROM job
        WHERE CAST(json_extract(payload, '$.data.submission') AS BIGINT) IN ${toNumberList(about.submissions)}
      UNION SELECT id FROM job
        WHERE json_extract(payload, '$.data.consent') IN ${toTextList(about.consents)}
      UNION SELECT id FROM job WHERE json_extract(payload, '$.consent') IN ${toTextList(about.consents)}
      UNION SELECT id FROM job WHERE lower(json_extract(payload, '$.data.email')) = ${mailbox}`,
  )
}

const isConflictOfAddress = sql`json_extract(value, '$.field') IN ${toTextList(addressFields)}`

/** Every mailbox that occurs in the database, normalised. */
export async function listMailboxes(tx: Tx): Promise<string[]> {
  const found = (
    await sql<{ email: string | null }>`
      SELECT email FROM booking
      UNION SELECT json_extract(data, '$.email') FROM form_submissions
      UNION SELECT email FROM newsletter_consent
      UNION SELECT email FROM "user"
      UNION SELECT recipient FROM mail
      ${sql.join(
        addressFields.map(
          (field) => sql`UNION SELECT value FROM record, json_each(record.data, ${`$.${field}`})
            WHERE ${isPerson}`,
        ),
        sql` `,
      )}
      UNION SELECT json_extract(value, '$.value') FROM record, json_each(record.conflicts)
        WHERE ${isPerson} AND ${isConflictOfAddress}`.execute(tx)
  ).rows
  return [...new Set(found.flatMap(({ email }) => (email ? [normalizeEmail(email)] : [])))]
}

async function readIds<Id>(tx: Tx, statement: RawBuilder<unknown>): Promise<Id[]> {
  return (await (statement as RawBuilder<{ id: Id }>).execute(tx)).rows.map(({ id }) => id)
}

/**
 * SQL for the clients with a mailbox: in a field with addresses, or in an open conflict. With
 * `searched`, only the clients found there and those changed since are looked at.
 */
function buildClientsQuery(mailbox: string, searched?: ClientSearch) {
  const where = searched
    ? sql`(seq > ${searched.throughSeq} OR seq IN ${toNumberList(searched.foundSeqs)})`
    : isPerson
  return sql`SELECT id FROM record WHERE ${where} AND ${matchesMailboxSql(mailbox)}`
}

function matchesMailboxSql(mailbox: string) {
  // For a field with a single value, `json_each` returns that value.
  const isIn = (field: string) =>
    sql`EXISTS (SELECT 1 FROM json_each(data, ${`$.${field}`}) WHERE lower(trim(value)) = ${mailbox})`
  return sql`${isPerson} AND erased = 0 AND (
    ${sql.join(addressFields.map(isIn), sql` OR `)}
    OR EXISTS (SELECT 1 FROM json_each(conflicts) WHERE ${isConflictOfAddress}
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
export async function searchClientsByMailbox(
  db: Pick<Database, 'read'>,
  mailbox: string,
): Promise<ClientSearch> {
  const upTo = await readLastRecordSeq(db.read)
  const found: number[] = []
  for (let from = 0; from < upTo; ) {
    const last = sql<{ seq: number }>`
      SELECT seq FROM record WHERE seq > ${from} ORDER BY seq LIMIT 1 OFFSET ${BATCH_SIZE - 1}`
    const to = Math.min((await last.execute(db.read)).rows[0]?.seq ?? upTo, upTo)
    const among = sql<{ seq: number }>`
      SELECT seq FROM record WHERE seq > ${from} AND seq <= ${to} AND ${matchesMailboxSql(mailbox)}`
    found.push(...(await among.execute(db.read)).rows.map(({ seq }) => seq))
    from = to
    await others()
  }
  return { throughSeq: upTo, foundSeqs: found }
}

type Row = Record<string, unknown>

/**
 * What the export leaves out of the tables with data about people: keys and secrets, hashes, what the
 * server or the owner keeps for itself, and tables that repeat what others say. A test fails for any
 * other column that is not exported.
 */
export const columnsNotExported: Record<string, 'all' | readonly string[]> = {
  record: ['seq', 'coll', 'rev', 'deleted', 'erased', 'link_state', 'revs', 'deleted_by'],
  field_history: ['id', 'coll', 'rev', 'device_id', 'edited_at'],
  // Encrypted, so that only the owner's devices can add them to an export.
  journey_document: 'all',
  journey_document_piece: 'all',
  booking: [
    'occupied_until',
    'hold_expires_at',
    'sequence',
    'blocks_slot',
    'over_cap',
    'mailbox',
    'browser',
    'block',
    'site',
    'network',
  ],
  booking_event: ['id'],
  occupied_cell: 'all',
  form_submissions: ['user_id'],
  answer: 'all',
  job: 'all',
  mail: ['id', 'job_id'],
  mail_message: 'all',
  mail_to_stranger: 'all',
  confirmed_mailbox: 'all',
  newsletter_consent: ['id', 'mailbox'],
  consent_change: ['id', 'subject'],
  user: ['image'],
  session: ['id', 'token', 'user_id', 'created_at', 'updated_at'],
  account: 'all',
  verification: 'all',
  two_factor: 'all',
  passkey: ['id', 'public_key', 'user_id', 'credential_id', 'counter', 'transports', 'aaguid'],
  payment_intent: ['id', 'client_secret', 'reversals_version', 'watched_since', 'next_check_at'],
  refund: ['id', 'intent_id', 'provider_refund', 'acknowledged_at'],
  dispute: ['id', 'intent_id', 'is_refundable', 'acknowledged_at'],
  receipt: ['refund_id', 'dispute_id', 'step'],
}

/** Columns whose JSON text is exported as a structure. */
const JSON_COLUMNS = [
  'data',
  'content',
  'destinations',
  'service',
  'purchase',
  'alternatives',
  'earlier_value',
]

/** All data about a person, in readable form: times as ISO 8601, JSON parsed. */
export async function readPersonData(tx: Tx, rows: PersonRows): Promise<PersonData> {
  const read: RowReader = async (statement) => (await statement.execute(tx)).rows.map(toReadableRow)
  return {
    ...(await readBookingData(read, rows)),
    ...(await readAccountData(read, rows)),
    ...(await readRecordData(tx, read, rows)),
  }
}

async function readBookingData(read: RowReader, rows: PersonRows): Promise<PersonData> {
  const bookings = toTextList(rows.bookings)
  return {
    bookings: await read(sql`
      SELECT id, service_type, service, status, payment, starts_at, ends_at, owner_zone, time_zone,
        local_date, local_time, seen_offset, first_name, last_name, email, phone, message, destinations,
        other_destination, amount, currency, purchase, paid_at, demo, place, meeting_url, address, created_at, updated_at
      FROM booking WHERE id IN ${bookings} ORDER BY created_at`),
    booking_events: await read(sql`
      SELECT booking_id, kind, made_by, at, data FROM booking_event
      WHERE booking_id IN ${bookings} ORDER BY id`),
    payments: await read(sql`
      SELECT booking_id, provider, amount, currency, status, received, created_at, updated_at
      FROM payment_intent WHERE booking_id IN ${bookings} ORDER BY created_at`),
    refunds: await read(sql`
      SELECT booking_id, amount, reason, source, state, created_at, done_at
      FROM refund WHERE booking_id IN ${bookings} ORDER BY created_at`),
    disputes: await read(sql`
      SELECT booking_id, amount, state, answer_by, opened_at, updated_at
      FROM dispute WHERE booking_id IN ${bookings} ORDER BY opened_at`),
    receipts: await read(sql`
      SELECT series, number, kind, booking_id, amount, vat, currency, issued_at, content
      FROM receipt WHERE booking_id IN ${bookings} ORDER BY series, number`),
  }
}

async function readAccountData(read: RowReader, rows: PersonRows): Promise<PersonData> {
  const users = toTextList(rows.users)
  return {
    submissions: await read(sql`
      SELECT id, form_type, booking_id, data, created_at FROM form_submissions
      WHERE id IN ${toNumberList(rows.submissions)} ORDER BY id`),
    mails: await read(sql`
      SELECT kind, booking_id, recipient, subject, sent_at, delivered FROM mail
      WHERE id IN ${toTextList(rows.mails)} ORDER BY sent_at`),
    newsletter_consents: await read(sql`
      SELECT email, source, text_version, wording, requested_at, confirmed_at, withdrawn_at
      FROM newsletter_consent WHERE id IN ${toTextList(rows.consents)} ORDER BY requested_at`),
    accounts: await read(sql`
      SELECT id, name, email, email_verified, role, two_factor_enabled, created_at, updated_at
      FROM "user" WHERE id IN ${users}`),
    passkeys: await read(sql`
      SELECT name, device_type, backed_up, created_at FROM passkey
      WHERE user_id IN ${users} ORDER BY created_at`),
    sessions: await read(sql`
      SELECT ip_address, user_agent, signed_in_at, expires_at FROM session
      WHERE user_id IN ${users} ORDER BY signed_in_at`),
    consent_changes: await read(sql`
      SELECT kind, given, text_version, wording, at FROM consent_change
      WHERE subject IN ${users} ORDER BY id`),
    audit_log: await read(sql`
      SELECT action, details, at FROM audit_log WHERE subject IN ${users} ORDER BY id`),
  }
}

/**
 * Data from the client book, with what belongs to it: the person's clients, and the records that name the person, alone
 * or with others.
 */
async function readRecordData(
  tx: Tx,
  read: RowReader,
  { clients, records, sharedRecords }: PersonRows,
): Promise<PersonData> {
  const named = [...records, ...sharedRecords]
  const roots = [
    { coll: personColl, ids: clients },
    ...listNamingCollections().map(({ coll }) => ({
      coll,
      ids: named.filter((one) => one.coll === coll).map(({ id }) => id),
    })),
  ]
  const found: PersonData = {}
  for (const { coll, ids } of roots) {
    const { sections, history } = await readTreeSections(
      read,
      await findTrees(tx, { coll, ids }),
      clients,
    )
    Object.assign(found, sections, { [`${coll.replaceAll('-', '_')}_history`]: history })
  }
  return {
    ...found,
    journey_documents: (found.journey_items ?? []).flatMap(listExportedDocuments),
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
