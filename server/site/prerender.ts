import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { escapeHtml } from '#server/http/plain-page.ts'
import type { SiteContent } from '#shared/content/registry.ts'
import { initialContent, showContent } from '#shared/content/registry.ts'
import { getBusiness, setSiteContent } from '#shared/content/site-content.ts'
import { FUNCTIONS_PATH } from '#shared/lib/endpoint.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'
import { listPages, type PageInfo, type RenderedPage } from '#shared/site/pages.ts'
import { JOURNEY_PATH } from '#shared/site/routes.ts'
import {
  collectAssets,
  findSource,
  GUESTS_MANIFEST,
  type PageAssets,
  readViteManifest,
  START_SOURCE,
  type ViteManifest,
} from './prerender-assets.ts'
import {
  CONTENT_ATTRIBUTES,
  dataBlock,
  type HeadParts,
  type HoistedTags,
  renderHead,
} from './prerender-head.ts'
import { structuredData } from './structured-data.ts'

const HEAD = '<!-- head -->'
const MOUNT = '<div id="root"></div>'
const ENTRY = /\s*<script type="module".*<\/script>/

/** Pages whose whole content depends on the person, so only the browser renders them. */
const CLIENT_ONLY_PAGES: readonly string[] = ['/admin', '/account', '/auth/callback']

/** The site's address if `PUBLIC_URL` is not set. */
const DEFAULT_ORIGIN = 'http://localhost:3000'

interface BuildFolders {
  root: string
  /** Folder of the browser's build, which the pages are written to. */
  site: string
  /** Folder of the build for Node.js that renders the pages, made from the same sources. */
  renderer: string
  origin: string | undefined
}

/**
 * Writes every page of the site as an HTML file that is readable without script, and the sitemap,
 * `robots.txt` and web app manifest.
 */
export async function prerenderPages(build: BuildFolders): Promise<void> {
  const content = showContent(initialContent, { isPublic: build.origin !== undefined, version: 0 })
  setSiteContent(content)
  const entry = pathToFileURL(path.join(build.renderer, 'prerender.js')).href
  const { createRenderer }: { createRenderer: CreateRenderer } = await import(entry)
  const { renderPage, renderJourneyShell } = createRenderer(content)
  const writer = new PageWriter(build, content)
  const pages = listPages()
  for (const page of pages) {
    if (page.path === JOURNEY_PATH) writer.writeJourneyShell(page, renderJourneyShell())
    else if (CLIENT_ONLY_PAGES.includes(page.path)) writer.writeShell(page)
    else writer.writePage(page, await renderPage(page.path))
  }
  writer.writeShell({ path: '/shell', title: getBusiness().name })
  writer.writePage(
    { path: '/404', title: `Page not found · ${getBusiness().name}` },
    await renderPage('/404'),
  )
  const address = build.origin ?? DEFAULT_ORIGIN
  writer.write('sitemap.xml', sitemap(pages, address))
  writer.write('robots.txt', robots(address))
  writer.write(
    'manifest.webmanifest',
    webManifest(pages.find(({ path }) => path === '/')?.description ?? ''),
  )
  writer.write('journey.webmanifest', journeyManifest())
}

/** What `client/app/prerender.tsx` exports. */
type CreateRenderer = (content: SiteContent) => {
  renderPage(path: string): Promise<RenderedPage>
  renderJourneyShell(): string
}

type PageDescription = PageInfo | { path: string; title: string }

interface Parts {
  /** The pages whose texts the document needs, besides the common ones. */
  texts?: RenderedPage['texts']
  assets: PageAssets
  hoisted: HoistedTags
  mount: string
  /** Address of the web app manifest. */
  manifest?: string
}

/** The guests' page is a build of its own, which begins with this. */
const JOURNEY_ENTRY = 'client/journey-main.tsx'

const SITE_MANIFEST = '/manifest.webmanifest'

const renderNoScriptNote = () =>
  `<noscript><p>This page works with JavaScript only. Write to me instead: <a href="${escapeHtml(toWriteLink())}">${escapeHtml(getBusiness().email ?? 'the contact form')}</a>.</p></noscript>`

/** Writes pages by filling the template `index.html`. */
class PageWriter {
  private readonly template: string
  private readonly clientManifest: ViteManifest
  private readonly rendererManifest: ViteManifest

  /** Address of the file with the texts of all pages. */
  private readonly textsAddress: string

