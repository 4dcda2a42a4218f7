import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { escapeHtml } from '#server/http/plain-page.ts'
import type { SiteContent } from '#shared/content/registry.ts'
import { getBusiness, setSiteContent } from '#shared/content/site-content.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'
import { listPages, type PageInfo, type RenderedPage } from '#shared/site/pages.ts'
import { JOURNEY_PATH, pageFiles } from '#shared/site/routes.ts'
import {
  collectAssets,
  findSource,
  type PageAssets,
  readBuildManifests,
  START_SOURCE,
} from './assets.ts'
import {
  CONTENT_ATTRIBUTES,
  dataBlock,
  type HeadParts,
  type HoistedTags,
  renderHead,
} from './head.ts'
import { journeyManifest, robots, sitemap, webManifest } from './manifests.ts'
import { structuredData } from './structured-data.ts'

const HEAD = '<!-- head -->'
const MOUNT = '<div id="root"></div>'
const ENTRY = /\s*<script type="module".*<\/script>/

/** Pages whose whole content depends on the person, so only the browser renders them. */
const CLIENT_ONLY_PAGES: readonly string[] = ['/admin', '/account', '/auth/callback']

/** The site's address if `PUBLIC_URL` is not set. */
const DEFAULT_ORIGIN = 'http://localhost:3000'

export interface SiteVersionToRender {
  content: SiteContent
  /** The site's address, without a trailing slash; undefined on a local machine. */
  origin: string | undefined
}

/** What a build needs to render pages; see `build.ts`. */
export interface BuildFolders {
  /** The browser's files. */
  site: string
  /** The program that renders pages, with the manifests of both builds, the template and the service worker. */
  renderer: string
}

/**
 * Renders one version of the site, by file names: every page as HTML that is readable without script, the texts of all pages,
 * the sitemap, `robots.txt`, web app manifests, and the service worker, which lists the digests of all of them. Changes the
 * content of this thread.
 */
export async function renderSite(
  folders: BuildFolders,
  { content, origin }: SiteVersionToRender,
): Promise<Map<string, string>> {
  setSiteContent(content)
  const entry = pathToFileURL(path.join(folders.renderer, 'prerender.js')).href
  const { createRenderer }: { createRenderer: CreateRenderer } = await import(entry)
  const { renderPage, renderJourneyShell } = createRenderer(content)
  const writer = new PageWriter(folders, { content, origin })
  const pages = listPages()
  for (const page of pages) {
    if (page.path === JOURNEY_PATH) writer.writeJourneyShell(page, renderJourneyShell())
    else if (CLIENT_ONLY_PAGES.includes(page.path)) writer.writeShell(page)
    else writer.writePage(page, await renderPage(page.path))
  }
  const { files } = writer
  writer.writeShell({ path: '/shell', title: getBusiness().name })
  writer.writePage(
    { path: '/404', title: `Page not found · ${getBusiness().name}` },
    await renderPage('/404'),
  )
  files.set(
    'manifest.webmanifest',
    webManifest(pages.find(({ path }) => path === '/')?.description ?? ''),
  )
  files.set('journey.webmanifest', journeyManifest())
  files.set('sw.js', listInServiceWorker(folders, files))
  const address = origin ?? DEFAULT_ORIGIN
  files.set('sitemap.xml', sitemap(pages, address))
  files.set('robots.txt', robots(address))
  return files
}

/** What `client/app/prerender.tsx` exports. */
type CreateRenderer = (content: SiteContent) => {
  renderPage(path: string): Promise<RenderedPage>
  renderJourneyShell(): string
}

/** Stands in `sw/site-cache.ts` for the list of what is rendered. */
const RENDERED_FILES = 'self.__RENDERED_FILES'

/** The service worker, with the files to cache and their digests. */
function listInServiceWorker(
  { renderer }: BuildFolders,
  files: ReadonlyMap<string, string>,
): string {
  const worker = fs.readFileSync(path.join(renderer, 'sw.js'), 'utf8')
  const parts = worker.split(RENDERED_FILES)
  if (parts.length !== 2) throw new Error(`sw.js must contain ${RENDERED_FILES} once`)
  const entries = [...files].map(([name, body]) => {
    const digest = createHash('sha256').update(body)
    return {
      url: toAddress(`/${name}`),
      revision: name.startsWith('content/') ? null : digest.copy().digest('hex').slice(0, 32),
      integrity: `sha256-${digest.digest('base64')}`,
      ...(/^journey\.(html|webmanifest)$/.test(name) && { only: 'journey' }),
    }
  })
  return parts.join(JSON.stringify(entries))
}

/** The address under which the server serves a file. */
function toAddress(file: string): string {
  if (Object.values<string>(pageFiles).includes(file)) return file
  return file.replace(/\/index\.html$/, '/').replace(/\.html$/, '')
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

/** Makes pages by filling the template `index.html`. */
class PageWriter {
  readonly files = new Map<string, string>()
  private readonly template: string
  private readonly manifests: ReturnType<typeof readBuildManifests>

  /** Address of the file with the texts of all pages. */
  private readonly textsAddress: string

  constructor(
    private readonly folders: BuildFolders,
    private readonly site: SiteVersionToRender,
  ) {
    const { content } = site
    const { renderer } = folders
    this.template = fs.readFileSync(path.join(renderer, 'index.html'), 'utf8').replace(ENTRY, '')
    for (const mark of [HEAD, MOUNT])
      if (!this.template.includes(mark))
        throw new Error(`index.html must contain ${mark}, where the page is inserted`)
    const texts = JSON.stringify(content.texts)
    const name = toTextsFile(content.version, texts)
    this.textsAddress = `/${name}`
    this.files.set(name, texts)
    this.manifests = readBuildManifests(renderer)
  }

  writePage(
    page: PageDescription,
    { html, route, modules, deferredModules, texts }: RenderedPage,
  ): void {
    const { body, ...hoisted } = splitHoistedTags(html)
    const { site, renderer } = this.manifests
    const sources = (files: string[]) => files.map((file) => findSource(renderer, file))
    const assets = collectAssets(site, {
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
      assets: collectAssets(this.manifests.site, { initial: [START_SOURCE], deferred: [] }),
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
    this.writeFile(page, {
      assets: collectAssets(this.manifests.guests, {
        entry: JOURNEY_ENTRY,
        initial: [],
        deferred: [],
      }),
      // Also a header of the server; the page may be served from a copy without headers.
      hoisted: { metas: ['<meta name="referrer" content="no-referrer">'], links: [] },
      mount: `<div id="root">${html}</div>${renderNoScriptNote()}`,
    })
  }

  private writeFile(page: PageDescription, parts: Parts): void {
    const { origin } = this.site
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
    this.files.set(`${page.path === '/' ? 'index' : page.path.slice(1)}.html`, html)
  }

  /** The content that the page's script reads; `used`: the pages whose texts it shows. */
  private renderContent(used: readonly (keyof SiteContent['texts'])[]): string {
    const { texts, ...whole } = this.site.content
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
      if (!fs.existsSync(path.join(this.folders.site, file)))
        throw new Error(`${name} refers to ${file}, which was not built`)
    const forbidden = html.match(/<[^>]+\s(style|on[a-z]+)=|<style|<script>/)
    if (forbidden)
      throw new Error(
        `${name} has inline code or styles, which the content security policy forbids: ${forbidden[0]}`,
      )
  }
}

/** The file with the texts of all pages of a version: a page that shows it asks for them even after the next one is published. */
export function toTextsFile(version: number, texts: string): string {
  const digest = createHash('sha256').update(texts).digest('hex').slice(0, 16)
  return `content/${version}-${digest}.json`
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
