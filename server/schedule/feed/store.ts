import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import type { CalendarFeedTable } from '#server/db/tables.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type {
  CalendarState,
  FeedDoubt,
  FeedFault,
  FeedNote,
} from '#shared/schedule/calendar-state.ts'
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
  guessed_zones: 0,
  notes: null,
  seen_notes: '[]',
  doubts: '[]',
  empty_answer: null,
}

export async function readFeedRow(tx: Tx): Promise<FeedRow> {
  return (
    (await tx.selectFrom('calendar_feed').selectAll().where('id', '=', 1).executeTakeFirst()) ??
    emptyFeed
  )
}

export async function writeFeedRow(tx: Tx, change: Partial<FeedRow>): Promise<void> {
  await tx
    .insertInto('calendar_feed')
    .values({ id: 1, ...emptyFeed, ...change })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1, ...change }))
    .execute()
}

/** The state of the owner's calendar that bookings depend on; undefined if no calendar is set. */
export async function readCalendarState(tx: Tx): Promise<CalendarState | undefined> {
  const feed = await readFeedRow(tx)
  if (feed.address === null) return undefined
  return {
    syncedAt: feed.synced_at,
    isFailing: feed.failure !== null,
    staleAfter: feed.stale_minutes * MINUTE,
    coversUntil: feed.covers_until,
    doubts: JSON.parse(feed.doubts),
  }
}

/**
 * Writes only the difference, so that only bookings at times that became busy or free count as
 * changed. Two statements, because writing a year of busy times row by row would block other
 * requests.
 */
export async function replaceBusyTimes(tx: Tx, busy: Interval[]): Promise<void> {
  const rows = JSON.stringify(busy.map(({ start, end }) => [start, end]))
  const times = sql`CAST(json_extract(value, '$[0]') AS BIGINT), CAST(json_extract(value, '$[1]') AS BIGINT)
    FROM json_each(CAST(${rows} AS TEXT))`
  await sql`DELETE FROM busy_time WHERE source = ${BUSY_SOURCE} AND (starts_at, ends_at) NOT IN
      (SELECT ${times})`.execute(tx)
  await sql`INSERT INTO busy_time (source, starts_at, ends_at)
      SELECT ${BUSY_SOURCE}, ${times} WHERE true
      ON CONFLICT (source, starts_at, ends_at) DO NOTHING`.execute(tx)
}

const NOTES_PURPOSE = 'calendar notes'

/** What was not understood at the last reading, and which of it the owner has seen. */
export function readNotes({ notes, seen_notes }: FeedRow, keys: Keys) {
  const text = notes === null ? undefined : keys.decrypt(NOTES_PURPOSE, notes)
  const all: FeedNote[] = text === undefined ? [] : JSON.parse(text)
  const seen = new Set<string>(JSON.parse(seen_notes))
  return { all, seen, unseen: all.filter(({ key }) => !seen.has(key)) }
}

/** The columns for these notes; the owner's marks of notes that are gone are dropped. */
export function toNoteColumns(
  notes: FeedNote[],
  seen: ReadonlySet<string>,
  keys: Keys,
): Pick<FeedRow, 'notes' | 'seen_notes' | 'doubts'> {
  const marked = notes.filter(({ key }) => seen.has(key)).map(({ key }) => key)
  const doubts = notes.flatMap(({ key, doubt }): FeedDoubt[] =>
    doubt && !seen.has(key) ? [doubt] : [],
  )
  return {
    notes: notes.length === 0 ? null : keys.encrypt(NOTES_PURPOSE, JSON.stringify(notes)),
    seen_notes: JSON.stringify(marked),
    doubts: JSON.stringify(doubts),
  }
}

/** Whether the calendar's stored busy times reach beyond this instant. */
export async function hasBusyTimesAfter(tx: Tx, instant: number): Promise<boolean> {
  const row = await tx
    .selectFrom('busy_time')
    .select('ends_at')
    .where('source', '=', BUSY_SOURCE)
    .where('ends_at', '>', instant)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a failed sync; returns when the outage began, UTC milliseconds. */
export async function recordFeedFailure(tx: Tx, fault: FeedFault, now: number): Promise<number> {
  const since = (await readFeedRow(tx)).failing_since ?? now
  await writeFeedRow(tx, { failure: fault, failing_since: since, tried_at: now })
  return since
}

export async function readBookingsFeed(tx: Tx) {
  return tx.selectFrom('bookings_feed').selectAll().where('id', '=', 1).executeTakeFirst()
}

export async function writeBookingsFeed(
  tx: Tx,
  feed: { token: string; created_at: number },
): Promise<void> {
  await tx
    .insertInto('bookings_feed')
    .values({ id: 1, ...feed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(feed))
    .execute()
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
