import { beforeEach, describe, expect, it } from 'vitest'
import { LEASE, told } from '#client/outbox/entry.ts'
import { placed } from '#client/outbox/page-outbox.ts'
import { type Fetch, replay } from '#client/outbox/send.ts'
import { contactSubmission, Device } from '#tests/support/outbox.ts'

const DAY = 24 * 60 * 60_000
const KEY = '11111111-1111-4111-8111-111111111111'
const NEW = '22222222-2222-4222-8222-222222222222'
const NEWER = '33333333-3333-4333-8333-333333333333'

let device: Device
beforeEach(() => {
  device = new Device()
})

const keyOf = (init: RequestInit) => new Headers(init.headers).get('Idempotency-Key') ?? ''
const accepts: Fetch = async (_address, init) =>
  Response.json({ key: keyOf(init), status: 'received' }, { status: 201 })
const fails: Fetch = async () => {
  throw new TypeError('Failed to fetch')
}
const refuses: Fetch = async () => Response.json({ code: 'x', error: 'No.' }, { status: 422 })
const states = async () => (await device.outbox.list()).map(({ key, state }) => [key, state])
const content = (message: string, form: 'contact' | 'booking' = 'contact') => {
  const { key: _key, ...rest } = contactSubmission(KEY, { form, fields: { message } })
  return rest
}

/** Enqueues as a form does that remembers what it enqueued `before` under `KEY`. */
async function handOver(message: string, before?: string, form: 'contact' | 'booking' = 'contact') {
  const keys = [NEW, NEWER]
  return placed(device.outbox, {
    content: content(message, form),
    before: before === undefined ? undefined : { key: KEY, fields: { message: before } },
    newKey: () => keys.shift() ?? '',
  })
}

describe('while someone changes an entry', () => {
  it('it is not sent, and stands among what needs attention until it is sent again', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    const held = await device.outbox.edit(KEY)
    expect(held?.fields).toEqual(contactSubmission(KEY).fields)
    await device.replay(accepts)
    expect(await states()).toEqual([[KEY, 'attention']])
    await device.outbox.retry(KEY)
    await device.replay(accepts)
    expect(await states()).toEqual([[KEY, 'sent']])
  })

  it('nothing that is just being sent, or was, can be changed', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.outbox.claimNext('worker')
    expect(await device.outbox.edit(KEY)).toBeUndefined()
    device.time.now += LEASE
    await device.replay(accepts)
    expect(await device.outbox.edit(KEY)).toBeUndefined()
    expect(await states()).toEqual([[KEY, 'sent']])
  })
})

describe('what leaves the queue', () => {
  it('is told of, also where it was not even sent because its time had passed', async () => {
    const told: string[] = []
    await device.outbox.queue(contactSubmission(KEY, { slotStart: device.time.now + 1 }))
    await device.outbox.queue(contactSubmission(NEW))
    device.time.now += 1
    await replay({
      outbox: device.outbox,
      fetch: accepts,
      newId: () => 'round',
      onSettled: ({ key, state }) => void told.push(`${key} ${state}`),
    })
    expect(told.sort()).toEqual([`${KEY} attention`, `${NEW} sent`])
  })
})

describe('sent again by its person', () => {
  it('what waited for too long has two weeks more', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    device.time.now += 15 * DAY
    await device.replay(accepts)
    expect(await states()).toEqual([[KEY, 'attention']])
    await device.outbox.retry(KEY)
    await device.replay(fails)
    expect(await states()).toEqual([[KEY, 'queued']])
  })

  it('what the server refused stays refused', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(refuses)
    await device.outbox.retry(KEY)
    expect(await states()).toEqual([[KEY, 'attention']])
  })
})

