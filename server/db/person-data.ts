import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import type { PersonRows } from './person.ts'
import { oneOf, raw } from './raw.ts'

type Row = Record<string, unknown>

/** What a person is told of themselves, by what it is called; ids, hashes and secrets of ours are not. */
export type PersonData = Record<string, Row[]>

/** Structures that are kept as JSON text. */
const STRUCTURES = ['data', 'content', 'destinations', 'alternatives', 'earlier_value']

/** All that is held about a person, to be read by them. */
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

/** The owner's own book: what is noted of a client, and what was until lately. */
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
  return typeof value === 'number' && isTime ? new Date(value).toISOString() : value
}
