import { afterEach, expect, test, vi } from 'vitest'
import { hasQueuedEntries } from '#client/lib/entry/outbox-flag.ts'
import { requestDrain, scheduleDrain } from '#client/outbox/drain-scheduler.ts'
import { loadOutbox } from '#client/outbox/outbox-client.ts'
import { clearOutbox } from '#tests/support/outbox/clear-outbox.ts'
import { buildContactSubmission } from '#tests/support/outbox/outbox-device.ts'

const KEYS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

afterEach(clearOutbox)

test('A connection that comes back during an attempt still ends the retry pauses', async () => {
  const { outbox } = await loadOutbox()
  let fail = () => {}
  const sent: string[] = []
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('Idempotency-Key') ?? ''
    sent.push(key)
    if (sent.length > 1) return Response.json({ key, status: 'received' }, { status: 201 })
    return new Promise((_resolve, reject) => {
      fail = () => reject(new TypeError('Failed to fetch'))
    })
  })
  for (const key of KEYS) await outbox.enqueue(buildContactSubmission(key))
  const first = requestDrain()
  await expect.poll(() => sent.length).toBe(1)
  await requestDrain(true)
  fail()
  await first
  expect((await outbox.list()).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('A reply that nothing is queued does not hide a submission that was queued during that request', async () => {
  scheduleDrain(Date.now() + 60_000)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const draining = requestDrain()
  scheduleDrain(Date.now() + 60_000)
  await draining
  expect(hasQueuedEntries()).toBe(true)
  await requestDrain()
  expect(hasQueuedEntries()).toBe(false)
})

test('A form learns that its submission is queued, even if the outbox cannot be read afterwards', async () => {
  const { outbox, submitViaOutbox } = await loadOutbox()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.spyOn(outbox, 'get').mockRejectedValue(new Error('The database was closed'))
  const { key: _key, ...content } = buildContactSubmission('')
  expect((await submitViaOutbox(content, undefined)).outcome.kind).toBe('queued')
})
