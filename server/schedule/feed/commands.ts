import type { InferOutput } from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fingerprint, newSecret } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { inTime } from '#server/lib/timing.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import { weeksShown } from '#shared/clients/calendar.ts'
import { isoSpan, isoTime, isoTimeOrNull, type PlainDate } from '#shared/lib/date.ts'
import { spanOfDates } from '#shared/lib/wall.ts'
import { isCalendarFresh } from '#shared/schedule/calendar-state.ts'
import { type FeedView, type getBusyTimes, setFeed } from '#shared/schedule/feed-api.ts'
import {
  addressOf,
  encryptAddress,
  noFeed,
  readBookingsFeed,
  readCalendarState,
  readFeedRow,
  replaceBusyTimes,
  writeBookingsFeed,
  writeFeedRow,
} from './store.ts'
import type { CalendarSync } from './sync.ts'

export interface FeedParts {
  db: Database
  clock: Clock
  keys: Keys
  sync: CalendarSync
  /** One origin from the settings that may also be read over http. */
  trusted: string | undefined
  /** The site's address, without a trailing slash. */
  siteUrl: string
}

/** How long a request waits for a sync, ms: browsers give up after 30 s. The sync continues. */
const PATIENCE = 25_000

type Change = InferOutput<typeof setFeed.input>

export async function changeFeed(parts: FeedParts, change: Change): Promise<HttpResult<FeedView>> {
  const { address, staleMinutes } = change
  if (address && !isReadable(address, parts.trusted))
    return {
      ok: false,
      status: 422,
      refusal: {
        code: 'fields',
        error: setFeed.failure,
        fields: { address: 'The address must begin with https and must not contain a password.' },
      },
    }
  const renewed = await parts.db.write((tx) => {
    if (staleMinutes !== undefined) writeFeedRow(tx, { stale_minutes: staleMinutes })
    return address !== undefined && takeAddress(tx, parts.keys, address || null)
  })
  if (renewed) await inTime(PATIENCE, parts.sync.runAnew(), () => 'too_slow')
  return answer(feedView(parts))
}

/** Stores another address and discards the earlier calendar's data; false if it is the same one. */
function takeAddress(tx: Tx, keys: Keys, address: string | null): boolean {
  const before = readFeedRow(tx)
  if (addressOf(before, keys) === address) return false
  const encrypted = address === null ? null : encryptAddress(keys, address)
  writeFeedRow(tx, { ...noFeed, stale_minutes: before.stale_minutes, address: encrypted })
  replaceBusyTimes(tx, [])
  return true
}

function isReadable(address: string, trusted: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const secure = url.protocol === 'https:' || url.origin === trusted
  return secure && !url.username && !url.password
}

/** Syncs at the owner's request; if that fails, the busy times of the last sync stay. */
export async function syncNow(parts: FeedParts, failure: string): Promise<HttpResult<FeedView>> {
  const outcome = await inTime(PATIENCE, parts.sync.run(), () => 'too_slow')
  if (outcome === 'none') return decline(409, 'none', failure)
  if (outcome === 'read' || outcome === 'unchanged') return answer(feedView(parts))
  return decline(502, outcome, failure)
}

/** Only the token's fingerprint is stored: a copy of the database gives no access to the feed. */
export async function renewToken({ db, clock, siteUrl }: FeedParts) {
  const token = newSecret()
  const now = clock()
  await db.write((tx) => writeBookingsFeed(tx, { token: fingerprint(token), made_at: now }))
  return { url: `${siteUrl}/functions/bookings-feed?token=${token}`, madeAt: isoTime(now) }
}

export function feedView({ db, clock, keys }: FeedParts): FeedView {
  const feed = readFeedRow(db.read)
  const address = addressOf(feed, keys)
  const now = clock()
  const calendar = readCalendarState(db.read)
  const fresh = isCalendarFresh(calendar, { now, start: now })
  const made = readBookingsFeed(db.read)?.made_at
  return {
    shown: address && shownAddress(new URL(address)),
    staleMinutes: feed.stale_minutes,
    state: !calendar ? 'none' : fresh ? 'fresh' : 'stale',
    syncedAt: isoTimeOrNull(feed.synced_at),
    triedAt: isoTimeOrNull(feed.tried_at),
    failure: feed.failure,
    failingSince: isoTimeOrNull(feed.failing_since),
    entries: feed.entries,
    unreadable: feed.unreadable,
    bookingsFeedMadeAt: isoTimeOrNull(made ?? null),
  }
}

/** Enough to recognise the address; the hidden middle is what gives access to the calendar. */
function shownAddress({ host, pathname }: URL): string {
  return `${host}/…${pathname.slice(-8)}`
}

/** Busy times of the owner's calendar in the weeks that the view of a month shows. */
export function busyInMonth(
  { db }: { db: Database },
  month: PlainDate,
): InferOutput<typeof getBusyTimes.output> {
  const tx = db.read
  const { timeZone } = readSchedule(tx)
  const { synced_at, covers_until } = readFeedRow(tx)
  const days = weeksShown('month', month).flat()
  const within = spanOfDates(days[0] ?? month, days.at(-1) ?? month, timeZone)
  return {
    busy: readBusyTimes(tx, within).map(isoSpan),
    readAt: isoTimeOrNull(synced_at),
    readUntil: isoTimeOrNull(covers_until),
  }
}
