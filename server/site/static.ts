import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import { addQuery, getRedirect, isPagePath, pageFiles, toPageAddress } from '#shared/site/routes.ts'
import { listFilesUnder } from './build/build-stamp.ts'
import type { RenderedFile } from './pages/render-worker.ts'

const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

type Encoding = (typeof ENCODINGS)[number]['name']

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

interface SiteFile {
  /** Address, which begins with a slash. */
  name: string
  /** Digest of the uncompressed content; in the ETag each encoding adds its own suffix. */
  digest: string
  encodings: Encoding[]
  /** A path on the disk, or the bytes; `plain` is the uncompressed content. */
  read(encoding: Encoding | 'plain'): string | Buffer | undefined
}

interface SiteFolder {
  /** The built files. */
  root: string
  /** Finds what was rendered from the owner's content, by its name: `about.html`. */
  findRendered(name: string): RenderedFile | undefined
}

/**
 * Serves the built site and its rendered pages. The files are listed once, at the start, and a request can only reach a
 * listed file: no address is ever turned into a path on the disk.
 */
export function staticPages({ root, findRendered }: SiteFolder): RequestHandler[] {
  const files = indexFiles(root)
  const find = (name: string) => {
    const rendered = findRendered(name.slice(1))
    return rendered ? toSiteFile(name, rendered) : files.get(name)
  }
  const get = (name: string) => {
    const file = find(name)
    if (!file) throw new Error(`The site has no file ${name}`)
    return file
  }
  return [
    allowOnlyReads,
    (req, res) => {
      const file = find(req.path)
      if (file && hasOwnAddress(req.path)) return sendFile(req, res, file)
      if (/^\/(assets|content)\//.test(req.path)) return sendMissing(res)
      const hasPage = (type: string) => find(`/service/${type}.html`) !== undefined
      const elsewhere = getRedirect(req.path, hasPage)
      if (elsewhere) return res.redirect(elsewhere.status, addQuery(elsewhere, getQuery(req)))
      if (!isPagePath(req.path)) return sendFile(req, res.status(404), get(pageFiles.notFound))
      const address = toPageAddress(req.path)
      const page = find(`${address === '/' ? '/index' : address}.html`)
      sendFile(req, res, page ?? get(pageFiles.shell))
    },
  ]
}

function toSiteFile(name: string, rendered: RenderedFile): SiteFile {
  const { body, digest, br, gzip } = rendered
  const bodies = { plain: body, br, gzip }
  const encodings = ENCODINGS.map((one) => one.name).filter((encoding) => bodies[encoding])
  return { name, digest, encodings, read: (encoding) => bodies[encoding] }
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

function indexFiles(root: string): Map<string, SiteFile> {
  const names = listFilesUnder(root)
  const all = new Set(names)
  const plain = names.filter((name) => !ENCODINGS.some(({ ending }) => name.endsWith(ending)))
  return new Map(
    plain.map((name) => {
      const file = path.join(root, name)
      const digest = createHash('sha256').update(fs.readFileSync(file)).digest('base64url')
      const encodings = ENCODINGS.filter(({ ending }) => all.has(name + ending)).map((e) => e.name)
      const read = (encoding: Encoding | 'plain') => file + getEnding(encoding)
      return [`/${name}`, { name: `/${name}`, digest: digest.slice(0, 22), encodings, read }]
    }),
  )
}

function getEnding(encoding: Encoding | 'plain'): string {
  return ENCODINGS.find(({ name }) => name === encoding)?.ending ?? ''
}

/** `Cache-Control` of a file. Names under `assets/` and `content/` contain a hash of the content. */
function getCacheControl(name: string): string {
  if (/^\/(assets|content)\//.test(name)) return 'public, max-age=31536000, immutable'
  if (/^\/(og|icons)\//.test(name)) return 'public, max-age=86400'
  return 'no-cache'
}

function sendFile(req: Request, res: Response, found: SiteFile): void {
  // Each encoding is checked on its own, so that Brotli wins: asked for both, Express would follow
  // the request's order, and browsers name gzip first.
  const chosen = ENCODINGS.find(
    ({ name }) => found.encodings.includes(name) && req.acceptsEncodings(name),
  )
  res.type(path.extname(found.name))
  if (path.extname(found.name) !== '.html') removePageHeaders(res)
  if (found.name === '/sw.js') res.set('Content-Security-Policy', WORKER_POLICY)
  res.set('Cache-Control', getCacheControl(found.name))
  // The payment provider's frame uses the site's fonts.
  if (found.name.endsWith('.woff2')) res.set('Access-Control-Allow-Origin', '*')
  res.set('ETag', `"${found.digest}${chosen?.ending ?? ''}"`)
  if (found.encodings.length > 0) res.vary('Accept-Encoding')
  if (chosen) res.set('Content-Encoding', chosen.name)
  const body = found.read(chosen?.name ?? 'plain')
  if (Buffer.isBuffer(body)) return void res.send(body)
  // A range of a compressed body is useless, and a 404 must not become a 206.
  const acceptRanges = !chosen && res.statusCode === 200
  res.sendFile(body ?? '', {
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
