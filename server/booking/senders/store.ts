import { type RawBuilder, sql } from 'kysely'
import type { Booking } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import type { CapKind } from '#shared/booking/status.ts'

interface SenderKey {
  kind: CapKind
  key: string
}

interface CountRange extends SenderKey {
  /** UTC milliseconds. */
  after: number
  /** Counting stops here, so that its cost does not grow with the sender's bookings. */
  limit: number
}

// Conditions on `blocks_slot` are literals: with bound values SQLite would not use partial indexes.

/** Upcoming bookings of a sender without payment; unpaid holds are counted by `countHolds`. */
export async function countUpcomingUnpaid(
  tx: Tx,
  { kind, key, after, limit }: CountRange,
): Promise<number> {
  return readCount(
    tx,
    sql`
    SELECT count(*) AS found FROM (
      SELECT 1 FROM booking
      WHERE blocks_slot = 1 AND ${sql.ref(kind)} = ${key} AND starts_at > ${after}
        AND payment = 'none' LIMIT ${limit}) AS counted`,
  )
}

/** Bookings without payment that a sender made since an instant, in any status. */
export async function countCreated(
  tx: Tx,
  { kind, key, after, limit }: CountRange,
): Promise<number> {
  return readCount(
    tx,
    sql`
    SELECT count(*) AS found FROM (
      SELECT 1 FROM booking
      WHERE ${sql.ref(kind)} = ${key} AND created_at > ${after} AND payment = 'none'
      LIMIT ${limit}) AS counted`,
  )
}

/** A sender's current unpaid holds. */
export async function countHolds(tx: Tx, { kind, key }: SenderKey): Promise<number> {
  return readCount(
    tx,
    sql`
    SELECT count(*) AS found FROM booking
    WHERE blocks_slot = 1 AND ${sql.ref(kind)} = ${key} AND status = 'awaiting_payment'`,
  )
}

async function readCount(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ found: number }>`${statement}`.execute(tx)
  return rows[0]?.found ?? 0
}

export interface SenderOverCap extends SenderKey {
  /** When the sender's first open request over the cap was made, UTC milliseconds. */
  first: number
}

/** An open request over the cap, spelled as in its partial index. */
const overCapCondition = sql`over_cap IN ('network', 'browser', 'mailbox')
  AND status = 'requested' AND blocks_slot = 0`

/** The column that identifies the sender of a request over the cap. */
const senderKeyColumn = sql`CASE over_cap
  WHEN 'network' THEN network WHEN 'browser' THEN browser ELSE mailbox END`

/** Senders with at least `least` open requests over the cap, the latest first. */
export async function findSendersOverCap(tx: Tx, least: number): Promise<SenderOverCap[]> {
  return (
    await sql<SenderOverCap>`
      SELECT over_cap AS kind, ${senderKeyColumn} AS key, min(created_at) AS first
      FROM booking WHERE ${overCapCondition}
      GROUP BY 1, 2 HAVING ${senderKeyColumn} IS NOT NULL AND count(*) >= ${least} ORDER BY first DESC`.execute(
      tx,
    )
  ).rows
}

/**
 * Requests that the owner answers one by one, in order of their starts. A request over the cap is
 * included only if its sender has fewer than `flood` of them.
 */
export async function findRequestsToAnswer(tx: Tx, flood: number): Promise<Booking[]> {
  return (
    await sql<Booking>`
      SELECT * FROM booking WHERE status = 'requested' AND blocks_slot = 1
      UNION ALL
      SELECT * FROM booking WHERE ${overCapCondition} AND (over_cap, ${senderKeyColumn}) NOT IN (
        SELECT over_cap, ${senderKeyColumn} FROM booking WHERE ${overCapCondition} AND ${senderKeyColumn} IS NOT NULL
        GROUP BY 1, 2 HAVING count(*) >= ${flood})
      ORDER BY starts_at`.execute(tx)
  ).rows
}

interface SenderRange extends SenderKey {
  /** Created from here to `until`, UTC milliseconds, both ends included. */
  from: number
  until: number
  now: number
}

/** Bookings that can be cancelled without a refund; those over the cap only if not accepted yet. */
function openBookingsOf({ kind, key, from, until, now }: SenderRange) {
  return sql`FROM booking WHERE ${sql.ref(kind)} = ${key} AND created_at BETWEEN ${from} AND ${until}
    AND status IN ('requested', 'confirmed') AND payment = 'none' AND starts_at > ${now}
    AND (over_cap IS NULL OR blocks_slot = 0)`
}

export async function findOpenBookings(tx: Tx, reach: SenderRange): Promise<Booking[]> {
  return (await sql<Booking>`SELECT * ${openBookingsOf(reach)} ORDER BY created_at, id`.execute(tx))
    .rows
}

const MAX_NAMES = 4

export async function summarizeSender(tx: Tx, reach: SenderRange) {
  const sum = (
    await sql<{ count: number; kept: number; mailboxes: number; since: number; until: number }>`
      SELECT count(*) AS count, sum(blocks_slot) AS kept, count(DISTINCT mailbox) AS mailboxes,
        min(created_at) AS since, max(created_at) AS until ${openBookingsOf(reach)}`.execute(tx)
  ).rows[0]
  if (!sum) throw new Error('The query that counts a sender’s bookings returned no row')
  const names = (
    await sql<{ name: string }>`
      SELECT first_name || ' ' || last_name AS name ${openBookingsOf(reach)}
      GROUP BY name ORDER BY min(created_at) LIMIT ${MAX_NAMES}`.execute(tx)
  ).rows
  return { ...sum, names: names.map(({ name }) => name) }
}

/** How many open requests of a sender are over the cap. */
export async function countOverCap(tx: Tx, { kind, key }: SenderKey): Promise<number> {
  return readCount(
    tx,
    sql`SELECT count(*) AS found FROM booking
      WHERE status = 'requested' AND blocks_slot = 0 AND over_cap = ${kind}
        AND ${sql.ref(kind)} = ${key}`,
  )
}
