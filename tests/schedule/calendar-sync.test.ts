import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCalendar } from '../../server/calendar.ts'
import { query } from '../../server/db/database.ts'
import { createLog } from '../../server/lib/log.ts'
import {
  changeFeed,
  type FeedParts,
  feedView,
  syncNow,
} from '../../server/schedule/feed/commands.ts'
import { readInThread } from '../../server/schedule/feed/reader.ts'
import { writeFeedRow } from '../../server/schedule/feed/store.ts'
import { readSchedule, writeSchedule } from '../../server/schedule/store.ts'
import { readSettings } from '../../server/settings.ts'
import { FeedDouble } from '../support/feed-double.ts'
import { calendar, endlessSeries, event, manyEvents, manySeries } from '../support/feeds.ts'
import { bookingFields } from '../support/forms.ts'
import { type Site, startSite, TODAY } from '../support/site.ts'

const MINUTE = 60_000

// Each reading starts a thread, and from source that takes a second and more.
vi.setConfig({ testTimeout: 60_000 })

let site: Site
let feeds: FeedDouble
let parts: FeedParts
let mails: { since: number }[]

beforeEach(async () => {
  feeds = await FeedDouble.start()
  site = await startSite({ CALENDAR_ORIGIN: feeds.origin })
  mails = []
  parts = openCalendar()
})
afterEach(async () => {
  await parts.sync.stop()
  await site.close()
  await feeds.stop()
})

/** The owner's side of the site's own database. */
function openCalendar(): FeedParts {
  const settings = readSettings({ DATA_DIR: site.dataDir, CALENDAR_ORIGIN: feeds.origin })
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
      secret: 'a secret',
    },
    { mails: queue as never, siteUrl: site.url, owner: 'owner@example.com' },
  )
}

const feedUrl = (path = '/cal') => feeds.origin + path
const setFeed = async (path = '/cal') => changeFeed(parts, { address: feedUrl(path) })
const busyTimes = () => site.db.read.all(query.selectFrom('busy_time').selectAll())
const nineToTen = event('DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z')

async function offered(): Promise<string[]> {
  const day = 'service=initial-consultation&from=2026-11-24&to=2026-11-24'
  const { slots } = await (await site.get(`/functions/get-availability?${day}`)).json()
  return slots
}

