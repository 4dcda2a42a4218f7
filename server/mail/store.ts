import type { Selectable } from 'kysely'
import { query, type Tx } from '../db/database.ts'
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

/** What went out about bookings: about one, or about all. */
export function mailsAbout(tx: Tx, bookingId?: string): MailTable[] {
  const all = query
    .selectFrom('mail')
    .selectAll()
    .where('booking_id', 'is not', null)
    .orderBy('job_id')
  return tx.all(bookingId === undefined ? all : all.where('booking_id', '=', bookingId))
}

export type FailedMail = Selectable<JobTable>

/** Mails that were given up; their payload names the booking. */
export function failedMails(tx: Tx): FailedMail[] {
  return tx.all(
    query.selectFrom('job').selectAll().where('kind', '=', 'mail').where('state', '=', 'failed'),
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
