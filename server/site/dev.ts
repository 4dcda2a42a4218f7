import fs from 'node:fs/promises'
import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RequestHandler } from 'express'
import { createServer } from 'vite'
import { isPage, redirectOf } from '#shared/site/routes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The pages straight from their sources; changes reach the browser through `server`'s own port. */
export async function devPages(server: Server): Promise<RequestHandler[]> {
  const vite = await createServer({
    root,
    // Its other ways write a file that the watching loader takes for a change of the server.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  // Its open sockets would hold up the server's own close.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => vite.close())
  return [
    withoutPolicy,
    plainStyles,
    (req, res, next) => {
      const elsewhere = redirectOf(req.path)
      if (elsewhere) res.redirect(elsewhere.status, elsewhere.to)
      else next()
    },
    vite.middlewares,
    async (req, res) => {
      const source = await fs.readFile(path.join(root, 'index.html'), 'utf8')
      const html = await vite.transformIndexHtml(req.originalUrl, source)
      res.status(isPage(req.path) ? 200 : 404)
      res.type('html').send(html)
    },
  ]
}

/** Hot reload puts a script of its own into the page, which the site's policy forbids. */
const withoutPolicy: RequestHandler = (_req, res, next) => {
  res.removeHeader('Content-Security-Policy')
  next()
}

/** The build puts them at this address; the sources have them elsewhere. */
const plainStyles: RequestHandler = (req, _res, next) => {
  if (req.path === '/plain.css') req.url = '/client/styles/plain.css?direct'
  next()
}
