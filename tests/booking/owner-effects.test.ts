import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Desk, openDesk, START } from '#tests/support/desk.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let desk: Desk
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())

describe('an accepted request', () => {
  it('of a free service is confirmed, with the mails of a booking', async () => {
    const id = await desk.put('requested')
    await desk.clearJobs()
    await desk.order(id, 'accept')
    expect(desk.row(id)).toMatchObject({ status: 'confirmed', payment: 'none' })
    expect(desk.queued().sort()).toEqual(['confirmed', 'owner-new', 'reminder-1h', 'reminder-24h'])
  })

  it('of a paid service is held for two days, paid by its link, and confirmed by that', async () => {
    const id = await desk.put('requested', 'bespoke-planning')
    await desk.order(id, 'accept')
    expect(desk.row(id)).toMatchObject({
      status: 'awaiting_payment',
      payment: 'pending',
      hold_expires_at: desk.time.now + 48 * HOUR,
    })
    expect(desk.queued()).toEqual(['accepted'])
    desk.time.now += 47 * HOUR
    await desk.features.payments.sweep()
    expect(await desk.pay(id)).toBe(true)
    expect(desk.row(id)).toMatchObject({ status: 'confirmed', payment: 'paid' })
    expect(desk.queued()).toContain('confirmed')
  })

  it('that nobody pays is released when its time to pay is over', async () => {
    const id = await desk.put('requested', 'bespoke-planning')
    await desk.order(id, 'accept')
    desk.time.now += 48 * HOUR
    await desk.features.payments.sweep()
    expect(desk.row(id)).toMatchObject({ status: 'expired', payment: 'failed' })
    expect(desk.cells(id)).toEqual([])
    expect(desk.record(id).history.at(-1)?.text).toBe('Released: not paid in time')
  })
})

describe('a move by the owner', () => {
  it('may go outside hours, notice and window, and raises the calendar’s sequence', async () => {
    const id = await desk.put('confirmed')
    for (const start of ['2026-11-21T13:00:00Z', '2026-11-29T21:00:00Z', '2027-09-01T05:05:00Z']) {
      const { sequence } = desk.row(id)
      const result = await desk.order(id, 'move', { start: Date.parse(start) })
      expect(result.ok).toBe(true)
      expect(desk.row(id)).toMatchObject({
        starts_at: Date.parse(start),
        sequence: sequence + 1,
        status: 'confirmed',
      })
      expect(desk.cells(id)).toEqual(desk.dueCells(id))
    }
    expect(desk.queued().filter((kind) => kind === 'moved')).toHaveLength(3)
    expect(desk.queued()).not.toContain('owner-moved')
  })

  it.each([
    ['booked', 409, '2026-11-25T09:00:00Z'],
    ['booked', 409, '2026-11-25T08:35:00Z'],
    ['busy', 409, '2026-11-26T09:00:00Z'],
    ['past', 409, '2026-11-21T11:00:00Z'],
    ['step', 422, '2026-11-27T09:01:00Z'],
    ['same', 422, '2026-11-24T09:00:00Z'],
  ])('to a time that is %s is refused with %i and changes nothing', async (code, status, start) => {
    await desk.book('initial-consultation', Date.parse('2026-11-25T09:00:00Z'))
    const busy = Date.parse('2026-11-26T09:00:00Z')
    await desk.makeBusy(busy + 20 * MINUTE, busy + HOUR)
    const id = await desk.put('confirmed')
    const unchanged = desk.everything()
    const result = await desk.order(id, 'move', { start: Date.parse(start) })
    expect(result).toMatchObject({ ok: false, status, refusal: { code } })
    expect(desk.everything()).toBe(unchanged)
  })

  it('keeps a paid booking paid', async () => {
    const id = await desk.put('confirmed', 'bespoke-planning')
    await desk.order(id, 'move')
    expect(desk.row(id)).toMatchObject({ status: 'confirmed', payment: 'paid' })
  })
})

