import { somethingWaits } from '#client/lib/entry/pending-flag.ts'
import type { WorkerRequest } from './worker.ts'

/**
 * Sends queued entries when a connection may be back: now, when the page becomes visible and when
 * the browser is online. Loads the sending code only if something is queued.
 */
export function watchWaiting(): void {
  const ask = () => {
    if (document.visibilityState === 'visible' && somethingWaits()) void send()
  }
  addEventListener('online', ask)
  document.addEventListener('visibilitychange', ask)
  ask()
}

async function send(): Promise<void> {
  try {
    const { sendWaiting } = await import('./waiting.ts')
    await sendWaiting(true)
  } catch {
    // The code could not be loaded, perhaps because it belongs to another version of the site; the
    // service worker has its own copy.
    const request: WorkerRequest = { type: 'replay', hurry: true }
    navigator.serviceWorker?.controller?.postMessage(request)
  }
}
