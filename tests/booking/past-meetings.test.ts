import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMoveDay } from '#server/booking/desk-queries.ts'
import { type OwnerDesk, openOwnerDesk, START } from '#tests/support/booking/owner-desk.ts'

const HOUR = 3_600_000

let desk: OwnerDesk
beforeEach(async () => {
  desk = await openOwnerDesk()
})
afterEach(() => desk.close())

const readHistoryTexts = async (id: string) =>
  (await desk.record(id)).history.map(({ text }) => text)

describe('A meeting that is over', () => {
  it('can be switched between completed and no-show as often as needed', async () => {
    const id = await desk.put('confirmed')
    desk.time.now = START + HOUR
    for (const command of ['complete', 'markNoShow', 'complete', 'markNoShow'] as const)
      expect(await desk.order(id, command)).toMatchObject({ ok: true })
    expect((await desk.row(id)).status).toBe('no_show')
    expect(await readHistoryTexts(id)).toContain('Marked as a no-show')
  })

  it.each(['completed', 'no_show'] as const)(
    'with status %s can be refunded in parts up to the amount paid, and keeps that status',
    async (status) => {
      const id = await desk.put(status, 'bespoke-planning')
      const paid = (await desk.row(id)).amount
      expect(await desk.order(id, 'refund', { refund: 100_000 })).toMatchObject({ ok: true })
      await desk.drain()
      expect(await desk.record(id)).toMatchObject({
        status,
        refunded: 100_000,
        refundable: paid - 100_000,
      })
      const tooMuch = await desk.order(id, 'refund', { refund: paid })
      expect(tooMuch).toMatchObject({ ok: false, status: 422, refusal: { code: 'refund' } })
      expect(await desk.order(id, 'refund', { refund: paid - 100_000 })).toMatchObject({ ok: true })
      await desk.drain()
      expect(await desk.record(id)).toMatchObject({ status, refunded: paid, refundable: 0 })
      const documents = await desk.db.read
        .selectFrom('receipt')
        .select('amount')
        .where('booking_id', '=', id)
        .orderBy('number')
        .execute()
      expect(documents.map(({ amount }) => amount)).toEqual([paid, -100_000, 100_000 - paid])
      expect(await readHistoryTexts(id)).toContain(
        'Refunded by you after the meeting: NOK\u00a01,000',
      )
    },
  )

  it('is refunded once if the same refund is submitted twice at the same time', async () => {
    const id = await desk.put('completed', 'bespoke-planning')
    const { version: seen } = await desk.record(id)
    const ends = await Promise.all([
      desk.order(id, 'refund', { refund: 100_000, expectedVersion: seen }),
      desk.order(id, 'refund', { refund: 100_000, expectedVersion: seen }),
    ])
    expect(ends.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await desk.record(id)).refunded).toBe(100_000)
  })

  it('that was free cannot be refunded', async () => {
    const id = await desk.put('completed')
    const result = await desk.order(id, 'refund', { refund: 100 })
    expect(result).toMatchObject({ ok: false, status: 422 })
  })
})

describe('A move to a time that is taken', () => {
  it('is refused with the name of the guest who booked it, and from when to when', async () => {
    const id = await desk.put('confirmed')
    await desk.put('confirmed', undefined, START + 2 * HOUR)
    expect(await desk.order(id, 'move', { start: START + 2 * HOUR })).toMatchObject({
      ok: false,
      refusal: {
        code: 'booked',
        error: 'Elisabeth Sørbø has booked that time, from 12:00 to 12:30.',
      },
    })
  })

  it('is refused with a message that the owner’s calendar is busy then', async () => {
    const id = await desk.put('confirmed')
    await desk.makeBusy(START + 2 * HOUR, START + 4 * HOUR)
    expect(await desk.order(id, 'move', { start: START + 3 * HOUR })).toMatchObject({
      ok: false,
      refusal: {
        code: 'busy',
        error: 'Your calendar has something else at that time, from 12:00 to 14:00.',
      },
    })
  })

  it('can be avoided with an overview of that day: hours, free slots, and what takes the other times', async () => {
    const id = await desk.put('confirmed')
    await desk.put('confirmed', undefined, START + 2 * HOUR)
    await desk.makeBusy(START + 3 * HOUR, START + 6 * HOUR)
    const day = await readMoveDay(desk.db.read, desk.features.booking, {
      booking: await desk.row(id),
      date: '2026-11-24',
    })
    expect(day.hours).toEqual([
      { start: '2026-11-24T08:00:00.000Z', end: '2026-11-24T16:00:00.000Z' },
    ])
    expect(day.freeStarts).toEqual([
      '2026-11-24T08:00:00.000Z',
      '2026-11-24T08:30:00.000Z',
      '2026-11-24T09:30:00.000Z',
      '2026-11-24T10:00:00.000Z',
      '2026-11-24T10:30:00.000Z',
      '2026-11-24T11:30:00.000Z',
      '2026-11-24T15:00:00.000Z',
      '2026-11-24T15:30:00.000Z',
    ])
    expect(day.taken).toMatchObject([
      { start: '2026-11-24T11:00:00.000Z', name: 'Elisabeth Sørbø' },
      { start: '2026-11-24T12:00:00.000Z', name: null },
    ])
  })
})

describe('A move to a time that overlaps the booking’s own', () => {
  it('is offered in the overview of that day, and accepted', async () => {
    const id = await desk.put('confirmed', 'business-consultancy')
    const day = await readMoveDay(desk.db.read, desk.features.booking, {
      booking: await desk.row(id),
      date: '2026-11-24',
    })
    expect(day.freeStarts.slice(0, 4)).toEqual([
      '2026-11-24T08:00:00.000Z',
      '2026-11-24T08:30:00.000Z',
      '2026-11-24T09:30:00.000Z',
      '2026-11-24T10:00:00.000Z',
    ])
    expect(await desk.order(id, 'move', { start: START + HOUR / 2 })).toMatchObject({ ok: true })
  })
})
