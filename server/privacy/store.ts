import { type Insertable, type RawBuilder, sql } from 'kysely'
import { type Tx, toNumberList, toTextList } from '#server/db/database.ts'
import { deleteSubmissions } from '#server/db/privacy/erasure.ts'
import { raiseHorizon } from '#server/db/sync-clock.ts'
import type { AuditTable, ConsentChangeTable } from '#server/db/tables.ts'
import { writeRecord } from '#server/sync/batch-records.ts'
import { findRecord } from '#server/sync/store.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { CONTENT_RETENTION } from '#shared/lib/define-collection.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import { defaultRetention, MAX_AUDIT_ENTRIES, type Retention } from '#shared/privacy/api.ts'
import {
  type Collection,
  collectionNames,
  collections,
  type RecordData,
  toExtended,
} from '#shared/sync/collections.ts'

/** The consent changes of one person, in order; the last one of each kind is in force. */
export async function readConsentChanges(tx: Tx, subject: string) {
  return tx
    .selectFrom('consent_change')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
}

export async function insertConsentChange(
  tx: Tx,
  change: Insertable<ConsentChangeTable>,
): Promise<void> {
  await tx.insertInto('consent_change').values(change).execute()
}

/** The latest first. */
export async function readAudit(tx: Tx, subject: string) {
  return tx
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(MAX_AUDIT_ENTRIES)
    .execute()
}

export async function insertAudit(tx: Tx, entry: Insertable<AuditTable>): Promise<void> {
  await tx.insertInto('audit_log').values(entry).execute()
}

