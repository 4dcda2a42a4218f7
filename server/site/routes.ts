import type { RequestHandler } from 'express'
import type { Database } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, refuse } from '#server/http/http-result.ts'
import type { Settings } from '#server/settings.ts'
import { getSiteVersion } from '#shared/content/desk-api.ts'
import { siteContent } from '#shared/content/site-content.ts'
import { getSiteConfig, type SiteConfig } from '#shared/site/api.ts'
import { toSiteContent } from './content.ts'
import { toTextsFile } from './pages/render.ts'
import { findVersion } from './store.ts'

interface SiteParts extends Omit<SiteConfig, 'locationKinds' | 'payments'> {
  // Both are read for each request, because the owner can change them while the server runs.
  locationKinds: () => Promise<SiteConfig['locationKinds']>
  getPaymentKind: () => SiteConfig['payments']
}

/** The endpoint of the public settings that pages need, such as the kind of payment. */
export function registerSiteRoutes(
  routes: FunctionRoutes,
  { locationKinds, getPaymentKind, ...config }: SiteParts,
): void {
  routes.on(getSiteConfig, async () =>
    answer({ ...config, payments: getPaymentKind(), locationKinds: await locationKinds() }),
  )
}

/** The endpoint of the content of published versions, for the owner's devices. */
export function registerSiteDeskRoutes(routes: FunctionRoutes, db: Database): void {
  routes.on(getSiteVersion, async ({ version }) => {
    const found = await findVersion(db.read, version)
    return found
      ? answer({ content: found.content })
      : refuse(404, 'not_found', getSiteVersion.failure)
  })
}

/** Where `sendEarlierTexts` answers. */
export const EARLIER_TEXTS = /^\/content\/(?<version>\d{1,9})-\w+\.json$/

/** The texts of a version that is no longer shown, for the pages that visitors opened before the next one was published. */
export function sendEarlierTexts(
  db: Database,
  settings: Pick<Settings, 'publicUrl'>,
): RequestHandler {
  return async (req, res, next) => {
    const version = Number(req.params.version)
    const found =
      version === siteContent().version ? undefined : await findVersion(db.read, version)
    const texts = found && JSON.stringify(toSiteContent(found, settings).texts)
    if (!texts || `/${toTextsFile(version, texts)}` !== req.path) return next()
    res.set('Cache-Control', 'public, max-age=31536000, immutable').type('json').send(texts)
  }
}
