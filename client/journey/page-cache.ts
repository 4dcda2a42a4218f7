import type { WorkerRequest } from '#client/outbox/worker-protocol.ts'

/** How long to wait for the active worker's answer before asking the newest worker, ms. */
const PATIENCE = 10_000
/** How long to wait for the newest worker, ms: on a slow connection, caching takes minutes. */
const LONG_PATIENCE = 180_000

/** Caches the guests' page; resolves to whether it is cached whole. */
export async function cachePage(registration: ServiceWorkerRegistration): Promise<boolean> {
  const { active } = registration
  if (active && (await askToCache(active, PATIENCE))) return true
  // The worker of an earlier version cannot fetch that version's files any more. Without a connection there is no
  // newer one, and a busy device may only have answered late.
  if (active) await registration.update().catch(() => undefined)
  const worker = await waitUntilInstalled(registration)
  return worker !== undefined && askToCache(worker, LONG_PATIENCE)
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

/** False if the worker does not answer in time: it may have been stopped, or not know the request. */
function askToCache(worker: ServiceWorker, patience: number): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const request: WorkerRequest = { type: 'cache journey' }
  return new Promise((resolve) => {
    setTimeout(resolve, patience, false)
    port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data)
    worker.postMessage(request, [port2])
  })
}
