import { beforeEach, describe, expect, it } from 'vitest'
import { drainOutbox, type Fetch } from '#client/outbox/drain.ts'
import { LEASE_MS, toSubmissionOutcome } from '#client/outbox/entry.ts'
import { enqueueSubmission } from '#client/outbox/page-outbox.ts'
import { buildContactSubmission, OutboxDevice } from '#tests/support/outbox/outbox-device.ts'

const DAY = 24 * 60 * 60_000
const KEY = '11111111-1111-4111-8111-111111111111'
const NEW = '22222222-2222-4222-8222-222222222222'
const NEWER = '33333333-3333-4333-8333-333333333333'

let device: OutboxDevice
beforeEach(() => {
  device = new OutboxDevice()
})

const getKey = (init: RequestInit) => new Headers(init.headers).get('Idempotency-Key') ?? ''
const accepts: Fetch = async (_address, init) =>
  Response.json({ key: getKey(init), status: 'received' }, { status: 201 })
const fails: Fetch = async () => {
  throw new TypeError('Failed to fetch')
}
const refuses: Fetch = async () => Response.json({ code: 'x', error: 'No.' }, { status: 422 })
const listStates = async () => (await device.outbox.list()).map(({ key, state }) => [key, state])
const createContent = (message: string, form: 'contact' | 'booking' = 'contact') => {
  const { key: _key, ...rest } = buildContactSubmission(KEY, { form, fields: { message } })
  return rest
}

/** Enqueues as a form does that remembers what it enqueued `before` under `KEY`. */
async function enqueueMessage(
  message: string,
  before?: string,
  form: 'contact' | 'booking' = 'contact',
) {
  const keys = [NEW, NEWER]
  return enqueueSubmission(device.outbox, {
    content: createContent(message, form),
    previous: before === undefined ? undefined : { key: KEY, fields: { message: before } },
    newKey: () => keys.shift() ?? '',
  })
}

describe('Editing an outbox entry', () => {
  it('takes it out of the queue and lists it as needing attention until it is sent again', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    const entry = await device.outbox.startEditing(KEY)
    expect(entry?.fields).toEqual(buildContactSubmission(KEY).fields)
    await device.replay(accepts)
    expect(await listStates()).toEqual([[KEY, 'attention']])
    await device.outbox.retry(KEY)
    await device.replay(accepts)
    expect(await listStates()).toEqual([[KEY, 'sent']])
  })

  it('is refused while the entry is being sent, and after it was sent', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.outbox.claimNext('worker')
    expect(await device.outbox.startEditing(KEY)).toBeUndefined()
    device.time.now += LEASE_MS
    await device.replay(accepts)
    expect(await device.outbox.startEditing(KEY)).toBeUndefined()
    expect(await listStates()).toEqual([[KEY, 'sent']])
  })
})

describe('An entry that leaves the queue', () => {
  it('is reported to the caller, even if it was never sent because its slot had passed', async () => {
    const reported: string[] = []
    await device.outbox.enqueue(buildContactSubmission(KEY, { slotStart: device.time.now + 1 }))
    await device.outbox.enqueue(buildContactSubmission(NEW))
    device.time.now += 1
    await drainOutbox({
      outbox: device.outbox,
      fetch: accepts,
      newId: () => 'round',
      onDequeued: ({ key, state }) => void reported.push(`${key} ${state}`),
    })
    expect(reported.sort()).toEqual([`${KEY} attention`, `${NEW} sent`])
  })
})

describe('An entry that the visitor sends again', () => {
  it('is queued again by a manual retry after it had been queued for too long', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    device.time.now += 15 * DAY
    await device.replay(accepts)
    expect(await listStates()).toEqual([[KEY, 'attention']])
    await device.outbox.retry(KEY)
    await device.replay(fails)
    expect(await listStates()).toEqual([[KEY, 'queued']])
  })

  it('stays refused if the server refused it', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(refuses)
    await device.outbox.retry(KEY)
    expect(await listStates()).toEqual([[KEY, 'attention']])
  })
})

