import { sql } from 'kysely'
import { query, raw, type Tx } from '#server/db/database.ts'
import type { CalendarFeedTable } from '#server/db/tables.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type { CalendarState, FeedFault } from '#shared/schedule/calendar-state.ts'
import { DEFAULT_STALE_MINUTES } from '#shared/schedule/feed-api.ts'

export type FeedRow = Omit<CalendarFeedTable, 'id'>

const MINUTE = 60_000
const BUSY_SOURCE = 'feed'

export const emptyFeed: FeedRow = {
  address: null,
  stale_minutes: DEFAULT_STALE_MINUTES,
  etag: null,
  last_modified: null,
  zone: null,
  covers_until: null,
  synced_at: null,
  tried_at: null,
  failure: null,
  failing_since: null,
  entries: 0,
  unreadable: 0,
}

export function readFeedRow(tx: Tx): FeedRow {
  return tx.get(query.selectFrom('calendar_feed').selectAll().where('id', '=', 1)) ?? emptyFeed
}

export function writeFeedRow(tx: Tx, change: Partial<FeedRow>): void {
  tx.run(
    query
      .insertInto('calendar_feed')
      .values({ id: 1, ...emptyFeed, ...change })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1, ...change })),
  )
}

/** The state of the owner's calendar that bookings depend on; undefined if no calendar is set. */
export function readCalendarState(tx: Tx): CalendarState | undefined {
  const feed = readFeedRow(tx)
  if (feed.address === null) return undefined
  return {
    syncedAt: feed.synced_at,
    isFailing: feed.failure !== null,
    staleAfter: feed.stale_minutes * MINUTE,
    coversUntil: feed.covers_until,
  }
}

/**
 * Writes only the difference, so that only bookings at times that became busy or free count as
 * changed. Two statements, because writing a year of busy times row by row would block other
 * requests.
 */
export function replaceBusyTimes(tx: Tx, busy: Interval[]): void {
  const rows = JSON.stringify(busy.map(({ start, end }) => [start, end]))
  tx.run(
    raw(sql`DELETE FROM busy_time WHERE source = ${BUSY_SOURCE} AND (starts_at, ends_at) NOT IN
      (SELECT value ->> 0, value ->> 1 FROM json_each(${rows}))`),
  )
  tx.run(
    raw(sql`INSERT INTO busy_time (source, starts_at, ends_at)
      SELECT ${BUSY_SOURCE}, value ->> 0, value ->> 1 FROM json_each(${rows}) WHERE true
      ON CONFLICT (source, starts_at, ends_at) DO NOTHING`),
  )
}

/** Stores a failed sync; returns when the outage began, UTC milliseconds. */
export function recordFeedFailure(tx: Tx, fault: FeedFault, now: number): number {
  const since = readFeedRow(tx).failing_since ?? now
  writeFeedRow(tx, { failure: fault, failing_since: since, tried_at: now })
  return since
}

export function readBookingsFeed(tx: Tx) {
  return tx.get(query.selectFrom('bookings_feed').selectAll().where('id', '=', 1))
}

export function writeBookingsFeed(tx: Tx, feed: { token: string; created_at: number }): void {
  tx.run(
    query
      .insertInto('bookings_feed')
      .values({ id: 1, ...feed })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(feed)),
  )
}

const ADDRESS_PURPOSE = 'calendar address'

/** The address alone gives access to the calendar, so it is stored encrypted. */
export function encryptAddress(keys: Keys, address: string): string {
  return keys.encrypt(ADDRESS_PURPOSE, address)
}

/** Null if no calendar is set; throws if the encryption key is missing. */
export function decryptAddress({ address }: Pick<FeedRow, 'address'>, keys: Keys): string | null {
  if (address === null) return null
  const decrypted = keys.decrypt(ADDRESS_PURPOSE, address)
  if (decrypted === undefined)
    throw new Error(
      'The calendar address cannot be decrypted, because its key is missing. Set the address again.',
    )
  return decrypted
}
