import { Workbox } from 'workbox-window'
import { systemClock } from '#client/lib/clock.ts'
import type { offerUpdate } from './app-update.ts'

export type OfferUpdate = typeof offerUpdate

const HOUR = 3_600_000

/**
 * Registers the service worker and offers new versions, which become active by a click, or once no
 * page of the site is open. Resolves to whether a worker is active, after the first one's install.
 */
export async function registerServiceWorker(
  container: ServiceWorkerContainer,
  offer: OfferUpdate | undefined,
): Promise<boolean> {
  const worker = new Workbox('/sw.js', { updateViaCache: 'none' })
  if (offer) worker.addEventListener('waiting', () => offer(() => activateWaitingWorker(container)))
  reloadOnControllerChange(container)
  const registration = await worker.register({ immediate: true })
  if (!registration) return false
  checkForUpdates(registration)
  return waitUntilInstalled(registration)
}

/** Resolves to false if the first install fails. */
function waitUntilInstalled({ active, installing, waiting }: ServiceWorkerRegistration) {
  const worker = installing ?? waiting
  if (active || !worker) return Promise.resolve(active !== null)
  return new Promise<boolean>((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(true)
      if (worker.state === 'redundant') resolve(false)
    })
  })
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
