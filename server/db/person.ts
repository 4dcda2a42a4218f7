import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { clientsOf, type SearchedClients } from './erase-records.ts'
import { oneOf, raw } from './raw.ts'

/** Which rows are about whoever reads one mailbox; what hangs on a booking is found by its id. */
export interface PersonRows {
  bookings: string[]
  submissions: number[]
  consents: string[]
  users: string[]
  clients: string[]
  mails: string[]
  /** Whose payload leads to any of these, or whose mail is one of them. */
  jobs: number[]
}

/** For comparing: without the differences that mail ignores. */
export function mailboxOf(email: string): string {
  return email.trim().toLowerCase()
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

/** Jobs hold ids; only the mails of accounts hold the address itself. */
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

/** Every mailbox that anything here is about. */
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
  return [...new Set(found.flatMap(({ email }) => (email ? [mailboxOf(email)] : [])))]
}

function idsOf<Id>(tx: Tx, statement: RawBuilder<unknown>): Id[] {
  return tx.all(raw(statement as RawBuilder<{ id: Id }>)).map(({ id }) => id)
}
