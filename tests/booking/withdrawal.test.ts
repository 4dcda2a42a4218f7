import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { moveByGuest, withdrawByGuest } from '#server/booking/commands.ts'
import { readBookingRecords } from '#server/booking/desk-queries.ts'
import { readBookingView } from '#server/booking/queries.ts'
import { findBookings } from '#server/booking/store.ts'
import { addDays, getWeekday, toIsoTime } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { EARLY_START_MESSAGE } from '#shared/payment/purchase.ts'
import {
  getWithdrawalDeadline,
  getWithdrawalTerms,
  needsEarlyStart,
} from '#shared/payment/withdrawal.ts'
import { type OwnerDesk, openOwnerDesk, START } from '#tests/support/booking/owner-desk.ts'
import {
  buildPurchase,
  buyerFields,
  companyFields,
  privateBuyer,
} from '#tests/support/payment/buyer.ts'
import { BROWSER } from '#tests/support/payment/payment-harness.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { TODAY } from '#tests/support/server/site.ts'

const OSLO = 'Europe/Oslo'
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('The right of withdrawal', () => {
  test.each([
    ['the day of the purchase does not count', '2026-11-24T09:00:00Z', '2026-12-08T23:00:00Z'],
    [
      'the last minute of a day still counts to that day',
      '2026-11-24T22:59:59Z',
      '2026-12-08T23:00:00Z',
    ],
    [
      'a minute after midnight counts to the next day',
      '2026-11-24T23:00:00Z',
      '2026-12-09T23:00:00Z',
    ],
    ['a last day on Saturday moves to Monday', '2026-11-21T12:00:00Z', '2026-12-07T23:00:00Z'],
    ['Christmas moves it to the next working day', '2026-12-11T09:00:00Z', '2026-12-28T23:00:00Z'],
    ['the first of January moves it', '2026-12-18T09:00:00Z', '2027-01-04T23:00:00Z'],
    ['Easter moves it to the Tuesday', '2027-03-11T09:00:00Z', '2027-03-30T22:00:00Z'],
    ['Ascension Day moves it', '2027-04-22T09:00:00Z', '2027-05-07T22:00:00Z'],
    ['the 17th of May moves it', '2028-05-03T09:00:00Z', '2028-05-18T22:00:00Z'],
  ])('%s', (_what, purchasedAt, end) => {
    expect(toIsoTime(getWithdrawalDeadline(Date.parse(purchasedAt), OSLO))).toBe(
      toIsoTime(Date.parse(end)),
    )
  })

  test('is never shorter than 14 whole days, and ends at midnight after a working day', () => {
    const purchase = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2040, 0, 1) })
    fc.assert(
      fc.property(purchase, fc.constantFrom(OSLO, 'America/New_York', 'Asia/Tokyo'), (at, zone) => {
        const end = getWithdrawalDeadline(at, zone)
        const first = toWallTime(at, zone).date
        const last = toWallTime(end - 1, zone).date
        expect(last >= addDays(first, 14)).toBe(true)
        expect(toWallTime(end, zone).date).toBe(addDays(last, 1))
        expect([1, 2, 3, 4, 5]).toContain(getWeekday(last))
      }),
    )
  })

  test('needs a request to begin early only of private buyers, and only within its days', () => {
    const purchasedAt = Date.parse('2026-11-24T09:00:00Z')
    const inside = { start: Date.parse('2026-12-08T22:30:00Z'), purchasedAt, zone: OSLO }
    const after = { ...inside, start: Date.parse('2026-12-08T23:00:00Z') }
    expect(needsEarlyStart('private', inside)).toBe(true)
    expect(needsEarlyStart('private', after)).toBe(false)
    expect(needsEarlyStart('company', inside)).toBe(false)
  })
})

let desk: OwnerDesk

beforeEach(async () => {
  desk = await openOwnerDesk()
})
afterEach(() => desk.close())

async function post(over: Record<string, string>) {
  const service_type = 'bespoke_planning'
  const outcome = await desk.features.submissions.submit({
    fields: buildBookingFields({ service_type, ...over }),
    key: crypto.randomUUID(),
    sender: { browserToken: BROWSER, ip: '127.0.0.1' },
  })
  const body = outcome.body as { bookingId: string; fields?: object }
  return { ...body, status: outcome.status }
}

async function buy(over: Record<string, string> = buyerFields) {
  const { bookingId } = await post(over)
  expect(await desk.pay(bookingId)).toBe(true)
  return bookingId
}

const withdraw = (id: string) =>
  desk.db.write(async (tx) => withdrawByGuest(tx, desk.features.booking, await desk.row(id, tx)))

const move = (id: string, start: number, asksEarlyStart: boolean) =>
  desk.db.write(async (tx) =>
    moveByGuest(tx, desk.features.booking, {
      booking: await desk.row(id, tx),
      start,
      asksEarlyStart,
    }),
  )

const view = async (id: string) =>
  readBookingView(desk.db.read, desk.features.booking, await desk.row(id))

