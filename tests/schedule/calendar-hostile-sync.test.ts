import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { feedView } from '#server/schedule/feed/commands.ts'
import { encryptAddress, writeFeedRow } from '#server/schedule/feed/store.ts'
import { readInThread } from '#server/schedule/feed/sync.ts'
import { type CalendarSite, startCalendarSite } from '#tests/support/calendar-site.ts'
import { calendar, endlessSeries, event, manyEvents, manySeries } from '#tests/support/feeds.ts'
import { testKeys } from '#tests/support/keys.ts'
import { TODAY } from '#tests/support/site.ts'

const MINUTE = 60_000

let at: CalendarSite
beforeEach(async () => {
  at = await startCalendarSite()
})
afterEach(() => at.close())

describe('a calendar that hurts is read right or refused, and visitors get their answers before it is', () => {
  const all = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => index + from).join()
  const wildZone = (rule: string) =>
    calendar(
      `BEGIN:VTIMEZONE\nTZID:Wild\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:${rule}\nEND:STANDARD\nEND:VTIMEZONE`,
      event('DTSTART;TZID=Wild:20261124T090000', 'DURATION:PT1H'),
    )
  const nested = `FREQ=YEARLY;BYMONTH=${all(12, 1)};BYMONTHDAY=${all(31, 1)};BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`

  it.each([
    ['20,000 events', manyEvents, 'read'],
    ['20,000 endless series', manySeries, 'read'],
    ['a series of every second without end', () => endlessSeries('FREQ=SECONDLY'), 'too_much'],
    [
      'a series of every second of every day of every month',
      () => endlessSeries(nested),
      'too_much',
    ],
    ['a day that never comes', () => endlessSeries('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'), 'read'],
    ['a zone that changes every second', () => wildZone('FREQ=SECONDLY'), 'read'],
  ])('%s', async (_what, text, outcome) => {
    at.feeds.calendar('/cal', text())
    await expectAnswersMeanwhile(outcome)
  })

  it.each([
    ['a zip bomb', 'A'],
    ['a calendar that unzips to 200 MB', 'BEGIN:VCALENDAR\r\n'],
  ])('%s', async (_what, block) => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, block))
    at.feeds.answers.set('/cal', (_req, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    await expectAnswersMeanwhile('too_large')
  })

  it.each([
    [
      'takes too long',
      () => wildZone('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
      { timeout: 3000, maxMegabytes: 256 },
    ],
    ['takes too much memory', manyEvents, { timeout: 60_000, maxMegabytes: 24 }],
  ])('a thread that %s is ended', async (_what, text, limits) => {
    const task = {
      bytes: new TextEncoder().encode(text()),
      window: { start: TODAY, end: TODAY + 90 * 24 * 60 * MINUTE },
      ownZone: 'Europe/Oslo',
      ownDomain: 'own.example',
    }
    const answer = await readInThread(task, new AbortController().signal, limits)
    expect(answer).toEqual({ ok: false, fault: 'too_much' })
  })

  it('a gigabyte without an end', async () => {
    at.feeds.answers.set('/cal', (_req, res) => {
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
    await expect.poll(() => at.feeds.open).toBe(0)
  })

  it('a slow drip, which does not hold up the end of the site either', async () => {
    const drips: NodeJS.Timeout[] = []
    at.feeds.answers.set('/cal', (_req, res) => {
      res.writeHead(200)
      drips.push(setInterval(() => res.write('BEGIN'), 20))
    })
    await setUnread()
    const reading = at.parts.sync.run()
    await expect.poll(() => drips.length).toBe(1)
    expect((await at.site.get('/healthz')).status).toBe(200)
    await at.parts.sync.stop()
    expect(await reading).toBe('stopped')
    await expect.poll(() => at.feeds.open).toBe(0)
    for (const drip of drips) clearInterval(drip)
    expect(feedView(at.parts)).toMatchObject({ failure: null, triedAt: null })
  })

  it('a page that asks to sign in', async () => {
    at.feeds.calendar('/cal', '<!doctype html><h1>Sign in</h1>')
    await at.setFeed()
    expect(feedView(at.parts)).toMatchObject({ state: 'stale', failure: 'no_calendar' })
  })

  /** Sets the feed's address without reading the feed, which `setFeed` would do. */
  const setUnread = () =>
    at.site.db.write((tx) => writeFeedRow(tx, { address: encryptAddress(testKeys, at.feedUrl()) }))

  /** Expects the site to answer while the feed is read. */
  async function expectAnswersMeanwhile(outcome: string) {
    await setUnread()
    let ended = ''
    const reading = at.parts.sync.run().then(
      (result) => {
        ended = result
      },
      (error) => {
        ended = String(error)
      },
    )
    let meanwhile = 0
    for (; !ended; meanwhile++) expect((await at.site.get('/healthz')).status).toBe(200)
    await reading
    expect(ended).toBe(outcome)
    expect(meanwhile).toBeGreaterThan(1)
    expect(feedView(at.parts).state).toBe(outcome === 'read' ? 'fresh' : 'stale')
  }
})
