import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OwnerDesk, openOwnerDesk, START } from '#tests/support/booking/owner-desk.ts'
import { SmtpDouble } from '#tests/support/mail/smtp-double.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let desk: OwnerDesk
beforeEach(async () => {
  desk = await openOwnerDesk()
})
afterEach(() => desk.close())

describe('An accepted request', () => {
  it('of a free service is confirmed, with the emails of a booking', async () => {
    const id = await desk.put('requested')
    await desk.clearJobs()
    await desk.order(id, 'accept')
    expect(await desk.row(id)).toMatchObject({ status: 'confirmed', payment: 'none' })
    expect((await desk.queued()).sort()).toEqual([
      'confirmed',
      'owner-new',
      'reminder-1h',
      'reminder-24h',
    ])
  })

  it('of a paid service is on hold for two days, can be paid by its link, and is then confirmed', async () => {
    const id = await desk.put('requested', 'bespoke-planning')
    await desk.order(id, 'accept')
    expect(await desk.row(id)).toMatchObject({
      status: 'awaiting_payment',
      payment: 'pending',
      hold_expires_at: desk.time.now + 48 * HOUR,
    })
    expect(await desk.queued()).toEqual(['accepted'])
    desk.time.now += 47 * HOUR
    await desk.features.payments.sweep()
    expect(await desk.pay(id)).toBe(true)
    expect(await desk.row(id)).toMatchObject({ status: 'confirmed', payment: 'paid' })
    expect(await desk.queued()).toContain('confirmed')
  })

  it('expires and frees its slot if it is not paid in time', async () => {
    const id = await desk.put('requested', 'bespoke-planning')
    await desk.order(id, 'accept')
    desk.time.now += 48 * HOUR
    await desk.features.payments.sweep()
    expect(await desk.row(id)).toMatchObject({ status: 'expired', payment: 'failed' })
    expect(await desk.cells(id)).toEqual([])
    expect((await desk.record(id)).history.at(-1)?.text).toBe('Released: not paid in time')
  })
})

describe('A move by the owner', () => {
  it('can be outside opening hours, notice and booking window, and raises the calendar sequence', async () => {
    const id = await desk.put('confirmed')
    for (const start of ['2026-11-21T13:00:00Z', '2026-11-29T21:00:00Z', '2027-09-01T05:05:00Z']) {
      const { sequence } = await desk.row(id)
      const result = await desk.order(id, 'move', { start: Date.parse(start) })
      expect(result.ok).toBe(true)
      expect(await desk.row(id)).toMatchObject({
        starts_at: Date.parse(start),
        sequence: sequence + 1,
        status: 'confirmed',
      })
      expect(await desk.cells(id)).toEqual(await desk.dueCells(id))
    }
    expect((await desk.queued()).filter((kind) => kind === 'moved')).toHaveLength(3)
    expect(await desk.queued()).not.toContain('owner-moved')
  })

  it.each([
    ['booked', 409, '2026-11-25T09:00:00Z'],
    ['booked', 409, '2026-11-25T08:35:00Z'],
    ['busy', 409, '2026-11-26T09:00:00Z'],
    ['past', 409, '2026-11-21T11:00:00Z'],
    ['step', 422, '2026-11-27T09:01:00Z'],
    ['same', 422, '2026-11-24T09:00:00Z'],
  ])('is refused as %s with status %i, and changes nothing', async (code, status, start) => {
    await desk.book('initial-consultation', Date.parse('2026-11-25T09:00:00Z'))
    const busy = Date.parse('2026-11-26T09:00:00Z')
    await desk.makeBusy(busy + 20 * MINUTE, busy + HOUR)
    const id = await desk.put('confirmed')
    const unchanged = await desk.everything()
    const result = await desk.order(id, 'move', { start: Date.parse(start) })
    expect(result).toMatchObject({ ok: false, status, refusal: { code } })
    expect(await desk.everything()).toBe(unchanged)
  })

  it('does not change the payment of a paid booking', async () => {
    const id = await desk.put('confirmed', 'bespoke-planning')
    await desk.order(id, 'move')
    expect(await desk.row(id)).toMatchObject({ status: 'confirmed', payment: 'paid' })
  })
})

