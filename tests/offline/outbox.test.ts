import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isDue, LEASE, newEntry, type OutboxEntry, settle } from '../../client/offline/entry.ts'
import type { Fetch } from '../../client/offline/send.ts'
import { contactSubmission, Device } from '../support/outbox.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const KEY = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'

let device: Device
beforeEach(() => {
  device = new Device()
})

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  })

const keyOf = (init: RequestInit) => new Headers(init.headers).get('Idempotency-Key') ?? ''
const accepts: Fetch = async (_address, init) => json(201, { key: keyOf(init), status: 'received' })
const answers =
  (response: () => Response): Fetch =>
  async () =>
    response()
const first = async () => (await device.outbox.list())[0]

async function theOnly(): Promise<OutboxEntry> {
  const [entry] = await device.outbox.list()
  if (!entry) throw new Error('There is no entry')
  return entry
}

/** The browser's locks, of which one is enough. */
function oneAtATime(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve()
  const request = (name: string, act: () => Promise<unknown>) => {
    // A new version of the site waits for the same one.
    expect(name).toBe('outbox')
    last = last.then(act)
    return last
  }
  return { request } as Pick<LockManager, 'request'>
}

/** A server that counts its effects by key, as ours does. */
function countingServer() {
  const effects = new Map<string, number>()
  const taken: string[] = []
  const fetch: Fetch = async (_address, init) => {
    taken.push(keyOf(init))
    if (!effects.has(keyOf(init))) effects.set(keyOf(init), 1)
    return accepts('/', init)
  }
  return { effects, taken, fetch }
}

describe('a queued submission', () => {
  it('is sent once, leaves a receipt, and takes its text with it', async () => {
    await device.outbox.queue(contactSubmission(KEY, { typed: { health: 'A weak heart' } }))
    await device.replay(accepts)
    expect(await first()).toMatchObject({
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
    expect((await first())?.fields?.message).toBe(`Written under ${KEY}`)
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
      expect(await first()).toMatchObject({
        state: 'queued',
        attempts: 1,
        lastError: String(status),
      })
      expect((await first())?.fields?.first_name).toBe('Elisabeth')
    },
  )

  it('waits as long as the server asks, within reason', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(
      answers(() => new Response('', { status: 503, headers: { 'Retry-After': '600' } })),
    )
    expect((await first())?.nextAt).toBe(device.time.now + 10 * MINUTE)
    device.time.now += 10 * MINUTE
    await device.replay(
      answers(() => new Response('', { status: 503, headers: { 'Retry-After': '999999' } })),
    )
    expect((await first())?.nextAt).toBe(device.time.now + 15 * MINUTE)
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
    expect((await first())?.state).toBe('queued')
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
    expect(await first()).toMatchObject({
      state: 'attention',
      problem: { code, error: 'No.', fields: { email: 'Wrong' } },
      fields: contactSubmission(KEY).fields,
    })
    await device.replay(async () => {
      throw new Error('attention is not sent')
    })
    expect((await first())?.attempts).toBe(1)
  })

  it('goes to attention at the third 401 or 403', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    for (const status of [401, 403, 403]) {
      expect((await first())?.state).toBe('queued')
      await device.replay(answers(() => json(status, { code: 'x' })))
      device.time.now += 15 * MINUTE
    }
    expect(await first()).toMatchObject({ state: 'attention', problem: { code: 'denied' } })
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
    expect(await first()).toMatchObject({ state: 'queued', lastError: 'TimeoutError' })
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
    expect(await first()).toMatchObject({
      state: 'attention',
      problem: { code: 'old' },
      attempts: 0,
    })
    expect((await first())?.fields).not.toBeNull()
  })

  it('for a time that has passed goes to attention and is not sent', async () => {
    await device.outbox.queue(contactSubmission(KEY, { slotStart: device.time.now + MINUTE }))
    device.time.now += MINUTE
    await device.replay(accepts)
    expect(await first()).toMatchObject({
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
    expect(isDue(await theOnly(), device.time.now)).toBe(true)
    await device.replay(accepts)
    expect((await first())?.state).toBe('sent')
  })
})

describe('a crash', () => {
  it('between the answer and its writing down sends again, and the server deduplicates', async () => {
    const server = countingServer()
    await device.outbox.queue(contactSubmission(KEY))
    const round = device.replay(async (address, init) => {
      const response = await server.fetch(address, init)
      device.crash()
      return response
    })
    await expect(round).rejects.toThrow()
    expect((await first())?.state).toBe('sending')
    device.time.now += LEASE
    await device.replay(server.fetch)
    expect((await first())?.state).toBe('sent')
    expect(server.taken).toEqual([KEY, KEY])
    expect(server.effects.size).toBe(1)
  })

  it('leaves the entry to nobody else until the lease is over', async () => {
    const server = countingServer()
    await device.outbox.queue(contactSubmission(KEY))
    await device.outbox.claimNext('a worker that died')
    device.time.now += LEASE - 1
    await device.replay(server.fetch)
    expect(server.taken).toEqual([])
    device.time.now += 1
    await device.replay(server.fetch)
    expect(server.taken).toEqual([KEY])
  })
})

describe('a lease given by a clock that was a day ahead', () => {
  it('holds nothing back once the clock is right', async () => {
    device.time.now += DAY
    await device.outbox.queue(contactSubmission(KEY))
    await device.outbox.claimNext('a worker that died')
    device.time.now -= DAY
    await device.replay(accepts)
    expect((await first())?.state).toBe('sent')
  })
})

describe('two replayers', () => {
  it('send each of twenty entries once', async () => {
    const server = countingServer()
    for (let index = 10; index < 30; index++)
      await device.outbox.queue(contactSubmission(`${index}111111-1111-4111-8111-111111111111`))
    await Promise.all([
      device.replay(server.fetch),
      device.replay(server.fetch),
      device.replay(server.fetch),
    ])
    expect(server.taken).toHaveLength(20)
    expect(server.effects.size).toBe(20)
  })

  it('take turns where the browser has locks: nothing is sent beside another', async () => {
    const server = countingServer()
    for (const key of [KEY, OTHER]) await device.outbox.queue(contactSubmission(key))
    let underWay = 0
    let most = 0
    const fetch: Fetch = async (address, init) => {
      most = Math.max(most, ++underWay)
      // Whoever else would send has every chance to begin.
      await device.outbox.list()
      await device.outbox.list()
      underWay--
      return server.fetch(address, init)
    }
    const locks = oneAtATime()
    await Promise.all([device.replay(fetch, locks), device.replay(fetch, locks)])
    expect(server.taken).toHaveLength(2)
    expect(most).toBe(1)
  })

  it('cannot undo each other: a late failure does not put back what was sent', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.outbox.claimNext('slow')
    const slow = await theOnly()
    device.time.now += LEASE
    await device.replay(accepts)
    await device.outbox.settle(slow, { kind: 'again', reason: 'timeout', network: true })
    expect((await first())?.state).toBe('sent')
  })
})

describe('whoever was too slow', () => {
  it('cannot take an entry from those who send it now', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    const slow = await device.outbox.claimNext('slow')
    device.time.now += LEASE
    const now = await device.outbox.claimNext('quick')
    if (slow) await device.outbox.settle(slow, { kind: 'again', reason: '503', network: false })
    expect(await first()).toEqual(now)
  })

  it('is believed where it was accepted, for the server did take it', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    const slow = await device.outbox.claimNext('slow')
    device.time.now += LEASE
    await device.outbox.claimNext('quick')
    if (slow) await device.outbox.settle(slow, { kind: 'accepted', answer: { key: KEY } })
    expect((await first())?.state).toBe('sent')
  })
})

