import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'
import { whenIdle } from '#client/lib/entry/when-idle.ts'
import type { WorkerRequest } from '#client/outbox/worker-protocol.ts'
import { openJourneyPage } from './journey/journey-page.tsx'

const mount = document.getElementById('root')
if (!mount) throw new Error('Root element not found')

void openJourneyPage(mount, keepOnDevice())

/** Caches the guests' page; resolves to whether it now opens without a connection. */
async function keepOnDevice(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false
  await whenIdle()
  try {
    const { registerServiceWorker } = await import('./app/service-worker.ts')
    await registerServiceWorker(navigator.serviceWorker)
    const registration = await navigator.serviceWorker.getRegistration()
    return registration !== undefined && (await cachePage(registration))
  } catch {
    // The browser forbids service workers, or there is no connection.
    return false
  }
}

async function cachePage(registration: ServiceWorkerRegistration): Promise<boolean> {
  const { active } = registration
  if (active && (await askToCache(active))) return true
  // The worker of an earlier version cannot fetch that version's files any more.
  if (active) await registration.update()
  const worker = await waitUntilInstalled(registration)
  return worker !== undefined && askToCache(worker)
}

/** Resolves to the newest worker; undefined if its install fails. */
async function waitUntilInstalled({
  installing,
  waiting,
  active,
}: ServiceWorkerRegistration): Promise<ServiceWorker | undefined> {
  const worker = installing ?? waiting ?? active
  if (!worker) return undefined
  return new Promise((resolve) => {
    const settle = () => {
      if (worker.state === 'redundant') resolve(undefined)
      else if (worker.state !== 'installing') resolve(worker)
    }
    worker.addEventListener('statechange', settle)
    settle()
  })
}

function askToCache(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const request: WorkerRequest = { type: 'cache journey' }
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data)
    worker.postMessage(request, [port2])
  })
}
