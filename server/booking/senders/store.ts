import { type RawBuilder, sql } from 'kysely'
import type { Booking } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { type CapKind, capKinds, type OverCapReason } from '#shared/booking/status.ts'

/** A sender with open requests over a cap; the surge is one sender, with the key `all`. */
export interface SenderKey {
  kind: OverCapReason
  key: string
}

/** The sender that a booking over a cap belongs to. */
export function getSenderKey(booking: Booking): SenderKey | undefined {
  const { over_cap: kind } = booking
  if (kind === null) return undefined
  const key = kind === 'surge' ? 'all' : booking[kind]
  return key === null ? undefined : { kind, key }
}

/** The sender as floods and the desk's bookings name it; see `Flood`. */
export function toSenderId({ kind, key }: SenderKey): string {
  return `${kind}:${key}`
}

interface CountRange {
  /** UTC milliseconds. */
  now: number
  /** From when on bookings count as made lately, UTC milliseconds. */
  since: number
  /** Counting stops there, so that its cost does not grow with the sender's bookings. */
  limits: Record<CapKind, { upcoming: number; createdPerDay: number }>
}

// Conditions on `blocks_slot` are literals: with bound values SQLite would not use partial indexes.

/**
 * For each kind of sender, in one statement: upcoming bookings without payment, and bookings
 * without payment made lately, in any status, but not those over a cap. Unpaid holds are counted by
 * `countHolds`.
 */
export async function countBySender(
  tx: Tx,
  sender: Record<CapKind, string>,
  { now, since, limits }: CountRange,
): Promise<{ kind: CapKind; upcoming: number; created: number }[]> {
  return readForEachKind(
    tx,
    (kind) => sql`
      (SELECT count(*) FROM (
        SELECT 1 FROM booking
        WHERE blocks_slot = 1 AND ${sql.ref(kind)} = ${sender[kind]} AND starts_at > ${now}
          AND payment = 'none' LIMIT ${limits[kind].upcoming}) AS counted) AS upcoming,
      (SELECT count(*) FROM (
        SELECT 1 FROM booking
        WHERE over_cap IS NULL AND ${sql.ref(kind)} = ${sender[kind]} AND created_at > ${since}
          AND payment = 'none' LIMIT ${limits[kind].createdPerDay}) AS counted) AS created`,
  )
}

/** The current unpaid holds of each kind of sender. */
export async function countHolds(
  tx: Tx,
  sender: Record<CapKind, string>,
): Promise<{ kind: CapKind; held: number }[]> {
  return readForEachKind(
    tx,
    (kind) => sql`(SELECT count(*) FROM booking
      WHERE blocks_slot = 1 AND ${sql.ref(kind)} = ${sender[kind]}
        AND status = 'awaiting_payment') AS held`,
  )
}

async function readForEachKind<Row>(
  tx: Tx,
  toColumns: (kind: CapKind) => RawBuilder<unknown>,
): Promise<Row[]> {
  const rows = capKinds.map((kind) => sql`SELECT ${sql.lit(kind)} AS kind, ${toColumns(kind)}`)
  return (await sql<Row>`${sql.join(rows, sql` UNION ALL `)}`.execute(tx)).rows
}

export interface SenderOverCap {
  kind: CapKind
  key: string
  /** When the sender's first open request over the cap was made, UTC milliseconds. */
  first: number
}

/** An open request over the cap, spelled as in its partial index. */
const overCapCondition = sql`over_cap IS NOT NULL AND status = 'requested' AND blocks_slot = 0`

/** `getSenderKey` in SQL. */
const senderKeyColumn = sql`CASE over_cap
  WHEN 'block' THEN block WHEN 'site' THEN site WHEN 'network' THEN network
  WHEN 'browser' THEN browser WHEN 'mailbox' THEN mailbox ELSE 'all' END`

/** Senders with at least `least` open requests over the cap, the latest first. */
export async function findSendersOverCap(tx: Tx, least: number): Promise<SenderOverCap[]> {
  return (
    await sql<SenderOverCap>`
      SELECT over_cap AS kind, ${senderKeyColumn} AS key, min(created_at) AS first
      FROM booking WHERE ${overCapCondition} AND over_cap <> 'surge'
      GROUP BY 1, 2 HAVING ${senderKeyColumn} IS NOT NULL AND count(*) >= ${least} ORDER BY first DESC`.execute(
      tx,
    )
  ).rows
}

