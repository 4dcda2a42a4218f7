import { systemClock } from '#client/lib/clock.ts'

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
