import type { WorkerRequest } from '#client/outbox/worker.ts'

/** A replay runs under it: while somebody has it, something is being sent. */
const SENDING = 'outbox'
/** As long as a replay itself waits for a tab that froze with the lock in hand; milliseconds. */
const PATIENCE = 120_000

/** Shows the version that waits, in every tab, once nothing is half sent. */
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
    // Another tab was first; or this page was loaded past the worker, and nothing else renews it.
    if (!waiting || !controller) location.reload()
  }
  const signal = AbortSignal.timeout(PATIENCE)
  // Held until the page goes, so that no sending begins in between.
  await (navigator.locks?.request(SENDING, { signal }, ask).catch(ask) ?? ask())
}