/** Bookings of one sender, or of all mailboxes that had none before an instant. */
type SenderCriteria = { kind: CapKind; key: string } | { kind: 'surge'; newSince: number }

export type SenderRange = SenderCriteria & {
  /** Created from here to `until`, UTC milliseconds, both ends included. */
  from: number
  until: number
  now: number
}

/** Bookings that can be cancelled without a refund; those over the cap only if not accepted yet. */
function openBookingsOf(range: SenderRange) {
  const { from, until, now } = range
  const isSender =
    range.kind === 'surge'
      ? isNewMailbox(range.newSince)
      : sql`${sql.ref(range.kind)} = ${range.key}`
  return sql`FROM booking WHERE ${isSender} AND created_at BETWEEN ${from} AND ${until}
    AND status IN ('requested', 'confirmed') AND payment = 'none' AND starts_at > ${now}
    AND (over_cap IS NULL OR blocks_slot = 0)`
}

/** Its mailbox had no confirmed booking before an instant; `booking` is the outer row. */
function isNewMailbox(newSince: number | RawBuilder<number>) {
  return sql`NOT EXISTS (
    SELECT 1 FROM booking AS earlier WHERE earlier.over_cap IS NULL
      AND earlier.mailbox = booking.mailbox AND earlier.created_at <= ${newSince}
      AND earlier.status IN ('confirmed', 'completed'))`
}

export async function hasConfirmedBooking(
  tx: Tx,
  { mailbox, before }: { mailbox: string; before: number },
): Promise<boolean> {
  const found = await tx
    .selectFrom('booking')
    .select('id')
    .where('over_cap', 'is', null)
    .where('mailbox', '=', mailbox)
    .where('created_at', '<=', before)
    .where('status', 'in', ['confirmed', 'completed'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const HOUR = 3_600_000

/**
 * Times that new mailboxes took without payment, from an instant on. New are those without a
 * confirmed booking before it, or an hour before the first open request of the surge.
 */
export async function readTimesOfNewMailboxes(tx: Tx, from: number): Promise<Interval[]> {
  const newSince = sql<number>`coalesce((${firstOfSurge}) - ${HOUR}, ${from})`
  return (
    await sql<Interval>`
      SELECT starts_at AS start, occupied_until AS "end" FROM booking
      WHERE blocks_slot = 1 AND created_at >= ${from} AND payment IN ('none', 'pending')
        AND ${isNewMailbox(newSince)}`.execute(tx)
  ).rows
}

const firstOfSurge = sql`SELECT min(created_at) AS first FROM booking
  WHERE over_cap = 'surge' AND status = 'requested' AND blocks_slot = 0`

/** When the first open request of the surge was made, UTC milliseconds. */
export async function readSurgeStart(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ first: number | null }>`${firstOfSurge}`.execute(tx)
  return rows[0]?.first ?? undefined
}

export async function findOpenBookings(tx: Tx, range: SenderRange): Promise<Booking[]> {
  return (await sql<Booking>`SELECT * ${openBookingsOf(range)} ORDER BY created_at, id`.execute(tx))
    .rows
}

/** When each of them was made, UTC milliseconds. */
export async function readCreationTimes(tx: Tx, range: SenderRange): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    SELECT created_at AS at ${openBookingsOf(range)} ORDER BY created_at`.execute(tx)
  return rows.map(({ at }) => at)
}

const MAX_NAMES = 4

export async function summarizeSender(tx: Tx, range: SenderRange) {
  const sum = (
    await sql<{ count: number; kept: number; mailboxes: number; since: number; until: number }>`
      SELECT count(*) AS count, sum(blocks_slot) AS kept, count(DISTINCT mailbox) AS mailboxes,
        min(created_at) AS since, max(created_at) AS until ${openBookingsOf(range)}`.execute(tx)
  ).rows[0]
  if (!sum) throw new Error('The query that counts a sender’s bookings returned no row')
  const names = (
    await sql<{ name: string }>`
      SELECT first_name || ' ' || last_name AS name ${openBookingsOf(range)}
      GROUP BY name ORDER BY min(created_at) LIMIT ${MAX_NAMES}`.execute(tx)
  ).rows
  return { ...sum, names: names.map(({ name }) => name) }
}

/** How many open requests of a sender are over the cap. */
export async function countOverCap(tx: Tx, { kind, key }: SenderKey): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    SELECT count(*) AS found FROM booking
    WHERE ${overCapCondition} AND over_cap = ${kind} AND ${senderKeyColumn} = ${key}`.execute(tx)
  return rows[0]?.found ?? 0
}
