import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertEvent } from '#server/booking/store.ts'
import type { Dashboard } from '#shared/desk/api.ts'
import type { NewsCounts } from '#shared/desk/changes.ts'
import { buildBookingFields } from '#tests/support/forms.ts'
import { getCookie, type Site, startSite, TODAY } from '#tests/support/site.ts'

let site: Site
let cookie: string
beforeEach(async () => {
  site = await startSite()
  cookie = await site.signInOwner()
})
afterEach(() => site.close())

const DAY = 86_400_000
const START = Date.parse('2026-11-24T09:00:00Z')
const iso = (instant: number) => new Date(instant).toISOString()

interface Guest {
  bookingId: string
  cookie: string
}

async function createBooking(start = START): Promise<Guest> {
  site.time.now += 1000
  const answer = await site.post(buildBookingFields({ start: iso(start) }))
  expect(answer.status).toBe(201)
  return { bookingId: (await answer.json()).bookingId, cookie: getCookie(answer) }
}

const getJson = async <T>(name: string) =>
  (await (await site.get(`/functions/${name}`, cookie)).json()) as T
const readCounts = () => getJson<NewsCounts>('get-news-counts')
const readGuestChanges = async () => (await getJson<Dashboard>('get-dashboard')).guestChanges
const readSeq = async () => (await getJson<{ desk: number }>('get-last-changes')).desk
const markBookingRead = (id: string) => site.call('mark-booking-read', { id }, cookie)

async function moveBooking({ bookingId, cookie: by }: Guest, start: number): Promise<void> {
  const answer = await site.call('move-booking', { id: bookingId, start: iso(start) }, by)
  expect(answer.status).toBe(200)
}

describe('A guest’s change to a booking', () => {
  it('is on the dashboard, with the old and the new time, until the owner opens the booking', async () => {
    const guest = await createBooking()
    await moveBooking(guest, START + DAY)
    expect(await readGuestChanges()).toMatchObject([
      {
        bookingId: guest.bookingId,
        clientName: 'Elisabeth Sørbø',
        kind: 'moved',
        from: iso(START),
        to: iso(START + DAY),
      },
    ])
    expect((await readCounts()).guestChanges).toBe(1)
    expect((await markBookingRead(guest.bookingId)).status).toBe(200)
    expect(await readGuestChanges()).toEqual([])
    await moveBooking(guest, START + 2 * DAY)
    expect(await readGuestChanges()).toMatchObject([
      { from: iso(START + DAY), to: iso(START + 2 * DAY) },
    ])
  })

  it('is also listed when it is a cancellation, with the time that is free again', async () => {
    const { bookingId, cookie: by } = await createBooking()
    expect((await site.call('cancel-booking', { id: bookingId }, by)).status).toBe(200)
    expect(await readGuestChanges()).toMatchObject([
      { bookingId, kind: 'cancelled', from: iso(START), to: null },
    ])
  })

  it('is not listed when it is long past, and neither is a change by the owner', async () => {
    const { bookingId } = await createBooking()
    const event = { booking_id: bookingId, kind: 'moved', data: {} } as const
    await site.db.write(async (tx) => {
      await insertEvent(tx, { ...event, made_by: 'owner', at: site.time.now })
      await insertEvent(tx, { ...event, made_by: 'guest', at: TODAY - 31 * DAY })
    })
    expect(await readGuestChanges()).toEqual([])
  })
})

describe('Reading a booking', () => {
  it('is one change for the owner’s other devices, and none when nothing is new', async () => {
    const { bookingId } = await createBooking()
    const before = await readSeq()
    await markBookingRead(bookingId)
    const after = await readSeq()
    expect(after).toBeGreaterThan(before)
    await markBookingRead(bookingId)
    expect(await readSeq()).toBe(after)
  })

  it('is allowed only to the owner, and only for a booking that exists', async () => {
    const { bookingId } = await createBooking()
    expect((await site.call('mark-booking-read', { id: bookingId })).status).toBe(401)
    expect((await markBookingRead('a'.repeat(22))).status).toBe(404)
  })
})

describe('New bookings', () => {
  it('are those since the owner’s latest look, on whichever device that was', async () => {
    await createBooking()
    const first = iso(site.time.now)
    expect((await readCounts()).newBookings).toBe(1)
    await createBooking(START + DAY)
    const second = iso(site.time.now)
    const see = (until: string) => site.call('mark-bookings-seen', { until }, cookie)
    await see(second)
    expect((await readCounts()).newBookings).toBe(0)
    await see(first)
    expect((await readCounts()).newBookings).toBe(0)
    await createBooking(START + 2 * DAY)
    expect((await readCounts()).newBookings).toBe(1)
  })

  it('exclude those that were cancelled meanwhile', async () => {
    const { bookingId, cookie: by } = await createBooking()
    await site.call('cancel-booking', { id: bookingId }, by)
    expect((await readCounts()).newBookings).toBe(0)
  })
})
