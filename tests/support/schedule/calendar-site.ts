import { createLog } from '#server/lib/log.ts'
import { type FeedReader, readInThread } from '#server/schedule/feed/calendar-sync.ts'
import { changeFeed, type FeedParts } from '#server/schedule/feed/commands.ts'
import { readSettings } from '#server/settings.ts'
import { createCalendarFeed } from '#server/wiring/features.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import { readFeedHere, type Site, startSite } from '#tests/support/server/site.ts'
import { buildEvent } from './calendar-files.ts'
import { FeedDouble } from './feed-double.ts'

export const nineToTen = buildEvent('DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z')

/** A site whose owner has an external calendar (a feed), with access to its database. */
export interface CalendarSite {
  site: Site
  feeds: FeedDouble
  parts: FeedParts
  /** The outage mails queued for the owner; `since`: start of the outage, UTC milliseconds. */
  mails: { since: number }[]
  feedUrl: (path?: string) => string
  setFeed: (path?: string) => ReturnType<typeof changeFeed>
  readBusyTimes: () => ReturnType<typeof readBusyTimes>
  /** The starts (UTC instants) of the free slots on Tuesday 24 November 2026. */
  listOfferedStarts: () => Promise<string[]>
  close: () => Promise<void>
}

/** `inThread`: the calendar is read in a thread, as on a real server. */
export async function startCalendarSite({ inThread = false } = {}): Promise<CalendarSite> {
  const feeds = await FeedDouble.start()
  const site = await startSite({ CALENDAR_ORIGIN: feeds.origin })
  const mails: { since: number }[] = []
  const parts = createCalendarParts(site, { origin: feeds.origin, mails, inThread })
  const feedUrl = (path = '/cal') => feeds.origin + path
  return {
    site,
    feeds,
    parts,
    mails,
    feedUrl,
    setFeed: (path) => changeFeed(parts, { address: feedUrl(path) }),
    readBusyTimes: () => readBusyTimes(site),
    async listOfferedStarts() {
      const day = 'service=initial-consultation&from=2026-11-24&to=2026-11-24'
      const { slots } = await (await site.get(`/functions/get-availability?${day}`)).json()
      return slots
    },
    async close() {
      await parts.sync.stop()
      await site.close()
      await feeds.stop()
    },
  }
}

const readBusyTimes = (site: Site) => site.db.read.selectFrom('busy_time').selectAll().execute()

/** Beside a busy machine's other work, a thread may take longer than on a server. */
const readPatiently: FeedReader = (task, signal) =>
  readInThread(task, signal, { timeout: 100_000, maxMegabytes: 256 })

function createCalendarParts(
  site: Site,
  { origin, mails, inThread }: { origin: string; mails: { since: number }[]; inThread: boolean },
): FeedParts {
  const settings = readSettings({ DATA_DIR: site.dataDir, CALENDAR_ORIGIN: origin })
  const queue = {
    on() {},
    add: (_tx: unknown, { data }: { data: { since: number } }) => mails.push(data),
  }
  return createCalendarFeed(
    {
      settings,
      db: site.db,
      clock: () => site.time.now,
      log: createLog('silent'),
      newId: () => 'id',
      keys: testKeys,
      readFeed: inThread ? readPatiently : readFeedHere,
    },
    { mails: queue as never, siteUrl: site.url, ownerEmail: 'owner@example.com' },
  )
}
