import { describe, expect } from 'vitest'
import { toReference } from '#shared/booking/booking-id.ts'
import { DeskBooking } from '#shared/booking/desk-api.ts'
import { parse } from '#shared/lib/result.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import type { Site } from '#tests/support/server/site.ts'
import { test as it } from '#tests/support/server/site-test.ts'

const fetchBookings = async (site: Site, owner: string): Promise<DeskBooking[]> =>
  (await site.get('/functions/get-bookings', owner)).json()

async function book(site: Site, over: Record<string, string> = {}): Promise<string> {
  const answer = await site.post(buildBookingFields({ timezone: 'Asia/Kathmandu', ...over }))
  return (await answer.json()).bookingId
}

describe('The list of bookings', () => {
  it('returns every field of a booking, and the further details that the owner needs', async ({
    site,
    owner,
  }) => {
    const id = await book(site)
    const [booking, ...others] = await fetchBookings(site, owner)
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
      reference: toReference(id),
    })
  })

  it('is empty before the first booking', async ({ site, owner }) => {
    expect(await fetchBookings(site, owner)).toEqual([])
  })

  it('is refused to anyone who is not signed in', async ({ site }) => {
    expect((await site.get('/functions/get-bookings')).status).toBe(401)
    const refused = await site.call('accept-booking', {
      id: await book(site),
      expectedVersion: 'x',
    })
    expect(refused.status).toBe(401)
  })
})

describe('An owner command', () => {
  it('has one effect and returns the record; a second click gets 409 and the current record', async ({
    site,
    owner,
  }) => {
    const id = await book(site)
    const [booking] = await fetchBookings(site, owner)
    const given = { id, expectedVersion: booking?.version, start: '2026-11-29T18:00:00.000Z' }
    const first = await site.call('reschedule-booking', given, owner)
    expect(first.status).toBe(200)
    const moved = await first.json()
    expect(moved).toMatchObject({ start: given.start, date: '2026-11-29', timeSlot: '23:45' })
    const second = await site.call('reschedule-booking', given, owner)
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({ code: 'stale', current: moved })
  })

  it('for an unknown booking is refused with 404', async ({ site, owner }) => {
    const given = { id: 'Qm9va2luZy1vZi10ZXN0cw', expectedVersion: 'x' }
    expect((await site.call('complete-booking', given, owner)).status).toBe(404)
  })

  it('that is malformed is refused with 400 and its endpoint’s error message', async ({
    site,
    owner,
  }) => {
    const refused = await site.call(
      'offer-times',
      { id: 'x', expectedVersion: '', starts: [] },
      owner,
    )
    expect(refused.status).toBe(400)
    expect((await refused.json()).error).toBe('Failed to offer these times')
  })

  it('to cancel a hold first checks with the payment provider, and frees the slot', async ({
    site,
    owner,
  }) => {
    const id = await book(site, { service_type: 'bespoke_planning' })
    const [hold] = await fetchBookings(site, owner)
    expect(hold?.status).toBe('awaiting_payment')
    const given = { id, expectedVersion: hold?.version, refund: 0 }
    const answer = await site.call('cancel-booking-as-owner', given, owner)
    expect(await answer.json()).toMatchObject({ status: 'cancelled', payment: 'failed' })
    expect((await site.post(buildBookingFields())).status).toBe(201)
  })
})
