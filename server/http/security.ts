import type { Request, RequestHandler } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import { deskPolicy, isDeskPath } from '#shared/site/routes.ts'
import { sendRefusal } from './responses.ts'

const STRIPE_SCRIPT = ['https://js.stripe.com', 'https://*.js.stripe.com']

/**
 * One policy for every public page: a policy belongs to the document, and in-app navigation takes
 * Home's along to the payment step. Stripe's hosts are its published list.
 */
export function securityHeaders(secure: boolean): RequestHandler[] {
  return [permissions, documentHeaders(secure), withoutPayment]
}

const CONTENT_POLICY = 'Content-Security-Policy'

/** In the desk nothing is paid, so it loads nothing of the payment provider's. */
const withoutPayment: RequestHandler = (req, res, next) => {
  if (isDeskPath(req.path)) res.set(CONTENT_POLICY, deskPolicy(String(res.get(CONTENT_POLICY))))
  next()
}

function documentHeaders(secure: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...STRIPE_SCRIPT],
        styleSrc: ["'self'"],
        // Stripe's script writes style attributes on the frame that it puts into the page.
        styleSrcAttr: ["'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https://*.stripe.com'],
        connectSrc: ["'self'", 'https://api.stripe.com'],
        frameSrc: [...STRIPE_SCRIPT, 'https://hooks.stripe.com'],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    xFrameOptions: { action: 'deny' },
  })
}

/** What documents here may use of the device; wallets pay from within the payment provider's frames. */
const PERMISSIONS = [
  'camera=()',
  'microphone=()',
  'geolocation=()',
  'display-capture=()',
  'usb=()',
  'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com")',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ')

const permissions: RequestHandler = (_req, res, next) => {
  res.set('Permissions-Policy', PERMISSIONS)
  next()
}

/** Keeps browsers to TLS for a year, by every answer: the first one may be a function's. */
export function transportSecurity(secure: boolean): RequestHandler {
  if (!secure) return (_req, _res, next) => next()
  return helmet.strictTransportSecurity({ maxAge: 31_536_000 })
}

/** All that an answer needs which is never shown as a page. */
export const noSniffing: RequestHandler = (_req, res, next) => {
  res.set('X-Content-Type-Options', 'nosniff')
  next()
}

export const CROSS_SITE = { code: 'cross_site', error: 'This request came from another site.' }

/** Whether another site's page, or a link on it, made the browser ask. */
export function isCrossSite(req: Request): boolean {
  const site = req.get('Sec-Fetch-Site')
  return site === undefined ? hasForeignOrigin(req.get('Origin'), req.get('Host')) : !isOwn(site)
}

function isOwn(site: string): boolean {
  return site === 'same-origin' || site === 'none'
}

/** Browsers too old for `Sec-Fetch-Site` still send `Origin` with a write. */
function hasForeignOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/**
 * Refuses requests for other hosts than the public address. This machine's own names stay open to
 * health checks and proxies that do not pass `Host` on.
 */
export function ownHost(publicUrl: string | undefined): RequestHandler {
  const own = publicUrl && new URL(publicUrl)
  return (req, res, next) => {
    if (!own || isOwnHost(own, req.get('Host'))) return next()
    res.status(421).set('Cache-Control', 'no-store').type('text')
    res.send(`This server answers for ${own.origin} only.\n`)
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

function isOwnHost(own: URL, host: string | undefined): boolean {
  const address = `${own.protocol}//${host}`
  if (!host || !URL.canParse(address)) return false
  const asked = new URL(address)
  return asked.host === own.host || LOOPBACK.includes(asked.hostname)
}

/** Refuses writes that another site's page makes with our visitor's cookies. */
export const sameSiteWrites: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD' || !isCrossSite(req)) return next()
  sendRefusal(res, 403, CROSS_SITE)
}

/** At most `limit` requests a minute from one address. */
export function perMinute(limit: number): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (req) => ipKeyGenerator(req.ip ?? ''),
    handler: (_req, res) => {
      sendRefusal(res, 429, {
        code: 'rate',
        error: 'Too many requests. Please wait a minute and try again.',
      })
    },
  })
}