describe('a connection that comes back', () => {
  it('ends the pauses after lost ones, and leaves those that the server asked for', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    await device.replay(fails)
    await device.outbox.queue(contactSubmission(NEW))
    await device.replay(async () => new Response('', { status: 503 }))
    await device.outbox.hurry()
    const sent: string[] = []
    await device.replay(async (address, init) => {
      sent.push(keyOf(init))
      return accepts(address, init)
    })
    expect(sent).toEqual([KEY])
  })

  it('but is not there yet is tried again within seconds, however often it was missing before', async () => {
    await device.outbox.queue(contactSubmission(KEY))
    for (let lost = 0; lost < 12; lost++) {
      await device.replay(fails)
      device.time.now = (await device.outbox.nextAt()) ?? 0
    }
    await device.outbox.hurry()
    await device.replay(fails)
    expect((await device.outbox.nextAt()) ?? 0).toBeLessThanOrEqual(device.time.now + 10_000)
  })
})

describe('a form that is sent once more', () => {
  it('with the same content is the same entry, due at once', async () => {
    await device.outbox.queue(contactSubmission(KEY, { fields: { message: 'a' } }))
    await device.replay(fails)
    expect((await handOver('a', 'a')).key).toBe(KEY)
    await device.replay(accepts)
    expect(await states()).toEqual([[KEY, 'sent']])
  })

  it('with other content takes the place of what waits, under a key of its own', async () => {
    await device.outbox.queue(contactSubmission(KEY, { fields: { message: 'a' } }))
    const entry = await handOver('b', 'a')
    expect(await states()).toEqual([[NEW, 'queued']])
    expect(entry.fields).toEqual({ message: 'b' })
  })

  it('after a refusal goes under a new key even with the same content', async () => {
    await device.outbox.queue(contactSubmission(KEY, { fields: { message: 'a' } }))
    await device.replay(refuses)
    await handOver('a', 'a')
    expect(await states()).toEqual([[NEW, 'queued']])
  })

  it('is not sent twice where it went meanwhile', async () => {
    await device.outbox.queue(contactSubmission(KEY, { fields: { message: 'a' } }))
    await device.replay(accepts)
    expect(told(await handOver('a', 'a'))).toEqual({
      kind: 'sent',
      answer: { key: KEY, status: 'received' },
    })
    expect(await states()).toEqual([[KEY, 'sent']])
  })

  it('with other content than what went meanwhile is a message of its own', async () => {
    await device.outbox.queue(contactSubmission(KEY, { fields: { message: 'a' } }))
    await device.replay(accepts)
    await handOver('b', 'a')
    expect(await states()).toEqual([
      [KEY, 'sent'],
      [NEW, 'queued'],
    ])
  })

  it('but a booking is not: the one that went stands, and this is said', async () => {
    await device.outbox.queue(contactSubmission(KEY, { form: 'booking', fields: { message: 'a' } }))
    await device.replay(accepts)
    expect(told(await handOver('b', 'a', 'booking'))).toMatchObject({
      kind: 'sent',
      answer: { earlier: true },
    })
    expect(await states()).toEqual([[KEY, 'sent']])
  })
})

describe('a booking taken back, and asked for once more', () => {
  it('names the one taken back, for it may have arrived unheard', async () => {
    await device.outbox.queue(contactSubmission(KEY, { form: 'booking', fields: { message: 'a' } }))
    await device.outbox.remove(KEY)
    const entry = await handOver('a', 'a', 'booking')
    expect(entry.fields).toEqual({ message: 'a', replaces: KEY })
  })
})

describe('a changed booking', () => {
  it('names every version that it takes the place of, for one may have arrived unheard', async () => {
    await device.outbox.queue(contactSubmission(KEY, { form: 'booking', fields: { message: 'a' } }))
    await device.outbox.replace(
      KEY,
      contactSubmission(NEW, { form: 'booking', fields: { message: 'b' } }),
    )
    const entry = await device.outbox.replace(
      NEW,
      contactSubmission(NEWER, { form: 'booking', fields: { message: 'c' } }),
    )
    expect(entry.fields).toEqual({ message: 'c', replaces: `${KEY},${NEW}` })
  })
})
