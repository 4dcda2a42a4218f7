import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSchedule } from '#tests/support/schedule/schedule.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookie, type Site, startSite } from '#tests/support/server/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const readBookings = () => site.db.read.selectFrom('booking').selectAll().execute()

describe('The signed link to a booking', () => {
  async function booked(over = {}) {
    const response = await site.post(buildBookingFields(over))
    const body = await response.json()
    const sig = new URL(body.manageUrl, site.url).searchParams.get('sig') ?? ''
    return { id: body.bookingId as string, sig, cookie: getCookie(response) }
  }
  const see = (id: string, sig: string) => site.get(`/functions/get-booking?id=${id}&sig=${sig}`)

  it('shows the booking on any device, and reading it changes nothing', async () => {
    const { id, sig } = await booked()
    const before = await readBookings()
    const view = await (await see(id, sig)).json()
    expect(view).toMatchObject({
      firstName: 'Elisabeth',
      status: 'confirmed',
      changePolicy: { open: true, refund: 0 },
    })
    expect(await readBookings()).toEqual(before)
  })

  it('does not open another booking, and an unknown id gets the same answer as another guest’s', async () => {
    const one = await booked()
    const other = await booked({ start: '2026-11-24T10:00:00Z' })
    const foreign = await see(other.id, one.sig)
    const unknown = await see('AAAAAAAAAAAAAAAAAAAAAA', one.sig)
    expect(foreign.status).toBe(404)
    expect(await foreign.json()).toEqual(await unknown.json())
  })

  it('is not needed in the browser that made the booking', async () => {
    const { id, cookie } = await booked()
    expect((await site.get(`/functions/get-booking?id=${id}`, cookie)).status).toBe(200)
    expect((await site.get(`/functions/get-booking?id=${id}`)).status).toBe(404)
  })

  it('cancels the booking once and frees its slot, and a repeat has no further effect', async () => {
    const { id, sig } = await booked()
    for (const _try of [1, 2])
      expect(await (await site.call('cancel-booking', { id, sig })).json()).toMatchObject({
        status: 'cancelled',
      })
    expect(await readBookings()).toMatchObject([{ status: 'cancelled', sequence: 1 }])
    expect((await site.post(buildBookingFields())).status).toBe(201)
  })

  it('moves the booking to an open slot, frees the old one and raises the calendar sequence', async () => {
    const { id, sig } = await booked({ timezone: 'Asia/Kathmandu' })
    const moved = await site.call('move-booking', { id, sig, start: '2026-11-25T10:00:00.000Z' })
    expect(await moved.json()).toMatchObject({ start: '2026-11-25T10:00:00.000Z' })
    expect(await readBookings()).toMatchObject([
      { sequence: 1, local_date: '2026-11-25', local_time: '15:45' },
    ])
    expect((await site.post(buildBookingFields())).status).toBe(201)
    expect((await site.post(buildBookingFields({ start: '2026-11-25T10:00:00Z' }))).status).toBe(
      409,
    )
  })

  it('can move a booking into the buffer of its own current slot', async () => {
    await changeSchedule(site.db, { bufferMinutes: 30 })
    const { id, sig } = await booked()
    expect((await site.post(buildBookingFields({ start: '2026-11-24T09:30:00Z' }))).status).toBe(
      409,
    )
    const moved = await site.call('move-booking', { id, sig, start: '2026-11-24T09:30:00.000Z' })
    expect(moved.status).toBe(200)
  })

  it.each([
    ['2026-11-21T13:00:00.000Z', 'notice'],
    ['2026-11-28T10:00:00.000Z', 'closed'],
  ])('cannot move a booking to %s, and is refused with code %s', async (start, code) => {
    const { id, sig } = await booked()
    const body = await (await site.call('move-booking', { id, sig, start })).json()
    expect(body.code).toBe(code)
  })

  it('cannot move a booking to a taken slot, which stays blocked', async () => {
    const { id, sig } = await booked()
    await booked({ start: '2026-11-24T10:00:00Z' })
    const response = await site.call('move-booking', { id, sig, start: '2026-11-24T10:00:00.000Z' })
    expect(response.status).toBe(409)
    expect((await response.json()).code).toBe('taken')
    expect((await site.post(buildBookingFields())).status).toBe(409)
  })

  it('neither moves nor cancels a booking within 24 hours of its start', async () => {
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
    expect(await readBookings()).toMatchObject([{ status: 'confirmed', sequence: 0 }])
  })

  it('can cancel a booking exactly 24 hours before its start', async () => {
    const { id, sig } = await booked()
    site.time.now = Date.parse('2026-11-23T09:00:00Z')
    expect((await site.call('cancel-booking', { id, sig })).status).toBe(200)
  })
})
