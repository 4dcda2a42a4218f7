import { expect } from 'vitest'
import type { Fetch } from '#client/outbox/drain.ts'

export const createJsonResponse = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  })

export const getIdempotencyKey = (init: RequestInit) =>
  new Headers(init.headers).get('Idempotency-Key') ?? ''
/** A server that accepts every submission. */
export const acceptAll: Fetch = async (_address, init) =>
  createJsonResponse(201, { key: getIdempotencyKey(init), status: 'received' })
/** A server that gives every request the same answer. */
export const answerWith =
  (response: () => Response): Fetch =>
  async () =>
    response()

/** Stands in for `navigator.locks`: one lock, held by one request at a time. */
export function createSerialLocks(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve()
  const request = (name: string, _how: LockOptions, act: () => Promise<unknown>) => {
    // A new version of the site waits for the lock of this name (`client/app/activate-update.ts`).
    expect(name).toBe('outbox')
    last = last.then(act)
    return last
  }
  return { request } as Pick<LockManager, 'request'>
}

/** A server with one effect per idempotency key, like ours; `taken`: the key of every request. */
export function createCountingServer() {
  const effects = new Map<string, number>()
  const received: string[] = []
  const fetch: Fetch = async (_address, init) => {
    received.push(getIdempotencyKey(init))
    if (!effects.has(getIdempotencyKey(init))) effects.set(getIdempotencyKey(init), 1)
    return acceptAll('/', init)
  }
  return { effects, taken: received, fetch }
}
