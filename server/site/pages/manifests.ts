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

const wide = { form: 'wide', width: 1280, height: 800 } as const
const narrow = { form: 'narrow', width: 390, height: 844 } as const

/** Pictures that a browser shows when it offers to install the site; sizes in px. */
export const SCREENSHOTS = [
  { ...wide, path: '/', file: 'screenshots/home-wide.png', label: 'Home' },
  {
    ...wide,
    path: '/service/initial-consultation',
    file: 'screenshots/booking-wide.png',
    label: 'Choosing a time',
  },
  { ...narrow, path: '/', file: 'screenshots/home-narrow.png', label: 'Home' },
  {
    ...narrow,
    path: '/services/nordic-luxury-travel',
    file: 'screenshots/travel-narrow.png',
    label: 'Private Nordic travel',
  },
] as const

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
    shortcuts: [shortcut('Book', '/service/initial-consultation'), shortcut('Clients', '/admin')],
    screenshots: SCREENSHOTS.map(({ file, label, form, width, height }) => ({
      src: `/${file}`,
      sizes: `${width}x${height}`,
      type: 'image/png',
      form_factor: form,
      label,
    })),
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
