import { query, type Tx } from '../db/database.ts'
import type { MailTable } from '../db/tables.ts'

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
