import { systemClock } from '#client/lib/clock.ts'

/** Messages from a page to the service worker. */
export type WorkerRequest =
  /**
   * Send due entries and answer with a `DrainReply` on the message's port. `skipBackoff`: also
   * entries that pause only because the connection was lost.
   */
  | { type: 'drain'; skipBackoff: boolean }
  /** Activate the new version now. */
  | { type: 'activate' }
  /** This device has an owner signed in: cache the files of the desk as well. */
  | { type: 'cache desk' }
  /** A guest reads a journey here: cache that page, and answer on the port whether it is cached. */
  | { type: 'cache journey' }

/** `nextAttemptAt`: UTC milliseconds at which the next entry is due; null if the queue is empty. */
export interface DrainReply {
  nextAttemptAt: number | null
}

/** Background Sync, in Chromium only; missing in TypeScript's DOM library. */
interface SyncManager {
  register(tag: string): Promise<void>
}

/** Whether the browser can send queued entries after every tab is closed. */
export function hasBackgroundSync(): boolean {
  return 'serviceWorker' in navigator && 'SyncManager' in globalThis
}

/** Milliseconds to wait for the browser's answer. */
const REGISTRATION_TIMEOUT = 2_000

/**
 * Asks the browser to wake the service worker when there is a connection, for the visitor's
 * `outbox` or `crm`, the owner's queued mutations. Resolves once the browser has noted it, so that
 * the tab may be closed, or does not answer in time.
 */
export async function requestBackgroundSync(queue: 'outbox' | 'crm' = 'outbox'): Promise<void> {
  if (!hasBackgroundSync()) return
  const late = new Promise<void>((resolve) => setTimeout(resolve, REGISTRATION_TIMEOUT))
  // Private windows and some settings refuse this; the page then sends by itself.
  await Promise.race([registerSync(queue).catch(() => undefined), late])
}

/** Each call uses a new tag, because a tag that failed before waits for the browser's own backoff. */
async function registerSync(queue: 'outbox' | 'crm'): Promise<void> {
  const registration: (ServiceWorkerRegistration & { sync?: SyncManager }) | undefined =
    await navigator.serviceWorker.getRegistration()
  await registration?.sync?.register(`${queue}-${systemClock()}`)
}
