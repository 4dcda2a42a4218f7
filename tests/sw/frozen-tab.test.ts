import { expect, onTestFinished, test, vi } from 'vitest'
import { takeOver } from '#client/app/take-over.ts'
import { heldForGood } from '#tests/support/held-lock.ts'

test('a tab that froze while it was sending keeps a new version waiting for two minutes, not for good', async () => {
  const patience = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  vi.stubGlobal('navigator', { locks: heldForGood })
  onTestFinished(() => {
    timeout.mockRestore()
    vi.unstubAllGlobals()
  })
  const asked = vi.fn()
  const container = Object.assign(new EventTarget(), {
    controller: {},
    getRegistration: async () => ({ waiting: { postMessage: asked } }),
  })
  const taken = takeOver(container as unknown as ServiceWorkerContainer)
  await vi.waitUntil(() => timeout.mock.calls.length > 0)
  expect(timeout).toHaveBeenCalledWith(120_000)
  expect(asked).not.toHaveBeenCalled()
  patience.abort()
  await vi.waitUntil(() => asked.mock.calls.length > 0)
  expect(asked).toHaveBeenCalledWith({ type: 'take over' })
  container.dispatchEvent(new Event('controllerchange'))
  await taken
})
