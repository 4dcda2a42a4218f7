import type { ReplayReply, WorkerRequest } from '#client/outbox/worker.ts'
import { systemClock } from './lib/clock.ts'
import { openPlace, replayAll, replayOutbox, syncBooks } from './send.ts'
import { answerDesk, answerFromShell, dropEarlierDesk, keepDesk, renewDesk } from './site.ts'
import { answerTimes, fetchTimesAhead } from './times.ts'

declare const self: ServiceWorkerGlobalScope

/** Delay before fetching times ahead, so that an opening page loads first; milliseconds. */
const AFTER_THE_PAGE = 5000

answerFromShell()
answerDesk()
answerTimes(systemClock)

self.addEventListener('install', (event) => event.waitUntil(renewDesk()))

// Only `claim` extends activation: until it ends, requests of the pages wait.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
  void dropEarlierDesk()
  void fetchTimesAhead(systemClock)
  void replayOutbox({ hurry: true })
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  const page = new Promise((resolve) => setTimeout(resolve, AFTER_THE_PAGE))
  event.waitUntil(page.then(() => fetchTimesAhead(systemClock)))
})

self.addEventListener('sync', (event) => {
  if (event.tag.startsWith('outbox-')) event.waitUntil(replayAll())
  if (event.tag.startsWith('crm-')) event.waitUntil(syncBooks())
})

self.addEventListener('message', (event) => {
  const request = event.data as WorkerRequest
  if (request.type === 'take over') event.waitUntil(self.skipWaiting())
  if (request.type === 'keep desk') event.waitUntil(keepDesk())
  if (request.type === 'replay') event.waitUntil(reply(event.ports[0], request))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPlace())
})

/** Replays the outbox and answers on the port; undefined tells the page to send by itself. */
async function reply(port: MessagePort | undefined, how: { hurry: boolean }): Promise<void> {
  try {
    port?.postMessage({ nextAt: await replayOutbox(how) } satisfies ReplayReply)
  } catch {
    port?.postMessage(undefined)
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