  constructor(
    private readonly build: BuildFolders,
    private readonly content: SiteContent,
  ) {
    this.template = fs.readFileSync(path.join(build.root, 'index.html'), 'utf8').replace(ENTRY, '')
    for (const mark of [HEAD, MOUNT])
      if (!this.template.includes(mark))
        throw new Error(`index.html must contain ${mark}, where the page is inserted`)
    const texts = JSON.stringify(content.texts)
    this.textsAddress = `/content/${computeDigest(texts)}.json`
    this.write(this.textsAddress.slice(1), texts)
    this.clientManifest = readViteManifest(build.site)
    this.rendererManifest = readViteManifest(build.renderer)
  }

  writePage(
    page: PageDescription,
    { html, route, modules, deferredModules, texts }: RenderedPage,
  ): void {
    const { body, ...hoisted } = splitHoistedTags(html)
    const sources = (files: string[]) =>
      files.map((file) => findSource(this.rendererManifest, file))
    const assets = collectAssets(this.clientManifest, {
      initial: [START_SOURCE, ...sources(modules)],
      deferred: sources(deferredModules),
    })
    const code = assets.hydrationModules.join(' ')
    this.writeFile(page, {
      ...{ assets, hoisted, texts, manifest: SITE_MANIFEST },
      mount: `<div id="root" data-route="${route}" data-modules="${code}">${body}</div>`,
    })
  }

  /** Writes a page without content, which only the browser can render. */
  writeShell(page: PageDescription): void {
    this.writeFile(page, {
      assets: collectAssets(this.clientManifest, { initial: [START_SOURCE], deferred: [] }),
      hoisted: { metas: [], links: [] },
      mount: MOUNT + renderNoScriptNote(),
      manifest: SITE_MANIFEST,
    })
  }

  /**
   * Writes the page of all journeys, which only a browser with the key can read. Its script links
   * the web app manifest, where that does not replace the address.
   */
  writeJourneyShell(page: PageDescription, html: string): void {
    const manifest = readViteManifest(this.build.site, GUESTS_MANIFEST)
    this.writeFile(page, {
      assets: collectAssets(manifest, { entry: JOURNEY_ENTRY, initial: [], deferred: [] }),
      // Also a header of the server; the page may be served from a copy without headers.
      hoisted: { metas: ['<meta name="referrer" content="no-referrer">'], links: [] },
      mount: `<div id="root">${html}</div>${renderNoScriptNote()}`,
    })
  }

  write(name: string, body: string): void {
    const file = path.join(this.build.site, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, body)
  }

  private writeFile(page: PageDescription, parts: Parts): void {
    const { origin } = this.build
    const known = 'description' in page ? page : undefined
    const { mount, texts = [], ...rest } = parts
    const head: HeadParts = {
      page: known ?? { title: page.title, isIndexed: false },
      ...rest,
      origin,
      data: known ? structuredData(known, origin) : [],
    }
    // Replaced by functions, because a page's text may contain `$` patterns of `replace`.
    const html = this.template
      .replace(HEAD, () => renderHead(head))
      .replace(MOUNT, () => mount + this.renderContent(texts))
    this.check(page.path, html)
    this.write(`${page.path === '/' ? 'index' : page.path.slice(1)}.html`, html)
  }

  /** The content that the page's script reads; `used`: the pages whose texts it shows. */
  private renderContent(used: readonly (keyof SiteContent['texts'])[]): string {
    const { texts, ...whole } = this.content
    const own = Object.fromEntries(['common' as const, ...used].map((page) => [page, texts[page]]))
    const attributes = { ...CONTENT_ATTRIBUTES, 'data-rest': this.textsAddress }
    return dataBlock({ ...whole, texts: own }, attributes)
  }

  /**
   * Throws on errors that a browser would only log: a file that was not built, or inline styles and
   * scripts that the content security policy forbids.
   */
  private check(name: string, html: string): void {
    for (const [, file = ''] of html.matchAll(/["\s]\/(assets\/[^"\s]+)/g))
      if (!fs.existsSync(path.join(this.build.site, file)))
        throw new Error(`${name} refers to ${file}, which was not built`)
    const forbidden = html.match(/<[^>]+\s(style|on[a-z]+)=|<style|<script>/)
    if (forbidden)
      throw new Error(
        `${name} has inline code or styles, which the content security policy forbids: ${forbidden[0]}`,
      )
  }
}

/**
 * Separates the head's tags from the body: React writes them before the page. Metas are returned
 * apart, because they must come before the links that they affect.
 */
function splitHoistedTags(html: string): HoistedTags & { body: string } {
  const [hoisted = ''] = html.match(/^(<(link|meta)\b[^>]*>)*/) ?? []
  const tags = hoisted.match(/<[^>]*>/g) ?? []
  return {
    metas: tags.filter((tag) => tag.startsWith('<meta')),
    links: tags.filter((tag) => tag.startsWith('<link')),
    body: html.slice(hoisted.length),
  }
}

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
function journeyManifest(): string {
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

function computeDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
