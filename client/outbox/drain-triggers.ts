import { hasQueuedEntries } from '#client/lib/entry/outbox-flag.ts'
import type { WorkerRequest } from './worker-protocol.ts'

/**
 * Sends queued entries when a connection may be back: now, when the page becomes visible and when
 * the browser is online. Loads the sending code only if something is queued.
 */
export function watchDrainTriggers(): void {
  const drainIfVisible = () => {
    if (document.visibilityState === 'visible' && hasQueuedEntries()) void drain()
  }
  addEventListener('online', drainIfVisible)
  document.addEventListener('visibilitychange', drainIfVisible)
  drainIfVisible()
}

async function drain(): Promise<void> {
  try {
    const { requestDrain } = await import('./drain-scheduler.ts')
    await requestDrain(true)
  } catch {
    // The code could not be loaded, perhaps because it belongs to another version of the site; the
    // service worker has its own copy.
    const request: WorkerRequest = { type: 'drain', skipBackoff: true }
    navigator.serviceWorker?.controller?.postMessage(request)
  }
}
