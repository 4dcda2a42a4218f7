import { Workbox } from 'workbox-window'
import { systemClock } from '#client/lib/clock.ts'
import { offerUpdate } from './app-update.ts'

const HOUR = 3_600_000

/** Registers the service worker and offers new versions; none is activated without a click. */
export async function registerServiceWorker(container: ServiceWorkerContainer): Promise<void> {
  const worker = new Workbox('/sw.js', { updateViaCache: 'none' })
  worker.addEventListener('waiting', () => offerUpdate(() => activateWaitingWorker(container)))
  reloadOnControllerChange(container)
  const registration = await worker.register({ immediate: true })
  if (registration) checkForUpdates(registration)
}

/**
 * Reloads when a new worker takes control: a page must not load files of another version. The first
 * worker of all replaces none, so it needs no reload.
 */
function reloadOnControllerChange(container: ServiceWorkerContainer): void {
  let before = container.controller
  container.addEventListener('controllerchange', () => {
    if (before) location.reload()
    before = container.controller
  })
}

/** Loaded on demand: few visits see a new version. */
async function activateWaitingWorker(container: ServiceWorkerContainer): Promise<void> {
  const { activateUpdate } = await import('./activate-update.ts')
  await activateUpdate(container)
}

/** Browsers check for updates at navigations; an installed app left open may never make one. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let lastCheckAt = systemClock()
  const check = () => {
    if (document.visibilityState !== 'visible' || systemClock() - lastCheckAt < HOUR) return
    lastCheckAt = systemClock()
    registration.update().catch(() => {
      // No connection; the next event checks again.
    })
  }
  document.addEventListener('visibilitychange', check)
  addEventListener('online', check)
}
