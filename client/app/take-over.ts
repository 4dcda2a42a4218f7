import type { WorkerRequest } from '#client/outbox/worker.ts'

/** Web Lock of the outbox replay: while it is held, a submission is being sent. */
const SENDING = 'outbox'
/** Longest wait for the lock, milliseconds; as in `other-tabs.ts`: a frozen tab may hold it. */
const PATIENCE = 120_000

/** Activates the waiting service worker, which reloads every tab, once nothing is being sent. */
export async function takeOver(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.getRegistration()
  const ask = async () => {
    const { waiting } = registration ?? {}
    const { controller } = container
    if (waiting) {
      const taken = new Promise((resolve) =>
        container.addEventListener('controllerchange', resolve, { once: true }),
      )
      waiting.postMessage({ type: 'take over' } satisfies WorkerRequest)
      await taken
    }
    // Another tab was first, or no worker controls this page (forced reload): reload it here.
    if (!waiting || !controller) location.reload()
  }
  const signal = AbortSignal.timeout(PATIENCE)
  // The lock is held until the page reloads, so that no sending begins in between.
  await (navigator.locks?.request(SENDING, { signal }, ask).catch(ask) ?? ask())
}
