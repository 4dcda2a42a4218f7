import { addRoute, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { FUNCTIONS } from '#shared/lib/endpoint.ts'
import {
  deskPolicy,
  isDeskPath,
  isPage,
  pageFiles,
  type Redirect,
  redirectOf,
} from '#shared/site/routes.ts'
import { everyones } from './kept.ts'

/** Addresses that hold nothing a page could stand in for. */
const LEFT_ALONE = new RegExp(`^(${FUNCTIONS}/|/(healthz|readyz)$)`)

export type Plan =
  | { kind: 'page'; address: string }
  | ({ kind: 'redirect' } & Redirect)
  | { kind: 'network' }

/**
 * How an address is answered, as server/site/static.ts would from the same build; undefined where
 * the browser is to ask by itself.
 */
export function planFor(path: string, kept: ReadonlySet<string>): Plan | undefined {
  if (LEFT_ALONE.test(path)) return undefined
  const elsewhere = redirectOf(path)
  if (elsewhere) return { kind: 'redirect', ...elsewhere }
  if (!isPage(path)) return { kind: 'network' }
  const address = path === '/' ? path : path.replace(/\/$/, '')
  return { kind: 'page', address: kept.has(address) ? address : pageFiles.shell }
}

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
