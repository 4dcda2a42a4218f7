import {
  addRoute,
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { deskPolicy, isDeskPath, pageFiles } from '#shared/site/routes.ts'
import { type Plan, planFor } from './rules.ts'

declare const self: ServiceWorkerGlobalScope

/** A file of the site; with `only: 'desk'` it is cached only on the owner's device. */
interface KeptEntry extends PrecacheEntry {
  only?: 'desk'
}

/** Inserted by the build. */
const entries = self.__WB_MANIFEST as KeptEntry[]

const everyones = entries.filter(({ only }) => !only)

/** Files of the desk; cached only after the owner has opened the desk on this device. */
const owners = entries.filter(({ only }) => only === 'desk')

const CONTENT_POLICY = 'Content-Security-Policy'

const kept = new Set(everyones.map(({ url }) => url))

/** Precaches all pages and files of one version of the site, and answers requests with them. */
export function answerFromShell(): void {
  precache(everyones)
  cleanupOutdatedCaches()
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && planFor(url.pathname, kept),
    ({ request, url, params }) => answer(request, url, params as Plan),
  )
  addRoute({ directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })
}

async function answer(request: Request, url: URL, plan: Plan): Promise<Response> {
  if (plan.kind === 'redirect')
    return Response.redirect(new URL(plan.to + url.search, url), plan.status)
  const page = plan.kind === 'page' ? await matchPrecache(plan.address) : undefined
  if (page) return isDeskPath(url.pathname) ? asDesk(page) : page
  try {
    return await fetch(request)
  } catch {
    return missing()
  }
}

/** Sets the desk's content policy, as the server does; the precached page has the public policy. */
function asDesk(page: Response): Response {
  const headers = new Headers(page.headers)
  headers.set(CONTENT_POLICY, deskPolicy(headers.get(CONTENT_POLICY) ?? ''))
  return new Response(page.body, { headers })
}

async function missing(): Promise<Response> {
  const page = await matchPrecache(pageFiles.missing)
  return page ? new Response(page.body, { status: 404, headers: page.headers }) : Response.error()
}

const CACHE = 'desk'

const addresses = new Set(owners.map(({ url }) => url))

/** Answers for the desk's files from the cache first; their names contain a hash of the content. */
export function answerDesk(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && addresses.has(url.pathname),
    async ({ request, url }) =>
      (await caches.match(url.pathname, { cacheName: CACHE })) ?? fetch(request),
  )
}

/**
 * Caches all files of the desk, so that each of its tabs opens offline. Rejects if a file fails.
 */
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

/** Caches the new version's desk files at install if the cache of an earlier version exists. */
export async function renewDesk(): Promise<void> {
  if (await caches.has(CACHE)) await keepDesk()
}

/** Deletes desk files of earlier versions once this version is active. */
export async function dropEarlierDesk(): Promise<void> {
  if (!(await caches.has(CACHE))) return
  const cache = await caches.open(CACHE)
  const old = (await keptAddresses(cache)).filter((address) => !addresses.has(address))
  await Promise.all(old.map((address) => cache.delete(address)))
}

async function keptAddresses(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => new URL(url).pathname)
}
