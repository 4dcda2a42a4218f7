import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom'
import { isDeskPath, isPaymentPath } from '#shared/site/routes.ts'
import { routes } from './routes.tsx'

/** Hydrates the prerendered page, or renders the page if the document holds no HTML for it. */
export async function start(mount: HTMLElement): Promise<void> {
  const { pathname } = location
  const found = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route)
  const isPrerendered =
    mount.dataset.route !== undefined && mount.dataset.route === found.at(-1)?.path
  // React hydrates only what it can render synchronously, so the page's code is loaded first.
  // If that fails, the prerendered page stays: its text, links and forms work without script.
  if (isPrerendered && !(await loadRoutes(found))) return
  // Back and Forward may have left for another page while the code loaded.
  if (isPrerendered && location.pathname === pathname) hydrate(mount)
  else createRoot(mount).render(renderApp(prepareRouter(createBrowserRouter(routes))))
}

function hydrate(mount: HTMLElement): void {
  // Empty data: the router must not load the first page again, nor change its scroll position.
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: {} } })
  const app = renderApp(prepareRouter(router))
  // In a transition React works in slices, between which the visitor scrolls, types and presses;
  // a press hydrates what is left at once.
  startTransition(() => {
    hydrateRoot(mount, <ShowLatest router={router}>{app}</ShowLatest>)
  })
}

/** Shows where Back and Forward led while the page hydrated: the provider listens only afterwards. */
function ShowLatest({ router, children }: { router: Router; children: ReactNode }) {
  const { state: first } = router
  useLayoutEffect(() => {
    if (router.state !== first && router.state.navigation.state === 'idle') void router.revalidate()
  }, [router, first])
  return children
}

type Router = ReturnType<typeof createBrowserRouter>

function prepareRouter(router: Router): Router {
  return isDeskPath(location.pathname)
    ? reloadOnPolicyChange(router)
    : animateNavigation(reloadOnPolicyChange(router))
}

/** Shows each new page or booking step with a view transition, unless reduced motion is preferred. */
function animateNavigation(router: Router): Router {
  ignoreSkippedTransitions()
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const navigate = router.navigate.bind(router) as (to: unknown, options?: object) => Promise<void>
  router.navigate = (to: unknown, options?: object) =>
    navigate(to, { ...options, viewTransition: !still.matches })
  return router
}

/**
 * A transition that the next navigation or the browser skips rejects `ready`. The page changes all
 * the same, but the router, which starts the transitions, leaves the rejection unhandled.
 */
function ignoreSkippedTransitions(): void {
  if (!('startViewTransition' in document)) return
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (options) => {
    const transition = start(options)
    transition.ready.catch(() => undefined)
    return transition
  }
}

/**
 * Reloads where another content security policy is needed, since a policy belongs to the document.
 * The desk's policy excludes the payment provider: entering the desk loads a new document, and so
 * does going from it to a page that takes payments. From the desk to other pages the document
 * stays, and with it the key of an encrypted device, which is in memory only.
 */
function reloadOnPolicyChange(router: Router): Router {
  const openedAtDesk = isDeskPath(location.pathname)
  router.subscribe(({ location: { pathname }, errors, navigation }) => {
    if (errors || navigation.state !== 'idle') return
    if (openedAtDesk ? isPaymentPath(pathname) : isDeskPath(pathname)) location.reload()
  })
  return router
}

function renderApp(router: Router) {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}

async function loadRoutes(found: RouteObject[]): Promise<boolean> {
  try {
    await Promise.all(found.map(loadRoute))
    return true
  } catch {
    return false
  }
}

async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return
  Object.assign(route, await route.lazy(), { lazy: undefined })
}
