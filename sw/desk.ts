import { registerRoute } from 'workbox-routing'
import { owners } from './kept.ts'

const CACHE = 'desk'

const addresses = new Set(owners.map(({ url }) => url))

/** Parts of the desk come from what is kept; their names carry their content's hash. */
export function answerDesk(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && addresses.has(url.pathname),
    async ({ request, url }) =>
      (await caches.match(url.pathname, { cacheName: CACHE })) ?? fetch(request),
  )
}

/** Keeps all of the desk, so that each of its tabs opens without a connection. */
export async function keepDesk(): Promise<void> {
  const cache = await caches.open(CACHE)
  const kept = await keptAddresses(cache)
  await Promise.all(
    owners
      .filter(({ url }) => !kept.includes(url))
      .map(async ({ url, integrity }) => {
        const response = await fetch(url, { integrity: integrity ?? '' })
        if (response.status !== 200) throw new Error(`${url} was answered with ${response.status}`)
        await cache.put(url, response)
      }),
  )
}

/** A new version is not whole before it has what the last one kept. */
export async function renewDesk(): Promise<void> {
  if (await caches.has(CACHE)) await keepDesk()
}

/** Once no page runs on them any more. */
export async function dropEarlierDesk(): Promise<void> {
  if (!(await caches.has(CACHE))) return
  const cache = await caches.open(CACHE)
  const old = (await keptAddresses(cache)).filter((address) => !addresses.has(address))
  await Promise.all(old.map((address) => cache.delete(address)))
}

async function keptAddresses(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => new URL(url).pathname)
}
