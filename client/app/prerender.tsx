import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { Opening } from '#client/journey/view/message-view.tsx'
import { findRoutes, loadRoute } from '#client/lib/router/site-router.ts'
import { MatchedRoutes } from '#client/lib/router/site-routes.tsx'
import type { SiteContent, SiteTexts } from '#shared/content/registry.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import type { RenderedPage } from '#shared/site/pages.ts'
import { type PageHandle, routes } from './routes.tsx'

/** Renders the pages of one version of the site; only one renderer can be used at a time. */
export function createRenderer(content: SiteContent) {
  const used = new Set<keyof SiteTexts>()
  const texts = new Proxy(content.texts, {
    get(all, page: keyof SiteTexts) {
      used.add(page)
      return all[page]
    },
  })
  setSiteContent({ ...content, texts })
  return {
    async renderPage(path: string): Promise<RenderedPage> {
      used.clear()
      const html = await renderHtml(path)
      used.delete('common')
      return { html, texts: [...used], ...findRouteModules(path) }
    },
    renderJourneyShell,
  }
}

/** Throws if the page fails to render. */
export async function renderHtml(path: string): Promise<string> {
  await Promise.all(findRoutes(routes, path).map(loadRoute))
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <MatchedRoutes routes={routes} />
      </StaticRouter>
    </StrictMode>,
    {
      // Never split: React would insert a separate chunk by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
    },
  )
  const html = await new Response(prelude).text()
  // React leaves a failed part to the browser; here it fails the build.
  if (failures.length > 0)
    throw new Error(`Prerendering ${path} failed: its page threw an error`, { cause: failures[0] })
  return html
}

/** What a guest sees until the journey is decrypted; it replaces this without hydrating it. */
function renderJourneyShell(): string {
  return renderToStaticMarkup(<Opening />)
}

function findRouteModules(path: string): Omit<RenderedPage, 'html' | 'texts'> {
  const found = findRoutes(routes, path)
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
