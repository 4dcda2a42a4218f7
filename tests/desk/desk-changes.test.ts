import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sumTexts } from '#server/booking/history.ts'
import type { Database } from '#server/db/database.ts'
import { readCurrentSeq } from '#server/db/desk-changes.ts'
import { openDatabase } from '#tests/support/db/database.ts'

let folder: string
let db: Database
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'changes-'))
  db = await openDatabase(folder)
  await write(`INSERT INTO booking VALUES ('one', 'bespoke-planning', '{}', 'confirmed', 'none', 1000, 2000,
    2000, 'UTC', 'UTC', '2026-11-23', '10:00', NULL, 'Ada', 'Moe', 'ada@example.com', '', '', '[]', '',
    0, 'nok', NULL, NULL, 0, '', NULL, NULL, NULL, NULL, 0, NULL, 1, 1, 'phone', '', '', 1, NULL)`)
})
afterEach(async () => {
  await db.close()
  fs.rmSync(folder, { recursive: true })
})

async function write(statement: string): Promise<void> {
  await db.write((tx) => sql.raw(statement).execute(tx))
}

/** The entries that a statement adds to the change log. */
async function listNewChanges(statement: string): Promise<string[]> {
  const from = await readCurrentSeq(db.read)
  await write(statement)
  return (await readLog(from)).map(({ kind, id }) => `${kind} ${id}`)
}

function readLog(fromSeq: number) {
  return db.read
    .selectFrom('desk_change')
    .select(['kind', 'id', 'seq'])
    .where('kind', '<>', 'table')
    .where('seq', '>', fromSeq)
    .orderBy('kind')
    .orderBy('id')
    .execute()
}

const INSERT_INTENT = `INSERT INTO payment_intent VALUES ('pi', 'one', 'demo', 5, 'nok', '', 'open', 0, 0, NULL, NULL, 1, 1)`
const INSERT_JOB = `INSERT INTO job VALUES (7, 'mail', 'd', '{"mail":"moved","bookingId":"one"}', 1, 0, 'waiting', NULL, 1, NULL, NULL, NULL)`

interface WriteCase {
  table: string
  before?: string[]
  insert: string
  update?: string
  delete: string
  changes: string[]
}

/** Writes to each table from which a record of the desk is read. */
const writeCases: WriteCase[] = [
  {
    table: 'booking_event',
    insert: `INSERT INTO booking_event VALUES (1, 'one', 'note', 'owner', 1, '{}')`,
    update: `UPDATE booking_event SET data = '{"text":"x"}'`,
    delete: 'DELETE FROM booking_event',
    changes: ['booking one'],
  },
  {
    table: 'refund',
    before: [INSERT_INTENT],
    insert: `INSERT INTO refund VALUES ('r', 'one', 'pi', 5, 'late', 'own', 'waiting', NULL, 1, NULL, NULL)`,
    update: `UPDATE refund SET state = 'failed'`,
    delete: 'DELETE FROM refund',
    changes: ['booking-money one'],
  },
  {
    table: 'dispute',
    before: [INSERT_INTENT],
    insert: `INSERT INTO dispute VALUES ('d', 'one', 'pi', 5, 'lost', 0, NULL, 1, 1, NULL)`,
    update: `UPDATE dispute SET state = 'won'`,
    delete: 'DELETE FROM dispute',
    changes: ['booking-money one'],
  },
  {
    table: 'receipt',
    insert: `INSERT INTO receipt VALUES ('real', 1, 'receipt', 'one', NULL, NULL, 0, 5, 1, 'nok', 1, '{}')`,
    update: `UPDATE receipt SET content = '{"a":1}'`,
    delete: 'DELETE FROM receipt',
    changes: ['booking-money one', 'receipt real:1'],
  },
  {
    table: 'mail',
    before: [INSERT_JOB],
    insert: `INSERT INTO mail VALUES ('m', 7, 'moved', 'one', 'ada@example.com', 's', 1, 1)`,
    update: `UPDATE mail SET subject = 't'`,
    delete: 'DELETE FROM mail',
    changes: ['booking one'],
  },
  {
    table: 'form_submissions',
    insert: `INSERT INTO form_submissions VALUES (3, 'contact', NULL, NULL, '{}', 1)`,
    update: `UPDATE form_submissions SET data = '{"a":1}'`,
    delete: 'DELETE FROM form_submissions',
    changes: ['submission 3'],
  },
  {
    table: 'busy_time',
    insert: `INSERT INTO busy_time VALUES ('feed', 1500, 2500)`,
    update: 'UPDATE busy_time SET ends_at = 2600',
    delete: 'DELETE FROM busy_time',
    changes: ['busy-times 0'],
  },
  {
    table: 'service_place',
    insert: `INSERT INTO service_place VALUES ('bespoke-planning', 'phone', NULL, '')`,
    update: `UPDATE service_place SET place = 'video_room'`,
    delete: 'DELETE FROM service_place',
    changes: ['setting locations'],
  },
  {
    table: 'retention',
    insert: 'INSERT INTO retention VALUES (1, 30, 30, 400, 7)',
    update: 'UPDATE retention SET job_days = 8',
    delete: 'DELETE FROM retention',
    changes: ['setting retention'],
  },
  {
    table: 'consent_change',
    insert: `INSERT INTO consent_change VALUES (1, 'owner', 'marketing', 1, '2026-11-21', '', 1)`,
    update: 'UPDATE consent_change SET given = 0',
    delete: 'DELETE FROM consent_change',
    changes: ['setting consents'],
  },
  {
    table: 'newsletter_consent',
    insert: `INSERT INTO newsletter_consent
      VALUES ('n', 'ada@example.com', 'ada@example.com', 'contact', '2026-11-21', '', 1, NULL, NULL)`,
    update: 'UPDATE newsletter_consent SET confirmed_at = 2',
    delete: 'DELETE FROM newsletter_consent',
    changes: ['newsletter-reader n'],
  },
]

