import { escapeHtml } from '#server/http/plain-page.ts'
import { business } from '#shared/site/business.ts'
import type { PageInfo } from '#shared/site/pages.ts'
import type { PageAssets } from './prerender-assets.ts'

type Attributes = Record<string, string | true>

/** Tags of the head that belong to parts of the page. */
export interface Hoisted {
  metas: string[]
  links: string[]
}

export interface HeadParts {
  page: Pick<PageInfo, 'title' | 'index'> & Partial<PageInfo>
  assets: PageAssets
  /** The site's address; undefined on a machine of one's own, where nobody links to it. */
  origin: string | undefined
  hoisted?: Hoisted
  /** What search engines read beside the text. */
  data?: object[]
}

/** Width and height of the pictures for shared links, px. */
export const PICTURE = { width: 1200, height: 630 }

/** The head of a page, from its title to its scripts. */
export function headOf({ page, assets, origin, hoisted, data = [] }: HeadParts): string {
  return [
    `<title>${escapeHtml(page.title)}</title>`,
    ...(page.description ? [tag('meta', { name: 'description', content: page.description })] : []),
    ...(page.index ? [] : [tag('meta', { name: 'robots', content: 'noindex' })]),
    ...(hoisted?.metas ?? []),
    ...stylesheets(assets.styles),
    ...assets.fonts.map((href) =>
      tag('link', { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: true }),
    ),
    ...(hoisted?.links ?? []),
    ...scripts(assets),
    ...(page.index ? shared(page, origin) : []),
    tag('link', { rel: 'manifest', href: '/manifest.webmanifest' }),
    ...data.map(dataBlock),
  ].join('\n    ')
}

export function stylesheets(addresses: string[]): string[] {
  return addresses.map((href) => tag('link', { rel: 'stylesheet', href }))
}

/** Text and plates come first: the page reads before its script is there. */
function scripts({ entry, modules }: PageAssets): string[] {
  return [
    tag('script', { type: 'module', src: entry, fetchpriority: 'low' }).concat('</script>'),
    ...modules.map((href) => tag('link', { rel: 'modulepreload', href, fetchpriority: 'low' })),
  ]
}

/** For search engines and for whoever shows a card of the page. */
function shared({ path, title, description }: HeadParts['page'], origin = ''): string[] {
  if (!path || !description) return []
  const address = `${origin}${path}`
  const properties = {
    'og:type': 'website',
    'og:site_name': business.name,
    'og:locale': 'en_GB',
    ...(origin ? { 'og:url': address } : {}),
    'og:title': title,
    'og:description': description,
    'og:image': `${origin}${picturePath(path)}`,
    'og:image:width': String(PICTURE.width),
    'og:image:height': String(PICTURE.height),
  }
  return [
    ...(origin ? [tag('link', { rel: 'canonical', href: address })] : []),
    ...Object.entries(properties).map(([property, content]) => tag('meta', { property, content })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ]
}

/** The picture that stands for a page where its link is shared. */
export function picturePath(path: string): string {
  return `/og/${path.slice(1).replaceAll('/', '-') || 'home'}.png`
}

/** Data, which no browser runs: the policy for scripts does not concern it. */
function dataBlock(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

function tag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === true ? ` ${key}` : ` ${key}="${escapeHtml(value)}"`,
  )
  return `<${name}${written.join('')}>`
}
