import { type Selectable, sql } from 'kysely'
import { type Tx, toTextList, writeLater } from '#server/db/database.ts'
import type { JobTable, MailTable, Tables } from '#server/db/tables.ts'
import { normalizeMailbox } from '#server/lib/sender-identity.ts'

export const insertMail = writeLater((tx, mail: MailTable) => tx.insertInto('mail').values(mail))

/** Stores a whole mail, unless an earlier attempt did. */
export async function insertMessage(tx: Tx, mail: Tables['mail_message']): Promise<void> {
  await tx
    .insertInto('mail_message')
    .values(mail)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function wasSent(tx: Tx, jobId: number): Promise<boolean> {
  return (
    (await tx.selectFrom('mail').select('id').where('job_id', '=', jobId).executeTakeFirst()) !==
    undefined
  )
}

/**
 * Whether a person has proved that they read this mailbox: they opened a link that was mailed to
 * it, or it is the confirmed address of an account.
 */
export async function isConfirmedMailbox(
  tx: Tx,
  mailbox: string,
  address: string,
): Promise<boolean> {
  const opened = tx.selectFrom('confirmed_mailbox').select('at').where('mailbox', '=', mailbox)
  const account = tx
    .selectFrom('user')
    .select('id')
    .where((row) => row(row.fn('lower', ['email']), 'in', [mailbox, address.toLowerCase()]))
    .where('email_verified', '=', 1)
  return (
    (await opened.executeTakeFirst()) !== undefined ||
    (await account.executeTakeFirst()) !== undefined
  )
}

/** Records that a link was opened that was only mailed to this address. */
export async function confirmMailbox(tx: Tx, address: string, at: number): Promise<void> {
  await tx
    .insertInto('confirmed_mailbox')
    .values({ mailbox: normalizeMailbox(address), at })
    .onConflict((conflict) => conflict.column('mailbox').doNothing())
    .execute()
}

/** Whether an earlier attempt of this job was counted already. */
export async function wasCounted(tx: Tx, jobId: number): Promise<boolean> {
  const counted = tx.selectFrom('mail_to_stranger').select('at').where('job_id', '=', jobId)
  return (await counted.executeTakeFirst()) !== undefined
}

export async function countMailsToMailbox(tx: Tx, mailbox: string, since: number): Promise<number> {
  const row = await tx
    .selectFrom('mail_to_stranger')
    .select((count) => count.fn.countAll<number>().as('mails'))
    .where('mailbox', '=', mailbox)
    .where('at', '>', since)
    .executeTakeFirst()
  return row?.mails ?? 0
}

/** Counts a mail, and deletes the counts from before `since`. */
export async function insertCountedMail(
  tx: Tx,
  mail: { job_id: number; mailbox: string; at: number },
  since: number,
): Promise<void> {
  await tx.deleteFrom('mail_to_stranger').where('at', '<=', since).execute()
  await tx.insertInto('mail_to_stranger').values(mail).execute()
}

/** Whether a mail of one of these kinds was sent for a booking. */
export async function hasSentMail(
  tx: Tx,
  bookingId: string,
  kinds: readonly string[],
): Promise<boolean> {
  const sent = await tx
    .selectFrom('mail')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}

/** The mails sent about these bookings, the oldest first. */
export async function findMailsAbout(tx: Tx, bookingIds: readonly string[]): Promise<MailTable[]> {
  return (
    await sql<MailTable>`SELECT * FROM mail WHERE booking_id IN ${toTextList(bookingIds)} ORDER BY job_id`.execute(
      tx,
    )
  ).rows
}

export type FailedMailJob = Selectable<JobTable>

/** The mail jobs about these bookings that failed for good; their payload names the booking. */
export async function findFailedMailJobs(
  tx: Tx,
  bookingIds: readonly string[],
): Promise<FailedMailJob[]> {
  return (
    await sql<FailedMailJob>`
      SELECT * FROM job WHERE kind = 'mail' AND state = 'failed'
        AND json_extract(payload, '$.bookingId') IN ${toTextList(bookingIds)}
      ORDER BY id`.execute(tx)
  ).rows
}

/** Number of mails sent at or after `since`, UTC milliseconds. */
export async function countMailsSince(tx: Tx, since: number): Promise<number> {
  const row = await tx
    .selectFrom('mail')
    .select((count) => count.fn.countAll<number>().as('mails'))
    .where('sent_at', '>=', since)
    .executeTakeFirst()
  return row?.mails ?? 0
}
