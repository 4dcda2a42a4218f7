import { escapeHtml } from '#server/http/plain-page.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import type { PageInfo, PagePicture } from '#shared/site/pages.ts'
import { getPortrait } from '#shared/site/portrait.ts'
import type { PageAssets } from './assets.ts'

type Attributes = Record<string, string | true>

/** Tags that React renders in components and that belong into the head. */
export interface HoistedTags {
  metas: string[]
  links: string[]
}

export interface HeadParts {
  page: Pick<PageInfo, 'title' | 'isIndexed'> & Partial<PageInfo>
  assets: PageAssets
  /** The site's address; undefined on a local machine, which has no canonical links. */
  origin: string | undefined
  hoisted?: HoistedTags
  /** Address of the web app manifest. */
  manifest?: string
  /** Structured data for search engines. */
  data?: object[]
}

/** Size of the pictures for shared links, px. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 }

/** The head of a page, from its title to its scripts. */
export function renderHead(parts: HeadParts): string {
  const { page, assets, origin, hoisted, manifest, data = [] } = parts
  return [
    `<title>${escapeHtml(page.title)}</title>`,
    ...(page.description ? [tag('meta', { name: 'description', content: page.description })] : []),
    ...(page.isIndexed ? [] : [tag('meta', { name: 'robots', content: 'noindex' })]),
    ...(hoisted?.metas ?? []),
    ...assets.styles.map((href) => tag('link', { rel: 'stylesheet', href })),
    ...assets.fonts.map((href) =>
      tag('link', { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: true }),
    ),
    ...(hoisted?.links ?? []),
    ...scripts(assets),
    ...(page.isIndexed ? renderShareTags(page, origin) : []),
    ...(manifest ? [tag('link', { rel: 'manifest', href: manifest })] : []),
    ...data.map((entity) => dataBlock(entity, { type: 'application/ld+json' })),
  ].join('\n    ')
}

/** Low priority, so that text and pictures load first: the page is readable without its script. */
function scripts({ entry, modules }: PageAssets): string[] {
  return [
    tag('script', { type: 'module', src: entry, fetchpriority: 'low' }).concat('</script>'),
    ...modules.map((href) => tag('link', { rel: 'modulepreload', href, fetchpriority: 'low' })),
  ]
}

/** Tags for search engines and for services that show a preview of a shared link. */
function renderShareTags(
  { path, title, description, picture }: HeadParts['page'],
  origin = '',
): string[] {
  if (!path || !picture) return []
  const address = `${origin}${path}`
  const properties = {
    'og:type': 'website',
    'og:site_name': getBusiness().name,
    'og:locale': 'en_GB',
    ...(origin ? { 'og:url': address } : {}),
    'og:title': title,
    ...(description ? { 'og:description': description } : {}),
    'og:image': `${origin}${picturePath(picture)}`,
    'og:image:width': String(SHARE_IMAGE_SIZE.width),
    'og:image:height': String(SHARE_IMAGE_SIZE.height),
  }
  return [
    ...(origin ? [tag('link', { rel: 'canonical', href: address })] : []),
    ...Object.entries(properties).map(([property, content]) => tag('meta', { property, content })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ]
}

/** The owner's portrait, once there is a photograph of her. */
export const PORTRAIT_PATH = '/og/portrait.jpg'

/**
 * The address of the picture that a shared link shows: a part of the drawing or of the photograph, without words, which would
 * have to change with the texts.
 */
export function picturePath(picture: PagePicture): string {
  const { photograph } = getPortrait()
  if (picture !== 'study' || !photograph) return `/og/${picture}.png`
  // Other sites keep what they have fetched from an address.
  const { sizes, focus } = photograph
  return `${PORTRAIT_PATH}?of=${sizes[0]?.digest.slice(0, 8)}-${focus.x}-${focus.y}`
}

/** Attributes of the element that holds the content of the site as JSON. */
export const CONTENT_ATTRIBUTES = { type: 'application/json', id: 'site-content' }

/** Data in a page, as JSON. Browsers do not run it, so the policy for scripts does not apply to it. */
export function dataBlock(data: object, attributes: Attributes): string {
  return `${tag('script', attributes)}${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

function tag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === true ? ` ${key}` : ` ${key}="${escapeHtml(value)}"`,
  )
  return `<${name}${written.join('')}>`
}
