import { FUNCTIONS } from '../../shared/lib/endpoint.ts'
import type { PageInfo } from '../../shared/site/pages.ts'

/** Where nobody but a person with a booking or an account has anything to find. */
const PERSONAL = ['/admin', '/auth/', '/booking/', '/meeting', `${FUNCTIONS}/`]

/** The pages that search engines may list. */
export function sitemap(pages: readonly PageInfo[], origin: string): string {
  const entries = pages
    .filter(({ index }) => index)
    .map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

export function robots(origin: string): string {
  return [
    'User-agent: *',
    ...PERSONAL.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