describe('the owner’s calendar', () => {
  it('keeps what is busy in it from being offered and booked, from the moment it is set', async () => {
    feeds.calendar('/cal', calendar(nineToTen))
    expect(await offered()).toContain('2026-11-24T09:00:00.000Z')
    expect(await setFeed()).toMatchObject({ ok: true, value: { state: 'fresh', entries: 1 } })
    expect(await offered()).not.toContain('2026-11-24T09:00:00.000Z')
    expect(await offered()).toContain('2026-11-24T10:00:00.000Z')
    expect((await site.post(bookingFields())).status).toBe(409)
  })

  it('is stored as busy times and nothing else, and its address is never told again', async () => {
    feeds.calendar(
      '/secret-path/basic.ics',
      calendar(event('SUMMARY:Dentist', 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z')),
    )
    await setFeed('/secret-path/basic.ics')
    const rows = site.db.read.all(query.selectFrom('calendar_feed').selectAll())
    expect(JSON.stringify([rows, busyTimes()])).not.toContain('Dentist')
    expect(feedView(parts).shown).toBe(`${new URL(feeds.origin).host}/…asic.ics`)
  })

  it('is asked whether it changed, and read again where it did', async () => {
    feeds.calendar('/cal', calendar(nineToTen), {
      etag: '"1"',
      'last-modified': 'Sat, 21 Nov 2026 11:00:00 GMT',
    })
    await setFeed()
    feeds.answers.set('/cal', (req, res) => {
      res.writeHead(req.headers['if-none-match'] === '"1"' ? 304 : 500).end()
    })
    site.time.now += 10 * MINUTE
    expect(await parts.sync.run()).toBe('unchanged')
    expect(feeds.asked[1]?.headers['if-modified-since']).toBe('Sat, 21 Nov 2026 11:00:00 GMT')
    expect(feedView(parts).syncedAt).toBe(new Date(TODAY + 10 * MINUTE).toISOString())
    expect(busyTimes()).toHaveLength(1)
    feeds.calendar('/cal', calendar())
    expect(await parts.sync.run()).toBe('read')
    expect(busyTimes()).toEqual([])
  })

  it('is read whole again where the owner’s zone, or the days that can be booked, moved on', async () => {
    const whole = calendar(event('DTSTART;VALUE=DATE:20261124'))
    feeds.answers.set('/cal', (req, res) => {
      const known = req.headers['if-none-match'] === '"1"'
      res.writeHead(known ? 304 : 200, { etag: '"1"' }).end(known ? undefined : whole)
    })
    await setFeed()
    await site.db.write((tx) =>
      writeSchedule(tx, { ...readSchedule(tx), timeZone: 'Asia/Tokyo', version: 2 }),
    )
    expect(await parts.sync.run()).toBe('read')
    expect(busyTimes()).toMatchObject([{ starts_at: Date.parse('2026-11-23T15:00:00Z') }])
    expect(await parts.sync.run()).toBe('unchanged')
    site.time.now += 8 * 24 * 60 * MINUTE
    expect(await parts.sync.run()).toBe('read')
  })

  it('that is taken off frees its times, and with another address nothing of the first stays', async () => {
    feeds.calendar('/cal', calendar(nineToTen))
    await setFeed()
    feeds.calendar('/other', calendar(event('DTSTART:20261124T120000Z', 'DURATION:PT1H')))
    await setFeed('/other')
    expect(busyTimes()).toMatchObject([{ starts_at: Date.parse('2026-11-24T12:00:00Z') }])
    await changeFeed(parts, { address: '' })
    expect(busyTimes()).toEqual([])
    expect(feedView(parts)).toMatchObject({ shown: null, state: 'none' })
    expect(await syncNow(parts, 'Failed to sync calendar')).toMatchObject({
      status: 409,
      refusal: { code: 'none', error: 'Failed to sync calendar' },
    })
  })

  it.each(['http://elsewhere.example/cal', 'https://a:b@example.com/cal', 'https://'])(
    'is not taken from %s',
    async (address) => {
      expect(await changeFeed(parts, { address })).toMatchObject({ ok: false, status: 422 })
      expect(feedView(parts).state).toBe('none')
    },
  )

  it('that was being read when another was set leaves nothing behind', async () => {
    let asked: () => void = () => {}
    const arrived = new Promise<void>((resolve) => {
      asked = resolve
    })
    feeds.answers.set('/slow', () => asked())
    feeds.calendar('/cal', calendar(nineToTen))
    const slow = setFeed('/slow')
    await arrived
    await setFeed()
    expect(await slow).toMatchObject({ ok: true })
    expect(feedView(parts)).toMatchObject({ state: 'fresh', failure: null })
    expect(busyTimes()).toHaveLength(1)
  })
})

describe('while the calendar cannot be relied on', () => {
  const fail = () => feeds.answers.set('/cal', (_req, res) => res.writeHead(503).end())

  async function outage() {
    feeds.calendar('/cal', calendar(nineToTen))
    await setFeed()
    fail()
    return syncNow(parts, 'Failed to sync calendar')
  }

  it('what was read last stays, with its age and the reason', async () => {
    expect(await outage()).toMatchObject({
      status: 502,
      refusal: { code: 'status', error: 'Failed to sync calendar' },
    })
    expect(busyTimes()).toHaveLength(1)
    expect(feedView(parts)).toMatchObject({
      state: 'stale',
      failure: 'status',
      syncedAt: new Date(TODAY).toISOString(),
    })
  })

  it('a booking becomes a request that keeps its time, and nobody is charged', async () => {
    await outage()
    const start = '2026-11-24T10:00:00Z'
    const free = await (await site.post(bookingFields({ start }))).json()
    expect(free).toMatchObject({ status: 'requested', holdExpiresAt: null })
    expect(await offered()).not.toContain('2026-11-24T10:00:00.000Z')
    const paid = bookingFields({ service_type: 'bespoke_planning', start: '2026-11-24T11:00:00Z' })
    const { bookingId } = await (await site.post(paid)).json()
    const find = query.selectFrom('booking').selectAll().where('id', '=', bookingId)
    expect(site.db.read.get(find)).toMatchObject({
      status: 'requested',
      payment: 'none',
      hold_expires_at: null,
      amount: 400_000,
    })
    const intent = { bookingId, serviceType: 'bespoke-planning', amount: 400_000, currency: 'nok' }
    expect((await site.call('create-payment-intent', intent)).ok).toBe(false)
    await site.drain()
    const mailed = site.db.read.all(
      query.selectFrom('mail').select('kind').where('booking_id', '=', bookingId),
    )
    expect(mailed.map(({ kind }) => kind).sort()).toEqual(['owner-new', 'requested'])
  })

  it('a form without script is told that it is only a request', async () => {
    await outage()
    const { start: _start, ...fields } = bookingFields({ date: '2026-11-24', time: '13:00' })
    const answer = await site.post(fields, { headers: { Accept: 'text/html' } })
    const page = await (await site.get(answer.headers.get('location') ?? '')).text()
    expect(page).toContain('<h1>Request received</h1>')
    expect(page).not.toContain('Payment needs')
  })

  it('by its age alone too, and visitors hear how old it is', async () => {
    feeds.calendar('/cal', calendar(nineToTen))
    await changeFeed(parts, { address: feedUrl(), staleMinutes: 30 })
    const day =
      '/functions/get-availability?service=initial-consultation&from=2026-11-24&to=2026-11-24'
    const known = async () => (await (await site.get(day)).json()).calendar
    const asOf = new Date(TODAY).toISOString()
    site.time.now += 30 * MINUTE
    expect(await known()).toEqual({ asOf, fresh: true })
    site.time.now += 1
    expect(await known()).toEqual({ asOf, fresh: false })
    const answer = await site.post(bookingFields({ start: '2026-11-24T10:00:00Z' }))
    expect((await answer.json()).status).toBe('requested')
  })

  it('the owner is told once for each outage, and not of one that is over', async () => {
    await outage()
    await parts.sync.run()
    expect(new Set(mails.map(({ since }) => since))).toEqual(new Set([TODAY]))
    feeds.calendar('/cal', calendar())
    await parts.sync.run()
    expect(feedView(parts)).toMatchObject({ state: 'fresh', failure: null, failingSince: null })
    site.time.now += MINUTE
    fail()
    await parts.sync.run()
    expect(new Set(mails.map(({ since }) => since))).toEqual(new Set([TODAY, TODAY + MINUTE]))
  })

  it('a booking is confirmed again as soon as it is read', async () => {
    await outage()
    feeds.calendar('/cal', calendar())
    await parts.sync.run()
    expect((await (await site.post(bookingFields())).json()).status).toBe('confirmed')
  })
})

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
    feeds.calendar('/cal', text())
    await expectAnswersMeanwhile(outcome)
  })

  it.each([
    ['a zip bomb', 'A'],
    ['a calendar that unzips to 200 MB', 'BEGIN:VCALENDAR\r\n'],
  ])('%s', async (_what, block) => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, block))
    feeds.answers.set('/cal', (_req, res) =>
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
    feeds.answers.set('/cal', (_req, res) => {
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
    await expect.poll(() => feeds.open).toBe(0)
  })

  it('a slow drip, which does not hold up the end of the site either', async () => {
    const drips: NodeJS.Timeout[] = []
    feeds.answers.set('/cal', (_req, res) => {
      res.writeHead(200)
      drips.push(setInterval(() => res.write('BEGIN'), 20))
    })
    await site.db.write((tx) => writeFeedRow(tx, { address: feedUrl() }))
    const reading = parts.sync.run()
    await expect.poll(() => drips.length).toBe(1)
    expect((await site.get('/healthz')).status).toBe(200)
    await parts.sync.stop()
    expect(await reading).toBe('stopped')
    await expect.poll(() => feeds.open).toBe(0)
    for (const drip of drips) clearInterval(drip)
    expect(feedView(parts)).toMatchObject({ failure: null, triedAt: null })
  })

  it('a page that asks to sign in', async () => {
    feeds.calendar('/cal', '<!doctype html><h1>Sign in</h1>')
    await setFeed()
    expect(feedView(parts)).toMatchObject({ state: 'stale', failure: 'no_calendar' })
  })

  /** Answers of the site come while the calendar is read, not after. */
  async function expectAnswersMeanwhile(outcome: string) {
    await site.db.write((tx) => writeFeedRow(tx, { address: feedUrl() }))
    let ended = ''
    const reading = parts.sync.run().then((result) => {
      ended = result
    })
    let meanwhile = 0
    for (; !ended; meanwhile++) expect((await site.get('/healthz')).status).toBe(200)
    await reading
    expect(ended).toBe(outcome)
    expect(meanwhile).toBeGreaterThan(1)
    expect(feedView(parts).state).toBe(outcome === 'read' ? 'fresh' : 'stale')
  }
})

