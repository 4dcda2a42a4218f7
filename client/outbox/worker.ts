import { systemClock } from '#client/lib/clock.ts'

/** What a page asks of the service worker. */
export type WorkerRequest =
  /**
   * Send what is due, answered on the message's port with a `ReplayReply`; with `hurry` also what
   * only pauses because the connection was lost.
   */
  | { type: 'replay'; hurry: boolean }
  /** Take over now, with the new version. */
  | { type: 'take over' }
  /** This is the owner's device: keep the files of the desk as well. */
  | { type: 'keep desk' }

/** When something next wants sending, UTC milliseconds; null where nothing waits. */
export interface ReplayReply {
  nextAt: number | null
}

/** Chromium's own; absent elsewhere, and from TypeScript's library. */
interface SyncManager {
  register(tag: string): Promise<void>
}

/** Whether the browser sends what waits with every tab closed. */
export function hasBackgroundSync(): boolean {
  return 'serviceWorker' in navigator && 'SyncManager' in globalThis
}

/**
 * Asks the browser to wake the worker when there is a connection, for the visitor's `outbox` or the
 * owner's `crm`. The tag is new each time: a known one would wait until the browser has ended its own
 * pause after a failure.
 */
export async function askForSync(what = 'outbox'): Promise<void> {
  if (!hasBackgroundSync()) return
  try {
    const registration: (ServiceWorkerRegistration & { sync?: SyncManager }) | undefined =
      await navigator.serviceWorker.getRegistration()
    await registration?.sync?.register(`${what}-${systemClock()}`)
  } catch {
    // Refused in private windows and by some settings; the page sends by itself.
  }
}
