import { eraseEndedPasses } from '#client/journey/pass/store.ts'
import type { DrainReply, WorkerRequest } from '#client/outbox/worker-protocol.ts'
import { prefetchAvailability, registerAvailability } from './availability-cache.ts'
import { openOutboxPage, replayOutbox, replayOutboxOrThrow, syncOwners } from './background-sync.ts'
import { systemClock } from './lib/clock.ts'
import {
  cachePart,
  pruneParts,
  registerPages,
  registerPartFiles,
  updateParts,
} from './site-cache.ts'

declare const self: ServiceWorkerGlobalScope

/** Delay before fetching times ahead, so that an opening page loads first; milliseconds. */
const PREFETCH_DELAY = 5000

/** Journeys of guests end also on a device that opens no page of them, at the worker's first event. */
let erasedAt = Number.NEGATIVE_INFINITY
const ERASE_INTERVAL = 60_000

function eraseEnded(event?: ExtendableEvent): void {
  if (systemClock() - erasedAt < ERASE_INTERVAL) return
  erasedAt = systemClock()
  const erasing = eraseEndedPasses(erasedAt).catch(() => {
    // The database cannot be opened now; the next event or page tries again.
  })
  event?.waitUntil(erasing)
}

eraseEnded()
for (const type of ['activate', 'fetch', 'message', 'notificationclick', 'sync'] as const)
  self.addEventListener(type, eraseEnded)

registerPages()
registerPartFiles()
registerAvailability(systemClock)

self.addEventListener('install', (event) => event.waitUntil(updateParts()))

// Only `claim` extends activation: until it ends, requests of the pages wait.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
  void pruneParts()
  void prefetchAvailability(systemClock)
  // A browser that can store nothing has no outbox.
  replayOutbox({ skipBackoff: true }).catch(() => undefined)
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  const page = new Promise((resolve) => setTimeout(resolve, PREFETCH_DELAY))
  event.waitUntil(page.then(() => prefetchAvailability(systemClock)))
})

self.addEventListener('sync', (event) => {
  if (event.tag.startsWith('outbox-')) event.waitUntil(replayOutboxOrThrow())
  if (event.tag.startsWith('crm-')) event.waitUntil(syncOwners())
})

self.addEventListener('message', (event) => {
  const request = event.data as WorkerRequest
  if (request.type === 'activate') event.waitUntil(self.skipWaiting())
  // Without a connection, the next page asks again.
  if (request.type === 'cache desk') event.waitUntil(cachePart('desk').catch(() => undefined))
  if (request.type === 'cache journey') event.waitUntil(cacheJourney(event.ports[0]))
  if (request.type === 'drain') event.waitUntil(reply(event.ports[0], request))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openOutboxPage())
})

/** Replays the outbox and answers on the port; undefined tells the page to send by itself. */
async function reply(port: MessagePort | undefined, how: { skipBackoff: boolean }): Promise<void> {
  try {
    port?.postMessage({ nextAttemptAt: await replayOutbox(how) } satisfies DrainReply)
  } catch {
    port?.postMessage(undefined)
  }
}

/** Caches the guests' page, and answers whether it is cached whole. */
async function cacheJourney(port: MessagePort | undefined): Promise<void> {
  try {
    await cachePart('journey')
    port?.postMessage(true)
  } catch {
    port?.postMessage(false)
  }
}

/** Event of Background Sync, which TypeScript's library does not have; only what is used here. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
