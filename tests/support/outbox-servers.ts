import { expect } from 'vitest'
import type { Fetch } from '#client/outbox/send.ts'

export const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  })

export const keyOf = (init: RequestInit) => new Headers(init.headers).get('Idempotency-Key') ?? ''
/** A server that accepts every submission. */
export const accepts: Fetch = async (_address, init) =>
  json(201, { key: keyOf(init), status: 'received' })
/** A server that gives every request the same answer. */
export const answers =
  (response: () => Response): Fetch =>
  async () =>
    response()

/** Stands in for `navigator.locks`: one lock, held by one request at a time. */
export function oneAtATime(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve()
  const request = (name: string, _how: LockOptions, act: () => Promise<unknown>) => {
    // A new version of the site waits for the lock of this name (`client/app/take-over.ts`).
    expect(name).toBe('outbox')
    last = last.then(act)
    return last
  }
  return { request } as Pick<LockManager, 'request'>
}

/** A server with one effect per idempotency key, like ours; `taken`: the key of every request. */
export function countingServer() {
  const effects = new Map<string, number>()
  const taken: string[] = []
  const fetch: Fetch = async (_address, init) => {
    taken.push(keyOf(init))
    if (!effects.has(keyOf(init))) effects.set(keyOf(init), 1)
    return accepts('/', init)
  }
  return { effects, taken, fetch }
}
