import { query } from '#server/db/database.ts'
import { createLog } from '#server/lib/log.ts'
import { changeFeed, type FeedParts } from '#server/schedule/feed/commands.ts'
import { readSettings } from '#server/settings.ts'
import { createCalendar } from '#server/wiring/features.ts'
import { FeedDouble } from './feed-double.ts'
import { event } from './feeds.ts'
import { testKeys } from './keys.ts'
import { type Site, startSite } from './site.ts'

export const nineToTen = event('DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z')

/** A site whose owner has an external calendar (a feed), with access to its database. */
export interface CalendarSite {
  site: Site
  feeds: FeedDouble
  parts: FeedParts
  /** The outage mails queued for the owner; `since`: start of the outage, UTC milliseconds. */
  mails: { since: number }[]
  feedUrl: (path?: string) => string
  setFeed: (path?: string) => ReturnType<typeof changeFeed>
  busyTimes: () => ReturnType<typeof busyTimesOf>
  /** The starts (UTC instants) of the free slots on Tuesday 24 November 2026. */
  offered: () => Promise<string[]>
  close: () => Promise<void>
}

export async function startCalendarSite(): Promise<CalendarSite> {
  const feeds = await FeedDouble.start()
  const site = await startSite({ CALENDAR_ORIGIN: feeds.origin })
  const mails: { since: number }[] = []
  const parts = openCalendar(site, feeds.origin, mails)
  const feedUrl = (path = '/cal') => feeds.origin + path
  return {
    site,
    feeds,
    parts,
    mails,
    feedUrl,
    setFeed: (path) => changeFeed(parts, { address: feedUrl(path) }),
    busyTimes: () => busyTimesOf(site),
    async offered() {
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

const busyTimesOf = (site: Site) => site.db.read.all(query.selectFrom('busy_time').selectAll())

function openCalendar(site: Site, origin: string, mails: { since: number }[]): FeedParts {
  const settings = readSettings({ DATA_DIR: site.dataDir, CALENDAR_ORIGIN: origin })
  const queue = {
    on() {},
    add: (_tx: unknown, { data }: { data: { since: number } }) => mails.push(data),
  }
  return createCalendar(
    {
      settings,
      db: site.db,
      clock: () => site.time.now,
      log: createLog('silent'),
      newId: () => 'id',
      keys: testKeys,
    },
    { mails: queue as never, siteUrl: site.url, owner: 'owner@example.com' },
  )
}
