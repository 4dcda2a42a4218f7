import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer } from '#server/http/http-result.ts'
import { getSiteConfig, type SiteConfig } from '#shared/site/api.ts'

interface SiteParts extends Omit<SiteConfig, 'locationKinds'> {
  /** Read for each request, because the owner can change it while the server runs. */
  locationKinds: () => Promise<SiteConfig['locationKinds']>
}

/** The endpoint of the public settings that pages need, such as the kind of payment. */
export function registerSiteRoutes(
  routes: FunctionRoutes,
  { locationKinds, ...config }: SiteParts,
): void {
  routes.on(getSiteConfig, async () => answer({ ...config, locationKinds: await locationKinds() }))
}
