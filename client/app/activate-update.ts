import type { WorkerRequest } from '#client/outbox/worker-protocol.ts'

/** Web Lock of the outbox replay: while it is held, a submission is being sent. */
const DRAIN_LOCK = 'outbox'
/** Longest wait for the lock, milliseconds; as in `other-tabs.ts`: a frozen tab may hold it. */
const LOCK_TIMEOUT = 120_000

/** Activates the waiting service worker, which reloads every tab, once nothing is being sent. */
export async function activateUpdate(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.getRegistration()
  const activate = async () => {
    const { waiting } = registration ?? {}
    const { controller } = container
    if (waiting) {
      const controllerChanged = new Promise((resolve) =>
        container.addEventListener('controllerchange', resolve, { once: true }),
      )
      waiting.postMessage({ type: 'activate' } satisfies WorkerRequest)
      await controllerChanged
    }
    // Another tab was first, or no worker controls this page (forced reload): reload it here.
    if (!waiting || !controller) location.reload()
  }
  const signal = AbortSignal.timeout(LOCK_TIMEOUT)
  // The lock is held until the page reloads, so that no sending begins in between.
  await (navigator.locks?.request(DRAIN_LOCK, { signal }, activate).catch(activate) ?? activate())
}
