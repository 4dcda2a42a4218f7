import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom'
import { isDeskPath, takesPayment } from '#shared/site/routes.ts'
import { routes } from './routes.tsx'

/** Hydrates the prerendered page, or renders the page if the document holds no HTML for it. */
export async function start(mount: HTMLElement): Promise<void> {
  const found = (matchRoutes(routes, location) ?? []).map(({ route }) => route)
  const isMade = mount.dataset.route !== undefined && mount.dataset.route === found.at(-1)?.path
  if (!isMade) {
    createRoot(mount).render(app(renewByPolicy(createBrowserRouter(routes))))
    return
  }
  // React hydrates only what it can render synchronously, so the page's code is loaded first.
  // If that fails, the prerendered page stays: its text, links and forms work without script.
  if (!(await loaded(found))) return
  // Empty data: the router must not load the first page again, nor change its scroll position.
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: {} } })
  hydrateRoot(mount, app(renewByPolicy(router)))
}

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Reloads where another content security policy is needed, since a policy belongs to the document.
 * The desk's policy excludes the payment provider: entering the desk loads a new document, and so
 * does going from it to a page that takes payments. From the desk to other pages the document
 * stays, and with it the key of an encrypted device, which is in memory only.
 */
function renewByPolicy(router: Router): Router {
  const openedAtDesk = isDeskPath(location.pathname)
  router.subscribe(({ location: { pathname }, errors, navigation }) => {
    if (errors || navigation.state !== 'idle') return
    if (openedAtDesk ? takesPayment(pathname) : isDeskPath(pathname)) location.reload()
  })
  return router
}

function app(router: Router) {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}

async function loaded(found: RouteObject[]): Promise<boolean> {
  try {
    await Promise.all(found.map(load))
    return true
  } catch {
    return false
  }
}

async function load(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return
  Object.assign(route, await route.lazy(), { lazy: undefined })
}
