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

/** A file of the site; `only` names for whose device it is. */
interface KeptEntry extends PrecacheEntry {
  only?: 'desk'
}

/** Written in by the build. */
const entries = self.__WB_MANIFEST as KeptEntry[]

const everyones = entries.filter(({ only }) => !only)

/** What no visitor needs: it is kept only where the owner has opened the desk. */
const owners = entries.filter(({ only }) => only === 'desk')

const CONTENT_POLICY = 'Content-Security-Policy'

const kept = new Set(everyones.map(({ url }) => url))

/** Keeps the site's pages with all their parts, and answers with them, of one version together. */
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

/** As the server answers it: the kept page is everyone's, and its policy too. */
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
