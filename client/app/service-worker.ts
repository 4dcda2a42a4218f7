import { Workbox } from 'workbox-window'
import { systemClock } from '#client/lib/clock.ts'
import { offerNewVersion } from './new-version.ts'

const HOUR = 3_600_000

/** Registers the service worker and offers new versions; none is activated without a click. */
export async function installWorker(container: ServiceWorkerContainer): Promise<void> {
  const worker = new Workbox('/sw.js', { updateViaCache: 'none' })
  worker.addEventListener('waiting', () => offerNewVersion(() => takeOver(container)))
  showWhatTookOver(container)
  const registration = await worker.register({ immediate: true })
  if (registration) askForNewVersions(registration)
}

/**
 * Reloads when a new worker takes control: a page must not load files of another version. The first
 * worker of all replaces none, so it needs no reload.
 */
function showWhatTookOver(container: ServiceWorkerContainer): void {
  let before = container.controller
  container.addEventListener('controllerchange', () => {
    if (before) location.reload()
    before = container.controller
  })
}

/** Loaded on demand: few visits see a new version. */
async function takeOver(container: ServiceWorkerContainer): Promise<void> {
  const { takeOver } = await import('./take-over.ts')
  await takeOver(container)
}

/** Browsers check for updates at navigations; an installed app left open may never make one. */
function askForNewVersions(registration: ServiceWorkerRegistration): void {
  let asked = systemClock()
  const ask = () => {
    if (document.visibilityState !== 'visible' || systemClock() - asked < HOUR) return
    asked = systemClock()
    registration.update().catch(() => {
      // No connection; the next event checks again.
    })
  }
  document.addEventListener('visibilitychange', ask)
  addEventListener('online', ask)
}