const refunds = async () =>
  (await desk.db.read.selectFrom('refund').selectAll().execute()).map(({ amount }) => amount)

describe('A private buyer', () => {
  it('must ask to meet within the 14 days, and the server decides', async () => {
    const refused = await post({ early_start: '' })
    expect(refused).toMatchObject({ status: 422, fields: { early_start: EARLY_START_MESSAGE } })
    expect(await desk.db.read.selectFrom('booking').selectAll().execute()).toEqual([])
    expect(await post({})).toMatchObject({ status: 201 })
  })

  it('needs no request for a meeting after the 14 days', async () => {
    const start = '2026-12-15T09:00:00.000Z'
    expect(await post({ early_start: '', start, date: '2026-12-15' })).toMatchObject({
      status: 201,
    })
  })

  it('withdraws with a full refund, also less than 24 hours before, and gets a receipt by mail', async () => {
    const id = await buy()
    desk.time.now = START - HOUR
    expect((await view(id)).changePolicy.open).toBe(false)
    expect(await withdraw(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } })
    expect(await refunds()).toEqual([400_000])
    expect(await desk.cells(id)).toEqual([])
    // A repeat changes nothing.
    expect(await withdraw(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } })
    expect(await refunds()).toEqual([400_000])
    expect(await desk.queued()).toContain('cancelled')
    const { history } = await desk.record(id)
    expect(history.map(({ text }) => text).join()).toContain(
      'Withdrawn from the purchase by the guest',
    )
    const records = await readBookingRecords(desk.db.read, await findBookings(desk.db.read, [id]))
    expect(records.get(id)?.guestChanges).toMatchObject([{ kind: 'cancelled', isWithdrawal: true }])
  })

  it('cannot withdraw once the meeting has begun', async () => {
    const id = await buy()
    desk.time.now = START - 1
    expect((await view(id)).withdrawal).toMatchObject({ open: true, until: toIsoTime(START) })
    desk.time.now = START
    expect((await view(id)).withdrawal?.open).toBe(false)
    expect(await withdraw(id)).toMatchObject({ ok: false, status: 409 })
    expect(await refunds()).toEqual([])
  })

  it('keeps the deadline of the purchase when the meeting moves', async () => {
    const id = await buy()
    const deadline = getWithdrawalDeadline(TODAY, OSLO)
    desk.time.now = TODAY + DAY
    expect(await move(id, Date.parse('2026-12-15T09:00:00Z'), false)).toMatchObject({ ok: true })
    expect((await view(id)).withdrawal).toMatchObject({ open: true, until: toIsoTime(deadline) })
    desk.time.now = deadline - 1
    expect((await view(id)).withdrawal?.open).toBe(true)
    desk.time.now = deadline
    expect(await withdraw(id)).toMatchObject({ ok: false, status: 409 })
  })

  it('must ask again to move the meeting into the 14 days, unless that was asked before', async () => {
    const start = '2026-12-15T09:00:00.000Z'
    const id = await buy({ early_start: '', start, date: '2026-12-15' })
    const fields = { early_start: EARLY_START_MESSAGE }
    const refused = { ok: false, status: 422, refusal: { code: 'early_start', fields } }
    expect(await move(id, START, false)).toMatchObject(refused)
    expect(await move(id, START, true)).toMatchObject({ ok: true })
    expect((await view(id)).purchase?.buyer.asksEarlyStart).toBe(true)
    expect(await move(id, START + 2 * HOUR, false)).toMatchObject({ ok: true })
  })

  it('can withdraw while the booking needs a new time, even after its former start', async () => {
    const id = await buy()
    await desk.order(id, 'offer')
    desk.time.now = START + 2 * DAY
    expect(await withdraw(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } })
    expect(await refunds()).toEqual([400_000])
  })
})

