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
  '/auth/callback',
] as const

export type PagePattern = (typeof pagePatterns)[number]

const expressions = pagePatterns.map(
  (pattern) => new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}/?$`),
)

export function isPage(path: string): boolean {
  return expressions.some((expression) => expression.test(path)) || path.startsWith('/admin/')
}
