import type { WorkerRequest } from '#client/outbox/messages.ts'

/** Asks the service worker to keep the desk's files too; without one, the desk needs a connection to open. */
export async function keepDesk(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage({ type: 'keep desk' } satisfies WorkerRequest)
}
