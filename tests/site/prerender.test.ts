import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { collectAssets, findSource, type ViteManifest } from '#server/site/pages/assets.ts'
import { picturePath, renderHead, SHARE_IMAGE_SIZE } from '#server/site/pages/head.ts'
import { robots, sitemap, webManifest } from '#server/site/pages/manifests.ts'
import { structuredData } from '#server/site/pages/structured-data.ts'
import { listServices } from '#shared/content/services.ts'
import { setSiteContent, siteContent } from '#shared/content/site-content.ts'
import { listPages, type PageInfo } from '#shared/site/pages.ts'

const ORIGIN = 'https://example.com'

function getPage(path: string): PageInfo {
  const found = listPages().find((page) => page.path === path)
  if (!found) throw new Error(`There is no page ${path}`)
  return found
}

const assets = {
  styles: ['/assets/base.css', '/assets/page.css'],
  fonts: ['/assets/display.woff2'],
  entry: '/assets/index.js',
  modules: ['/assets/load.js'],
  hydrationModules: ['/assets/react.js'],
}

describe('The head of a page', () => {
  test('names the page’s canonical address, and the picture for shared links by its absolute address', () => {
    const head = renderHead({ page: getPage('/about'), assets, origin: ORIGIN })
    expect(head).toContain('<link rel="canonical" href="https://example.com/about">')
    expect(head).toContain('<meta property="og:image" content="https://example.com/og/study.png">')
  })

  test('has the title and the picture of a service’s page for which nothing was written for search results, and words of the page', () => {
    const site = siteContent()
    const services = site.services.map((service) => ({ ...service, pageDescription: '' }))
    setSiteContent({ ...site, services })
    try {
      const page = getPage('/service/bespoke-planning')
      expect(page.description).toBe(services.find(({ type }) => type === 'bespoke-planning')?.intro)
      const head = renderHead({ page: { ...page, description: '' }, assets, origin: ORIGIN })
      expect(head).toContain(`<meta property="og:title" content="${page.title}">`)
      expect(head).toContain('/og/arch-night.png')
      expect(head).not.toContain('description')
    } finally {
      setSiteContent(site)
    }
  })

  test('names no address if the site’s origin is unknown', () => {
    const head = renderHead({ page: getPage('/about'), assets, origin: undefined })
    expect(head).not.toMatch(/canonical|og:url|localhost/)
  })

  test('excludes personal pages from search indexes, and shares no preview of them', () => {
    const head = renderHead({ page: getPage('/booking/manage'), assets, origin: ORIGIN })
    expect(head).toContain('<meta name="robots" content="noindex">')
    expect(head).not.toMatch(/canonical|og:/)
  })

  test('escapes titles, descriptions and structured data', () => {
    const page = { ...getPage('/'), title: 'A "b" </title>', description: '"><script>' }
    const data = [{ name: '</script><script>alert(1)</script>' }]
    const head = renderHead({ page, assets, origin: ORIGIN, data })
    expect(head).toContain('<title>A &quot;b&quot; &lt;/title&gt;</title>')
    expect(head).not.toContain('<script>')
    const [, block = ''] = head.match(/ld\+json">(.*?)<\/script>/) ?? []
    expect(JSON.parse(block)).toEqual(data[0])
  })

  test('requests styles and fonts before scripts, and no script that is only needed for hydration', () => {
    const head = renderHead({ page: getPage('/'), assets, origin: ORIGIN })
    const order = ['base.css', 'page.css', 'display.woff2', 'index.js', 'load.js']
    const places = order.map((name) => head.indexOf(name))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    expect(head).not.toContain('react.js')
  })
})

describe('The files of a page', () => {
  const built: ViteManifest = {
    'index.html': { file: 'assets/index.js', imports: ['_load.js'], css: ['assets/base.css'] },
    '_load.js': { file: 'assets/load.js' },
    '_parts.js': { file: 'assets/parts.js', css: ['assets/parts.css'] },
    'client/app/start.tsx': { file: 'assets/start.js', imports: ['_parts.js'] },
    'client/site/home-page.tsx': {
      file: 'assets/home.js',
      src: 'client/site/home-page.tsx',
      imports: ['_parts.js'],
      css: ['assets/home.css'],
    },
    'client/contact/contact-form.tsx': { file: 'assets/form.js', css: ['assets/form.css'] },
    'client/styles/fonts/newsreader-display.woff2': { file: 'assets/display.woff2' },
    'client/styles/fonts/hanken.woff2': { file: 'assets/hanken.woff2' },
  }
  const found = collectAssets(built, {
    initial: ['client/app/start.tsx', 'client/site/home-page.tsx'],
    deferred: ['client/contact/contact-form.tsx'],
  })

  test('include the styles of a part’s imports before its own, and those of a part that loads later', () => {
    expect(found.styles).toEqual([
      ...['/assets/base.css', '/assets/parts.css', '/assets/home.css'],
      '/assets/form.css',
    ])
  })

  test('exclude the code of a part that loads later', () => {
    expect(found.entry).toBe('/assets/index.js')
    expect(found.modules).toEqual(['/assets/load.js'])
    expect(found.hydrationModules).toEqual([
      '/assets/parts.js',
      '/assets/start.js',
      '/assets/home.js',
    ])
  })

  test('are looked up by their source file, and a missing one stops the build', () => {
    expect(findSource(built, './assets/home.js')).toBe('client/site/home-page.tsx')
    expect(() => findSource(built, './assets/gone.js')).toThrow('no source')
    expect(() => collectAssets(built, { initial: ['client/site/gone.tsx'], deferred: [] })).toThrow(
      'gone.tsx',
    )
  })
})

test('Structured data for search engines names the prices of the services', () => {
  const json = JSON.stringify(listPages().map((page) => structuredData(page, ORIGIN)))
  for (const { amount, title } of listServices()) {
    expect(json).toContain(`"name":"${title}"`)
    expect(json).toContain(`"price":${amount / 100},"priceCurrency":"NOK"`)
  }
})

test('The sitemap and robots.txt allow the pages that may be indexed and no personal ones', () => {
  const map = sitemap(listPages(), ORIGIN)
  const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(listed).toContain('https://example.com/services/nordic-luxury-travel')
  expect(listed).toHaveLength(12)
  const disallowed = [...robots(ORIGIN).matchAll(/Disallow: (.*)/g)].map(([, path = '']) => path)
  for (const { path, isIndexed: index } of listPages())
    expect(disallowed.some((start) => path.startsWith(start))).toBe(!index)
  expect(robots(ORIGIN)).toContain('Sitemap: https://example.com/sitemap.xml')
})

test('The icons that the manifest names exist, in the sizes that it names', async () => {
  const { icons } = JSON.parse(webManifest('A site'))
  expect(icons).toHaveLength(3)
  for (const { src, sizes } of icons) expect(readPngSize(src)).toBe(sizes)
})

describe('The picture for shared links', () => {
  test.each(
    listPages()
      .filter(({ isIndexed: index }) => index)
      .map(({ path, picture }) => [path, picture] as const),
  )('has the specified dimensions and at most 150 KiB for %s', (_, picture) => {
    expect(readPngSize(picturePath(picture))).toBe(
      `${SHARE_IMAGE_SIZE.width}x${SHARE_IMAGE_SIZE.height}`,
    )
    expect(fs.statSync(publicFile(picturePath(picture))).size).toBeLessThanOrEqual(150 * 1024)
  })
})

test('All font files together are at most 125 KB', () => {
  const folder = fileURLToPath(new URL('../../client/styles/fonts/', import.meta.url))
  const sizes = fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).size)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(125_000)
})

function publicFile(address: string): string {
  return fileURLToPath(new URL(`../../client/public${address}`, import.meta.url))
}

/** The size of a PNG, read from its first chunk. */
function readPngSize(address: string): string {
  const header = fs.readFileSync(publicFile(address))
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`
}
