import { FUNCTIONS } from '#shared/lib/endpoint.ts'
import { business } from '#shared/site/business.ts'
import type { PageInfo } from '#shared/site/pages.ts'

/** Where nobody but a person with something of their own there has anything to find. */
const PERSONAL = [
  '/account',
  '/admin',
  '/auth/',
  '/booking/',
  '/meeting',
  '/on-this-device',
  `${FUNCTIONS}/`,
]

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

const wide = { form: 'wide', width: 1280, height: 800 } as const
const narrow = { form: 'narrow', width: 390, height: 844 } as const

/** Shown where a browser asks whether to install the site; px. */
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

/** What the site is called and looks like among a phone's apps. */
export function manifest(description: string): string {
  const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const shortcut = (name: string, url: string) => ({
    name,
    url,
    icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
  })
  return JSON.stringify({
    id: '/',
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
    ...PERSONAL.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
