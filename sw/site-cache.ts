import {
  addRoute,
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import {
  addQuery,
  hideJourneyKey,
  isDeskPath,
  isJourneyPath,
  PREVIEW_PATH,
  pageFiles,
  toDeskPolicy,
  toPreviewPolicy,
} from '#shared/site/routes.ts'
import { type NavigationPlan, planNavigation } from './rules.ts'

declare const self: ServiceWorkerGlobalScope

/** A part of the site that is cached only on devices that use it. Its cache has the same name. */
type Part = 'desk' | 'journey'

const parts: readonly Part[] = ['desk', 'journey']

/** A file of the site; with `only` it is cached once this device has opened that part. */
interface ManifestEntry extends PrecacheEntry {
  only?: Part
}

declare global {
  interface ServiceWorkerGlobalScope {
    /** The server replaces this, in the script, for each version of the owner's content. */
    __RENDERED_FILES: ManifestEntry[]
  }
}

/** The files of the build, which inserts them, and what is rendered from the owner's content. */
const entries = [...(self.__WB_MANIFEST as ManifestEntry[]), ...self.__RENDERED_FILES]

const publicEntries = entries.filter(({ only }) => !only)
const partEntries = entries.filter(({ only }) => only)

const CONTENT_POLICY = 'Content-Security-Policy'

const pageAddresses = new Set(entries.map(({ url }) => url))

/** Precaches the public pages and files of one version of the site, and answers requests with them. */
export function registerPages(): void {
  precache(publicEntries)
  cleanupOutdatedCaches()
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && planNavigation(url.pathname, pageAddresses),
    ({ request, url, params }) => servePage(request, url, params as NavigationPlan),
  )
  addRoute({ directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })
}

async function servePage(request: Request, url: URL, plan: NavigationPlan): Promise<Response> {
  if (plan.kind === 'redirect')
    return Response.redirect(new URL(addQuery(plan, url.search), url), plan.status)
  const page = plan.kind === 'page' ? await matchPage(plan.address) : undefined
  if (page) return withOwnHeaders(page, url.pathname)
  try {
    // A key in the path must not reach the server.
    return await fetch(isJourneyPath(url.pathname) ? hideJourneyKey(url.pathname) : request)
  } catch {
    // A page that is not on this device exists all the same: the browser says what is missing.
    return plan.kind === 'page' ? Response.error() : serveNotFound()
  }
}

async function matchPage(address: string): Promise<Response | undefined> {
  return (await matchPrecache(address)) ?? matchPartFile(address)
}

/** Sets the content policy of the desk and of the preview, as the server does; the precached page has the public policy. */
function withOwnHeaders(page: Response, path: string): Response {
  const isPreview = path === PREVIEW_PATH
  if (!isPreview && !isDeskPath(path)) return page
  const headers = new Headers(page.headers)
  const policy = headers.get(CONTENT_POLICY) ?? ''
  headers.set(CONTENT_POLICY, isPreview ? toPreviewPolicy(policy) : toDeskPolicy(policy))
  if (isPreview) headers.set('X-Frame-Options', 'SAMEORIGIN')
  return new Response(page.body, { headers })
}

async function serveNotFound(): Promise<Response> {
  const page = await matchPrecache(pageFiles.notFound)
  return page ? new Response(page.body, { status: 404, headers: page.headers }) : Response.error()
}

/** Folder of the guests' page, as set in `vite.config.ts`. */
const GUEST_FILES = '/assets/guests/'

const partUrls = new Map(partEntries.map((entry) => [entry.url, entry]))

/** Answers for the files of the desk and of the guests' page from the cache first. */
export function registerPartFiles(): void {
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin &&
      request.mode !== 'navigate' &&
      (partUrls.has(url.pathname) || url.pathname.startsWith(GUEST_FILES)),
    async ({ request, url }) =>
      (await matchPartFile(url.pathname)) ?? fetch(request).catch(() => Response.error()),
  )
}

async function matchPartFile(address: string): Promise<Response | undefined> {
  const entry = partUrls.get(address)
  const cacheName = String(entry?.only ?? 'journey')
  const current = entry && (await caches.match(toKey(entry), { cacheName }))
  // A newer version that is not active yet may have cached its own page instead.
  return current ?? caches.match(address, { cacheName, ignoreSearch: true })
}

/** The key of a file in its cache. The revision keeps two versions of a page apart during an update. */
function toKey({ url, revision }: ManifestEntry): string {
  return revision ? `${url}?revision=${revision}` : url
}

/**
 * Caches all files of a part, so that each of its pages opens offline. Rejects if a file fails.
 */
export async function cachePart(part: Part): Promise<void> {
  const cache = await caches.open(part)
  const cached = await listKeys(cache)
  await Promise.all(
    listEntries(part)
      .filter((entry) => !cached.includes(toKey(entry)))
      .map(async (entry) => {
        const response = await fetch(entry.url, { integrity: entry.integrity ?? '' })
        if (response.status !== 200)
          throw new Error(
            `${entry.url} could not be cached: the server answered with status ${response.status}`,
          )
        await cache.put(toKey(entry), response)
      }),
  )
}

/** Caches a new version's files at install, of the parts that this device has opened. */
export async function updateParts(): Promise<void> {
  for (const part of parts) if (await caches.has(part)) await cachePart(part)
}

/** Deletes the files of earlier versions once this version is active. */
export async function pruneParts(): Promise<void> {
  for (const part of parts) {
    if (!(await caches.has(part))) continue
    const cache = await caches.open(part)
    const current = new Set(listEntries(part).map(toKey))
    const old = (await listKeys(cache)).filter((key) => !current.has(key))
    await Promise.all(old.map((key) => cache.delete(key)))
  }
}

function listEntries(part: Part): ManifestEntry[] {
  return partEntries.filter(({ only }) => only === part)
}

async function listKeys(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => {
    const { pathname, search } = new URL(url)
    return pathname + search
  })
}
