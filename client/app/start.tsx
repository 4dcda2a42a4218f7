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

/** Takes over the page that was made at build time, or draws it where none was. */
export async function start(mount: HTMLElement): Promise<void> {
  const found = (matchRoutes(routes, location) ?? []).map(({ route }) => route)
  const isMade = mount.dataset.route !== undefined && mount.dataset.route === found.at(-1)?.path
  if (!isMade) {
    createRoot(mount).render(app(renewByPolicy(createBrowserRouter(routes))))
    return
  }
  // React takes over only what it can draw in the same breath, so the page's own code comes first.
  // Where it does not come, the page stays as it is: its text, links and forms work without.
  if (!(await loaded(found))) return
  // Nothing is loaded for the first page, and the browser alone decides where it is scrolled to.
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: {} } })
  hydrateRoot(mount, app(renewByPolicy(router)))
}

type Router = ReturnType<typeof createBrowserRouter>

/**
 * A content policy belongs to the document. The desk's does not let the payment provider in: so whoever
 * comes into the desk gets a document of its own, and whoever goes from it to a page that takes
 * payments one of theirs. Between the desk and other pages the document stays, and with it the key
 * of an encrypted device, which is in memory alone.
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