describe('The change log of the desk', () => {
  it.each(writeCases)('records every write to $table', async (writing) => {
    for (const statement of writing.before ?? []) await write(statement)
    expect(await listNewChanges(writing.insert)).toEqual(writing.changes)
    if (writing.update) expect(await listNewChanges(writing.update)).toEqual(writing.changes)
    expect(await listNewChanges(writing.delete)).toEqual(writing.changes)
  })

  it('records every write to booking, including its deletion', async () => {
    expect(await listNewChanges(`UPDATE booking SET meeting_url = 'x'`)).toEqual(['booking one'])
    expect(await listNewChanges('DELETE FROM booking')).toEqual(['booking one'])
  })

  it('records a mail that starts or stops failing, but no job that succeeds', async () => {
    expect(await listNewChanges(INSERT_JOB)).toEqual([])
    expect(await listNewChanges('UPDATE job SET attempts = 1')).toEqual([])
    expect(await listNewChanges('UPDATE job SET attempts = 6')).toEqual(['failing-job 7'])
    expect(await listNewChanges(`UPDATE job SET state = 'failed'`)).toEqual([
      'booking one',
      'failing-job 7',
    ])
    expect(await listNewChanges(`UPDATE job SET state = 'waiting', attempts = 0`)).toEqual([
      'booking one',
      'failing-job 7',
    ])
    expect(await listNewChanges('DELETE FROM job')).toEqual([])
  })

  it('records a change of the money of a paid booking only if its row or a sum changes', async () => {
    await write('UPDATE booking SET amount = 5')
    expect(await listNewChanges(`UPDATE booking SET meeting_url = 'x'`)).toEqual([
      'booking one',
      'booking-money one',
    ])
    const insertEvent = (kind: string) =>
      `INSERT INTO booking_event (booking_id, kind, made_by, at, data) VALUES ('one', '${kind}', 'owner', 1, '{}')`
    expect(await listNewChanges(insertEvent('note'))).toEqual(['booking one'])
    for (const kind of Object.keys(sumTexts))
      expect(await listNewChanges(insertEvent(kind)), kind).toEqual([
        'booking one',
        'booking-money one',
      ])
  })

  it('records a new audit entry by its day', async () => {
    const insert = `INSERT INTO audit_log (subject, action, details, at) VALUES ('owner', 'a', 'd', 172800001)`
    expect(await listNewChanges(insert)).toEqual(['audit-day 2'])
  })

  it('numbers changes in commit order, and lists each record once, by its last change', async () => {
    const first = await readCurrentSeq(db.read)
    await write(`UPDATE booking SET meeting_url = 'x'`)
    await write(`INSERT INTO form_submissions VALUES (3, 'contact', NULL, NULL, '{}', 1)`)
    await write(`UPDATE booking SET meeting_url = 'y'`)
    expect(await readCurrentSeq(db.read)).toBe(first + 3)
    expect(await readLog(0)).toEqual([
      { kind: 'booking', id: 'one', seq: first + 3 },
      { kind: 'submission', id: '3', seq: first + 2 },
    ])
  })

  it('releases the numbers of a transaction that was rolled back', async () => {
    const before = await readCurrentSeq(db.read)
    const undone = db.write(async (tx) => {
      await sql.raw(`UPDATE booking SET meeting_url = 'x'`).execute(tx)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await readCurrentSeq(db.read)).toBe(before)
  })
})

it('A listener is notified of each commit, and of none after it unsubscribes', async () => {
  let notifiedCount = 0
  const leave = db.onCommit(() => notifiedCount++)
  await write(`UPDATE booking SET meeting_url = 'x'`)
  expect(notifiedCount).toBe(1)
  leave()
  await write(`UPDATE booking SET meeting_url = 'y'`)
  expect(notifiedCount).toBe(1)
})
