import express, { type Express, type RequestHandler } from 'express'
import type { StorageFault } from '#server/db/faults.ts'
import { FUNCTIONS } from '#shared/lib/endpoint.ts'
import { storageAnswer } from './errors.ts'
import { healthz, reasonOf } from './health.ts'
import { ownHost } from './origin.ts'
import { securityHeaders, transportSecurity } from './security.ts'

/** What answers everything that is not a function or a form. */
export type Pages = RequestHandler[]

interface Parts {
  publicUrl: string | undefined
  pages: Pages
  /** Why the database could not be opened, when it was last tried. */
  fault(): StorageFault
}

/** The site while its database cannot be opened: pages are read, all else is to be tried again. */
export function unavailableSite({ publicUrl, pages, fault }: Parts): Express {
  const secure = publicUrl?.startsWith('https:') ?? false
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(transportSecurity(secure))
  app.get('/healthz', healthz)
  app.get('/readyz', (_req, res) => {
    res.set('Cache-Control', 'no-store')
    res.status(503).json({ ready: false, database: false, reasons: [reasonOf(fault())] })
  })
  app.use(ownHost(publicUrl), securityHeaders(secure))
  const tryAgain: RequestHandler = (req, res) => storageAnswer(req, res, fault())
  app.use(FUNCTIONS, tryAgain)
  app.use((req, res, next) => (req.method === 'POST' ? tryAgain(req, res, next) : next()))
  app.use(...pages)
  return app
}
