import { answer } from '#server/http/answer.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { getConfig, type SiteConfig } from '#shared/site/api.ts'

interface SiteParts extends Omit<SiteConfig, 'places'> {
  /** Read with each request: the owner changes them while the server runs. */
  places: () => SiteConfig['places']
}

/** What every page may know of how the site is set up. */
export function siteRoutes(routes: FunctionRoutes, { places, ...config }: SiteParts): void {
  routes.on(getConfig, () => answer({ ...config, places: places() }))
}
