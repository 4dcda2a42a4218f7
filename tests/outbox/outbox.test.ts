import { beforeEach, describe, expect, it, vi } from 'vitest'
import { applyOutcome, createEntry, isDue, LEASE_MS } from '#client/outbox/entry.ts'
import {
  buildContactSubmission,
  KEY,
  OTHER_KEY,
  OutboxDevice,
} from '#tests/support/outbox/outbox-device.ts'
import {
  acceptAll,
  answerWith,
  createCountingServer,
  createJsonResponse,
  getIdempotencyKey,
} from '#tests/support/outbox/outbox-fetch-stubs.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let device: OutboxDevice
beforeEach(() => {
  device = new OutboxDevice()
})

describe('A queued submission', () => {
  it('is sent once; then its content is deleted and a receipt remains', async () => {
    await device.outbox.enqueue(
      buildContactSubmission(KEY, { formValues: { health: 'A weak heart' } }),
    )
    await device.replay(acceptAll)
    expect(await device.getFirstEntry()).toMatchObject({
      state: 'sent',
      fields: null,
      formValues: null,
      deliveryReceipt: { at: device.time.now },
    })
    let again = 0
    await device.replay(async (address, init) => {
      again++
      return acceptAll(address, init)
    })
    expect(again).toBe(0)
  })

  it('is one entry, however often it is queued under the same idempotency key', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.outbox.enqueue(buildContactSubmission(KEY, { fields: { message: 'other' } }))
    expect(await device.outbox.list()).toHaveLength(1)
    expect((await device.getFirstEntry())?.fields?.message).toBe(`Written under ${KEY}`)
  })

  it('is posted as its own form, under its idempotency key, without following redirects', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    let sent: RequestInit = {}
    await device.replay(async (address, init) => {
      sent = init
      return acceptAll(address, init)
    })
    expect(String(sent.body)).toContain('form-name=contact&first_name=Elisabeth')
    expect(getIdempotencyKey(sent)).toBe(KEY)
    expect(sent.redirect).toBe('manual')
  })

  it('is sent before newer ones', async () => {
    const server = createCountingServer()
    await device.outbox.enqueue(buildContactSubmission(OTHER_KEY))
    device.time.now += 1
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(server.fetch)
    expect(server.taken).toEqual([OTHER_KEY, KEY])
  })

  it.each([500, 503, 429, 408, 425])(
    'stays queued with its text after status %i',
    async (status) => {
      await device.outbox.enqueue(buildContactSubmission(KEY))
      await device.replay(answerWith(() => createJsonResponse(status, { code: 'x', error: 'y' })))
      expect(await device.getFirstEntry()).toMatchObject({
        state: 'queued',
        attempts: 1,
        lastError: String(status),
      })
      expect((await device.getFirstEntry())?.fields?.first_name).toBe('Elisabeth')
    },
  )

  it('is retried after the time that the server requests, up to 15 minutes', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(
      answerWith(() => new Response('', { status: 503, headers: { 'Retry-After': '600' } })),
    )
    expect((await device.getFirstEntry())?.nextAttemptAt).toBe(device.time.now + 10 * MINUTE)
    device.time.now += 10 * MINUTE
    await device.replay(
      answerWith(() => new Response('', { status: 503, headers: { 'Retry-After': '999999' } })),
    )
    expect((await device.getFirstEntry())?.nextAttemptAt).toBe(device.time.now + 15 * MINUTE)
  })

  it.each([
    [
      'a log-in page with 200',
      () => new Response('<form>', { headers: { 'Content-Type': 'text/html' } }),
    ],
    ['JSON that is not ours', () => createJsonResponse(200, { ok: true })],
    ['another entry’s answer', () => createJsonResponse(201, { key: OTHER_KEY })],
    ['a redirect', () => Response.redirect('https://portal.example/', 302)],
    [
      'a page with 404',
      () => new Response('<h1>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
    ],
    ['broken JSON', () => new Response('{', { headers: { 'Content-Type': 'application/json' } })],
  ])('stays queued after %s', async (_what, response) => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(answerWith(response))
    expect((await device.getFirstEntry())?.state).toBe('queued')
  })

  it.each([
    [413, 'too_large'],
    [422, 'fields'],
    [409, 'taken'],
    [410, 'past'],
    [400, 'form'],
  ])(
    'needs attention with all input preserved after a refusal with status %i',
    async (status, code) => {
      await device.outbox.enqueue(buildContactSubmission(KEY))
      await device.replay(
        answerWith(() =>
          createJsonResponse(status, { code, error: 'No.', fields: { email: 'Wrong' } }),
        ),
      )
      expect(await device.getFirstEntry()).toMatchObject({
        state: 'attention',
        problem: { code, error: 'No.', fields: { email: 'Wrong' } },
        fields: buildContactSubmission(KEY).fields,
      })
      await device.replay(async () => {
        throw new Error('attention is not sent')
      })
      expect((await device.getFirstEntry())?.attempts).toBe(1)
    },
  )

  it('needs attention after the third 401 or 403', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    for (const status of [401, 403, 403]) {
      expect((await device.getFirstEntry())?.state).toBe('queued')
      await device.replay(answerWith(() => createJsonResponse(status, { code: 'x' })))
      device.time.now += 15 * MINUTE
    }
    expect(await device.getFirstEntry()).toMatchObject({
      state: 'attention',
      problem: { code: 'denied' },
    })
  })

  it('ends the round after a network failure, and the queue preserves its order', async () => {
    const server = createCountingServer()
    await device.outbox.enqueue(buildContactSubmission(KEY))
    device.time.now += 1
    await device.outbox.enqueue(buildContactSubmission(OTHER_KEY))
    let tries = 0
    await device.replay(async () => {
      tries++
      throw new TypeError('Failed to fetch')
    })
    expect(tries).toBe(1)
    device.time.now += 15 * MINUTE
    await device.replay(server.fetch)
    expect(server.taken).toEqual([KEY, OTHER_KEY])
  })

  it('is queued for a retry if no answer arrives in time, before its lease expires', async () => {
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(
      (_address, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          patience.abort(new DOMException('No answer', 'TimeoutError'))
        }),
    )
    expect(await device.getFirstEntry()).toMatchObject({
      state: 'queued',
      lastError: 'TimeoutError',
    })
    expect(timeout.mock.calls[0]?.[0]).toBeLessThan(LEASE_MS)
  })

  it('does not block the others if the server fails only on this one', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    device.time.now += 1
    await device.outbox.enqueue(buildContactSubmission(OTHER_KEY))
    await device.replay(async (address, init) =>
      getIdempotencyKey(init) === KEY ? createJsonResponse(500, {}) : acceptAll(address, init),
    )
    expect((await device.outbox.list()).map(({ state }) => state)).toEqual(['queued', 'sent'])
  })

  it('is retried at increasing intervals, up to 15 minutes, five hundred times and more', () => {
    let entry = createEntry(buildContactSubmission(KEY), 0)
    const delays: number[] = []
    for (let now = 0; delays.length < 500; now = entry.nextAttemptAt) {
      const outcome = { kind: 'again', reason: 'x', isNetworkError: true } as const
      entry = applyOutcome(entry, outcome, { now, chance: 1 - Number.EPSILON })
      delays.push(Math.round((entry.nextAttemptAt - now) / 1000))
    }
    expect(delays.slice(0, 9)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900])
    expect(delays.at(-1)).toBe(900)
    expect(entry.state).toBe('queued')
  })

  it('needs attention after 14 days, without being sent or deleted', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    device.time.now += 14 * DAY + 1
    await device.replay(acceptAll)
    expect(await device.getFirstEntry()).toMatchObject({
      state: 'attention',
      problem: { code: 'old' },
      attempts: 0,
    })
    expect((await device.getFirstEntry())?.fields).not.toBeNull()
  })

  it('for a slot that has passed needs attention and is not sent', async () => {
    await device.outbox.enqueue(
      buildContactSubmission(KEY, { slotStart: device.time.now + MINUTE }),
    )
    device.time.now += MINUTE
    await device.replay(acceptAll)
    expect(await device.getFirstEntry()).toMatchObject({
      state: 'attention',
      problem: { code: 'past' },
      attempts: 0,
    })
  })

  it('is not delayed by a device clock that was a day ahead', async () => {
    device.time.now += DAY
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(answerWith(() => createJsonResponse(503, {})))
    device.time.now -= DAY
    expect(isDue(await device.getOnlyEntry(), device.time.now)).toBe(true)
    await device.replay(acceptAll)
    expect((await device.getFirstEntry())?.state).toBe('sent')
  })
})
