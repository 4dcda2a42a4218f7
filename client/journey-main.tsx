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
    const worker = await getActiveWorker()
    return worker !== undefined && (await askToCache(worker))
  } catch {
    // The browser forbids service workers, or there is no connection.
    return false
  }
}

/** Waits for the first worker's install; undefined if it fails. */
async function getActiveWorker(): Promise<ServiceWorker | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing
  if (!worker) return undefined
  return new Promise((resolve) => {
    const settle = () => {
      if (worker.state === 'activated') resolve(worker)
      if (worker.state === 'redundant') resolve(undefined)
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
