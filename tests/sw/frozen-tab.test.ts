import { expect, onTestFinished, test, vi } from 'vitest'
import { activateUpdate } from '#client/app/activate-update.ts'
import { neverGrantedLocks } from '#tests/support/lib/never-granted-locks.ts'

test('A tab that froze while sending delays a new version of the site by two minutes at most', async () => {
  const patience = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  vi.stubGlobal('navigator', { locks: neverGrantedLocks })
  onTestFinished(() => {
    timeout.mockRestore()
    vi.unstubAllGlobals()
  })
  const post = vi.fn()
  const container = Object.assign(new EventTarget(), {
    controller: {},
    getRegistration: async () => ({ waiting: { postMessage: post } }),
  })
  const activated = activateUpdate(container as unknown as ServiceWorkerContainer)
  await vi.waitUntil(() => timeout.mock.calls.length > 0)
  expect(timeout).toHaveBeenCalledWith(120_000)
  expect(post).not.toHaveBeenCalled()
  patience.abort()
  await vi.waitUntil(() => post.mock.calls.length > 0)
  expect(post).toHaveBeenCalledWith({ type: 'activate' })
  container.dispatchEvent(new Event('controllerchange'))
  await activated
})
