import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
} from 'react-router-dom'
import { Opening } from '#client/journey/view/message-view.tsx'
import type { RenderedPage } from '#shared/site/pages.ts'
import { type PageHandle, routes } from './routes.tsx'

/** Renders a page to HTML at build time. Throws if the page redirects or fails to render. */
export async function renderPage(path: string): Promise<RenderedPage> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://localhost${path}`))
  if (context instanceof Response)
    throw new Error(
      `Cannot prerender ${path}: its route redirects. Prerender the target page instead.`,
    )
  const router = createStaticRouter(handler.dataRoutes, context)
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
    {
      // Never split: React would insert a separate chunk by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
    },
  )
  const html = await new Response(prelude).text()
  // React leaves a failed part to the browser, a route shows its error screen: both fail the build.
  const failed = failures[0] ?? Object.values(context.errors ?? {})[0]
  if (failed)
    throw new Error(`Prerendering ${path} failed: its page threw an error`, { cause: failed })
  return { html, ...findRouteModules(path) }
}

/** What a guest sees until the journey is decrypted; it replaces this without hydrating it. */
export function renderJourneyShell(): string {
  return renderToStaticMarkup(<Opening />)
}

function findRouteModules(path: string): Omit<RenderedPage, 'html'> {
  const found = (matchRoutes(routes, path) ?? []).map(({ route }) => route)
  return {
    route: found.at(-1)?.path ?? '',
    modules: found.flatMap(({ lazy }) => (typeof lazy === 'function' ? parseImports(lazy) : [])),
    deferredModules: found.flatMap((route) => {
      const { loadDeferred }: PageHandle = route.handle ?? {}
      return loadDeferred ? parseImports(loadDeferred) : []
    }),
  }
}

/** Reads imports from the function's source: the manifest does not say which route they are of. */
function parseImports(lazy: () => unknown): string[] {
  const found = [...lazy.toString().matchAll(/\bimport\(\s*["'`](.+?)["'`]\s*\)/g)]
  if (found.length === 0)
    throw new Error(
      `The source of a lazy route contains no import(), so its modules cannot be listed: ${lazy}`,
    )
  return found.map(([, module = '']) => module)
}
