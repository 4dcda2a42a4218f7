import {
  addRoute,
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isDeskPath, pageFiles, toDeskPolicy } from '#shared/site/routes.ts'
import { type NavigationPlan, planNavigation } from './rules.ts'

declare const self: ServiceWorkerGlobalScope

/** A file of the site; with `only: 'desk'` it is cached only on the owner's device. */
interface ManifestEntry extends PrecacheEntry {
  only?: 'desk'
}

/** Inserted by the build. */
const entries = self.__WB_MANIFEST as ManifestEntry[]

const publicEntries = entries.filter(({ only }) => !only)

/** Files of the desk; cached only after the owner has opened the desk on this device. */
const deskEntries = entries.filter(({ only }) => only === 'desk')

const CONTENT_POLICY = 'Content-Security-Policy'

const precachedUrls = new Set(publicEntries.map(({ url }) => url))

/** Precaches all pages and files of one version of the site, and answers requests with them. */
export function registerPages(): void {
  precache(publicEntries)
  cleanupOutdatedCaches()
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && planNavigation(url.pathname, precachedUrls),
    ({ request, url, params }) => servePage(request, url, params as NavigationPlan),
  )
  addRoute({ directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })
}

async function servePage(request: Request, url: URL, plan: NavigationPlan): Promise<Response> {
  if (plan.kind === 'redirect')
    return Response.redirect(new URL(plan.to + url.search, url), plan.status)
  const page = plan.kind === 'page' ? await matchPrecache(plan.address) : undefined
  if (page) return isDeskPath(url.pathname) ? withDeskPolicy(page) : page
  try {
    return await fetch(request)
  } catch {
    return serveNotFound()
  }
}

/** Sets the desk's content policy, as the server does; the precached page has the public policy. */
function withDeskPolicy(page: Response): Response {
  const headers = new Headers(page.headers)
  headers.set(CONTENT_POLICY, toDeskPolicy(headers.get(CONTENT_POLICY) ?? ''))
  return new Response(page.body, { headers })
}

async function serveNotFound(): Promise<Response> {
  const page = await matchPrecache(pageFiles.notFound)
  return page ? new Response(page.body, { status: 404, headers: page.headers }) : Response.error()
}

const DESK_CACHE = 'desk'

const deskUrls = new Set(deskEntries.map(({ url }) => url))

/** Answers for the desk's files from the cache first; their names contain a hash of the content. */
export function registerDeskFiles(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && deskUrls.has(url.pathname),
    async ({ request, url }) =>
      (await caches.match(url.pathname, { cacheName: DESK_CACHE })) ?? fetch(request),
  )
}

/**
 * Caches all files of the desk, so that each of its tabs opens offline. Rejects if a file fails.
 */
export async function cacheDesk(): Promise<void> {
  const cache = await caches.open(DESK_CACHE)
  const cachedPaths = await listCachedPaths(cache)
  await Promise.all(
    deskEntries
      .filter(({ url }) => !cachedPaths.includes(url))
      .map(async ({ url, integrity }) => {
        const response = await fetch(url, { integrity: integrity ?? '' })
        if (response.status !== 200)
          throw new Error(
            `${url} could not be cached: the server answered with status ${response.status}`,
          )
        await cache.put(url, response)
      }),
  )
}

/** Caches the new version's desk files at install if the cache of an earlier version exists. */
export async function updateDeskCache(): Promise<void> {
  if (await caches.has(DESK_CACHE)) await cacheDesk()
}

/** Deletes desk files of earlier versions once this version is active. */
export async function pruneDeskCache(): Promise<void> {
  if (!(await caches.has(DESK_CACHE))) return
  const cache = await caches.open(DESK_CACHE)
  const old = (await listCachedPaths(cache)).filter((address) => !deskUrls.has(address))
  await Promise.all(old.map((address) => cache.delete(address)))
}

async function listCachedPaths(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => new URL(url).pathname)
}
