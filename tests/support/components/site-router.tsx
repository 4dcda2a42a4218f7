import { render } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { SiteRouter } from '#client/lib/router/site-router.ts'
import { SiteRoutes } from '#client/lib/router/site-routes.tsx'

/** The site's own router at `path`. */
export function openRouter(routes: RouteObject[], path: string): SiteRouter {
  history.replaceState(null, '', path)
  return new SiteRouter(routes, { isPrerendered: false })
}

/** Shows the page at `path`, whose routes are not lazy, with the site's own router. */
export function renderRoutes(routes: RouteObject[], path: string): SiteRouter {
  const router = openRouter(routes, path)
  render(<SiteRoutes router={router} />)
  return router
}
