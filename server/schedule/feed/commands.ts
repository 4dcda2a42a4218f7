import type { InferOutput } from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import { answer, type HttpResult, refuse } from '#server/http/http-result.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fingerprint, newSecret } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { withTimeout } from '#server/lib/timing.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import { listVisibleWeeks } from '#shared/clients/calendar-dates.ts'
import { type PlainDate, toIsoInterval, toIsoTime, toIsoTimeOrNull } from '#shared/lib/date.ts'
import { getDateInterval } from '#shared/lib/wall-time.ts'
import type { FeedNote } from '#shared/schedule/calendar-state.ts'
import {
  type CalendarFeedRecord,
  type FeedNoteView,
  type FeedView,
  type getBusyTimes,
  setFeed,
  toFeedView,
} from '#shared/schedule/feed-api.ts'
import type { CalendarSync } from './calendar-sync.ts'
import {
  decryptAddress,
  emptyFeed,
  encryptAddress,
  readBookingsFeed,
  readFeedRow,
  readNotes,
  replaceBusyTimes,
  toNoteColumns,
  writeBookingsFeed,
  writeFeedRow,
} from './store.ts'

export interface FeedParts {
  db: Database
  clock: Clock
  keys: Keys
  sync: CalendarSync
  /** One origin from the settings that may also be read over http. */
  trustedOrigin: string | undefined
  /** The site's address, without a trailing slash. */
  siteUrl: string
}

/** How long a request waits for a sync, ms: browsers give up after 30 s. The sync continues. */
const READ_TIMEOUT = 25_000

type FeedChange = InferOutput<typeof setFeed.input>

export async function changeFeed(
  parts: FeedParts,
  change: FeedChange,
): Promise<HttpResult<FeedView>> {
  const { address, staleMinutes } = change
  if (address && !isAllowedAddress(address, parts.trustedOrigin))
    return {
      ok: false,
      status: 422,
      refusal: {
        code: 'fields',
        error: setFeed.failure,
        fields: { address: 'The address must begin with https.' },
      },
    }
  const renewed = await parts.db.write(async (tx) => {
    if (staleMinutes !== undefined) await writeFeedRow(tx, { stale_minutes: staleMinutes })
    return address !== undefined && (await changeAddress(tx, parts.keys, address || null))
  })
  if (renewed) await withTimeout(READ_TIMEOUT, parts.sync.restart(), () => 'too_slow')
  return answer(await readFeedView(parts))
}

/** Stores another address and discards the earlier calendar's data; false if it is the same one. */
async function changeAddress(tx: Tx, keys: Keys, address: string | null): Promise<boolean> {
  const before = await readFeedRow(tx)
  if (decryptAddress(before, keys) === address) return false
  const encrypted = address === null ? null : encryptAddress(keys, address)
  await writeFeedRow(tx, { ...emptyFeed, stale_minutes: before.stale_minutes, address: encrypted })
  await replaceBusyTimes(tx, [])
  return true
}

function isAllowedAddress(address: string, trusted: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'https:' || url.origin === trusted
}

/** Syncs at the owner's request; if that fails, the busy times of the last sync stay. */
export async function syncNow(parts: FeedParts, failure: string): Promise<HttpResult<FeedView>> {
  const outcome = await withTimeout(READ_TIMEOUT, parts.sync.run(), () => 'too_slow')
  if (outcome === 'none') return refuse(409, 'none', failure)
  if (outcome === 'read' || outcome === 'unchanged') return answer(await readFeedView(parts))
  return refuse(502, outcome, failure)
}

/** Only the token's fingerprint is stored: a copy of the database gives no access to the feed. */
export async function renewBookingsFeedToken({ db, clock, siteUrl }: FeedParts) {
  const token = newSecret()
  const now = clock()
  await db.write((tx) => writeBookingsFeed(tx, { token: fingerprint(token), created_at: now }))
  return { url: `${siteUrl}/functions/bookings-feed?token=${token}`, createdAt: toIsoTime(now) }
}

export async function readFeedView({ db, clock, keys }: FeedParts): Promise<FeedView> {
  return toFeedView(await readFeedRecord(db.read, keys), clock())
}

export async function readFeedRecord(tx: Tx, keys: Keys): Promise<CalendarFeedRecord> {
  const feed = await readFeedRow(tx)
  const address = decryptAddress(feed, keys)
  const createdAt = (await readBookingsFeed(tx))?.created_at
  const { all, seen } = readNotes(feed, keys)
  return {
    maskedAddress: address && maskAddress(new URL(address)),
    staleMinutes: feed.stale_minutes,
    syncedAt: toIsoTimeOrNull(feed.synced_at),
    triedAt: toIsoTimeOrNull(feed.tried_at),
    coversUntil: toIsoTimeOrNull(feed.covers_until),
    failure: feed.failure,
    failingSince: toIsoTimeOrNull(feed.failing_since),
    entryCount: feed.entries,
    unreadableCount: feed.unreadable,
    guessedZoneCount: feed.guessed_zones,
    notes: all.map((note) => toNoteView(note, seen)),
    isEmptyQuestionOpen: feed.empty_answer === 'asked',
    bookingsFeedCreatedAt: toIsoTimeOrNull(createdAt ?? null),
  }
}

function toNoteView(
  { key, kind, title, start, count, doubt }: FeedNote,
  seen: ReadonlySet<string>,
): FeedNoteView {
  const isSeen = seen.has(key)
  return { key, kind, title, start, count, isSeen, needsApproval: doubt !== null && !isSeen }
}

/** The owner has seen these notes: bookings are confirmed at once again where they raised doubts. */
export async function markNotesSeen(parts: FeedParts, keys: string[]): Promise<FeedView> {
  await parts.db.write(async (tx) => {
    const { all, seen } = readNotes(await readFeedRow(tx), parts.keys)
    await writeFeedRow(tx, toNoteColumns(all, new Set([...seen, ...keys]), parts.keys))
  })
  return readFeedView(parts)
}

/**
 * The owner's answer about a calendar that is suddenly empty. If it is really empty, it is read
 * again, so that entries which are back by now count.
 */
export async function answerEmptyFeed(
  parts: FeedParts,
  isReallyEmpty: boolean,
): Promise<HttpResult<FeedView>> {
  const isChanged = await parts.db.write(async (tx) => {
    if ((await readFeedRow(tx)).failure !== 'empty') return false
    await writeFeedRow(tx, { empty_answer: isReallyEmpty ? 'accepted' : 'kept' })
    return true
  })
  if (isChanged && isReallyEmpty)
    await withTimeout(READ_TIMEOUT, parts.sync.restart(), () => 'too_slow')
  return answer(await readFeedView(parts))
}

/** Enough to recognise the address; the hidden middle is what gives access to the calendar. */
function maskAddress({ host, pathname }: URL): string {
  return `${host}/…${pathname.slice(-8)}`
}

/** Busy times of the owner's calendar in the weeks that the view of a month shows. */
export async function readBusyMonth(
  { db }: { db: Database },
  month: PlainDate,
): Promise<InferOutput<typeof getBusyTimes.output>> {
  const tx = db.read
  const { timeZone } = await readSchedule(tx)
  const { synced_at, covers_until } = await readFeedRow(tx)
  const days = listVisibleWeeks('month', month).flat()
  const within = getDateInterval(days[0] ?? month, days.at(-1) ?? month, timeZone)
  return {
    busy: (await readBusyTimes(tx, within)).map(toIsoInterval),
    readAt: toIsoTimeOrNull(synced_at),
    readUntil: toIsoTimeOrNull(covers_until),
  }
}
