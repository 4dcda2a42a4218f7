import { sql } from 'kysely'
import { type Tx, toNumberList, toTextList } from '#server/db/database.ts'
import { normalizeMailbox } from '#server/lib/sender-identity.ts'
import { blockingStatuses } from '#shared/booking/status.ts'
import { toBookingMarkId } from '#shared/desk/booking-marks.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { formatReceiptLabel } from '#shared/payment/receipt.ts'
import { disputeRules, disputeStates } from '#shared/payment/reversals.ts'
import type { ErasureObstacle } from '#shared/privacy/api.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import { eraseNamingRecords } from './naming-records.ts'
import {
  addressFields,
  type ClientSearch,
  findPersonRows,
  type PersonRows,
  personColl,
} from './personal-data.ts'
import { eraseRecords, eraseTrees } from './record-trees.ts'

/**
 * Years that a receipt must be kept after its accounting year (bokføringsloven § 13). The year ends
 * in Norway's time zone.
 */
const RETENTION_YEARS = 5
const ACCOUNTING_ZONE = 'Europe/Oslo'

interface RetainedReceipt {
  label: string
  /** When the duty to keep it ends, UTC milliseconds. */
  retainedUntil: number
}

interface ReceiptRow {
  booking_id: string
  series: 'real' | 'demo'
  number: number
  issued_at: number
}

/** The receipts of these bookings that the law still requires us to keep. */
export async function readRetainedReceipts(tx: Tx, bookings: string[], now: number) {
  return (
    await sql<ReceiptRow>`
        SELECT booking_id, series, number, issued_at FROM receipt
        WHERE series = 'real' AND booking_id IN ${toTextList(bookings)} ORDER BY number`.execute(tx)
  ).rows
    .map(({ booking_id, series, number, issued_at }) => ({
      bookingId: booking_id,
      label: formatReceiptLabel(series, number),
      issuedAt: issued_at,
      retainedUntil: Date.UTC(getAccountingYear(issued_at) + RETENTION_YEARS + 1, 0, 1),
    }))
    .filter(({ retainedUntil }) => retainedUntil > now)
}

function getAccountingYear(instant: number): number {
  return Number(toWallTime(instant, ACCOUNTING_ZONE).date.slice(0, 4))
}

/**
 * Why a person cannot be erased now; undefined if they can be. `owner`: they are the owner.
 * `coming`: they have a booking ahead. `money`: a payment, refund or dispute
 * is under way.
 */
export async function findErasureObstacle(
  tx: Tx,
  rows: PersonRows,
  now: number,
): Promise<ErasureObstacle | undefined> {
  const has = async (statement: ReturnType<typeof sql>) =>
    (await statement.execute(tx)).rows[0] !== undefined
  if (await has(sql`SELECT 1 FROM "user" WHERE role = 'owner' AND id IN ${toTextList(rows.users)}`))
    return 'owner'
  const mine = toTextList(rows.bookings)
  if (
    await has(sql`SELECT 1 FROM booking WHERE id IN ${mine} AND ends_at > ${now}
      AND status IN ${toTextList(blockingStatuses)}`)
  )
    return 'coming'
  const moving =
    await has(sql`SELECT 1 FROM refund WHERE booking_id IN ${mine} AND state = 'waiting'
    UNION SELECT 1 FROM dispute WHERE booking_id IN ${mine}
      AND state NOT IN ${toTextList(disputeStates.filter((state) => disputeRules[state].isClosed))}
    UNION SELECT 1 FROM payment_intent WHERE booking_id IN ${mine}
      AND status IN ('open', 'processing')`)
  return moving ? 'money' : undefined
}

interface ErasureResult {
  rows: PersonRows
  retainedReceipts: RetainedReceipt[]
}

/**
 * Erases the person behind a mailbox from every table. Bookings that the accounts need (with a
 * receipt to keep, or a refund) stay without a name; a receipt keeps its buyer's name. The caller
 * must delete the mail files: see `removeMailFiles` with `rows.jobs`.
 */
export async function erasePersonRows(
  tx: Tx,
  { mailbox, searched }: { mailbox: string; searched?: ClientSearch },
  now: number,
): Promise<ErasureResult> {
  const rows = await findPersonRows(tx, mailbox, searched)
  const retained = await readRetainedReceipts(tx, rows.bookings, now)
  const money = await findRefundedBookings(tx, rows.bookings)
  const staying = [...new Set([...retained.map(({ bookingId }) => bookingId), ...money])]
  const going = rows.bookings.filter((id) => !staying.includes(id))
  await deleteSubmissions(tx, rows.submissions, now)
  for (const statement of [
    ...buildPersonDeletes(rows),
    ...buildBookingDeletes(going, rows.bookings),
  ])
    await statement.execute(tx)
  await buildAnonymization(staying).execute(tx)
  await sql`DELETE FROM confirmed_mailbox WHERE mailbox = ${normalizeMailbox(mailbox)}`.execute(tx)
  await eraseRecords(tx, { coll: 'booking-mark', ids: rows.bookings.map(toBookingMarkId) }, now)
  await eraseNamingRecords(tx, rows, now)
  await eraseTrees(tx, { coll: personColl, ids: rows.clients }, now)
  await eraseFormerAddresses(tx, mailbox)
  return { rows, retainedReceipts: retained }
}

/**
 * Bookings with a refund or dispute: part of the accounts even without a receipt; demo bookings are
 * not.
 */