describe('over the wire', () => {
  it('the owner sets, reads and syncs the calendar, and nobody else does', async () => {
    feeds.calendar('/cal', calendar(nineToTen))
    for (const [name, body] of [
      ['set-feed', { address: feedUrl() }],
      ['renew-bookings-feed', {}],
    ] as const)
      expect((await site.call(name, body)).status).toBe(401)
    expect((await site.get('/functions/sync-ical')).status).toBe(401)
    const owner = await site.owner()
    const set = await site.call('set-feed', { address: feedUrl() }, owner)
    expect(await set.json()).toMatchObject({ state: 'fresh', staleMinutes: 60 })
    expect((await site.get('/functions/sync-ical', owner)).status).toBe(200)
    const wrong = await site.call('set-feed', { staleMinutes: 1 }, owner)
    expect([wrong.status, Object.keys((await wrong.json()).fields)]).toEqual([
      400,
      ['staleMinutes'],
    ])
    feeds.answers.delete('/cal')
    const failed = await site.get('/functions/sync-ical', owner)
    expect([failed.status, await failed.json()]).toEqual([
      502,
      { code: 'status', error: 'Failed to sync calendar' },
    ])
    expect(await (await site.get('/functions/get-feed', owner)).json()).toMatchObject({
      state: 'stale',
      failure: 'status',
    })
  })

  it('an outage that lasts is mailed to the owner once, and one that is over by then not at all', async () => {
    const owner = await site.owner()
    feeds.calendar('/cal', calendar())
    await site.call('set-feed', { address: feedUrl() }, owner)
    const sync = () => site.get('/functions/sync-ical', owner)
    const outages = async () => {
      await site.drain()
      const kind = query.selectFrom('mail').select(['kind', 'subject'])
      return site.db.read.all(kind.where('kind', '=', 'calendar-outage'))
    }
    feeds.answers.delete('/cal')
    await sync()
    expect(await outages()).toEqual([])
    feeds.calendar('/cal', calendar())
    await sync()
    site.time.now += 5 * MINUTE
    expect(await outages()).toEqual([])
    feeds.answers.delete('/cal')
    await sync()
    site.time.now += 5 * MINUTE
    await sync()
    const told = { kind: 'calendar-outage', subject: 'Your calendar cannot be read' }
    expect(await outages()).toEqual([told])
    site.time.now += 60 * MINUTE
    await sync()
    expect(await outages()).toEqual([told])
  })

  it('another site’s page cannot set off a reading', async () => {
    const owner = await site.owner()
    const headers = { Cookie: owner, 'Sec-Fetch-Site': 'cross-site' }
    const response = await fetch(`${site.url}/functions/sync-ical`, { headers })
    expect([response.status, (await response.json()).code]).toEqual([403, 'cross_site'])
  })

  it('the owner’s own calendar follows our bookings by an address that can be renewed', async () => {
    const owner = await site.owner()
    const renew = async () => (await site.call('renew-bookings-feed', {}, owner)).json()
    const { url } = await renew()
    const read = (headers = {}) =>
      fetch(site.url + url.slice(url.indexOf('/functions')), { headers })
    const { bookingId, manageUrl } = await (await site.post(bookingFields())).json()
    const first = await read()
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const file = await first.text()
    expect(file).toContain(`UID:${bookingId}@`)
    expect(file).toContain('STATUS:CONFIRMED')
    const etag = first.headers.get('etag') ?? ''
    expect((await read({ 'If-None-Match': etag })).status).toBe(304)
    const sig = new URL(manageUrl, site.url).searchParams.get('sig')
    await site.call('cancel-booking', { id: bookingId, sig })
    const second = await read({ 'If-None-Match': etag })
    expect(await second.text()).toContain('STATUS:CANCELLED')
    const rows = site.db.read.all(query.selectFrom('bookings_feed').selectAll())
    expect(url).not.toContain(rows[0]?.token)
    await renew()
    expect((await read()).status).toBe(404)
  })

  it('our own bookings do not come back as busy times', async () => {
    const { url } = await (await site.call('renew-bookings-feed', {}, await site.owner())).json()
    await site.post(bookingFields())
    const file = await (await fetch(site.url + url.slice(url.indexOf('/functions')))).text()
    feeds.calendar('/cal', file)
    await setFeed()
    expect(feedView(parts)).toMatchObject({ state: 'fresh', entries: 0 })
    expect(busyTimes()).toEqual([])
  })
})
