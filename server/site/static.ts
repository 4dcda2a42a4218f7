import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Request, RequestHandler, Response } from 'express'
import { isPage, pageFiles, redirectOf } from '#shared/site/routes.ts'
import { filesUnder } from './stamp.ts'

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

/** A worker is ruled by the policy of its own answer: it fetches from this site and does no more. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

interface StaticFile {
  file: string
  /** Of the plain content; each encoding adds its own suffix. */
  digest: string
  encodings: string[]
  caching: string
}

/**
 * The built site. It is listed once, at the start: what a request can reach is what was there, and
 * no address is ever turned into a path on the disk.
 */
export function staticPages({ root }: { root: string }): RequestHandler[] {
  const files = readFiles(root)
  const [shell, missing] = [files.get(pageFiles.shell), files.get(pageFiles.missing)]
  if (!shell || !missing) throw new Error(`There is no built site in ${root}; run npm run build.`)
  return [
    onlyReading,
    (req, res) => {
      const file = files.get(req.path)
      if (file && hasOwnAddress(req.path)) return sendFile(req, res, file)
      if (req.path.startsWith('/assets/')) return sendMissing(res)
      const elsewhere = redirectOf(req.path)
      if (elsewhere) return res.redirect(elsewhere.status, elsewhere.to + queryOf(req))
      if (!isPage(req.path)) return sendFile(req, res.status(404), missing)
      const address = req.path === '/' ? '/index' : req.path.replace(/\/$/, '')
      sendFile(req, res, files.get(`${address}.html`) ?? shell)
    },
  ]
}

/** Pages have addresses without an ending, but for those that only the service worker asks for. */
function hasOwnAddress(name: string): boolean {
  return !name.endsWith('.html') || Object.values<string>(pageFiles).includes(name)
}

function queryOf({ originalUrl }: Request): string {
  const from = originalUrl.indexOf('?')
  return from < 0 ? '' : originalUrl.slice(from)
}

const onlyReading: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  res.status(405).set('Allow', 'GET, HEAD').type('text').send('Method not allowed\n')
}

function readFiles(root: string): Map<string, StaticFile> {
  const names = filesUnder(root)
  const all = new Set(names)
  const plain = names.filter((name) => !ENCODINGS.some(({ ending }) => name.endsWith(ending)))
  return new Map(
    plain.map((name) => {
      const file = path.join(root, name)
      const digest = createHash('sha256').update(fs.readFileSync(file)).digest('base64url')
      const encodings = ENCODINGS.filter(({ ending }) => all.has(name + ending)).map((e) => e.name)
      return [`/${name}`, { file, digest: digest.slice(0, 22), encodings, caching: caching(name) }]
    }),
  )
}

/** Names under `assets/` carry their content's hash; pictures and icons change with a release. */
function caching(name: string): string {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  if (/^(og|icons|screenshots)\//.test(name)) return 'public, max-age=86400'
  return 'no-cache'
}

function sendFile(req: Request, res: Response, found: StaticFile): void {
  // One at a time: browsers name gzip first, and among equals the request's order would win.
  const chosen = ENCODINGS.find(
    ({ name }) => found.encodings.includes(name) && req.acceptsEncodings(name),
  )
  res.type(path.extname(found.file))
  if (path.extname(found.file) !== '.html') withoutPageHeaders(res)
  if (path.basename(found.file) === 'sw.js') res.set('Content-Security-Policy', WORKER_POLICY)
  res.set('Cache-Control', found.caching)
  // The payment provider's frame writes in the site's face.
  if (found.file.endsWith('.woff2')) res.set('Access-Control-Allow-Origin', '*')
  res.set('ETag', `"${found.digest}${chosen?.ending ?? ''}"`)
  if (found.encodings.length > 0) res.vary('Accept-Encoding')
  if (chosen) res.set('Content-Encoding', chosen.name)
  // A part of a compressed body is of no use to anyone, and a 404 must not become a 206.
  const acceptRanges = !chosen && res.statusCode === 200
  res.sendFile(found.file + (chosen?.ending ?? ''), {
    acceptRanges,
    cacheControl: false,
    lastModified: false,
    dotfiles: 'allow',
  })
}

/** What these say is about documents; on the forty parts of a page they weigh more than many a part. */
function withoutPageHeaders(res: Response): void {
  for (const name of PAGE_HEADERS) res.removeHeader(name)
}

/** A page here would only be parsed as a script; the next release may well have this name. */
function sendMissing(res: Response): void {
  res.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n')
}

/**
 * In place of the service worker where it is switched off. It takes over from the worker that is
 * there, removes what that kept, and shows each window the page that the server has. What waits to
 * be sent lies in IndexedDB and stays. Where there is no worker it refuses to become one, so that
 * a page that asks again is not shown anew each time.
 */
const SCRIPT = `self.addEventListener('install', (event) => {
  const { active } = self.registration
  event.waitUntil(active ? self.skipWaiting() : Promise.reject(new Error('Switched off')))
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

export const noWorker: RequestHandler = (_req, res) => {
  res.set('Content-Security-Policy', WORKER_POLICY)
  res.set('Cache-Control', 'no-store').type('text/javascript').send(SCRIPT)
}

/** Everything that is not a function: from the sources in development, else from the build. */
export async function sitePages(server: Server): Promise<RequestHandler[]> {
  // The bundler leaves this branch out of the build, and Vite with it.
  if (process.env.NODE_ENV !== 'production') {
    const { devPages } = await import('./dev.ts')
    return devPages(server)
  }
  return staticPages({ root: fileURLToPath(new URL('../client/', import.meta.url)) })
}
