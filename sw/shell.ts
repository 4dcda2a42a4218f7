import { addRoute, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { deskPolicy, isDeskPath, pageFiles } from '#shared/site/routes.ts'
import { everyones } from './kept.ts'
import { type Plan, planFor } from './navigation.ts'

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
