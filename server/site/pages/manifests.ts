import { toFirstBooking } from '#shared/content/services.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { FUNCTIONS_PATH } from '#shared/lib/endpoint.ts'
import type { PageInfo } from '#shared/site/pages.ts'
import { JOURNEY_PATH } from '#shared/site/routes.ts'

/** Paths that crawlers must not visit, because their content is personal. */
const PERSONAL_PATHS = [
  '/account',
  '/admin',
  '/auth/',
  '/booking/',
  JOURNEY_PATH,
  '/meeting',
  '/on-this-device',
  `${FUNCTIONS_PATH}/`,
]

/** The sitemap: only the pages that search engines may list. */
export function sitemap(pages: readonly PageInfo[], origin: string): string {
  const entries = pages
    .filter(({ isIndexed }) => isIndexed)
    .map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** What the site and a guest's journey have in common when installed. */
const appManifest = {
  lang: 'en',
  display: 'standalone',
  background_color: '#F5EFE3',
  theme_color: '#10211A',
  icons: [
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('icon-maskable-512', 512, 'maskable'),
  ],
}

/** The web app manifest of the guests' page: the icon opens the journey saved on the device. */
export function journeyManifest(): string {
  return JSON.stringify({
    ...appManifest,
    id: JOURNEY_PATH,
    name: `Your journey · ${getBusiness().name}`,
    short_name: 'Journey',
    start_url: JOURNEY_PATH,
    scope: JOURNEY_PATH,
  })
}

/** The web app manifest: name, icons and shortcuts of the installed site. */
export function webManifest(description: string): string {
  const shortcut = (name: string, url: string) => ({
    name,
    url,
    icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
  })
  return JSON.stringify({
    ...appManifest,
    id: '/',
    name: getBusiness().name,
    short_name: getBusiness().name,
    description,
    start_url: '/',
    scope: '/',
    categories: ['travel', 'business'],
    shortcuts: [shortcut('Book', toFirstBooking()), shortcut('Clients', '/admin')],
  })
}

export function robots(origin: string): string {
  return [
    'User-agent: *',
    ...PERSONAL_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
