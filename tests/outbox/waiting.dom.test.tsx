import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { somethingWaits } from '#client/lib/entry/pending-flag.ts'
import { openOutbox } from '#client/outbox/outbox.ts'
import { noteWaiting, sendWaiting } from '#client/outbox/waiting.ts'
import { emptyOutbox } from '#tests/support/emptied-outbox.ts'
import { contactSubmission } from '#tests/support/outbox.ts'

const KEYS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

beforeEach(() => localStorage.clear())
afterEach(emptyOutbox)

test('a connection that comes back during a try ends the pauses all the same', async () => {
  const { outbox } = await openOutbox()
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
  for (const key of KEYS) await outbox.queue(contactSubmission(key))
  const first = sendWaiting()
  await expect.poll(() => sent.length).toBe(1)
  await sendWaiting(true)
  fail()
  await first
  expect((await outbox.list()).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('an answer that nothing waits does not hide what was queued while it was on its way', async () => {
  noteWaiting(Date.now() + 60_000)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const asked = sendWaiting()
  noteWaiting(Date.now() + 60_000)
  await asked
  expect(somethingWaits()).toBe(true)
  await sendWaiting()
  expect(somethingWaits()).toBe(false)
})
