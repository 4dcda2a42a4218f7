import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { readDocumentContent } from '#client/lib/entry/document-content.ts'
import { findRoutes, SiteRouter } from '#client/lib/router/site-router.ts'
import { SiteRoutes } from '#client/lib/router/site-routes.tsx'
import { isChunkLoadError } from './route-error.tsx'
import { routes } from './routes.tsx'

/** Hydrates the prerendered page, or renders the page if the document holds no HTML for it. */
export async function start(mount: HTMLElement): Promise<void> {
  const { pathname } = location
  readDocumentContent()
  const isPrerendered =
    mount.dataset.route !== undefined &&
    mount.dataset.route === findRoutes(routes, pathname).at(-1)?.path
  const router = new SiteRouter(routes, { isPrerendered })
  // React hydrates only what it can render at once, so the page's code is loaded first.
  await router.start()
  const app = (
    <StrictMode>
      <SiteRoutes router={router} />
    </StrictMode>
  )
  // Back and Forward may have left for another page while the code loaded.
  if (!isPrerendered || location.pathname !== pathname)
    createRoot(mount, { onCaughtError }).render(app)
  // If the code did not load, the prerendered page stays: its text, links and forms work without it.
  // In a transition React hydrates in slices; a press in between hydrates what is left at once.
  else if (!router.shown.error)
    startTransition(() => void hydrateRoot(mount, app, { onCaughtError }))
}

/** Code that did not load is no fault of the program; the error screen says so. */
function onCaughtError(error: unknown): void {
  if (!isChunkLoadError(error)) reportError(error)
}
