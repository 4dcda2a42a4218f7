import { isServiceType } from '#shared/booking/catalogue.ts'

/** Addresses that hold a page, as path patterns of the router; any other address is a 404. */
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

const expressions = pagePatterns.map(
  (pattern) => new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}/?$`),
)

export function isPage(path: string): boolean {
  return expressions.some((expression) => expression.test(path)) || isDeskPath(path)
}

/** The owner's program within the site. */
export function isDeskPath(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}

/** Pages that the payment provider's script may be loaded on. */
export function takesPayment(path: string): boolean {
  return /^\/(service|booking|meeting)(\/|$)/.test(path)
}

/** The content policy of the desk, made of the public pages' one: it pays nothing. */
export function deskPolicy(policy: string): string {
  return policy.replaceAll(/ https:\/\/[\w.*]+\.com/g, '')
}

/**
 * Files that are asked for by their own names: what a browser draws by itself, where no page was
 * made for an address, and the page for addresses that hold none.
 */
export const pageFiles = { shell: '/shell.html', missing: '/404.html' } as const

export interface Redirect {
  to: string
  /** 308 for good, 307 as long as nothing is there. */
  status: 307 | 308
}

/** Where an address leads that holds no page of its own. */
export function redirectOf(path: string): Redirect | undefined {
  if (/^\/privacy\/?$/.test(path)) return { to: '/privacy-policy', status: 308 }
  const [, service] = path.match(/^\/service\/([^/]+)\/?$/) ?? []
  return service === undefined || isServiceType(service) ? undefined : { to: '/', status: 307 }
}