describe('A private buyer whose meeting the owner cancels', () => {
  const deadline = getWithdrawalDeadline(TODAY, OSLO)

  it('without refunding all of it still withdraws with a full refund, once, and gets a receipt', async () => {
    const id = await buy()
    await desk.order(id, 'cancel', { refund: 100_000 })
    desk.time.now = START + DAY
    const open = { open: true, until: toIsoTime(deadline), refund: 300_000 }
    expect((await view(id)).withdrawal).toEqual(open)
    for (const _ of ['press', 'press again'])
      expect(await withdraw(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } })
    expect(await refunds()).toEqual([100_000, 300_000])
    expect((await view(id)).withdrawal).toMatchObject({ open: false, refund: 0 })
    const mails = (await desk.queued()).filter((kind) => /cancelled$/.test(kind))
    expect(mails.toSorted()).toEqual(['cancelled', 'cancelled', 'owner-cancelled'])
    const { history } = await desk.record(id)
    expect(history.map(({ text }) => text).join()).toContain(
      'Withdrawn from the purchase by the guest, NOK\u00a03,000 to be refunded',
    )
  })

  it('with a full refund has nothing to withdraw from', async () => {
    const id = await buy()
    await desk.order(id, 'cancel', { refund: 400_000 })
    expect((await view(id)).withdrawal?.open).toBe(false)
    expect(await withdraw(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } })
    expect(await refunds()).toEqual([400_000])
  })

  it('is not refunded a second time while the owner pays a failed refund back in another way', async () => {
    const ids = [await buy(), await buy({ ...buyerFields, start: '2026-11-26T09:00:00.000Z' })]
    for (const [index, id] of ids.entries())
      if (index === 0) await withdraw(id)
      else await desk.order(id, 'cancel', { refund: 400_000 })
    await desk.db.write(async (tx) => {
      await tx.updateTable('refund').set({ state: 'failed' }).execute()
    })
    for (const id of ids) {
      expect((await view(id)).withdrawal?.open).toBe(false)
      await withdraw(id)
    }
    expect(await refunds()).toEqual([400_000, 400_000])
  })

  it('cannot withdraw after the 14 days, nor if the meeting had begun as was asked', async () => {
    const before = await buy()
    await desk.order(before, 'cancel')
    desk.time.now = deadline
    expect((await view(before)).withdrawal?.open).toBe(false)
    await withdraw(before)
    desk.time.now = TODAY
    const begun = await buy()
    desk.time.now = START
    await desk.order(begun, 'cancel')
    expect((await view(begun)).withdrawal?.open).toBe(false)
    await withdraw(begun)
    expect(await refunds()).toEqual([])
  })
})

describe('A private buyer whose meeting the owner moves into the 14 days', () => {
  const start = '2026-12-15T09:00:00.000Z'
  const deadline = getWithdrawalDeadline(TODAY, OSLO)
  let id: string
  beforeEach(async () => {
    id = await buy({ early_start: '', start, date: '2026-12-15' })
    expect(await desk.order(id, 'move', { start: START })).toMatchObject({ ok: true })
  })

  it.each(['confirmed', 'completed', 'no_show'] as const)(
    'who has not asked for that keeps the right to its end, also after a meeting that is %s',
    async (status) => {
      desk.time.now = START + DAY
      if (status !== 'confirmed')
        await desk.order(id, status === 'completed' ? 'complete' : 'markNoShow')
      expect((await view(id)).withdrawal).toEqual({
        open: true,
        until: toIsoTime(deadline),
        refund: 400_000,
      })
      desk.time.now = deadline - 1
      expect(await withdraw(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } })
      expect(await refunds()).toEqual([400_000])
    },
  )

  it('loses the right once the 14 days are over', async () => {
    await desk.order(id, 'offer')
    desk.time.now = deadline
    expect(await withdraw(id)).toMatchObject({ ok: false, status: 409 })
  })

  it('gives the right up at the meeting by asking for an early start in a later move', async () => {
    const moved = START + 26 * HOUR
    expect(await move(id, moved, true)).toMatchObject({ ok: true })
    expect((await view(id)).withdrawal?.until).toBe(toIsoTime(moved))
    desk.time.now = moved
    expect(await withdraw(id)).toMatchObject({ ok: false, status: 409 })
  })
})

test('Without a request to begin early, the right of withdrawal never ends before its 14 days, and with one it ends at the meeting', () => {
  const purchasedAt = Date.parse('2026-11-24T09:00:00Z')
  const deadline = getWithdrawalDeadline(purchasedAt, OSLO)
  const instant = fc.integer({ min: purchasedAt, max: deadline + 10 * DAY })
  const status = fc.constantFrom(
    ...(['confirmed', 'completed', 'no_show', 'needs_new_time'] as const),
  )
  fc.assert(
    fc.property(fc.boolean(), instant, instant, status, (asksEarlyStart, start, now, status) => {
      const purchase = buildPurchase({ buyer: { ...privateBuyer, asksEarlyStart } })
      const paid = { purchase, paidAt: purchasedAt, payment: 'paid', zone: OSLO } as const
      const terms = getWithdrawalTerms({ ...paid, status, start }, now)
      const hasMet = status !== 'needs_new_time' && start <= now
      expect(terms?.isOpen).toBe(now < deadline && !(asksEarlyStart && hasMet))
      expect(terms?.isOpen).toBe(now < (terms?.until ?? 0))
    }),
  )
})

it('A company has no right of withdrawal, and is not asked for an early start', async () => {
  const id = await buy(companyFields)
  expect((await view(id)).withdrawal).toBeNull()
  expect(await withdraw(id)).toMatchObject({ ok: false, status: 409 })
  expect(await refunds()).toEqual([])
})

it('A free booking has no buyer and no right of withdrawal, whatever is sent', async () => {
  const { bookingId } = await post({ service_type: 'initial_consultation', ...buyerFields })
  expect(await view(bookingId)).toMatchObject({ purchase: null, withdrawal: null })
  expect(await withdraw(bookingId)).toMatchObject({ ok: false, status: 409 })
})

it('A purchase that is not paid cannot be withdrawn from: there is none yet', async () => {
  const { bookingId } = await post({})
  expect((await view(bookingId)).withdrawal).toBeNull()
  expect(await withdraw(bookingId)).toMatchObject({ ok: false, status: 409 })
})
