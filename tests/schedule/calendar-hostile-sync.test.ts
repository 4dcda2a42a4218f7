import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInThread } from '#server/schedule/feed/calendar-sync.ts'
import { readFeedView } from '#server/schedule/feed/commands.ts'
import { encryptAddress, writeFeedRow } from '#server/schedule/feed/store.ts'
import {
  buildCalendar,
  buildEndlessSeries,
  buildEvent,
  buildManyEvents,
  buildManySeries,
} from '#tests/support/schedule/calendar-files.ts'
import { type CalendarSite, startCalendarSite } from '#tests/support/schedule/calendar-site.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import { TODAY } from '#tests/support/server/site.ts'

const MINUTE = 60_000

let site: CalendarSite
beforeEach(async () => {
  site = await startCalendarSite({ inThread: true })
})
afterEach(() => site.close())

describe('A hostile calendar', () => {
  const all = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => index + from).join()
  const wildZone = (rule: string) =>
    buildCalendar(
      `BEGIN:VTIMEZONE\nTZID:Wild\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:${rule}\nEND:STANDARD\nEND:VTIMEZONE`,
      buildEvent('DTSTART;TZID=Wild:20261124T090000', 'DURATION:PT1H'),
    )
  const nested = `FREQ=YEARLY;BYMONTH=${all(12, 1)};BYMONTHDAY=${all(31, 1)};BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`

  it.each([
    ['20,000 events', buildManyEvents, 'read'],
    ['20,000 endless series', buildManySeries, 'read'],
    ['a series of every second without end', () => buildEndlessSeries('FREQ=SECONDLY'), 'too_much'],
    [
      'a series of every second of every day of every month',
      () => buildEndlessSeries(nested),
      'too_much',
    ],
    [
      'a day that never comes',
      () => buildEndlessSeries('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
      'read',
    ],
    ['a zone that changes every second', () => wildZone('FREQ=SECONDLY'), 'read'],
  ])(
    'with %s is read, or refused as too much work, while the site answers other requests',
    async (_what, text, outcome) => {
      site.feeds.serveCalendar('/cal', text())
      await expectAnswersMeanwhile(outcome)
    },
  )

  it.each([
    ['a zip bomb', 'A'],
    ['a calendar that unzips to 200 MB', 'BEGIN:VCALENDAR\r\n'],
  ])(
    'that sends %s is refused as too large while the site answers other requests',
    async (_what, block) => {
      // A file of several parts is one file.
      const megabytes = Array(200).fill(gzipSync(Buffer.alloc(1_000_000, block)))
      const bomb = Buffer.concat(megabytes)
      site.feeds.answers.set('/cal', (_req, res) =>
        res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      )
      await expectAnswersMeanwhile('too_large')
    },
  )

  it.each([
    // No thread starts and reads that within a millisecond.
    ['takes too long', buildManyEvents, { timeout: 1, maxMegabytes: 256 }],
    ['takes too much memory', buildManyEvents, { timeout: 60_000, maxMegabytes: 24 }],
  ])('is refused as too much work when reading it %s', async (_what, text, limits) => {
    const task = {
      bytes: new TextEncoder().encode(text()),
      window: { start: TODAY, end: TODAY + 90 * 24 * 60 * MINUTE },
      ownZone: 'Europe/Oslo',
      ownUids: [],
      ownAddresses: [],
    }
    const answer = await readInThread(task, new AbortController().signal, limits)
    expect(answer).toEqual({ ok: false, fault: 'too_much' })
  })

  it('that sends a body of 1 GB is refused as too large, and its connection is closed', async () => {
    site.feeds.answers.set('/cal', (_req, res) => {
      res.writeHead(200, { 'content-length': String(1024 ** 3) })
      res.write('BEGIN:VCALENDAR\r\n')
      const block = Buffer.alloc(64 * 1024, ' ')
      const more = () => {
        while (!res.destroyed && res.write(block));
      }
      res.on('drain', more)
      more()
    })
    await expectAnswersMeanwhile('too_large')
    await expect.poll(() => site.feeds.openConnections).toBe(0)
  })

  it('that is sent very slowly does not delay a shutdown, and the stopped read is not recorded as a failure', async () => {
    const drips: NodeJS.Timeout[] = []
    site.feeds.answers.set('/cal', (_req, res) => {
      res.writeHead(200)
      drips.push(setInterval(() => res.write('BEGIN'), 20))
    })
    await setUnread()
    const reading = site.parts.sync.run()
    await expect.poll(() => drips.length).toBe(1)
    expect((await site.site.get('/healthz')).status).toBe(200)
    await site.parts.sync.stop()
    expect(await reading).toBe('stopped')
    await expect.poll(() => site.feeds.openConnections).toBe(0)
    for (const drip of drips) clearInterval(drip)
    expect(await readFeedView(site.parts)).toMatchObject({ failure: null, triedAt: null })
  })

  it('that is really a sign-in page is refused as not a calendar', async () => {
    site.feeds.serveCalendar('/cal', '<!doctype html><h1>Sign in</h1>')
    await site.setFeed()
    expect(await readFeedView(site.parts)).toMatchObject({ state: 'stale', failure: 'no_calendar' })
  })

  /** Sets the feed's address without reading the feed, which `setFeed` would do. */
  const setUnread = () =>
    site.site.db.write((tx) =>
      writeFeedRow(tx, { address: encryptAddress(testKeys, site.feedUrl()) }),
    )

  /** Expects the site to answer while the feed is read. */
  async function expectAnswersMeanwhile(outcome: string) {
    await setUnread()
    let ended = ''
    const reading = site.parts.sync.run().then(
      (result) => {
        ended = result
      },
      (error) => {
        ended = String(error)
      },
    )
    let meanwhile = 0
    for (; !ended && meanwhile < 5; meanwhile++)
      expect((await site.site.get('/healthz')).status).toBe(200)
    await reading
    expect(ended).toBe(outcome)
    expect(meanwhile).toBeGreaterThan(1)
    expect((await readFeedView(site.parts)).state).toBe(outcome === 'read' ? 'fresh' : 'stale')
  }
})
