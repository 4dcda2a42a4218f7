import { type Selectable, sql } from 'kysely'
import { query, type Tx } from '../db/database.ts'
import { oneOf, raw } from '../db/raw.ts'
import type { JobTable, MailTable } from '../db/tables.ts'
import { troubledJobs } from '../jobs/store.ts'

export function insertMail(tx: Tx, mail: MailTable): void {
  tx.run(query.insertInto('mail').values(mail))
}

export function isSent(tx: Tx, jobId: number): boolean {
  return tx.get(query.selectFrom('mail').select('id').where('job_id', '=', jobId)) !== undefined
}

/** Whether a booking's mail of one of these kinds has gone out. */
export function wasMailed(tx: Tx, bookingId: string, kinds: readonly string[]): boolean {
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

/** What went out about some bookings, in order. */
export function mailsAbout(tx: Tx, bookingIds: readonly string[]): MailTable[] {
  return tx.all(
    raw<MailTable>(
      sql`SELECT * FROM mail WHERE booking_id IN ${oneOf(bookingIds)} ORDER BY job_id`,
    ),
  )
}

export type FailedMail = Selectable<JobTable>

/** Mails about some bookings that were given up; their payload names the booking. */
export function failedMailsAbout(tx: Tx, bookingIds: readonly string[]): FailedMail[] {
  return tx.all(
    raw<FailedMail>(sql`
      SELECT * FROM job WHERE kind = 'mail' AND state = 'failed'
        AND json_extract(payload, '$.bookingId') IN ${oneOf(bookingIds)}`),
  )
}

export interface TroubledMail {
  /** The job's. */
  id: number
  kind: string
  bookingId: string | null
  askedAt: number
  /** What the last try came to. */
  error: string
  final: boolean
}

/** Mails that did not go out, the newest first. */
export function troubledMails(tx: Tx): TroubledMail[] {
  return troubledJobs(tx, 'mail').map(({ id, payload, created_at, last_error, state }) => {
    const { mail, bookingId } = JSON.parse(payload) as { mail: string; bookingId: string | null }
    return {
      id,
      kind: mail,
      bookingId,
      askedAt: created_at,
      error: last_error ?? '',
      final: state === 'failed',
    }
  })
}

/** How many went out from an instant on. */
export function mailsSince(tx: Tx, since: number): number {
  const row = tx.get(
    query
      .selectFrom('mail')
      .select((count) => count.fn.countAll<number>().as('mails'))
      .where('sent_at', '>=', since),
  )
  return row?.mails ?? 0
}
