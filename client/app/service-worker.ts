import { Workbox } from 'workbox-window'
import { systemClock } from '#client/lib/clock.ts'
import { isDeskPath } from '#shared/site/routes.ts'
import { offerUpdate } from './app-update.ts'

const HOUR = 3_600_000
const WORKER = '/sw.js'

/** Registers the service worker and offers new versions; none is activated without a click. */
export async function registerServiceWorker(container: ServiceWorkerContainer): Promise<void> {
  const worker = new Workbox(WORKER, { updateViaCache: 'none' })
  worker.addEventListener('waiting', () => void offerWaitingWorker(container))
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

async function offerWaitingWorker(container: ServiceWorkerContainer): Promise<void> {
  // Checked in the desk only: the owner publishes there, and does not need an offer of her own texts.
  const isOfTexts = isDeskPath(location.pathname) && (await isOfThisBuild().catch(() => false))
  offerUpdate({ activate: () => activateWaitingWorker(container), isOfTexts })
}

/** Whether the newest worker and this page are of the same build: a worker's script lists all files of its build. */
async function isOfThisBuild(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const script = await (await fetch(WORKER, { cache: 'no-store' })).text()
  return entry !== null && script.includes(new URL(entry.src).pathname)
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
