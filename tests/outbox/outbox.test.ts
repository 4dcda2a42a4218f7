import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isDue, LEASE, newEntry, settle } from '#client/outbox/entry.ts'
import { contactSubmission, Device, KEY, OTHER } from '#tests/support/outbox.ts'
import { accepts, answers, countingServer, json, keyOf } from '#tests/support/outbox-servers.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let device: Device
beforeEach(() => {
  device = new Device()
})

describe('a queued submission', () => {
  it('is sent once, leaves a receipt, and takes its text with it', async () => {
    await device.outbox.queue(contactSubmission(KEY, { typed: { health: 'A weak heart' } }))
    await device.replay(accepts)
    expect(await device.first()).toMatchObject({
      state: 'sent',
      fields: null,
      typed: null,
      receipt: { at: device.time.now },
    })
    let again = 0
    await device.replay(async (address, init) => {
      again++
      return accepts(address, init)
    })
    expect(again).toBe(0)
  })

  it('is one entry however often it is handed over', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.outbox.queue(contactSubmission(KEY, { fields: { message: 'other' } }))
    expect(await device.outbox.list()).toHaveLength(1)
    expect((await device.first())?.fields?.message).toBe(`Written under ${KEY}`)
  })

  it('goes as the form that it is, under its key, and never follows a redirect', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    let sent: RequestInit = {}
    await device.replay(async (address, init) => {
      sent = init
      return accepts(address, init)
    })
    expect(String(sent.body)).toContain('form-name=contact&first_name=Elisabeth')
    expect(keyOf(sent)).toBe(KEY)
    expect(sent.redirect).toBe('manual')
  })

  it('goes oldest first', async () => {
    const server = countingServer()
    await device.outbox.queue(contactSubmission(OTHER))
    device.time.now += 1
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(server.fetch)
    expect(server.taken).toEqual([OTHER, KEY])
  })

  it.each([500, 503, 429, 408, 425])(
    'stays queued after %i, and its text with it',
    async (status) => {
      await device.outbox.queue(contactSubmission(KEY))
      await device.replay(answers(() => json(status, { code: 'x', error: 'y' })))
      expect(await device.first()).toMatchObject({
        state: 'queued',
        attempts: 1,
        lastError: String(status),
      })
      expect((await device.first())?.fields?.first_name).toBe('Elisabeth')
    },
  )

  it('waits as long as the server asks, within reason', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(
      answers(() => new Response('', { status: 503, headers: { 'Retry-After': '600' } })),
    )
    expect((await device.first())?.nextAt).toBe(device.time.now + 10 * MINUTE)
    device.time.now += 10 * MINUTE
    await device.replay(
      answers(() => new Response('', { status: 503, headers: { 'Retry-After': '999999' } })),
    )
    expect((await device.first())?.nextAt).toBe(device.time.now + 15 * MINUTE)
  })

  it.each([
    [
      'a log-in page with 200',
      () => new Response('<form>', { headers: { 'Content-Type': 'text/html' } }),
    ],
    ['JSON that is not ours', () => json(200, { ok: true })],
    ['another entry’s answer', () => json(201, { key: OTHER })],
    ['a redirect', () => Response.redirect('https://portal.example/', 302)],
    [
      'a page with 404',
      () => new Response('<h1>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
    ],
    ['broken JSON', () => new Response('{', { headers: { 'Content-Type': 'application/json' } })],
  ])('stays queued after %s', async (_what, response) => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(answers(response))
    expect((await device.first())?.state).toBe('queued')
  })

  it.each([
    [413, 'too_large'],
    [422, 'fields'],
    [409, 'taken'],
    [410, 'past'],
    [400, 'form'],
  ])('refused with %i goes to attention with all that was typed', async (status, code) => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(
      answers(() => json(status, { code, error: 'No.', fields: { email: 'Wrong' } })),
    )
    expect(await device.first()).toMatchObject({
      state: 'attention',
      problem: { code, error: 'No.', fields: { email: 'Wrong' } },
      fields: contactSubmission(KEY).fields,
    })
    await device.replay(async () => {
      throw new Error('attention is not sent')
    })
    expect((await device.first())?.attempts).toBe(1)
  })

  it('goes to attention at the third 401 or 403', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    for (const status of [401, 403, 403]) {
      expect((await device.first())?.state).toBe('queued')
      await device.replay(answers(() => json(status, { code: 'x' })))
      device.time.now += 15 * MINUTE
    }
    expect(await device.first()).toMatchObject({ state: 'attention', problem: { code: 'denied' } })
  })

  it('stops the round where there is no network, and keeps its order', async () => {
    const server = countingServer()
    await device.outbox.queue(contactSubmission(KEY))
    device.time.now += 1
    await device.outbox.queue(contactSubmission(OTHER))
    let tries = 0
    await device.replay(async () => {
      tries++
      throw new TypeError('Failed to fetch')
    })
    expect(tries).toBe(1)
    device.time.now += 15 * MINUTE
    await device.replay(server.fetch)
    expect(server.taken).toEqual([KEY, OTHER])
  })

  it('is given up to be tried again where no answer comes, while the lease still holds', async () => {
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(
      (_address, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          patience.abort(new DOMException('No answer', 'TimeoutError'))
        }),
    )
    expect(await device.first()).toMatchObject({ state: 'queued', lastError: 'TimeoutError' })
    expect(timeout.mock.calls[0]?.[0]).toBeLessThan(LEASE)
  })

  it('does not hold up the others where the server fails on it alone', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    device.time.now += 1
    await device.outbox.queue(contactSubmission(OTHER))
    await device.replay(async (address, init) =>
      keyOf(init) === KEY ? json(500, {}) : accepts(address, init),
    )
    expect((await device.outbox.list()).map(({ state }) => state)).toEqual(['queued', 'sent'])
  })

  it('is tried ever more slowly, up to every quarter of an hour, without end until a fortnight is over', () => {
    let entry = newEntry(contactSubmission(KEY), 0)
    const waits: number[] = []
    for (let now = 0; waits.length < 500; now = entry.nextAt) {
      const outcome = { kind: 'again', reason: 'x', network: true } as const
      entry = settle(entry, outcome, { now, chance: 1 - Number.EPSILON })
      waits.push(Math.round((entry.nextAt - now) / 1000))
    }
    expect(waits.slice(0, 9)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900])
    expect(waits.at(-1)).toBe(900)
    expect(entry.state).toBe('queued')
  })

  it('goes to attention, unsent and not deleted, after 14 days', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    device.time.now += 14 * DAY + 1
    await device.replay(accepts)
    expect(await device.first()).toMatchObject({
      state: 'attention',
      problem: { code: 'old' },
      attempts: 0,
    })
    expect((await device.first())?.fields).not.toBeNull()
  })

  it('for a time that has passed goes to attention and is not sent', async () => {
    await device.outbox.queue(contactSubmission(KEY, { slotStart: device.time.now + MINUTE }))
    device.time.now += MINUTE
    await device.replay(accepts)
    expect(await device.first()).toMatchObject({
      state: 'attention',
      problem: { code: 'past' },
      attempts: 0,
    })
  })

  it('is not put off by a device clock that was a day ahead', async () => {
    device.time.now += DAY
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(answers(() => json(503, {})))
    device.time.now -= DAY
    expect(isDue(await device.only(), device.time.now)).toBe(true)
    await device.replay(accepts)
    expect((await device.first())?.state).toBe('sent')
  })
})
