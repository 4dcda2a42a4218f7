import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { changeFeed, feedView, syncNow } from '#server/schedule/feed/commands.ts'
import { readSchedule, writeSchedule } from '#server/schedule/store.ts'
import { type CalendarSite, nineToTen, startCalendarSite } from '#tests/support/calendar-site.ts'
import { calendar, event } from '#tests/support/feeds.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { TODAY } from '#tests/support/site.ts'

const MINUTE = 60_000

let at: CalendarSite
beforeEach(async () => {
  at = await startCalendarSite()
})
afterEach(() => at.close())

describe('the owner’s calendar', () => {
  it('keeps what is busy in it from being offered and booked, from the moment it is set', async () => {
    at.feeds.calendar('/cal', calendar(nineToTen))
    expect(await at.offered()).toContain('2026-11-24T09:00:00.000Z')
    expect(await at.setFeed()).toMatchObject({ ok: true, value: { state: 'fresh', entries: 1 } })
    expect(await at.offered()).not.toContain('2026-11-24T09:00:00.000Z')
    expect(await at.offered()).toContain('2026-11-24T10:00:00.000Z')
    expect((await at.site.post(bookingFields())).status).toBe(409)
  })

  it('is stored as busy times and nothing else, and its address is never told again', async () => {
    at.feeds.calendar(
      '/secret-path/basic.ics',
      calendar(event('SUMMARY:Dentist', 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z')),
    )
    await at.setFeed('/secret-path/basic.ics')
    const rows = at.site.db.read.all(query.selectFrom('calendar_feed').selectAll())
    expect(JSON.stringify([rows, at.busyTimes()])).not.toContain('Dentist')
    expect(feedView(at.parts).shown).toBe(`${new URL(at.feeds.origin).host}/…asic.ics`)
  })

  it('is asked whether it changed, and read again where it did', async () => {
    at.feeds.calendar('/cal', calendar(nineToTen), {
      etag: '"1"',
      'last-modified': 'Sat, 21 Nov 2026 11:00:00 GMT',
    })
    await at.setFeed()
    at.feeds.answers.set('/cal', (req, res) => {
      res.writeHead(req.headers['if-none-match'] === '"1"' ? 304 : 500).end()
    })
    at.site.time.now += 10 * MINUTE
    expect(await at.parts.sync.run()).toBe('unchanged')
    expect(at.feeds.asked[1]?.headers['if-modified-since']).toBe('Sat, 21 Nov 2026 11:00:00 GMT')
    expect(feedView(at.parts).syncedAt).toBe(new Date(TODAY + 10 * MINUTE).toISOString())
    expect(at.busyTimes()).toHaveLength(1)
    at.feeds.calendar('/cal', calendar())
    expect(await at.parts.sync.run()).toBe('read')
    expect(at.busyTimes()).toEqual([])
  })

  it('is read whole again where the owner’s zone, or the days that can be booked, moved on', async () => {
    const whole = calendar(event('DTSTART;VALUE=DATE:20261124'))
    at.feeds.answers.set('/cal', (req, res) => {
      const known = req.headers['if-none-match'] === '"1"'
      res.writeHead(known ? 304 : 200, { etag: '"1"' }).end(known ? undefined : whole)
    })
    await at.setFeed()
    await at.site.db.write((tx) =>
      writeSchedule(tx, { ...readSchedule(tx), timeZone: 'Asia/Tokyo', version: 2 }),
    )
    expect(await at.parts.sync.run()).toBe('read')
    expect(at.busyTimes()).toMatchObject([{ starts_at: Date.parse('2026-11-23T15:00:00Z') }])
    expect(await at.parts.sync.run()).toBe('unchanged')
    at.site.time.now += 8 * 24 * 60 * MINUTE
    expect(await at.parts.sync.run()).toBe('read')
  })

  it('that is taken off frees its times, and with another address nothing of the first stays', async () => {
    at.feeds.calendar('/cal', calendar(nineToTen))
    await at.setFeed()
    at.feeds.calendar('/other', calendar(event('DTSTART:20261124T120000Z', 'DURATION:PT1H')))
    await at.setFeed('/other')
    expect(at.busyTimes()).toMatchObject([{ starts_at: Date.parse('2026-11-24T12:00:00Z') }])
    await changeFeed(at.parts, { address: '' })
    expect(at.busyTimes()).toEqual([])
    expect(feedView(at.parts)).toMatchObject({ shown: null, state: 'none' })
    expect(await syncNow(at.parts, 'Failed to sync calendar')).toMatchObject({
      status: 409,
      refusal: { code: 'none', error: 'Failed to sync calendar' },
    })
  })

  it.each(['http://elsewhere.example/cal', 'https://a:b@example.com/cal', 'https://'])(
    'is not taken from %s',
    async (address) => {
      expect(await changeFeed(at.parts, { address })).toMatchObject({ ok: false, status: 422 })
      expect(feedView(at.parts).state).toBe('none')
    },
  )

  it('that was being read when another was set leaves nothing behind', async () => {
    let asked: () => void = () => {}
    const arrived = new Promise<void>((resolve) => {
      asked = resolve
    })
    at.feeds.answers.set('/slow', () => asked())
    at.feeds.calendar('/cal', calendar(nineToTen))
    const slow = at.setFeed('/slow')
    await arrived
    await at.setFeed()
    expect(await slow).toMatchObject({ ok: true })
    expect(feedView(at.parts)).toMatchObject({ state: 'fresh', failure: null })
    expect(at.busyTimes()).toHaveLength(1)
  })
})

describe('over the wire', () => {
  it('the owner sets, reads and syncs the calendar, and nobody else does', async () => {
    at.feeds.calendar('/cal', calendar(nineToTen))
    for (const [name, body] of [
      ['set-feed', { address: at.feedUrl() }],
      ['renew-bookings-feed', {}],
    ] as const)
      expect((await at.site.call(name, body)).status).toBe(401)
    expect((await at.site.get('/functions/sync-ical')).status).toBe(401)
    const owner = await at.site.owner()
    const set = await at.site.call('set-feed', { address: at.feedUrl() }, owner)
    expect(await set.json()).toMatchObject({ state: 'fresh', staleMinutes: 60 })
    expect((await at.site.get('/functions/sync-ical', owner)).status).toBe(200)
    const wrong = await at.site.call('set-feed', { staleMinutes: 1 }, owner)
    expect([wrong.status, Object.keys((await wrong.json()).fields)]).toEqual([
      400,
      ['staleMinutes'],
    ])
    at.feeds.answers.delete('/cal')
    const failed = await at.site.get('/functions/sync-ical', owner)
    expect([failed.status, await failed.json()]).toEqual([
      502,
      { code: 'status', error: 'Failed to sync calendar' },
    ])
    expect(await (await at.site.get('/functions/get-feed', owner)).json()).toMatchObject({
      state: 'stale',
      failure: 'status',
    })
  })

  it('an outage that lasts is mailed to the owner once, and one that is over by then not at all', async () => {
    const owner = await at.site.owner()
    at.feeds.calendar('/cal', calendar())
    await at.site.call('set-feed', { address: at.feedUrl() }, owner)
    const sync = () => at.site.get('/functions/sync-ical', owner)
    const outages = async () => {
      await at.site.drain()
      const kind = query.selectFrom('mail').select(['kind', 'subject'])
      return at.site.db.read.all(kind.where('kind', '=', 'calendar-outage'))
    }
    at.feeds.answers.delete('/cal')
    await sync()
    expect(await outages()).toEqual([])
    at.feeds.calendar('/cal', calendar())
    await sync()
    at.site.time.now += 5 * MINUTE
    expect(await outages()).toEqual([])
    at.feeds.answers.delete('/cal')
    await sync()
    at.site.time.now += 5 * MINUTE
    await sync()
    const told = { kind: 'calendar-outage', subject: 'Your calendar cannot be read' }
    expect(await outages()).toEqual([told])
    at.site.time.now += 60 * MINUTE
    await sync()
    expect(await outages()).toEqual([told])
  })

  it('another site’s page cannot set off a reading', async () => {
    const owner = await at.site.owner()
    const headers = { Cookie: owner, 'Sec-Fetch-Site': 'cross-site' }
    const response = await fetch(`${at.site.url}/functions/sync-ical`, { headers })
    expect([response.status, (await response.json()).code]).toEqual([403, 'cross_site'])
  })

  it('the owner’s own calendar follows our bookings by an address that can be renewed', async () => {
    const owner = await at.site.owner()
    const renew = async () => (await at.site.call('renew-bookings-feed', {}, owner)).json()
    const { url } = await renew()
    const read = (headers = {}) =>
      fetch(at.site.url + url.slice(url.indexOf('/functions')), { headers })
    const { bookingId, manageUrl } = await (await at.site.post(bookingFields())).json()
    const first = await read()
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const file = await first.text()
    expect(file).toContain(`UID:${bookingId}@`)
    expect(file).toContain('STATUS:CONFIRMED')
    const etag = first.headers.get('etag') ?? ''
    expect((await read({ 'If-None-Match': etag })).status).toBe(304)
    const sig = new URL(manageUrl, at.site.url).searchParams.get('sig')
    await at.site.call('cancel-booking', { id: bookingId, sig })
    const second = await read({ 'If-None-Match': etag })
    expect(await second.text()).toContain('STATUS:CANCELLED')
    const rows = at.site.db.read.all(query.selectFrom('bookings_feed').selectAll())
    expect(url).not.toContain(rows[0]?.token)
    await renew()
    expect((await read()).status).toBe(404)
  })

  it('our own bookings do not come back as busy times', async () => {
    const { url } = await (
      await at.site.call('renew-bookings-feed', {}, await at.site.owner())
    ).json()
    await at.site.post(bookingFields())
    const file = await (await fetch(at.site.url + url.slice(url.indexOf('/functions')))).text()
    at.feeds.calendar('/cal', file)
    await at.setFeed()
    expect(feedView(at.parts)).toMatchObject({ state: 'fresh', entries: 0 })
    expect(at.busyTimes()).toEqual([])
  })
})
