import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachePage } from '#client/journey/page-cache.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A worker that answers requests with `answer`; undefined never answers. */
function createWorker(answer: boolean | undefined) {
  const asked = vi.fn((_request: unknown, [port]: MessagePort[]) => {
    if (answer !== undefined) port?.postMessage(answer)
  })
  return Object.assign(new EventTarget(), { state: 'installed', postMessage: asked })
}

test('A worker that never answers does not keep the newest one from caching the page', async () => {
  const [active, waiting] = [createWorker(undefined), createWorker(true)]
  const registration = { active, waiting: undefined as unknown, installing: null, update }
  async function update() {
    registration.waiting = waiting
  }
  const caching = cachePage(registration as unknown as ServiceWorkerRegistration)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await caching).toBe(true)
  expect([active, waiting].map(({ postMessage }) => postMessage.mock.calls.length)).toEqual([1, 1])
})

test('Where no worker ever answers, the page counts as not cached', async () => {
  const active = createWorker(undefined)
  const registration = { active, waiting: null, installing: null, update: async () => {} }
  const caching = cachePage(registration as unknown as ServiceWorkerRegistration)
  await vi.runAllTimersAsync()
  expect(await caching).toBe(false)
})

test('Without a connection, a page that a busy worker confirms late counts as cached', async () => {
  const active = createWorker(undefined)
  const update = async () => {
    throw new TypeError('Failed to update a ServiceWorker')
  }
  const registration = { active, waiting: null, installing: null, update }
  const caching = cachePage(registration as unknown as ServiceWorkerRegistration)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(active.postMessage).toHaveBeenCalledTimes(2)
  active.postMessage.mock.lastCall?.[1][0]?.postMessage(true)
  expect(await caching).toBe(true)
})
