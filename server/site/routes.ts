import { answer } from '#server/http/answer.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { getConfig, type SiteConfig } from '#shared/site/api.ts'

interface SiteParts extends Omit<SiteConfig, 'places'> {
  /** Read for each request, because the owner can change it while the server runs. */
  places: () => SiteConfig['places']
}

/** The endpoint of the public settings that pages need, such as the kind of payment. */
export function siteRoutes(routes: FunctionRoutes, { places, ...config }: SiteParts): void {
  routes.on(getConfig, () => answer({ ...config, places: places() }))
}
