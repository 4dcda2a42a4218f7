import type { Request, RequestHandler } from 'express'

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
