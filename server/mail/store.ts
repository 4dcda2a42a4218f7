import type { Selectable } from 'kysely'
import { query, type Tx } from '../db/database.ts'
import type { JobTable, MailTable } from '../db/tables.ts'

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
