import { FUNCTIONS } from '../../shared/lib/endpoint.ts'
import { business } from '../../shared/site/business.ts'
import type { PageInfo } from '../../shared/site/pages.ts'

/** Where nobody but a person with something of their own there has anything to find. */
const PERSONAL = ['/admin', '/auth/', '/booking/', '/meeting', '/on-this-device', `${FUNCTIONS}/`]

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

/** What the site is called and looks like among a phone's apps. */
export function manifest(description: string): string {
  const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    name: business.name,
    short_name: business.name,
    description,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#F5EFE3',
    theme_color: '#10211A',
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
  })
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
