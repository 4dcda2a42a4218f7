import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeFeed, readFeedView, syncNow } from '#server/schedule/feed/commands.ts'
import { buildCalendar, buildEvent } from '#tests/support/schedule/calendar-files.ts'
import {
  type CalendarSite,
  nineToTen,
  startCalendarSite,
} from '#tests/support/schedule/calendar-site.ts'
import { changeSchedule } from '#tests/support/schedule/schedule.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { TODAY } from '#tests/support/server/site.ts'

const MINUTE = 60_000

/** An entry that blocks nothing. */
const transparent = buildEvent('DTSTART:20261124T090000Z', 'TRANSP:TRANSPARENT')

let site: CalendarSite
beforeEach(async () => {
  site = await startCalendarSite()
})
afterEach(() => site.close())

describe('The owner’s calendar', () => {
  it('blocks its busy times from being offered and booked as soon as it is set', async () => {
    site.feeds.serveCalendar('/cal', buildCalendar(nineToTen))
    expect(await site.listOfferedStarts()).toContain('2026-11-24T09:00:00.000Z')
    expect(await site.setFeed()).toMatchObject({
      ok: true,
      value: { state: 'fresh', entryCount: 1 },
    })
    expect(await site.listOfferedStarts()).not.toContain('2026-11-24T09:00:00.000Z')
    expect(await site.listOfferedStarts()).toContain('2026-11-24T10:00:00.000Z')
    expect((await site.site.post(buildBookingFields())).status).toBe(409)
  })

  it('is stored as busy times only, and its full address is never shown again', async () => {
    site.feeds.serveCalendar(
      '/secret-path/basic.ics',
      buildCalendar(
        buildEvent('SUMMARY:Dentist', 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z'),
      ),
    )
    await site.setFeed('/secret-path/basic.ics')
    const rows = await site.site.db.read.selectFrom('calendar_feed').selectAll().execute()
    expect(JSON.stringify([rows, await site.readBusyTimes()])).not.toContain('Dentist')
    expect((await readFeedView(site.parts)).maskedAddress).toBe(
      `${new URL(site.feeds.origin).host}/…asic.ics`,
    )
  })

  it('is fetched conditionally, and read again only if it has changed', async () => {
    site.feeds.serveCalendar('/cal', buildCalendar(nineToTen), {
      etag: '"1"',
      'last-modified': 'Sat, 21 Nov 2026 11:00:00 GMT',
    })
    await site.setFeed()
    site.feeds.answers.set('/cal', (req, res) => {
      res.writeHead(req.headers['if-none-match'] === '"1"' ? 304 : 500).end()
    })
    site.site.time.now += 10 * MINUTE
    expect(await site.parts.sync.run()).toBe('unchanged')
    expect(site.feeds.requests[1]?.headers['if-modified-since']).toBe(
      'Sat, 21 Nov 2026 11:00:00 GMT',
    )
    expect((await readFeedView(site.parts)).syncedAt).toBe(
      new Date(TODAY + 10 * MINUTE).toISOString(),
    )
    expect(await site.readBusyTimes()).toHaveLength(1)
    site.feeds.serveCalendar('/cal', buildCalendar(transparent))
    expect(await site.parts.sync.run()).toBe('read')
    expect(await site.readBusyTimes()).toEqual([])
  })

  it('is read in full again after the owner’s time zone or the bookable days have moved', async () => {
    const whole = buildCalendar(buildEvent('DTSTART;VALUE=DATE:20261124'))
    site.feeds.answers.set('/cal', (req, res) => {
      const known = req.headers['if-none-match'] === '"1"'
      res.writeHead(known ? 304 : 200, { etag: '"1"' }).end(known ? undefined : whole)
    })
    await site.setFeed()
    await changeSchedule(site.site.db, { timeZone: 'Asia/Tokyo' })
    expect(await site.parts.sync.run()).toBe('read')
    expect(await site.readBusyTimes()).toMatchObject([
      { starts_at: Date.parse('2026-11-23T15:00:00Z') },
    ])
    expect(await site.parts.sync.run()).toBe('unchanged')
    site.site.time.now += 8 * 24 * 60 * MINUTE
    expect(await site.parts.sync.run()).toBe('read')
  })

  it('frees its busy times when it is removed or replaced by another address', async () => {
    site.feeds.serveCalendar('/cal', buildCalendar(nineToTen))
    await site.setFeed()
    site.feeds.serveCalendar(
      '/other',
      buildCalendar(buildEvent('DTSTART:20261124T120000Z', 'DURATION:PT1H')),
    )
    await site.setFeed('/other')
    expect(await site.readBusyTimes()).toMatchObject([
      { starts_at: Date.parse('2026-11-24T12:00:00Z') },
    ])
    await changeFeed(site.parts, { address: '' })
    expect(await site.readBusyTimes()).toEqual([])
    expect(await readFeedView(site.parts)).toMatchObject({ maskedAddress: null, state: 'none' })
    expect(await syncNow(site.parts, 'Failed to sync calendar')).toMatchObject({
      status: 409,
      refusal: { code: 'none', error: 'Failed to sync calendar' },
    })
  })

  it.each(['http://elsewhere.example/cal', 'http://a:b@elsewhere.example/cal', 'https://'])(
    'is not accepted at the address %s',
    async (address) => {
      expect(await changeFeed(site.parts, { address })).toMatchObject({ ok: false, status: 422 })
      expect((await readFeedView(site.parts)).state).toBe('none')
    },
  )

  it('has no effect if another one was set while it was still being read', async () => {
    let arrive: () => void = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    site.feeds.answers.set('/slow', () => arrive())
    site.feeds.serveCalendar('/cal', buildCalendar(nineToTen))
    const slow = site.setFeed('/slow')
    await arrived
    await site.setFeed()
    expect(await slow).toMatchObject({ ok: true })
    expect(await readFeedView(site.parts)).toMatchObject({ state: 'fresh', failure: null })
    expect(await site.readBusyTimes()).toHaveLength(1)
  })
})

describe('The calendar over HTTP', () => {
  it('the owner, and only the owner, can set, read and sync the calendar', async () => {
    site.feeds.serveCalendar('/cal', buildCalendar(nineToTen))
    for (const [name, body] of [
      ['set-feed', { address: site.feedUrl() }],
      ['renew-bookings-feed', {}],
    ] as const)
      expect((await site.site.call(name, body)).status).toBe(401)
    expect((await site.site.get('/functions/sync-ical')).status).toBe(401)
    const owner = await site.site.signInOwner()
    const set = await site.site.call('set-feed', { address: site.feedUrl() }, owner)
    expect(await set.json()).toMatchObject({ state: 'fresh', staleMinutes: 60 })
    expect((await site.site.get('/functions/sync-ical', owner)).status).toBe(200)
    const wrong = await site.site.call('set-feed', { staleMinutes: 1 }, owner)
    expect([wrong.status, Object.keys((await wrong.json()).fields)]).toEqual([
      400,
      ['staleMinutes'],
    ])
    site.feeds.answers.delete('/cal')
    const failed = await site.site.get('/functions/sync-ical', owner)
    expect([failed.status, await failed.json()]).toEqual([
      502,
      { code: 'status', error: 'Failed to sync calendar' },
    ])
    expect(await (await site.site.get('/functions/get-feed', owner)).json()).toMatchObject({
      state: 'stale',
      failure: 'status',
    })
  })

  it('a lasting outage is emailed to the owner once, and one that ended before the email was due is not', async () => {
    const owner = await site.site.signInOwner()
    site.feeds.serveCalendar('/cal', buildCalendar())
    await site.site.call('set-feed', { address: site.feedUrl() }, owner)
    const sync = () => site.site.get('/functions/sync-ical', owner)
    const outages = async () => {
      await site.site.drain()
      const kind = site.site.db.read.selectFrom('mail').select(['kind', 'subject'])
      return kind.where('kind', '=', 'calendar-outage').execute()
    }
    site.feeds.answers.delete('/cal')
    await sync()
    expect(await outages()).toEqual([])
    site.feeds.serveCalendar('/cal', buildCalendar())
    await sync()
    site.site.time.now += 5 * MINUTE
    expect(await outages()).toEqual([])
    site.feeds.answers.delete('/cal')
    await sync()
    site.site.time.now += 5 * MINUTE
    await sync()
    const outage = { kind: 'calendar-outage', subject: 'Your calendar cannot be read' }
    expect(await outages()).toEqual([outage])
    site.site.time.now += 60 * MINUTE
    await sync()
    expect(await outages()).toEqual([outage])
  })

  it('a page of another site cannot trigger a sync', async () => {
    const owner = await site.site.signInOwner()
    const headers = { Cookie: owner, 'Sec-Fetch-Site': 'cross-site' }
    const response = await fetch(`${site.site.url}/functions/sync-ical`, { headers })
    expect([response.status, (await response.json()).code]).toEqual([403, 'cross_site'])
  })

  it('the owner’s own calendar can subscribe to our bookings at an address that can be replaced', async () => {
    const owner = await site.site.signInOwner()
    const renew = async () => (await site.site.call('renew-bookings-feed', {}, owner)).json()
    const { url } = await renew()
    const read = (headers = {}) =>
      fetch(site.site.url + url.slice(url.indexOf('/functions')), { headers })
    const { bookingId, manageUrl } = await (await site.site.post(buildBookingFields())).json()
    const first = await read()
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const file = await first.text()
    expect(file).toContain(`UID:${bookingId}@`)
    expect(file).toContain('STATUS:CONFIRMED')
    const etag = first.headers.get('etag') ?? ''
    expect((await read({ 'If-None-Match': etag })).status).toBe(304)
    const sig = new URL(manageUrl, site.site.url).searchParams.get('sig')
    await site.site.call('cancel-booking', { id: bookingId, sig })
    const second = await read({ 'If-None-Match': etag })
    expect(await second.text()).toContain('STATUS:CANCELLED')
    const rows = await site.site.db.read.selectFrom('bookings_feed').selectAll().execute()
    expect(url).not.toContain(rows[0]?.token)
    await renew()
    expect((await read()).status).toBe(404)
  })

  it('our own bookings in the owner’s calendar are not read as busy times', async () => {
    const { url } = await (
      await site.site.call('renew-bookings-feed', {}, await site.site.signInOwner())
    ).json()
    await site.site.post(buildBookingFields())
    const file = await (await fetch(site.site.url + url.slice(url.indexOf('/functions')))).text()
    site.feeds.serveCalendar('/cal', file)
    await site.setFeed()
    expect(await readFeedView(site.parts)).toMatchObject({ state: 'fresh', entryCount: 0 })
    expect(await site.readBusyTimes()).toEqual([])
  })
})