describe('the person', () => {
  it('corrects under a new key, and the old entry is gone in the same moment', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(answers(() => json(422, { code: 'fields', error: 'No.' })))
    await device.outbox.replace(KEY, contactSubmission(OTHER))
    expect((await device.outbox.list()).map(({ key, state }) => [key, state])).toEqual([
      [OTHER, 'queued'],
    ])
    await expect(device.outbox.replace(OTHER, contactSubmission(OTHER))).rejects.toThrow('new key')
    expect(await device.outbox.list()).toHaveLength(1)
  })

  it('keeps the old entry where the corrected one cannot be kept', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    const unkept = contactSubmission(OTHER, { typed: { no: () => undefined } as never })
    await expect(device.outbox.replace(KEY, unkept)).rejects.toThrow()
    expect((await device.outbox.list()).map(({ key, state }) => [key, state])).toEqual([
      [KEY, 'queued'],
    ])
  })

  it('tries again at once, without waiting for the next time', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(answers(() => json(500, {})))
    await device.replay(accepts)
    expect((await first())?.state).toBe('queued')
    await device.outbox.retry(KEY)
    await device.replay(accepts)
    expect((await first())?.state).toBe('sent')
  })

  it('removes anything but what is being sent at this moment', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.outbox.claimNext('worker')
    expect(await device.outbox.remove(KEY)).toBe(false)
    device.time.now += LEASE
    expect(await device.outbox.remove(KEY)).toBe(true)
    expect(await device.outbox.list()).toEqual([])
  })

  it('finds receipts for thirty days', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(accepts)
    device.time.now += 30 * DAY
    await device.replay(accepts)
    expect(await device.outbox.list()).toHaveLength(1)
    device.time.now += 1
    await device.replay(accepts)
    expect(await device.outbox.list()).toEqual([])
  })
})
