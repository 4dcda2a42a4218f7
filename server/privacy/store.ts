import type { Insertable } from 'kysely'
import { query, type Tx } from '#server/db/database.ts'
import type { AuditTable, ConsentChangeTable } from '#server/db/tables.ts'
import { defaultRetention, type Retention } from '#shared/privacy/retention.ts'

const MOST_SHOWN = 500

/** The changes of one person, in order; the last of each kind is what holds. */
export function consentChanges(tx: Tx, subject: string) {
  return tx.all(
    query.selectFrom('consent_change').selectAll().where('subject', '=', subject).orderBy('id'),
  )
}

export function insertConsentChange(tx: Tx, change: Insertable<ConsentChangeTable>): void {
  tx.run(query.insertInto('consent_change').values(change))
}

/** The latest first. */
export function auditOf(tx: Tx, subject: string) {
  return tx.all(
    query
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', '=', subject)
      .orderBy('id', 'desc')
      .limit(MOST_SHOWN),
  )
}

export function insertAudit(tx: Tx, entry: Insertable<AuditTable>): void {
  tx.run(query.insertInto('audit_log').values(entry))
}

export function findUser(tx: Tx, id: string) {
  return tx.get(
    query.selectFrom('user').select(['id', 'email', 'email_verified']).where('id', '=', id),
  )
}

export function readRetention(tx: Tx): Retention {
  const row = tx.get(query.selectFrom('retention').selectAll().where('id', '=', 1))
  if (!row) return defaultRetention
  return {
    submissionDays: row.submission_days,
    mailDays: row.mail_days,
    answerDays: row.answer_days,
    jobDays: row.job_days,
  }
}

export function writeRetention(tx: Tx, retention: Retention): void {
  const row = {
    submission_days: retention.submissionDays,
    mail_days: retention.mailDays,
    answer_days: retention.answerDays,
    job_days: retention.jobDays,
  }
  tx.run(
    query
      .insertInto('retention')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
  )
}
