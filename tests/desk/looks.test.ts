import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertEvent } from '#server/booking/store.ts'
import type { Dashboard } from '#shared/desk/api.ts'
import type { NewsCounts } from '#shared/desk/changes.ts'
import type { FormGroup } from '#shared/submissions/api.ts'
import { contactFields } from '#tests/contact/messages.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { cookieOf, type Site, startSite, TODAY } from '#tests/support/site.ts'

let site: Site
let cookie: string
beforeEach(async () => {
  site = await startSite()
  cookie = await site.owner()
})
afterEach(() => site.close())

const DAY = 86_400_000
const START = Date.parse('2026-11-24T09:00:00Z')
const iso = (instant: number) => new Date(instant).toISOString()

interface Guest {
  bookingId: string
  cookie: string
}

async function book(start = START): Promise<Guest> {
  site.time.now += 1000
  const answer = await site.post(bookingFields({ start: iso(start) }))
  expect(answer.status).toBe(201)
  return { bookingId: (await answer.json()).bookingId, cookie: cookieOf(answer) }
}

const ask = async <T>(name: string) =>
  (await (await site.get(`/functions/${name}`, cookie)).json()) as T
const counts = () => ask<NewsCounts>('get-news-counts')
const happened = async () => (await ask<Dashboard>('get-dashboard')).guestChanges
const seq = async () => (await ask<{ desk: number }>('get-last-changes')).desk
const read = (id: string) => site.call('read-booking', { id }, cookie)

async function moves({ bookingId, cookie: by }: Guest, start: number): Promise<void> {
  const answer = await site.call('move-booking', { id: bookingId, start: iso(start) }, by)
  expect(answer.status).toBe(200)
}

describe('what a guest does to a booking', () => {
  it('stands on the dashboard, from when to when, until the owner opens the booking', async () => {
    const guest = await book()
    await moves(guest, START + DAY)
    expect(await happened()).toMatchObject([
      {
        bookingId: guest.bookingId,
        clientName: 'Elisabeth Sørbø',
        kind: 'moved',
        from: iso(START),
        to: iso(START + DAY),
      },
    ])
    expect((await counts()).guestChanges).toBe(1)
    expect((await read(guest.bookingId)).status).toBe(200)
    expect(await happened()).toEqual([])
    await moves(guest, START + 2 * DAY)
    expect(await happened()).toMatchObject([{ from: iso(START + DAY), to: iso(START + 2 * DAY) }])
  })

  it('is told of a cancellation too, with the time that is free again', async () => {
    const { bookingId, cookie: by } = await book()
    expect((await site.call('cancel-booking', { id: bookingId }, by)).status).toBe(200)
    expect(await happened()).toMatchObject([
      { bookingId, kind: 'cancelled', from: iso(START), to: null },
    ])
  })

  it('leaves out what the owner did, and what is long past', async () => {
    const { bookingId } = await book()
    const event = { booking_id: bookingId, kind: 'moved', data: {} } as const
    await site.db.write((tx) => {
      insertEvent(tx, { ...event, made_by: 'owner', at: site.time.now })
      insertEvent(tx, { ...event, made_by: 'guest', at: TODAY - 31 * DAY })
    })
    expect(await happened()).toEqual([])
  })
})

describe('reading a booking', () => {
  it('marks its form read, and no other', async () => {
    const { bookingId } = await book()
    await book(START + DAY)
    await site.post(contactFields())
    expect((await counts()).unread).toEqual({ booking: 2, contact: 1, inquiry: 0 })
    await read(bookingId)
    expect((await counts()).unread).toEqual({ booking: 1, contact: 1, inquiry: 0 })
    const groups = await ask<FormGroup[]>('get-forms')
    const unread = groups.flatMap(({ submissions }) => submissions.filter((one) => !one.read))
    expect(unread.map(({ booking_id }) => booking_id)).not.toContain(bookingId)
  })

  it('is a change for the owner’s other devices once, and none when nothing is new', async () => {
    const { bookingId } = await book()
    const before = await seq()
    await read(bookingId)
    const after = await seq()
    expect(after).toBeGreaterThan(before)
    await read(bookingId)
    expect(await seq()).toBe(after)
  })

  it('is the owner’s, and of a booking that is there', async () => {
    const { bookingId } = await book()
    expect((await site.call('read-booking', { id: bookingId })).status).toBe(401)
    expect((await read('a'.repeat(22))).status).toBe(404)
  })
})

describe('new bookings', () => {
  it('are those since the owner last looked, whichever device saw more', async () => {
    await book()
    const first = iso(site.time.now)
    expect((await counts()).newBookings).toBe(1)
    await book(START + DAY)
    const second = iso(site.time.now)
    const see = (until: string) => site.call('see-bookings', { until }, cookie)
    await see(second)
    expect((await counts()).newBookings).toBe(0)
    await see(first)
    expect((await counts()).newBookings).toBe(0)
    await book(START + 2 * DAY)
    expect((await counts()).newBookings).toBe(1)
  })

  it('are none that were given up meanwhile', async () => {
    const { bookingId, cookie: by } = await book()
    await site.call('cancel-booking', { id: bookingId }, by)
    expect((await counts()).newBookings).toBe(0)
  })
})
