import { Workbox } from 'workbox-window'
import { systemClock } from '#client/lib/clock.ts'
import { offerNewVersion } from './new-version.ts'

const HOUR = 3_600_000

/** Keeps the site on this device, and tells of new versions; none is shown before somebody asks. */
export async function installWorker(container: ServiceWorkerContainer): Promise<void> {
  const worker = new Workbox('/sw.js', { updateViaCache: 'none' })
  worker.addEventListener('waiting', () => offerNewVersion(() => takeOver(container)))
  showWhatTookOver(container)
  const registration = await worker.register({ immediate: true })
  if (registration) askForNewVersions(registration)
}

/** Pages of one version never run on parts of another; the first worker of all changes nothing. */
function showWhatTookOver(container: ServiceWorkerContainer): void {
  let before = container.controller
  container.addEventListener('controllerchange', () => {
    if (before) location.reload()
    before = container.controller
  })
}

/** Fetched once there is a version to be shown: few visits see one. */
async function takeOver(container: ServiceWorkerContainer): Promise<void> {
  const { takeOver } = await import('./take-over.ts')
  await takeOver(container)
}

/** Browsers ask at each navigation, which an installed app that is left open may never make. */
function askForNewVersions(registration: ServiceWorkerRegistration): void {
  let asked = systemClock()
  const ask = () => {
    if (document.visibilityState !== 'visible' || systemClock() - asked < HOUR) return
    asked = systemClock()
    registration.update().catch(() => {
      // Without a connection; there will be another occasion.
    })
  }
  document.addEventListener('visibilitychange', ask)
  addEventListener('online', ask)
}