describe('Other times offered by the owner', () => {
  const offered = START + 28 * HOUR

  it('free the old slot at once, and the guest takes one by the link', async () => {
    const id = await desk.put('confirmed')
    await desk.order(id, 'offer', { starts: [offered, offered + 5 * DAY] })
    expect(await desk.cells(id)).toEqual([])
    expect((await desk.record(id)).offers).toHaveLength(2)
    expect(await desk.guestMoves(id, offered)).toMatchObject({ ok: true })
    expect(await desk.row(id)).toMatchObject({ status: 'confirmed', starts_at: offered })
    expect((await desk.record(id)).offers).toEqual([])
    expect((await desk.queued()).filter((kind) => /moved|offered/.test(kind))).toEqual([
      'offered',
      'moved',
      'owner-moved',
    ])
  })

  it('answer a request, which is confirmed for the first time when the guest takes one', async () => {
    const id = await desk.put('requested')
    await desk.clearJobs()
    await desk.order(id, 'offer', { starts: [offered] })
    await desk.order(id, 'offer', { starts: [offered, offered + DAY] })
    await desk.guestMoves(id, offered)
    expect((await desk.row(id)).status).toBe('confirmed')
    expect(await desk.queued()).toContain('confirmed')
    expect(await desk.queued()).not.toContain('moved')
  })

  it('for an unpaid booking of a paid service lead to a hold that is paid by the link', async () => {
    const id = await desk.put('requested', 'business-consultancy')
    await desk.order(id, 'offer', { starts: [offered] })
    await desk.guestMoves(id, offered)
    expect(await desk.row(id)).toMatchObject({ status: 'awaiting_payment', payment: 'pending' })
    expect(await desk.pay(id)).toBe(true)
    expect(await desk.row(id)).toMatchObject({ status: 'confirmed', payment: 'paid' })
  })

  it('are no longer shown, and are refused, once another booking has taken them', async () => {
    const id = await desk.put('confirmed')
    await desk.order(id, 'offer', { starts: [offered, offered + DAY] })
    const other = await desk.book('initial-consultation', START)
    await desk.order(other, 'move', { start: offered })
    expect((await desk.record(id)).offers).toEqual([new Date(offered + DAY).toISOString()])
    expect(await desk.guestMoves(id, offered)).toMatchObject({
      ok: false,
      refusal: { code: 'taken' },
    })
    expect((await desk.row(id)).status).toBe('needs_new_time')
  })

  it('are not the only choice: the guest can take any open slot instead', async () => {
    const id = await desk.put('confirmed')
    await desk.order(id, 'offer', { starts: [offered] })
    const closed = Date.parse('2026-11-28T09:00:00Z')
    expect(await desk.guestMoves(id, closed)).toMatchObject({ refusal: { code: 'closed' } })
    expect(await desk.guestMoves(id, START + DAY)).toMatchObject({ ok: true })
  })
})

describe('The owner’s cancellation', () => {
  it.each([
    ['all', 400_000],
    ['a part', 100_000],
    ['nothing', 0],
  ])('refunds %s of what was paid, once', async (_what, refund) => {
    const id = await desk.put('confirmed', 'bespoke-planning')
    const { version: seen } = await desk.record(id)
    await Promise.all(
      [1, 2, 3].map(() => desk.order(id, 'cancel', { refund, expectedVersion: seen })),
    )
    await desk.drain()
    expect(await desk.record(id)).toMatchObject({ status: 'cancelled', refunded: refund })
    expect((await desk.row(id)).payment).toBe(refund > 0 ? 'refunded' : 'paid')
  })

  it.each([
    ['more than was paid', 'bespoke-planning', 400_001],
    ['anything of a free booking', 'initial-consultation', 1],
  ] as const)('cannot refund %s', async (_what, service, refund) => {
    const id = await desk.put('confirmed', service)
    const unchanged = await desk.everything()
    const result = await desk.order(id, 'cancel', { refund })
    expect(result).toMatchObject({ ok: false, status: 422, refusal: { code: 'refund' } })
    expect(await desk.everything()).toBe(unchanged)
  })

  it('notifies the guest, and not the owner', async () => {
    const id = await desk.put('confirmed')
    await desk.order(id, 'cancel')
    expect(await desk.queued()).toContain('cancelled')
    expect(await desk.queued()).not.toContain('owner-cancelled')
  })
})

describe('A calendar event that clashes with a booking', () => {
  const [from, to] = [START - HOUR, START + HOUR]

  it('cancels nothing by itself, and is shown in the booking’s record', async () => {
    const id = await desk.put('confirmed')
    await desk.makeBusy(from, to)
    expect(await desk.record(id)).toMatchObject({
      status: 'confirmed',
      clash: { start: new Date(from).toISOString(), end: new Date(to).toISOString() },
    })
  })

  it('is no longer shown once the owner keeps the time, until another event appears', async () => {
    const id = await desk.put('confirmed')
    await desk.makeBusy(from, to)
    await desk.order(id, 'dismissClash')
    expect((await desk.record(id)).clash).toBeNull()
    await desk.makeBusy(START, to)
    expect((await desk.record(id)).clash).not.toBeNull()
  })
})

describe('The history of a booking', () => {
  it('lists in order what was done, who did it, and which mails were saved without a mail server', async () => {
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
    expect(
      (await desk.record(id)).history.map(({ text }) => text.replaceAll('\u00a0', ' ')),
    ).toEqual([
      'Booked on the website, from Oslo',
      'NOK 4,000 paid',
      'Confirmation saved, not sent: no mail server was set up',
      'Receipt saved, not sent: no mail server was set up',
      'Prefers the phone.',
      'Moved by the guest from Tue 24 November 2026, 10:00 to Wed 25 November 2026, 10:00',
      'New time saved, not sent: no mail server was set up',
      'Cancelled by you, NOK 4,000 to be refunded',
      'Refund of NOK 4,000 made',
      'Cancellation saved, not sent: no mail server was set up',
      'Credit note saved, not sent: no mail server was set up',
    ])
  })
  it('says that a mail was sent only if a mail server took it', async () => {
    const smtp = new SmtpDouble()
    await smtp.start()
    const connected = await openOwnerDesk({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'hello@lysning.example',
    })
    const id = await connected.put('confirmed')
    await connected.drain()
    const texts = (await connected.record(id)).history.map(({ text }) => text)
    await connected.close()
    await smtp.stop()
    expect(texts).toEqual(['Booked on the website, from Oslo', 'Confirmation sent by email'])
    expect(smtp.received.length).toBeGreaterThan(0)
  })
})
