import { decodeRepeatedly } from '#shared/lib/normalize-text.ts'

/** Paths of all pages, as patterns of the router; any other address is a 404. */
export const pagePatterns = [
  '/',
  '/about',
  '/services',
  '/contact',
  '/services/nordic-luxury-travel',
  '/services/hospitality-consultancy',
  '/service/:serviceType',
  '/inquiry-form',
  '/meeting',
  '/admin',
  '/terms',
  '/privacy-policy',
  '/booking/success',
  '/booking/cancel',
  '/booking/manage',
  '/on-this-device',
  '/auth/callback',
  '/account',
] as const

const pageExpressions = pagePatterns.map(
  (pattern) => new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}/?$`),
)

export function isPagePath(path: string): boolean {
  return (
    pageExpressions.some((expression) => expression.test(path)) ||
    isDeskPath(path) ||
    isJourneyPath(path) ||
    path === PREVIEW_PATH
  )
}

/** Shows a page with the texts of a draft, in a frame of the desk; see `client/app/desk/preview.tsx`. */
export const PREVIEW_PATH = '/preview'

/** What the preview sends to its frame once it can show a page. */
export const PREVIEW_READY = 'preview is ready'

/** The address of the file for a page: without a slash at its end, and one for all journeys. */
export function toPageAddress(path: string): string {
  if (path === '/') return path
  return isJourneyPath(path) ? JOURNEY_PATH : path.replace(/\/$/, '')
}

/** Where guests read their journey: `/journey/<id of the pass>#<key>`. */
export const JOURNEY_PATH = '/journey'

/**
 * Whether an address is of the guests' page. Without an id it shows the journey that was opened last
 * on this device. A mail program may have encoded the `#` of the link; the page repairs it.
 */
export function isJourneyPath(path: string): boolean {
  return /^\/journey(\/[^/]*(\/|\/?%(25)*(23|[Ee][Ff]).*)?)?$/.test(path)
}

/**
 * A path without what follows the id of a guest pass. It may be the key of the link, if a mail
 * program has encoded the `#`, and the key must not reach the server's log.
 */
export function hideJourneyKey(path: string): string {
  return path.replace(/(journey(?:\/|%(?:25)*2F)+[a-z0-9]{0,40}).*$/is, '$1')
}

export function isDeskPath(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}

/** Whether the payment provider's script may be loaded on this page. */
export function isPaymentPath(path: string): boolean {
  return /^\/(service|booking|meeting)(\/|$)/.test(path)
}

/**
 * The desk's content security policy: the public pages' policy without the payment provider's
 * origins, because the desk takes no payments, and with a frame for the preview.
 */
export function toDeskPolicy(policy: string): string {
  return policy.replaceAll(/ https:\/\/[\w.*]+\.com/g, '').replace('frame-src', "frame-src 'self'")
}

/** The preview's content security policy: the only one that lets a page be framed, by this site alone. */
export function toPreviewPolicy(policy: string): string {
  return policy
    .replaceAll(/ https:\/\/[\w.*]+\.com/g, '')
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
}

/**
 * HTML files that are requested by their own names. `shell`: an empty page that the browser renders
 * by itself, for addresses without a prerendered page; `notFound`: the 404 page.
 */
export const pageFiles = { shell: '/shell.html', notFound: '/404.html' } as const

export interface Redirect {
  to: string
  /** 308: permanent; 307: temporary, because a page may be added at this address. */
  status: 307 | 308
}

/** A plain path, and what follows a `?` or `#` that was encoded, also several times. */
const ENCODED_LINK = /^((?:\/[a-z-]+)+)\/?(%(?:25)*(?:3f|23).*)$/is

/** Browsers read a backslash in an address as a slash, and two slashes as the name of a site. */
const SEVERAL_SLASHES = /[/\\]{2,}|\\/g

/** The redirect for an address without a page of its own; undefined if there is none. */
export function getRedirect(
  path: string,
  isService: (type: string) => boolean,
): Redirect | undefined {
  // Links on a page at `//site.example` would lead to that site.
  const tidy = isJourneyPath(path) ? path : path.replace(SEVERAL_SLASHES, '/')
  if (tidy !== path) return { to: tidy, status: 308 }
  const [, page, encoded] = ENCODED_LINK.exec(path) ?? []
  // Programs that protect mails encode links. The guests' page repairs its own by itself.
  if (page && encoded && !isJourneyPath(path))
    return { to: page + decodeRepeatedly(encoded), status: 307 }
  if (/^\/privacy\/?$/.test(path)) return { to: '/privacy-policy', status: 308 }
  const [, service] = path.match(/^\/service\/([^/]+)\/?$/) ?? []
  return service === undefined || isService(service) ? undefined : { to: '/', status: 307 }
}

/** Where a redirect leads, with the query of the request (empty, or from its `?` on). */
export function addQuery({ to }: Redirect, query: string): string {
  const [, address = '', hash = ''] = /^([^#]*)(.*)$/s.exec(to) ?? []
  return address + (address.includes('?') ? query.replace('?', '&') : query) + hash
}

/**
 * The query of one of our links, where a program has written its `&` as in HTML, or has taken the
 * full stop or bracket after the link for a part of it.
 */
export function repairQuery(query: string): string {
  return query.replace(/&(?:amp;)+/gi, '&').replace(/[^\w=&%-]+$/, '')
}
