import { Workbox } from 'workbox-window'
import type { WorkerRequest } from '../offline/messages.ts'
import { systemClock } from './clock.ts'
import { offerNewVersion } from './new-version.ts'

const HOUR = 3_600_000

/** A replay runs under it: while somebody has it, something is being sent. */
const SENDING = 'outbox'

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

async function takeOver(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.getRegistration()
  const ask = async () => {
    const { waiting } = registration ?? {}
    const { controller } = container
    if (waiting) {
      const taken = new Promise((resolve) =>
        container.addEventListener('controllerchange', resolve, { once: true }),
      )
      waiting.postMessage({ type: 'take over' } satisfies WorkerRequest)
      await taken
    }
    // Another tab was first; or this page was loaded past the worker, and nothing else renews it.
    if (!waiting || !controller) location.reload()
  }
  // Held until the page goes, so that no sending begins in between.
  if (navigator.locks) await navigator.locks.request(SENDING, ask)
  else await ask()
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
