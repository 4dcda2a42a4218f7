import { somethingWaits } from '#client/lib/entry/pending-flag.ts'
import type { WorkerRequest } from './worker.ts'

/**
 * Sends what waits on this device whenever there may be a way: now, when the page is seen again,
 * when the browser is online. What it takes to send is fetched only where something waits.
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
    // The code is of another version, or could not be had; the worker has its own.
    const request: WorkerRequest = { type: 'replay', hurry: true }
    navigator.serviceWorker?.controller?.postMessage(request)
  }
}
