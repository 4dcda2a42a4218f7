import { describe, expect, test, vi } from 'vitest'
import { sendDirectly } from '#client/outbox/outbox-client.ts'
import { buildContactSubmission } from '#tests/support/outbox/outbox-device.ts'

const { key: _key, ...content } = buildContactSubmission('11111111-1111-4111-8111-111111111111')

/** Gives each post the next answer, then no connection; returns the keys of the posts. */
function answerPosts(...answers: ((key: string) => Response)[]): string[] {
  const keys: string[] = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('Idempotency-Key') ?? ''
    keys.push(key)
    const answer = answers[keys.length - 1]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer(key)
  })
  return keys
}

const received = (key: string) => Response.json({ key, status: 'received' }, { status: 201 })
const portal = () => new Response('<form>', { headers: { 'Content-Type': 'text/html' } })

describe('A device that cannot store anything', () => {
  test('sends a message directly, and reports it as sent only after our own server’s answer', async () => {
    answerPosts(portal, received)
    expect((await sendDirectly(content, undefined)).outcome.kind).toBe('unsaved')
    expect((await sendDirectly(content, undefined)).outcome.kind).toBe('sent')
  })

  test('resends a message whose answer was lost under its idempotency key, and an edited one under a new key', async () => {
    const keys = answerPosts()
    const first = await sendDirectly(content, undefined)
    expect(first.outcome).toMatchObject({ kind: 'unsaved', isStorageFull: false })
    const again = await sendDirectly(content, first.attempt)
    const changed = { ...content, fields: { ...content.fields, message: 'other' } }
    await sendDirectly(changed, again.attempt)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('names every version whose answer was lost when a booking is edited repeatedly', async () => {
    const keys = answerPosts()
    const booking = (message: string) => ({
      ...content,
      form: 'booking' as const,
      fields: { message },
    })
    const first = await sendDirectly(booking('a'), undefined)
    const second = await sendDirectly(booking('b'), first.attempt)
    const again = await sendDirectly(booking('b'), second.attempt)
    const third = await sendDirectly(booking('c'), again.attempt)
    expect(keys[2]).toBe(keys[1])
    expect(third.attempt.fields).toEqual({ message: 'c', replaces: `${keys[0]},${keys[1]}` })
  })
})
