import type { Request, RequestHandler } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import { sendRefusal } from './functions.ts'

const STRIPE_SCRIPT = ['https://js.stripe.com', 'https://*.js.stripe.com']

/**
 * One policy for every public page: a policy belongs to the document, and in-app navigation takes
 * Home's along to the payment step. Stripe's hosts are its published list.
 */
export function securityHeaders(secure: boolean): RequestHandler {
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
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    xFrameOptions: { action: 'deny' },
  })
}

/** All that an answer needs which is never shown as a page. */
export const noSniffing: RequestHandler = (_req, res, next) => {
  res.set('X-Content-Type-Options', 'nosniff')
  next()
}

/** Refuses writes that another site's page makes with our visitor's cookies. */
export const sameSiteWrites: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD' || !isCrossSite(req)) return next()
  sendRefusal(res, 403, CROSS_SITE)
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