describe('A connection that is reported as back', () => {
  it('ends the retry pauses after network failures, but not those that the server requested', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    await device.replay(fails)
    await device.outbox.enqueue(buildContactSubmission(NEW))
    await device.replay(async () => new Response('', { status: 503 }))
    await device.outbox.skipBackoff()
    const sent: string[] = []
    await device.replay(async (address, init) => {
      sent.push(getKey(init))
      return accepts(address, init)
    })
    expect(sent).toEqual([KEY])
  })

  it('but is still missing leads to a retry within seconds, however many attempts failed before', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY))
    for (let lost = 0; lost < 12; lost++) {
      await device.replay(fails)
      device.time.now = (await device.outbox.getNextAttemptTime()) ?? 0
    }
    await device.outbox.skipBackoff()
    await device.replay(fails)
    expect((await device.outbox.getNextAttemptTime()) ?? 0).toBeLessThanOrEqual(
      device.time.now + 10_000,
    )
  })
})

describe('A form that is submitted again', () => {
  it('with the same content reuses its entry, which becomes due at once', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY, { fields: { message: 'a' } }))
    await device.replay(fails)
    expect((await enqueueMessage('a', 'a')).key).toBe(KEY)
    await device.replay(accepts)
    expect(await listStates()).toEqual([[KEY, 'sent']])
  })

  it('with other content replaces the queued entry, under a new idempotency key', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY, { fields: { message: 'a' } }))
    const entry = await enqueueMessage('b', 'a')
    expect(await listStates()).toEqual([[NEW, 'queued']])
    expect(entry.fields).toEqual({ message: 'b' })
  })

  it('after a refusal gets a new idempotency key, even with the same content', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY, { fields: { message: 'a' } }))
    await device.replay(refuses)
    await enqueueMessage('a', 'a')
    expect(await listStates()).toEqual([[NEW, 'queued']])
  })

  it('with the same content is not sent twice if its entry was sent meanwhile', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY, { fields: { message: 'a' } }))
    await device.replay(accepts)
    expect(toSubmissionOutcome(await enqueueMessage('a', 'a'))).toEqual({
      kind: 'sent',
      answer: { key: KEY, status: 'received' },
    })
    expect(await listStates()).toEqual([[KEY, 'sent']])
  })

  it('with other content becomes a separate message if the earlier one was sent meanwhile', async () => {
    await device.outbox.enqueue(buildContactSubmission(KEY, { fields: { message: 'a' } }))
    await device.replay(accepts)
    await enqueueMessage('b', 'a')
    expect(await listStates()).toEqual([
      [KEY, 'sent'],
      [NEW, 'queued'],
    ])
  })

  it('does not make a second booking if the earlier one was sent meanwhile, and reports that one', async () => {
    await device.outbox.enqueue(
      buildContactSubmission(KEY, { form: 'booking', fields: { message: 'a' } }),
    )
    await device.replay(accepts)
    expect(toSubmissionOutcome(await enqueueMessage('b', 'a', 'booking'))).toMatchObject({
      kind: 'sent',
      answer: { isEarlierVersion: true },
    })
    expect(await listStates()).toEqual([[KEY, 'sent']])
  })
})

describe('A booking that is removed from the outbox and submitted again', () => {
  it('names the removed booking as replaced, because that may have arrived without an answer', async () => {
    await device.outbox.enqueue(
      buildContactSubmission(KEY, { form: 'booking', fields: { message: 'a' } }),
    )
    await device.outbox.remove(KEY)
    const entry = await enqueueMessage('a', 'a', 'booking')
    expect(entry.fields).toEqual({ message: 'a', replaces: KEY })
  })
})

describe('A changed booking', () => {
  it('names every version that it replaces, because one may have arrived without an answer', async () => {
    await device.outbox.enqueue(
      buildContactSubmission(KEY, { form: 'booking', fields: { message: 'a' } }),
    )
    await device.outbox.supersede(
      KEY,
      buildContactSubmission(NEW, { form: 'booking', fields: { message: 'b' } }),
    )
    const entry = await device.outbox.supersede(
      NEW,
      buildContactSubmission(NEWER, { form: 'booking', fields: { message: 'c' } }),
    )
    expect(entry.fields).toEqual({ message: 'c', replaces: `${KEY},${NEW}` })
  })
})
