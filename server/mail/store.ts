import { type Selectable, sql } from 'kysely'
import { query, raw, type Tx, toSqlList } from '#server/db/database.ts'
import type { JobTable, MailTable } from '#server/db/tables.ts'
import { findFailingJobs } from '#server/jobs/store.ts'
import { normalizeMailbox } from '#server/lib/sender-identity.ts'

export function insertMail(tx: Tx, mail: MailTable): void {
  tx.run(query.insertInto('mail').values(mail))
}

export function wasSent(tx: Tx, jobId: number): boolean {
  return tx.get(query.selectFrom('mail').select('id').where('job_id', '=', jobId)) !== undefined
}

/**
 * Whether a person has proved that they read this mailbox: they opened a link that was mailed to
 * it, or it is the confirmed address of an account.
 */
export function isConfirmedMailbox(tx: Tx, mailbox: string, address: string): boolean {
  const opened = query.selectFrom('confirmed_mailbox').select('at').where('mailbox', '=', mailbox)
  const account = query
    .selectFrom('user')
    .select('id')
    .where((row) => row(row.fn('lower', ['email']), 'in', [mailbox, address.toLowerCase()]))
    .where('email_verified', '=', 1)
  return tx.get(opened) !== undefined || tx.get(account) !== undefined
}

/** Records that a link was opened that was only mailed to this address. */
export function confirmMailbox(tx: Tx, address: string, at: number): void {
  tx.run(
    query
      .insertInto('confirmed_mailbox')
      .values({ mailbox: normalizeMailbox(address), at })
      .onConflict((conflict) => conflict.column('mailbox').doNothing()),
  )
}

/** Whether an earlier attempt of this job was counted already. */
export function wasCounted(tx: Tx, jobId: number): boolean {
  const counted = query.selectFrom('mail_to_stranger').select('at').where('job_id', '=', jobId)
  return tx.get(counted) !== undefined
}

export function countMailsToMailbox(tx: Tx, mailbox: string, since: number): number {
  const row = tx.get(
    query
      .selectFrom('mail_to_stranger')
      .select((count) => count.fn.countAll<number>().as('mails'))
      .where('mailbox', '=', mailbox)
      .where('at', '>', since),
  )
  return row?.mails ?? 0
}

/** Counts a mail, and deletes the counts from before `since`. */
export function insertCountedMail(
  tx: Tx,
  mail: { job_id: number; mailbox: string; at: number },
  since: number,
): void {
  tx.run(query.deleteFrom('mail_to_stranger').where('at', '<=', since))
  tx.run(query.insertInto('mail_to_stranger').values(mail))
}

/** Whether a mail of one of these kinds was sent for a booking. */
export function hasSentMail(tx: Tx, bookingId: string, kinds: readonly string[]): boolean {
  const sent = tx.get(
    query
      .selectFrom('mail')
      .select('id')
      .where('booking_id', '=', bookingId)
      .where('kind', 'in', kinds)
      .limit(1),
  )
  return sent !== undefined
}

/** The mails sent about these bookings, the oldest first. */
export function findMailsAbout(tx: Tx, bookingIds: readonly string[]): MailTable[] {
  return tx.all(
    raw<MailTable>(
      sql`SELECT * FROM mail WHERE booking_id IN ${toSqlList(bookingIds)} ORDER BY job_id`,
    ),
  )
}

export type FailedMailJob = Selectable<JobTable>

/** The mail jobs about these bookings that failed for good; their payload names the booking. */
export function findFailedMailJobs(tx: Tx, bookingIds: readonly string[]): FailedMailJob[] {
  return tx.all(
    raw<FailedMailJob>(sql`
      SELECT * FROM job WHERE kind = 'mail' AND state = 'failed'
        AND json_extract(payload, '$.bookingId') IN ${toSqlList(bookingIds)}`),
  )
}

export interface FailingMail {
  /** Id of the mail's job. */
  id: number
  kind: string
  bookingId: string | null
  requestedAt: number
  /** The last attempt's error; empty if there is none. */
  error: string
  isGivenUp: boolean
}

/** Mails that have failed for good or keep failing, the newest first. */
export function findFailingMails(tx: Tx): FailingMail[] {
  return findFailingJobs(tx, 'mail').map(({ id, payload, created_at, last_error, state }) => {
    const { mail, bookingId } = JSON.parse(payload) as { mail: string; bookingId: string | null }
    return {
      id,
      kind: mail,
      bookingId,
      requestedAt: created_at,
      error: last_error ?? '',
      isGivenUp: state === 'failed',
    }
  })
}

/** Number of mails sent at or after `since`, UTC milliseconds. */
export function countMailsSince(tx: Tx, since: number): number {
  const row = tx.get(
    query
      .selectFrom('mail')
      .select((count) => count.fn.countAll<number>().as('mails'))
      .where('sent_at', '>=', since),
  )
  return row?.mails ?? 0
}
