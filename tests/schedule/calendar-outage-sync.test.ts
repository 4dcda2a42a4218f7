import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeFeed, readFeedView, syncNow } from '#server/schedule/feed/commands.ts'
import { buildCalendar, buildEvent } from '#tests/support/schedule/calendar-files.ts'
import {
  type CalendarSite,
  nineToTen,
  startCalendarSite,
} from '#tests/support/schedule/calendar-site.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { TODAY } from '#tests/support/server/site.ts'

const MINUTE = 60_000

/** A calendar with an entry that blocks nothing. */
const transparent = buildEvent('DTSTART:20261124T090000Z', 'TRANSP:TRANSPARENT')

let site: CalendarSite
beforeEach(async () => {
  site = await startCalendarSite()
})
afterEach(() => site.close())

describe('A calendar that is unavailable or stale', () => {
  const fail = () => site.feeds.answers.set('/cal', (_req, res) => res.writeHead(503).end())

  async function outage() {
    site.feeds.serveCalendar('/cal', buildCalendar(nineToTen))
    await site.setFeed()
    fail()
    return syncNow(site.parts, 'Failed to sync calendar')
  }

  it('keeps the busy times that were read last, and shows their age and the reason of the failure', async () => {
    expect(await outage()).toMatchObject({
      status: 502,
      refusal: { code: 'status', error: 'Failed to sync calendar' },
    })
    expect(await site.readBusyTimes()).toHaveLength(1)
    expect(await readFeedView(site.parts)).toMatchObject({
      state: 'stale',
      failure: 'status',
      syncedAt: new Date(TODAY).toISOString(),
    })
  })

  it('turns a booking into a request that blocks its slot, and nothing is charged', async () => {
    await outage()
    const start = '2026-11-24T10:00:00Z'
    const free = await (await site.site.post(buildBookingFields({ start }))).json()
    expect(free).toMatchObject({ status: 'requested', holdExpiresAt: null })
    expect(await site.listOfferedStarts()).not.toContain('2026-11-24T10:00:00.000Z')
    const paid = buildBookingFields({
      service_type: 'bespoke_planning',
      start: '2026-11-24T11:00:00Z',
    })
    const { bookingId } = await (await site.site.post(paid)).json()
    const find = site.site.db.read.selectFrom('booking').selectAll().where('id', '=', bookingId)
    expect(await find.executeTakeFirst()).toMatchObject({
      status: 'requested',
      payment: 'none',
      hold_expires_at: null,
      amount: 400_000,
    })
    const intent = { bookingId, serviceType: 'bespoke-planning', amount: 400_000, currency: 'nok' }
    expect((await site.site.call('create-payment-intent', intent)).ok).toBe(false)
    await site.site.drain()
    const mailed = await site.site.db.read
      .selectFrom('mail')
      .select('kind')
      .where('booking_id', '=', bookingId)
      .execute()
    expect(mailed.map(({ kind }) => kind).sort()).toEqual(['owner-new', 'requested'])
  })

  it('makes the page after a form without JavaScript say that the booking is only a request', async () => {
    await outage()
    const { start: _start, ...fields } = buildBookingFields({ date: '2026-11-24', time: '13:00' })
    const answer = await site.site.post(fields, { headers: { Accept: 'text/html' } })
    const page = await (await site.site.get(answer.headers.get('location') ?? '')).text()
    expect(page).toContain('<h1>Request received</h1>')
    expect(page).not.toContain('Payment needs')
  })

  it('is stale by its age alone, visitors get that age, and bookings become requests', async () => {
    site.feeds.serveCalendar('/cal', buildCalendar(nineToTen))
    await changeFeed(site.parts, { address: site.feedUrl(), staleMinutes: 30 })
    const day =
      '/functions/get-availability?service=initial-consultation&from=2026-11-24&to=2026-11-24'
    const known = async () => (await (await site.site.get(day)).json()).calendar
    const asOf = new Date(TODAY).toISOString()
    site.site.time.now += 30 * MINUTE
    expect(await known()).toEqual({ asOf, fresh: true, requestSlots: [] })
    site.site.time.now += 1
    expect(await known()).toMatchObject({ asOf, fresh: false })
    const answer = await site.site.post(buildBookingFields({ start: '2026-11-24T10:00:00Z' }))
    expect((await answer.json()).status).toBe('requested')
  })

  it('is reported to the owner under one start time per outage, and a later outage under its own', async () => {
    await outage()
    await site.parts.sync.run()
    expect(new Set(site.mails.map(({ since }) => since))).toEqual(new Set([TODAY]))
    site.feeds.serveCalendar('/cal', buildCalendar(transparent))
    await site.parts.sync.run()
    expect(await readFeedView(site.parts)).toMatchObject({
      state: 'fresh',
      failure: null,
      failingSince: null,
    })
    site.site.time.now += MINUTE
    fail()
    await site.parts.sync.run()
    expect(new Set(site.mails.map(({ since }) => since))).toEqual(new Set([TODAY, TODAY + MINUTE]))
  })

  it('confirms bookings again as soon as it was read successfully', async () => {
    await outage()
    site.feeds.serveCalendar('/cal', buildCalendar(transparent))
    await site.parts.sync.run()
    expect((await (await site.site.post(buildBookingFields())).json()).status).toBe('confirmed')
  })
})
