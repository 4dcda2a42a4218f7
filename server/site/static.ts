import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Request, RequestHandler, Response } from 'express'
import { addQuery, getRedirect, isPagePath, pageFiles, toPageAddress } from '#shared/site/routes.ts'
import { listFilesUnder } from './build-stamp.ts'

const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

const PAGE_HEADERS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
]

/** Content security policy of the service worker's script: it may only fetch from this site. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

interface StaticFile {
  file: string
  /** Digest of the uncompressed content; in the ETag each encoding adds its own suffix. */
  digest: string
  encodings: string[]
  cacheControl: string
}

/**
 * Serves the built site. The files are listed once, at the start, and a request can only reach a
 * listed file: no address is ever turned into a path on the disk.
 */
export function staticPages({ root }: { root: string }): RequestHandler[] {
  const files = indexFiles(root)
  const [shell, missing] = [files.get(pageFiles.shell), files.get(pageFiles.notFound)]
  if (!shell || !missing)
    throw new Error(`There is no built site in ${root}. Run npm run build first.`)
  return [
    allowOnlyReads,
    (req, res) => {
      const file = files.get(req.path)
      if (file && hasOwnAddress(req.path)) return sendFile(req, res, file)
      if (req.path.startsWith('/assets/')) return sendMissing(res)
      const elsewhere = getRedirect(req.path, (type) => files.has(`/service/${type}.html`))
      if (elsewhere) return res.redirect(elsewhere.status, addQuery(elsewhere, getQuery(req)))
      if (!isPagePath(req.path)) return sendFile(req, res.status(404), missing)
      const address = toPageAddress(req.path)
      sendFile(req, res, files.get(`${address === '/' ? '/index' : address}.html`) ?? shell)
    },
  ]
}

/** False for `.html` files: pages have addresses without it, except those in `pageFiles`. */
function hasOwnAddress(name: string): boolean {
  return !name.endsWith('.html') || Object.values<string>(pageFiles).includes(name)
}

function getQuery({ originalUrl }: Request): string {
  const from = originalUrl.indexOf('?')
  return from < 0 ? '' : originalUrl.slice(from)
}

const allowOnlyReads: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  res.status(405).set('Allow', 'GET, HEAD').type('text').send('Method not allowed\n')
}

function indexFiles(root: string): Map<string, StaticFile> {
  const names = listFilesUnder(root)
  const all = new Set(names)
  const plain = names.filter((name) => !ENCODINGS.some(({ ending }) => name.endsWith(ending)))
  return new Map(
    plain.map((name) => {
      const file = path.join(root, name)
      const digest = createHash('sha256').update(fs.readFileSync(file)).digest('base64url')
      const encodings = ENCODINGS.filter(({ ending }) => all.has(name + ending)).map((e) => e.name)
      return [
        `/${name}`,
        { file, digest: digest.slice(0, 22), encodings, cacheControl: getCacheControl(name) },
      ]
    }),
  )
}

/** `Cache-Control` of a file. Names under `assets/` contain a hash of the content. */
function getCacheControl(name: string): string {
  if (/^(assets|content)\//.test(name)) return 'public, max-age=31536000, immutable'
  if (/^(og|icons|screenshots)\//.test(name)) return 'public, max-age=86400'
  return 'no-cache'
}

function sendFile(req: Request, res: Response, found: StaticFile): void {
  // Each encoding is checked on its own, so that Brotli wins: asked for both, Express would follow
  // the request's order, and browsers name gzip first.
  const chosen = ENCODINGS.find(
    ({ name }) => found.encodings.includes(name) && req.acceptsEncodings(name),
  )
  res.type(path.extname(found.file))
  if (path.extname(found.file) !== '.html') removePageHeaders(res)
  if (path.basename(found.file) === 'sw.js') res.set('Content-Security-Policy', WORKER_POLICY)
  res.set('Cache-Control', found.cacheControl)
  // The payment provider's frame uses the site's fonts.
  if (found.file.endsWith('.woff2')) res.set('Access-Control-Allow-Origin', '*')
  res.set('ETag', `"${found.digest}${chosen?.ending ?? ''}"`)
  if (found.encodings.length > 0) res.vary('Accept-Encoding')
  if (chosen) res.set('Content-Encoding', chosen.name)
  // A range of a compressed body is useless, and a 404 must not become a 206.
  const acceptRanges = !chosen && res.statusCode === 200
  res.sendFile(found.file + (chosen?.ending ?? ''), {
    acceptRanges,
    cacheControl: false,
    lastModified: false,
    dotfiles: 'allow',
  })
}

/**
 * Removes headers that only concern documents. A page fetches about forty files, many of them
 * smaller than these headers.
 */
function removePageHeaders(res: Response): void {
  for (const name of PAGE_HEADERS) res.removeHeader(name)
}

/**
 * Answers for a missing asset with plain text: the browser expects a script or a style, not a page.
 * It must not be cached, because another release may have a file of this name.
 */
function sendMissing(res: Response): void {
  res.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n')
}

/**
 * Replaces the service worker when `SERVICE_WORKER` is off. It takes over from the active worker,
 * deletes all caches, unregisters itself and reloads each window from the server. The outbox and
 * the pending mutations are in IndexedDB and stay. Without an active worker its installation
 * fails, so that a page that registers it again is not reloaded each time.
 */
const UNREGISTER_SCRIPT = `self.addEventListener('install', (event) => {
  const { active } = self.registration
  event.waitUntil(active ? self.skipWaiting() : Promise.reject(new Error('The service worker is switched off')))
})
self.addEventListener('activate', (event) => event.waitUntil(giveUp()))
async function giveUp() {
  const windows = await self.clients.matchAll({ type: 'window' })
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
  // Windows that have gone on by themselves meanwhile are no longer there.
  for (const shown of windows) shown.navigate(shown.url).catch(() => {})
}
`

export const sendUnregisterScript: RequestHandler = (_req, res) => {
  res.set('Content-Security-Policy', WORKER_POLICY)
  res.set('Cache-Control', 'no-store').type('text/javascript').send(UNREGISTER_SCRIPT)
}

/** Handlers of all pages and files: from the sources in development, otherwise from the build. */
export async function sitePages(server: Server): Promise<RequestHandler[]> {
  // The bundler removes this branch, and Vite with it, from the build.
  if (process.env.NODE_ENV !== 'production') {
    const { devPages } = await import('./dev.ts')
    return devPages(server)
  }
  return staticPages({ root: fileURLToPath(new URL('../client/', import.meta.url)) })
}
