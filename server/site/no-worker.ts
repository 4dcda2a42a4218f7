import type { RequestHandler } from 'express'
import { WORKER_POLICY } from './static.ts'

/**
 * In place of the service worker where it is switched off. It takes over from the worker that is
 * there, removes what that kept, and shows each window the page that the server has. What waits to
 * be sent lies in IndexedDB and stays. Where there is no worker it refuses to become one, so that
 * a page that asks again is not shown anew each time.
 */
const SCRIPT = `self.addEventListener('install', (event) => {
  const { active } = self.registration
  event.waitUntil(active ? self.skipWaiting() : Promise.reject(new Error('Switched off')))
})
self.addEventListener('activate', (event) => event.waitUntil(giveUp()))
async function giveUp() {
  const windows = await self.clients.matchAll({ type: 'window' })
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
  // Windows that have gone on by themselves meanwhile are no longer there.
  for (const shown of windows) shown.navigate(shown.url).catch(() => {})
}
`

export const noWorker: RequestHandler = (_req, res) => {
  res.set('Content-Security-Policy', WORKER_POLICY)
  res.set('Cache-Control', 'no-store').type('text/javascript').send(SCRIPT)
}
