import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { changeFeed, feedView, syncNow } from '#server/schedule/feed/commands.ts'
import { type CalendarSite, nineToTen, startCalendarSite } from '#tests/support/calendar-site.ts'
import { calendar } from '#tests/support/feeds.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { TODAY } from '#tests/support/site.ts'

const MINUTE = 60_000

let at: CalendarSite
beforeEach(async () => {
  at = await startCalendarSite()
})
afterEach(() => at.close())

describe('while the calendar cannot be relied on', () => {
  const fail = () => at.feeds.answers.set('/cal', (_req, res) => res.writeHead(503).end())

  async function outage() {
    at.feeds.calendar('/cal', calendar(nineToTen))
    await at.setFeed()
    fail()
    return syncNow(at.parts, 'Failed to sync calendar')
  }

  it('what was read last stays, with its age and the reason', async () => {
    expect(await outage()).toMatchObject({
      status: 502,
      refusal: { code: 'status', error: 'Failed to sync calendar' },
    })
    expect(at.busyTimes()).toHaveLength(1)
    expect(feedView(at.parts)).toMatchObject({
      state: 'stale',
      failure: 'status',
      syncedAt: new Date(TODAY).toISOString(),
    })
  })

  it('a booking becomes a request that keeps its time, and nobody is charged', async () => {
    await outage()
    const start = '2026-11-24T10:00:00Z'
    const free = await (await at.site.post(bookingFields({ start }))).json()
    expect(free).toMatchObject({ status: 'requested', holdExpiresAt: null })
    expect(await at.offered()).not.toContain('2026-11-24T10:00:00.000Z')
    const paid = bookingFields({ service_type: 'bespoke_planning', start: '2026-11-24T11:00:00Z' })
    const { bookingId } = await (await at.site.post(paid)).json()
    const find = query.selectFrom('booking').selectAll().where('id', '=', bookingId)
    expect(at.site.db.read.get(find)).toMatchObject({
      status: 'requested',
      payment: 'none',
      hold_expires_at: null,
      amount: 400_000,
    })
    const intent = { bookingId, serviceType: 'bespoke-planning', amount: 400_000, currency: 'nok' }
    expect((await at.site.call('create-payment-intent', intent)).ok).toBe(false)
    await at.site.drain()
    const mailed = at.site.db.read.all(
      query.selectFrom('mail').select('kind').where('booking_id', '=', bookingId),
    )
    expect(mailed.map(({ kind }) => kind).sort()).toEqual(['owner-new', 'requested'])
  })

  it('a form without script is told that it is only a request', async () => {
    await outage()
    const { start: _start, ...fields } = bookingFields({ date: '2026-11-24', time: '13:00' })
    const answer = await at.site.post(fields, { headers: { Accept: 'text/html' } })
    const page = await (await at.site.get(answer.headers.get('location') ?? '')).text()
    expect(page).toContain('<h1>Request received</h1>')
    expect(page).not.toContain('Payment needs')
  })

  it('by its age alone too, and visitors hear how old it is', async () => {
    at.feeds.calendar('/cal', calendar(nineToTen))
    await changeFeed(at.parts, { address: at.feedUrl(), staleMinutes: 30 })
    const day =
      '/functions/get-availability?service=initial-consultation&from=2026-11-24&to=2026-11-24'
    const known = async () => (await (await at.site.get(day)).json()).calendar
    const asOf = new Date(TODAY).toISOString()
    at.site.time.now += 30 * MINUTE
    expect(await known()).toEqual({ asOf, fresh: true })
    at.site.time.now += 1
    expect(await known()).toEqual({ asOf, fresh: false })
    const answer = await at.site.post(bookingFields({ start: '2026-11-24T10:00:00Z' }))
    expect((await answer.json()).status).toBe('requested')
  })

  it('the owner is told once for each outage, and not of one that is over', async () => {
    await outage()
    await at.parts.sync.run()
    expect(new Set(at.mails.map(({ since }) => since))).toEqual(new Set([TODAY]))
    at.feeds.calendar('/cal', calendar())
    await at.parts.sync.run()
    expect(feedView(at.parts)).toMatchObject({ state: 'fresh', failure: null, failingSince: null })
    at.site.time.now += MINUTE
    fail()
    await at.parts.sync.run()
    expect(new Set(at.mails.map(({ since }) => since))).toEqual(new Set([TODAY, TODAY + MINUTE]))
  })

  it('a booking is confirmed again as soon as it is read', async () => {
    await outage()
    at.feeds.calendar('/cal', calendar())
    await at.parts.sync.run()
    expect((await (await at.site.post(bookingFields())).json()).status).toBe('confirmed')
  })
})
