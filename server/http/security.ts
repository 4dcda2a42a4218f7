import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import {
  isDeskPath,
  isJourneyPath,
  PREVIEW_PATH,
  toDeskPolicy,
  toPreviewPolicy,
} from '#shared/site/routes.ts'
import { type LimitParts, NetworkLimiter } from './limiter.ts'
import { sendRefusal } from './responses.ts'

const STRIPE_SCRIPT = ['https://js.stripe.com', 'https://*.js.stripe.com']

/**
 * One content policy for all public pages: the policy belongs to the loaded document, and in-app
 * navigation keeps it up to the payment step. Stripe's hosts are from the list that it publishes.
 */
export function securityHeaders(secure: boolean): RequestHandler[] {
  return [setPermissionsPolicy, documentHeaders(secure), narrowPolicy]
}

const CONTENT_POLICY = 'Content-Security-Policy'

/**
 * Desk and guests' page have no payments, so their policy does not allow the payment provider's
 * hosts. The preview may be framed, by our own pages alone. The address of a guests' page is for its guests only: no other site gets it as a referrer,
 * and search engines do not list it.
 */
const narrowPolicy: RequestHandler = (req, res, next) => {
  const isJourney = isJourneyPath(req.path)
  if (isJourney || isDeskPath(req.path))
    res.set(CONTENT_POLICY, toDeskPolicy(String(res.get(CONTENT_POLICY))))
  if (req.path === PREVIEW_PATH)
    res.set({
      [CONTENT_POLICY]: toPreviewPolicy(String(res.get(CONTENT_POLICY))),
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Robots-Tag': 'noindex',
    })
  if (isJourney) res.set({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
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
        // Stripe's script sets style attributes on the frame that it adds to the page.
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

/** Device features that our pages may use; wallets pay inside the payment provider's frames. */
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

const setPermissionsPolicy: RequestHandler = (_req, res, next) => {
  res.set('Permissions-Policy', PERMISSIONS)
  next()
}

/** HSTS for a year, on every answer: a browser's first request may be to a function. */
export function transportSecurity(secure: boolean): RequestHandler {
  if (!secure) return (_req, _res, next) => next()
  return helmet.strictTransportSecurity({ maxAge: 31_536_000 })
}

/** The only security header for answers that are never shown as a page. */
export const forbidSniffing: RequestHandler = (_req, res, next) => {
  res.set('X-Content-Type-Options', 'nosniff')
  next()
}

export const CROSS_SITE_REFUSAL = {
  code: 'cross_site',
  error: 'This request came from another site.',
}

/** Whether another site's page, or a link on it, caused the request. */
export function isCrossSite(req: Request): boolean {
  const site = req.get('Sec-Fetch-Site')
  return site === undefined
    ? hasForeignOrigin(req.get('Origin'), req.get('Host'))
    : !isSameOrigin(site)
}

function isSameOrigin(site: string): boolean {
  return site === 'same-origin' || site === 'none'
}

/** For browsers without `Sec-Fetch-Site`, which still send `Origin` with a write. */
function hasForeignOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/**
 * Refuses requests for hosts other than the public address. The loopback names are allowed, for
 * health checks and for proxies that do not pass `Host` on.
 */
export function requireOwnHost(publicUrl: string | undefined): RequestHandler {
  const own = publicUrl && new URL(publicUrl)
  return (req, res, next) => {
    if (!own || isOwnHost(own, req.get('Host'))) return next()
    res.status(421).set('Cache-Control', 'no-store').type('text')
    res.send(`This server answers for ${own.origin} only.\n`)
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether a `Host` header names this machine. A web page can point its own name at our address (DNS rebinding). */
export function isLoopbackHost(host: string | undefined): boolean {
  const address = `http://${host}`
  return host !== undefined && URL.canParse(address) && LOOPBACK.includes(new URL(address).hostname)
}

function isOwnHost(own: URL, host: string | undefined): boolean {
  const address = `${own.protocol}//${host}`
  if (!host || !URL.canParse(address)) return false
  return new URL(address).host === own.host || isLoopbackHost(host)
}

/** Refuses writes that another site's page makes with our visitor's cookies (CSRF). */
export const requireSameSiteWrites: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD' || !isCrossSite(req)) return next()
  sendRefusal(res, 403, CROSS_SITE_REFUSAL)
}

type RequestLimit = Omit<LimitParts, 'seconds'>

/** `limit` requests in a minute from one home. While the database cannot count, none is refused. */
export function limitPerMinute(parts: RequestLimit): RequestHandler {
  const limiter = new NetworkLimiter({ ...parts, seconds: 60 })
  return async (req, res, next) => {
    const seconds = await countRequest(limiter, req)
    if (seconds === undefined) next()
    else sendTooMany(res, seconds)
  }
}

/** For how many seconds further requests are refused; undefined if this one is within the limit. */
async function countRequest(limiter: NetworkLimiter, { ip }: Request): Promise<number | undefined> {
  const counted = await limiter.consume(ip ?? '').catch(() => undefined)
  return counted?.isAllowed === false ? counted.seconds : undefined
}

function sendTooMany(res: Response, seconds: number): void {
  res.set('Retry-After', String(seconds))
  sendRefusal(res, 429, {
    code: 'rate',
    error: 'Too many requests. Please wait a minute and try again.',
  })
}

/**
 * Finds what a request names. Undefined: the request is refused, by `refuse`, or because its sender
 * named too many things in this minute that are not there.
 */
export type LimitedSearch = <T>(
  res: Response,
  find: () => Promise<T | undefined>,
  refuse: () => void | Promise<void>,
) => Promise<T | undefined>

/**
 * Counts only what is not found, after looking: a stranger who tries links must not close those of
 * other guests behind the same address.
 */
export function limitMisses(parts: RequestLimit & { isEnabled: boolean }): LimitedSearch {
  const limiter = parts.isEnabled ? new NetworkLimiter({ ...parts, seconds: 60 }) : undefined
  return async (res, find, refuse) => {
    const found = await find()
    if (found !== undefined) return found
    const seconds = limiter && (await countRequest(limiter, res.req))
    if (seconds === undefined) await refuse()
    else sendTooMany(res, seconds)
    return undefined
  }
}
