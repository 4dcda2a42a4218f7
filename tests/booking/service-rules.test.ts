import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import type { Service } from '#shared/content/service.ts'
import { getService } from '#shared/content/services.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { dinner, publishServices } from '#tests/support/booking/published-services.ts'
import { companyFields } from '#tests/support/payment/buyer.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'
import { changeSchedule } from '#tests/support/schedule/schedule.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

/** Half an hour for nothing, after which an hour is kept free. */
const walk: Service = {
  ...getService('initial-consultation'),
  ...{ id: 'walk', type: 'walk', title: 'Walk', pauseMinutes: 60 },
}

let site: Site
beforeEach(async () => {
  site = await startSite()
  publishServices(walk, dinner)
})
afterEach(async () => {
  await site.close()
  setSiteContent(untouchedSite)
})

const at = (time: string) => `2026-11-24T${time}:00.000Z`

async function book(service_type: string, time: string, over: Record<string, string> = {}) {
  const fields = buildBookingFields({ service_type, start: at(time), ...over })
  const response = await site.post(fields)
  return { http: response.status, ...(await response.json()) }
}

const bookWalk = (time: string) =>
  book('walk', time, { buyer_kind: '', buyer_country: '', buyer_street: '' })

async function listTimes(service: string): Promise<string[]> {
  const days = { from: '2026-11-24', to: '2026-11-24' }
  const query = new URLSearchParams({ service, ...days })
  const { slots } = await (await site.get(`/functions/get-availability?${query}`)).json()
  return slots.map((start: string) => start.slice(11, 16))
}

describe('The pause after a booking', () => {
  it('is kept free of other services: in the times that are shown, and in bookings', async () => {
    expect((await bookWalk('09:00')).http).toBe(201)
    const times = await listTimes('initial-consultation')
    expect(times).not.toContain('09:30')
    expect(times).not.toContain('10:00')
    expect(times).toContain('10:30')
    expect(await book('initial_consultation', '10:00')).toMatchObject({ http: 409, code: 'taken' })
    expect((await book('initial_consultation', '10:30')).http).toBe(201)
  })

  it('must have room before the next booking', async () => {
    expect((await book('initial_consultation', '10:30')).http).toBe(201)
    expect(await listTimes('walk')).not.toContain('09:30')
    expect(await bookWalk('09:30')).toMatchObject({ http: 409 })
    expect((await bookWalk('09:00')).http).toBe(201)
  })

  it('is kept by the database when two visitors book at once', async () => {
    const answers = await Promise.all([bookWalk('09:00'), book('initial_consultation', '10:00')])
    expect(answers.map(({ http }) => http).toSorted()).toEqual([201, 409])
  })

  it('moves with the booking, as it was when the booking was made', async () => {
    const { bookingId: id, manageUrl } = await bookWalk('09:00')
    const sig = new URL(manageUrl, site.url).searchParams.get('sig')
    publishServices({ ...walk, pauseMinutes: 0 }, dinner)
    expect((await book('initial_consultation', '13:00')).http).toBe(201)
    const move = async (time: string) =>
      (await site.call('move-booking', { id, sig, start: at(time) })).status
    expect(await move('12:00')).toBe(409)
    expect(await move('11:30')).toBe(200)
    expect(await book('initial_consultation', '12:30')).toMatchObject({ http: 409 })
    expect((await book('initial_consultation', '09:30')).http).toBe(201)
  })

  it('is as long as the buffer of the opening hours where that is longer, and never both', async () => {
    await changeSchedule(site.db, { bufferMinutes: 30 })
    expect((await bookWalk('09:00')).http).toBe(201)
    expect((await book('initial_consultation', '10:30')).http).toBe(201)
    expect(await book('initial_consultation', '11:00')).toMatchObject({ http: 409 })
  })
})

describe('Who may book a service', () => {
  const forCompanies: Service = { ...dinner, buyers: 'company' }
  const start = { date: '2026-12-15', time: '10:00', start: '2026-12-15T09:00:00.000Z' }
  const ask = (over: Record<string, string> = {}) =>
    book('private_dinner', '09:00', { ...start, ...over })

  it('is checked by the server, and stays with the booking', async () => {
    publishServices(forCompanies)
    expect(await ask()).toMatchObject({
      ...{ http: 422, code: 'fields' },
      fields: { buyer_kind: 'Only companies can book this.' },
    })
    expect((await ask(companyFields)).http).toBe(201)
    publishServices({ ...dinner, buyers: 'private' })
    expect(await ask({ ...companyFields, start: '2026-12-15T12:00:00.000Z' })).toMatchObject({
      fields: { buyer_kind: 'Only private people can book this, not companies.' },
    })
    const [booking] = await site.db.read.selectFrom('booking').selectAll().execute()
    expect(booking && parseBookedService(booking).buyers).toBe('company')
  })

  it('is not asked of a free service', async () => {
    publishServices({ ...walk, buyers: 'company' })
    expect((await bookWalk('09:00')).http).toBe(201)
  })
})

it('A booking from before there were pauses is read as one without a pause, for everybody', () => {
  const older = {
    ...{ title: 'Walk', durationMinutes: 30, asksDestinations: true, side: 'artistry' },
    ...{ feeLabel: 'Fee', vat: { home: 'none', abroad: 'none' }, cancellationHours: 24 },
  }
  expect(parseBookedService({ service: JSON.stringify(older) })).toMatchObject({
    pauseMinutes: 0,
    buyers: 'both',
  })
})
