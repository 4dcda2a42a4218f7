import fs from 'node:fs/promises'
import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RequestHandler } from 'express'
import { createServer } from 'vite'
import { findService } from '#shared/content/services.ts'
import { siteContent } from '#shared/content/site-content.ts'
import { addQuery, getRedirect, isJourneyPath, isPagePath } from '#shared/site/routes.ts'
import { CONTENT_ATTRIBUTES, dataBlock } from './pages/head.ts'
import type { SitePages } from './pages/site-pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Serves the pages from their sources, with hot reload through `server`'s own port. */
export async function devPages(server: Server): Promise<SitePages> {
  const vite = await createServer({
    root,
    // The other loaders write a file, which the file watcher takes for a change of the server.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  // Vite's open sockets would delay the server's own close.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => vite.close())
  const handlers: RequestHandler[] = [
    removeContentPolicy,
    rewritePlainStyles,
    (req, res, next) => {
      const elsewhere = getRedirect(req.path, (type) => findService(type) !== undefined)
      if (elsewhere)
        res.redirect(elsewhere.status, addQuery(elsewhere, req.originalUrl.replace(/^[^?]*/, '')))
      else next()
    },
    vite.middlewares,
    async (req, res) => {
      const site = await fs.readFile(path.join(root, 'index.html'), 'utf8')
      const source = isJourneyPath(req.path) ? site.replace('/main.tsx', '/journey-main.tsx') : site
      const html = await vite.transformIndexHtml(
        req.originalUrl,
        source.replace(
          '<div id="root"></div>',
          (mount) => mount + dataBlock(siteContent(), CONTENT_ATTRIBUTES),
        ),
      )
      res.status(isPagePath(req.path) ? 200 : 404)
      res.type('html').send(html)
    },
  ]
  // Each document has the content that is shown when it is requested.
  const nothing = async () => {}
  return { handlers, show: nothing, showLast: nothing }
}

/** Removes the content security policy, which forbids the script that hot reload inserts. */
const removeContentPolicy: RequestHandler = (_req, res, next) => {
  res.removeHeader('Content-Security-Policy')
  next()
}

/** Maps the built address of the plain pages' styles to their source. */
const rewritePlainStyles: RequestHandler = (req, _res, next) => {
  if (req.path === '/plain.css') req.url = '/client/styles/plain.css?direct'
  next()
}
