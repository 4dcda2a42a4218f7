import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertEvent } from '#server/booking/store.ts'
import { erasePersonRows } from '#server/db/privacy/erasure.ts'
import { writeServerEdits } from '#server/sync/server-edits.ts'
import { BookingId } from '#shared/booking/booking-id.ts'
import { isNewBooking, LIST_MARK_ID, toBookingMarkId } from '#shared/desk/booking-marks.ts'
import { isRecordId } from '#shared/sync/collections.ts'
import { Intent } from '#shared/sync/protocol.ts'
import { readDashboard } from '#tests/support/desk/dashboard.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookie, type Site, startSite, TODAY } from '#tests/support/server/site.ts'

let site: Site
beforeEach(async () => {
  site = await startSite()
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

const readGuestChanges = async () => (await readDashboard(site)).guestChanges

const mark = (id: string, seenUntil: number) =>
  site.db.write((tx) =>
    writeServerEdits(tx, [{ coll: 'booking-mark', id, set: { seenUntil } }], {
      now: site.time.now,
      deviceName: '',
    }),
  )

async function readMark(id: string): Promise<unknown> {
  const { data } = await site.db.read
    .selectFrom('record')
    .select('data')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.parse(data)
}

async function moveBooking({ bookingId, cookie: by }: Guest, start: number): Promise<void> {
  site.time.now += 1000
  const answer = await site.call('move-booking', { id: bookingId, start: iso(start) }, by)
  expect(answer.status).toBe(200)
}

describe('A guest’s change to a booking', () => {
  it('is on the dashboard, with the old and the new time, until the owner has seen it', async () => {
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
    await mark(toBookingMarkId(guest.bookingId), site.time.now)
    expect(await readGuestChanges()).toEqual([])
    await moveBooking(guest, START + 2 * DAY)
    expect(await readGuestChanges()).toMatchObject([
      { from: iso(START + DAY), to: iso(START + 2 * DAY) },
    ])
  })

  it('can be marked as seen by a device, whichever characters the id of its booking has', () => {
    for (const bookingId of [
      'ABCDEFGHIJKLMNOPQRSTUV',
      'WXYZ_abcdefghijklmnopq',
      'rstuvwxyz-0123456789__',
    ]) {
      expect(v.is(BookingId, bookingId)).toBe(true)
      const id = toBookingMarkId(bookingId)
      const record = { coll: 'booking-mark', id, baseEpoch: 'e1', baseRev: 0 } as const
      const patch = { op: 'patch', ...record, base: {}, set: { seenUntil: TODAY }, at: '' }
      expect([isRecordId(record.coll, id), v.is(Intent, patch)], id).toEqual([true, true])
    }
  })

  it('is seen also for a browser that can store no records', async () => {
    const guest = await createBooking()
    await moveBooking(guest, START + DAY)
    const owner = await site.signInOwner()
    const readSeen = async () => {
      const [booking] = await (await site.get('/functions/get-bookings', owner)).json()
      return booking.guestChanges.map(({ isSeen }: { isSeen: boolean }) => isSeen)
    }
    expect(await readSeen()).toEqual([false])
    await mark(toBookingMarkId(guest.bookingId), site.time.now)
    expect(await readSeen()).toEqual([true])
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

describe('The mark of what the owner has seen', () => {
  it('is erased with its booking, and the mark of the list stays', async () => {
    const { bookingId } = await createBooking()
    await mark(LIST_MARK_ID, 2000)
    await mark(toBookingMarkId(bookingId), 2000)
    const { email: mailbox = '' } = buildBookingFields()
    await site.db.write((tx) => erasePersonRows(tx, { mailbox }, site.time.now))
    expect(await readMark(toBookingMarkId(bookingId))).toEqual({})
    expect(await readMark(LIST_MARK_ID)).toEqual({ seenUntil: 2000 })
  })

  it('never goes back: another device may have seen later bookings', async () => {
    await mark(LIST_MARK_ID, 2000)
    await mark(LIST_MARK_ID, 1000)
    expect(await readMark(LIST_MARK_ID)).toEqual({ seenUntil: 2000 })
    await mark(LIST_MARK_ID, 3000)
    expect(await readMark(LIST_MARK_ID)).toEqual({ seenUntil: 3000 })
  })

  it('makes bookings new that came later and are not cancelled or expired', () => {
    const createdAt = iso(2000)
    expect(isNewBooking({ createdAt, status: 'confirmed' }, 1999)).toBe(true)
    expect(isNewBooking({ createdAt, status: 'confirmed' }, 2000)).toBe(false)
    expect(isNewBooking({ createdAt, status: 'cancelled' }, 0)).toBe(false)
    expect(isNewBooking({ createdAt, status: 'expired' }, 0)).toBe(false)
  })
})
