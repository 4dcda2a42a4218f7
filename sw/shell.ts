import { addRoute, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { pageFiles } from '../shared/site/routes.ts'
import { everyones } from './kept.ts'
import { type Plan, planFor } from './navigation.ts'

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
  if (page) return page
  try {
    return await fetch(request)
  } catch {
    return missing()
  }
}

async function missing(): Promise<Response> {
  const page = await matchPrecache(pageFiles.missing)
  return page ? new Response(page.body, { status: 404, headers: page.headers }) : Response.error()
}
