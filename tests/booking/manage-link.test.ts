import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { writeSchedule } from '#server/schedule/store.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { cookieOf, type Site, startSite } from '#tests/support/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const bookings = () => site.db.read.all(query.selectFrom('booking').selectAll())

describe('the link', () => {
  async function booked(over = {}) {
    const response = await site.post(bookingFields(over))
    const body = await response.json()
    const sig = new URL(body.manageUrl, site.url).searchParams.get('sig') ?? ''
    return { id: body.bookingId as string, sig, cookie: cookieOf(response) }
  }
  const see = (id: string, sig: string) => site.get(`/functions/get-booking?id=${id}&sig=${sig}`)

  it('shows the booking on any device, and reading changes nothing', async () => {
    const { id, sig } = await booked()
    const before = bookings()
    const view = await (await see(id, sig)).json()
    expect(view).toMatchObject({
      firstName: 'Elisabeth',
      status: 'confirmed',
      changes: { open: true, refund: 0 },
    })
    expect(bookings()).toEqual(before)
  })

  it('is useless for another booking, and unknown ids look like foreign ones', async () => {
    const one = await booked()
    const other = await booked({ start: '2026-11-24T10:00:00Z' })
    const foreign = await see(other.id, one.sig)
    const unknown = await see('AAAAAAAAAAAAAAAAAAAAAA', one.sig)
    expect(foreign.status).toBe(404)
    expect(await foreign.json()).toEqual(await unknown.json())
  })

  it('is not needed by the browser that booked', async () => {
    const { id, cookie } = await booked()
    expect((await site.get(`/functions/get-booking?id=${id}`, cookie)).status).toBe(200)
    expect((await site.get(`/functions/get-booking?id=${id}`)).status).toBe(404)
  })

  it('cancels once, frees the time, and a repeat is harmless', async () => {
    const { id, sig } = await booked()
    for (const _try of [1, 2])
      expect(await (await site.call('cancel-booking', { id, sig })).json()).toMatchObject({
        status: 'cancelled',
      })
    expect(bookings()).toMatchObject([{ status: 'cancelled', sequence: 1 }])
    expect((await site.post(bookingFields())).status).toBe(201)
  })

  it('moves to an open time, frees the old one, and raises the sequence', async () => {
    const { id, sig } = await booked({ timezone: 'Asia/Kathmandu' })
    const moved = await site.call('move-booking', { id, sig, start: '2026-11-25T10:00:00.000Z' })
    expect(await moved.json()).toMatchObject({ start: '2026-11-25T10:00:00.000Z' })
    expect(bookings()).toMatchObject([
      { sequence: 1, shown_date: '2026-11-25', shown_time: '15:45' },
    ])
    expect((await site.post(bookingFields())).status).toBe(201)
    expect((await site.post(bookingFields({ start: '2026-11-25T10:00:00Z' }))).status).toBe(409)
  })

  it('may move a booking into the buffer that it keeps free itself', async () => {
    await site.db.write((tx) => writeSchedule(tx, { ...defaultSchedule, bufferMinutes: 30 }))
    const { id, sig } = await booked()
    expect((await site.post(bookingFields({ start: '2026-11-24T09:30:00Z' }))).status).toBe(409)
    const moved = await site.call('move-booking', { id, sig, start: '2026-11-24T09:30:00.000Z' })
    expect(moved.status).toBe(200)
  })

  it.each([
    ['2026-11-21T13:00:00.000Z', 'notice'],
    ['2026-11-28T10:00:00.000Z', 'closed'],
  ])('cannot move to %s, and hears that it is a matter of %s', async (start, code) => {
    const { id, sig } = await booked()
    const body = await (await site.call('move-booking', { id, sig, start })).json()
    expect(body.code).toBe(code)
  })

  it('cannot move onto a taken time, and then nothing has changed', async () => {
    const { id, sig } = await booked()
    await booked({ start: '2026-11-24T10:00:00Z' })
    const response = await site.call('move-booking', { id, sig, start: '2026-11-24T10:00:00.000Z' })
    expect(response.status).toBe(409)
    expect((await response.json()).code).toBe('taken')
    expect((await site.post(bookingFields())).status).toBe(409)
  })

  it('neither moves nor cancels within 24 hours of the start', async () => {
    const { id, sig } = await booked()
    site.time.now = Date.parse('2026-11-23T09:00:00Z') + 1
    for (const call of [
      site.call('cancel-booking', { id, sig }),
      site.call('move-booking', { id, sig, start: '2026-11-26T10:00:00.000Z' }),
    ]) {
      const response = await call
      expect(response.status).toBe(409)
      expect((await response.json()).code).toBe('too_late')
    }
    expect(bookings()).toMatchObject([{ status: 'confirmed', sequence: 0 }])
  })

  it('cancels at the last instant that is still 24 hours ahead', async () => {
    const { id, sig } = await booked()
    site.time.now = Date.parse('2026-11-23T09:00:00Z')
    expect((await site.call('cancel-booking', { id, sig })).status).toBe(200)
  })
})