async function findRefundedBookings(tx: Tx, bookings: string[]): Promise<string[]> {
  return (
    await sql<{ id: string }>`
        SELECT id FROM booking WHERE demo = 0 AND id IN ${toTextList(bookings)}
          AND (id IN (SELECT booking_id FROM refund) OR id IN (SELECT booking_id FROM dispute))`.execute(
      tx,
    )
  ).rows.map(({ id }) => id)
}

/** Deletes submissions, and what the owner has noted about them. */
export async function deleteSubmissions(
  tx: Tx,
  ids: readonly number[],
  now: number,
): Promise<void> {
  const { rows } = await sql<{ id: number; created_at: number }>`DELETE FROM form_submissions
    WHERE id IN ${toNumberList(ids)} RETURNING id, created_at`.execute(tx)
  const marks = rows.map(({ id, created_at }) => toMarkId(id, created_at))
  await eraseRecords(tx, { coll: 'submission-mark', ids: marks }, now)
}

function buildPersonDeletes({ consents, users, mails, jobs, bookings }: PersonRows) {
  return [
    sql`DELETE FROM mail WHERE id IN ${toTextList(mails)}`,
    sql`DELETE FROM mail_message WHERE job_id IN ${toNumberList(jobs)}`,
    sql`DELETE FROM mail_to_stranger WHERE job_id IN ${toNumberList(jobs)}`,
    sql`DELETE FROM job WHERE id IN ${toNumberList(jobs)}`,
    sql`DELETE FROM newsletter_consent WHERE id IN ${toTextList(consents)}`,
    sql`DELETE FROM consent_change WHERE subject IN ${toTextList(users)}`,
    sql`DELETE FROM verification WHERE value IN ${toTextList(users)}
      OR EXISTS (SELECT 1 FROM "user" WHERE id IN ${toTextList(users)}
        AND instr(verification.identifier || verification.value, "user".email) > 0)`,
    sql`DELETE FROM "user" WHERE id IN ${toTextList(users)}`,
    sql`DELETE FROM answer WHERE json_extract(body, '$.bookingId') IN ${toTextList(bookings)}`,
    sql`DELETE FROM booking_event WHERE booking_id IN ${toTextList(bookings)}`,
    sql`DELETE FROM occupied_cell WHERE booking_id IN ${toTextList(bookings)}`,
  ]
}

function buildBookingDeletes(going: string[], all: string[]) {
  return [
    sql`DELETE FROM receipt WHERE booking_id IN ${toTextList(going)}`,
    sql`DELETE FROM refund WHERE booking_id IN ${toTextList(going)}`,
    sql`DELETE FROM dispute WHERE booking_id IN ${toTextList(going)}`,
    sql`DELETE FROM payment_intent WHERE booking_id IN ${toTextList(going)}`,
    sql`DELETE FROM booking WHERE id IN ${toTextList(going)}`,
    // A link that somebody still has must not give access to an open payment.
    sql`UPDATE payment_intent SET client_secret = '' WHERE booking_id IN ${toTextList(all)}`,
  ]
}

function buildAnonymization(bookings: string[]) {
  return sql`UPDATE booking SET first_name = 'Erased', last_name = '', email = '', phone = '',
      message = '', destinations = '[]', other_destination = '', browser = '', mailbox = '',
      block = NULL, site = NULL, network = NULL, purchase = NULL, meeting_url = NULL,
      address = ''
    WHERE id IN ${toTextList(bookings)}`
}

/** Deletes the mailbox from the history of other people's clients, where it was a wrong address. */
async function eraseFormerAddresses(tx: Tx, mailbox: string): Promise<void> {
  await sql`DELETE FROM field_history WHERE coll = ${personColl} AND field IN ${toTextList(addressFields)}
      AND instr(lower(value), ${JSON.stringify(mailbox)}) > 0`.execute(tx)
}

/**
 * What happens to a table's rows when a person is erased. `erased`: deleted, or stripped of the
 * name if the law requires the row. `accounting`: kept for five years; only receipts hold a name.
 * `nameless`: holds nothing about any visitor. `owner`: about the owner or the site.
 */
type ErasureClass = 'erased' | 'accounting' | 'nameless' | 'owner'

/** Class of every table of the database; a test fails for a table without one. */
export const erasureClasses: Record<string, ErasureClass> = {
  schedule_version: 'owner',
  busy_time: 'owner',
  calendar_feed: 'owner',
  bookings_feed: 'owner',
  service_place: 'owner',
  retention: 'owner',
  sign_in_alarm: 'owner',
  mark: 'owner',
  turn: 'owner',
  sync_clock: 'owner',
  site_version: 'owner',
  photograph_file: 'owner',
  photograph_piece: 'owner',
  device: 'owner',
  mutation_result: 'owner',
  record: 'erased',
  field_history: 'erased',
  journey_document: 'erased',
  journey_document_piece: 'erased',
  booking: 'erased',
  booking_event: 'erased',
  occupied_cell: 'erased',
  form_submissions: 'erased',
  answer: 'erased',
  job: 'erased',
  mail: 'erased',
  mail_message: 'erased',
  mail_to_stranger: 'erased',
  confirmed_mailbox: 'erased',
  newsletter_consent: 'erased',
  consent_change: 'erased',
  user: 'erased',
  session: 'erased',
  account: 'erased',
  verification: 'erased',
  two_factor: 'erased',
  passkey: 'erased',
  payment_intent: 'accounting',
  refund: 'accounting',
  dispute: 'accounting',
  receipt: 'accounting',
  payment_event: 'nameless',
  demo_intent: 'nameless',
  demo_refund: 'nameless',
  audit_log: 'nameless',
  desk_change: 'nameless',
  form_count: 'nameless',
  erasure: 'nameless',
}