describe('other times', () => {
  const offered = START + 28 * HOUR

  it('give up the old one at once, and the guest takes one by the link', async () => {
    const id = await desk.put('confirmed')
    await desk.order(id, 'offer', { starts: [offered, offered + 5 * DAY] })
    expect(desk.cells(id)).toEqual([])
    expect(desk.record(id).offers).toHaveLength(2)
    expect(await desk.guestMoves(id, offered)).toMatchObject({ ok: true })
    expect(desk.row(id)).toMatchObject({ status: 'confirmed', starts_at: offered })
    expect(desk.record(id).offers).toEqual([])
    expect(desk.queued().filter((kind) => /moved|offered/.test(kind))).toEqual([
      'offered',
      'moved',
      'owner-moved',
    ])
  })

  it('answer a request, whose booking is confirmed for the first time when one is taken', async () => {
    const id = await desk.put('requested')
    await desk.clearJobs()
    await desk.order(id, 'offer', { starts: [offered] })
    await desk.order(id, 'offer', { starts: [offered, offered + DAY] })
    await desk.guestMoves(id, offered)
    expect(desk.row(id).status).toBe('confirmed')
    expect(desk.queued()).toContain('confirmed')
    expect(desk.queued()).not.toContain('moved')
  })

  it('of an unpaid service lead to a hold that is paid by the link', async () => {
    const id = await desk.put('requested', 'business-consultancy')
    await desk.order(id, 'offer', { starts: [offered] })
    await desk.guestMoves(id, offered)
    expect(desk.row(id)).toMatchObject({ status: 'awaiting_payment', payment: 'pending' })
    expect(await desk.pay(id)).toBe(true)
    expect(desk.row(id)).toMatchObject({ status: 'confirmed', payment: 'paid' })
  })

  it('that were taken meanwhile are shown no more, and refused', async () => {
    const id = await desk.put('confirmed')
    await desk.order(id, 'offer', { starts: [offered, offered + DAY] })
    const other = await desk.book('initial-consultation', START)
    await desk.order(other, 'move', { start: offered })
    expect(desk.record(id).offers).toEqual([new Date(offered + DAY).toISOString()])
    expect(await desk.guestMoves(id, offered)).toMatchObject({
      ok: false,
      refusal: { code: 'taken' },
    })
    expect(desk.row(id).status).toBe('needs_new_time')
  })

  it('are not the only ones: any time that is open to everybody may be taken instead', async () => {
    const id = await desk.put('confirmed')
    await desk.order(id, 'offer', { starts: [offered] })
    const closed = Date.parse('2026-11-28T09:00:00Z')
    expect(await desk.guestMoves(id, closed)).toMatchObject({ refusal: { code: 'closed' } })
    expect(await desk.guestMoves(id, START + DAY)).toMatchObject({ ok: true })
  })
})

describe('the owner’s cancellation', () => {
  it.each([
    ['all', 400_000],
    ['a part', 100_000],
    ['nothing', 0],
  ])('gives back %s of what was paid, once', async (_what, refund) => {
    const id = await desk.put('confirmed', 'bespoke-planning')
    const { version: seen } = desk.record(id)
    await Promise.all([1, 2, 3].map(() => desk.order(id, 'cancel', { refund, seen })))
    await desk.drain()
    expect(desk.record(id)).toMatchObject({ status: 'cancelled', refunded: refund })
    expect(desk.row(id).payment).toBe(refund > 0 ? 'refunded' : 'paid')
  })

  it.each([
    ['more than was paid', 'bespoke-planning', 400_001],
    ['anything of a free booking', 'initial-consultation', 1],
  ] as const)('cannot give back %s', async (_what, service, refund) => {
    const id = await desk.put('confirmed', service)
    const unchanged = desk.everything()
    const result = await desk.order(id, 'cancel', { refund })
    expect(result).toMatchObject({ ok: false, status: 422, refusal: { code: 'refund' } })
    expect(desk.everything()).toBe(unchanged)
  })

  it('tells the guest, and not its owner', async () => {
    const id = await desk.put('confirmed')
    await desk.order(id, 'cancel')
    expect(desk.queued()).toContain('cancelled')
    expect(desk.queued()).not.toContain('owner-cancelled')
  })
})

describe('a calendar that shows something else at a booking', () => {
  const [from, to] = [START - HOUR, START + HOUR]

  it('cancels nothing by itself, and says so in the record', async () => {
    const id = await desk.put('confirmed')
    await desk.makeBusy(from, to)
    expect(desk.record(id)).toMatchObject({
      status: 'confirmed',
      clash: { start: new Date(from).toISOString(), end: new Date(to).toISOString() },
    })
  })

  it('is known once the owner keeps the time, until something further is there', async () => {
    const id = await desk.put('confirmed')
    await desk.makeBusy(from, to)
    await desk.order(id, 'keep')
    expect(desk.record(id).clash).toBeNull()
    await desk.makeBusy(START, to)
    expect(desk.record(id).clash).not.toBeNull()
  })
})

describe('the history of a booking', () => {
  it('tells in order what was done, by whom, and what was sent', async () => {
    const id = await desk.put('confirmed', 'bespoke-planning')
    await desk.drain()
    desk.time.now += HOUR
    await desk.order(id, 'note', { text: 'Prefers the phone.' })
    desk.time.now += HOUR
    await desk.guestMoves(id, START + DAY)
    await desk.drain()
    desk.time.now += HOUR
    await desk.order(id, 'cancel', { refund: 400_000 })
    await desk.drain()
    expect(desk.record(id).history.map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
      'Booked on the website, from Oslo',
      'NOK 4,000 paid',
      'Confirmation sent by email',
      'Receipt sent by email',
      'Prefers the phone.',
      'Moved by the guest from Tue 24 November 2026, 10:00 to Wed 25 November 2026, 10:00',
      'New time sent by email',
      'Cancelled by you, NOK 4,000 to be refunded',
      'Refund of NOK 4,000 made',
      'Cancellation sent by email',
      'Credit note sent by email',
    ])
  })
})
