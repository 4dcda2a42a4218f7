import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DeskBooking } from '#shared/booking/desk-api.ts'
import { parse } from '#shared/lib/result.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
let owner: string
beforeEach(async () => {
  site = await startSite()
  owner = await site.owner()
})
afterEach(() => site.close())

const list = async (): Promise<DeskBooking[]> =>
  (await site.get('/functions/get-bookings', owner)).json()

async function book(over: Record<string, string> = {}): Promise<string> {
  const answer = await site.post(bookingFields({ timezone: 'Asia/Kathmandu', ...over }))
  return (await answer.json()).bookingId
}

describe('the list of bookings', () => {
  it('has every field of the record, and what the owner needs beside it', async () => {
    const id = await book()
    const [booking, ...others] = await list()
    expect(others).toEqual([])
    expect(parse(DeskBooking, booking).ok).toBe(true)
    expect(booking).toMatchObject({
      id,
      serviceType: 'initial-consultation',
      status: 'confirmed',
      date: '2026-11-24',
      timeSlot: '10:00',
      timezone: 'Asia/Kathmandu',
      destinations: ['Norway', 'Iceland'],
      otherDestination: '',
      clientName: 'Elisabeth Sørbø',
      clientEmail: 'elisabeth@example.com',
      clientPhone: '+47 41209877',
      message: 'We would like to see the light in February.',
      start: '2026-11-24T09:00:00.000Z',
      end: '2026-11-24T09:30:00.000Z',
      ownerZone: 'Europe/Oslo',
      payment: 'none',
      amount: 0,
      demo: false,
      reference: id,
    })
  })

  it('is empty before anybody has booked', async () => {
    expect(await list()).toEqual([])
  })

  it('is the owner’s alone', async () => {
    expect((await site.get('/functions/get-bookings')).status).toBe(401)
    const refused = await site.call('accept-booking', { id: await book(), seen: 'x' })
    expect(refused.status).toBe(401)
  })
})

describe('a command', () => {
  it('acts once, answers with the record, and to a second click with 409 and the record of now', async () => {
    const id = await book()
    const [booking] = await list()
    const given = { id, seen: booking?.version, start: '2026-11-29T18:00:00.000Z' }
    const first = await site.call('reschedule-booking', given, owner)
    expect(first.status).toBe(200)
    const moved = await first.json()
    expect(moved).toMatchObject({ start: given.start, date: '2026-11-29', timeSlot: '23:45' })
    const second = await site.call('reschedule-booking', given, owner)
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({ code: 'stale', current: moved })
  })

  it('for a booking that is unknown is a 404', async () => {
    const given = { id: 'Qm9va2luZy1vZi10ZXN0cw', seen: 'x' }
    expect((await site.call('complete-booking', given, owner)).status).toBe(404)
  })

  it('that is malformed is a 400 with the sentence of its endpoint', async () => {
    const refused = await site.call('offer-times', { id: 'x', seen: '', starts: [] }, owner)
    expect(refused.status).toBe(400)
    expect((await refused.json()).error).toBe('Failed to offer these times')
  })

  it('to call off a hold asks its provider first, and gives the time back', async () => {
    const id = await book({ service_type: 'bespoke_planning' })
    const [held] = await list()
    expect(held?.status).toBe('awaiting_payment')
    const given = { id, seen: held?.version, refund: 0 }
    const answer = await site.call('call-off-booking', given, owner)
    expect(await answer.json()).toMatchObject({ status: 'cancelled', payment: 'failed' })
    expect((await site.post(bookingFields())).status).toBe(201)
  })
})