export async function findUser(tx: Tx, id: string) {
  return tx
    .selectFrom('user')
    .select(['id', 'email', 'email_verified'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The id of the owner's account; undefined before it is made. */
export async function findOwnerId(tx: Tx): Promise<string | undefined> {
  const owners = tx.selectFrom('user').select('id').where('role', '=', 'owner')
  return (await owners.limit(1).executeTakeFirst())?.id
}

export async function readRetention(tx: Tx): Promise<Retention> {
  const row = await tx.selectFrom('retention').selectAll().where('id', '=', 1).executeTakeFirst()
  if (!row) return defaultRetention
  return {
    submissionDays: row.submission_days,
    mailDays: row.mail_days,
    idempotencyKeyDays: row.answer_days,
    jobDays: row.job_days,
  }
}

export async function writeRetention(tx: Tx, retention: Retention): Promise<void> {
  const row = {
    submission_days: retention.submissionDays,
    mail_days: retention.mailDays,
    answer_days: retention.idempotencyKeyDays,
    job_days: retention.jobDays,
  }
  await tx
    .insertInto('retention')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

const DAY = 86_400_000

/** Rows deleted by one statement, few enough that other writes need not wait long. */
const BATCH_SIZE = 500

/** UTC milliseconds; rows from before these instants are deleted. */
interface RetentionLimits {
  submissions: number
  mails: number
  answers: number
  jobs: number
  now: number
}

/** A batch of mails sent before `before` (UTC milliseconds), the oldest first. */
export async function findExpiredMails(
  tx: Tx,
  before: number,
): Promise<{ id: string; job_id: number }[]> {
  return (
    await sql<{ id: string; job_id: number }>`
      SELECT id, job_id FROM mail WHERE sent_at < ${before} ORDER BY sent_at LIMIT ${BATCH_SIZE}`.execute(
      tx,
    )
  ).rows
}

export async function deleteMails(tx: Tx, ids: string[]): Promise<void> {
  await sql`DELETE FROM mail_message WHERE id IN ${toTextList(ids)}`.execute(tx)
  await sql`DELETE FROM mail WHERE id IN ${toTextList(ids)}`.execute(tx)
}

/**
 * Deletes one batch of everything too old except mails, and clears the network address of past
 * bookings. Returns the number of rows affected.
 */
export async function deleteExpiredRows(
  tx: Tx,
  { submissions, answers, jobs, now }: RetentionLimits,
): Promise<number> {
  const expired = toIsoTime(now)
  const old = await findSubmissionsBefore(tx, submissions)
  await deleteSubmissions(tx, old, now)
  const statements = [
    sql`DELETE FROM answer WHERE key IN
      (SELECT key FROM answer WHERE created_at < ${answers} LIMIT ${BATCH_SIZE})`,
    // Kept: a job that a mail's row refers to, and a failed job until the owner has dealt with it.
    sql`DELETE FROM job WHERE id IN
      (SELECT id FROM job WHERE state = 'done' AND done_at < ${jobs}
        AND NOT EXISTS (SELECT 1 FROM mail WHERE mail.job_id = job.id) LIMIT ${BATCH_SIZE})`,
    sql`UPDATE booking SET block = NULL, site = NULL, network = NULL WHERE id IN
      (SELECT id FROM booking WHERE network IS NOT NULL AND starts_at < ${now} LIMIT ${BATCH_SIZE})`,
    sql`DELETE FROM session WHERE id IN
      (SELECT id FROM session WHERE expires_at < ${expired} LIMIT ${BATCH_SIZE})`,
    sql`DELETE FROM verification WHERE id IN
      (SELECT id FROM verification WHERE expires_at < ${expired} LIMIT ${BATCH_SIZE})`,
  ]
  return old.length + (await runAll(tx, statements))
}

async function findSubmissionsBefore(tx: Tx, before: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM form_submissions
    WHERE created_at < ${before} LIMIT ${BATCH_SIZE}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** How long the earlier values of a record's fields are kept, ms. */
const HISTORY_RETENTION = 365 * DAY
/** How long the answers to mutations are kept, ms. */
const RESULT_RETENTION = 90 * DAY
/**
 * How long a mutation's fingerprint is kept, ms. It shows whether a `mid` is repeated with the same
 * mutation or used for another one; a device may be offline for a year.
 */
const FINGERPRINT_RETENTION = 400 * DAY
/** How long a tombstone is kept, ms; a device that was away for longer does a full resync. */
const TOMBSTONE_RETENTION = 180 * DAY

/**
 * A deleted record with parts that another device added meanwhile, such as a journey with items, is still shown, with
 * what extends it, and an erasure finds it by the people it names.
 */
const isForgettable = sql.join(
  [...collections].flatMap(([part, { parent }]) => {
    if (parent?.idIn !== 'start of id') return []
    const isWhole = (coll: Collection) => toExtended({ coll, id: '' }).coll === parent.coll
    const wholes = collectionNames.filter(isWhole).map(sql.lit)
    return sql`NOT (coll IN (${sql.join(wholes)}) AND EXISTS (SELECT 1 FROM record AS part
      WHERE part.coll = ${sql.lit(part)} AND part.deleted = 0
        AND part.id > record.id || '-' AND part.id < record.id || '.'))`
  }),
  sql` AND `,
)

/** Deletes one batch of sync data that is too old; returns the number of rows affected. */
export async function deleteExpiredSyncRows(tx: Tx, now: number): Promise<number> {
  const statements = [
    sql`DELETE FROM field_history WHERE id IN
      (SELECT id FROM field_history WHERE at < ${now - HISTORY_RETENTION} LIMIT ${BATCH_SIZE})`,
    sql`UPDATE mutation_result SET answer = '' WHERE (device_id, mid) IN
      (SELECT device_id, mid FROM mutation_result
        WHERE answer <> '' AND at < ${now - RESULT_RETENTION} LIMIT ${BATCH_SIZE})`,
    sql`DELETE FROM mutation_result WHERE (device_id, mid) IN
      (SELECT device_id, mid FROM mutation_result
        WHERE answer = '' AND at < ${now - FINGERPRINT_RETENTION} LIMIT ${BATCH_SIZE})`,
    // The record's row stays as a tombstone, so that devices still learn of the deletion.
    sql`DELETE FROM field_history WHERE (coll, record_id) IN
      (SELECT coll, id FROM record
        WHERE deleted = 1 AND deleted_at < ${now - CONTENT_RETENTION} AND ${isForgettable})`,
    sql`UPDATE record SET link_state = '{}', data = '{}' WHERE seq IN
      (SELECT seq FROM record WHERE deleted = 1 AND data <> '{}'
        AND deleted_at < ${now - CONTENT_RETENTION} AND ${isForgettable} LIMIT ${BATCH_SIZE})`,
  ]
  // First, because without the tombstone nothing says that what a record belonged to is gone.
  const closed = await closeOrphans(tx, now)
  return closed + (await deleteTombstones(tx, now)) + (await runAll(tx, statements))
}

/** Ends what belongs to records that can no longer be restored, such as the guests' copy of a journey; returns how many. */
async function closeOrphans(tx: Tx, now: number): Promise<number> {
  let count = 0
  for (const [coll, { parent, orphaned }] of collections) {
    if (!orphaned || typeof parent?.idIn !== 'object') continue
    const { rows } = await sql<{ id: string }>`SELECT id FROM record WHERE coll = ${parent.coll}
      AND deleted = 1 AND deleted_at < ${now - CONTENT_RETENTION} AND ${isForgettable}`.execute(tx)
    const parts = await sql<{
      id: string
    }>`SELECT id FROM record WHERE coll = ${coll} AND deleted = 0
      AND json_extract(data, ${`$.${parent.idIn.field}`}) IN ${toTextList(rows.map(({ id }) => id))}
      ORDER BY seq`.execute(tx)
    for (const { id } of parts.rows) {
      const record = (await findRecord(tx, coll, id))?.record
      if (!record || isMatch(record.data, orphaned)) continue
      const data = { ...record.data, ...orphaned }
      await writeRecord(tx, { ...record, rev: record.rev + 1, data, updatedAt: now })
      count += 1
    }
  }
  return count
}

function isMatch(data: RecordData, values: RecordData): boolean {
  return Object.keys(values).every((name) => isSameValue(data[name], values[name]))
}

/** Returns the number of rows that the statements changed. */
async function runAll(tx: Tx, statements: readonly RawBuilder<unknown>[]): Promise<number> {
  let changed = 0
  for (const statement of statements)
    changed += Number((await statement.execute(tx)).numAffectedRows)
  return changed
}

/**
 * Deletes a batch of tombstones and raises the horizon. After `CONTENT_RETENTION`, a tombstone is deleted
 * when the cursor of every active device has passed it; after `TOMBSTONE_RETENTION`, in any case. Tombstones
 * of what was erased are never deleted, so that an old device cannot bring an erased person or journey back.
 */
async function deleteTombstones(tx: Tx, now: number): Promise<number> {
  const tombstones = (
    await sql<{ seq: number }>`
      SELECT seq FROM record
      WHERE deleted = 1 AND erased = 0 AND deleted_at < ${now - CONTENT_RETENTION} AND ${isForgettable}
        AND (deleted_at < ${now - TOMBSTONE_RETENTION} OR seq <= (
          SELECT coalesce(min(cursor), 0) FROM device
          WHERE revoked_at IS NULL AND last_seen > ${now - TOMBSTONE_RETENTION}))
      -- The plus sign keeps the order from deciding the index: by it, all clients would be gone through.
      ORDER BY +seq LIMIT ${BATCH_SIZE}`.execute(tx)
  ).rows
  const last = tombstones.at(-1)?.seq
  if (last === undefined) return 0
  await raiseHorizon(tx, last)
  return Number(
    (
      await sql`DELETE FROM record WHERE seq IN
      ${toNumberList(tombstones.map(({ seq }) => seq))}`.execute(tx)
    ).numAffectedRows,
  )
}
