import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { manifest, robots, sitemap } from '#server/site/prerender.ts'
import { assetsOf, type Manifest, sourceOf } from '#server/site/prerender-assets.ts'
import { headOf, PICTURE, picturePath, structuredData } from '#server/site/prerender-head.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { type PageInfo, pages } from '#shared/site/pages.ts'

const ORIGIN = 'https://example.com'

function pageAt(path: string): PageInfo {
  const found = pages.find((page) => page.path === path)
  if (!found) throw new Error(`There is no page ${path}`)
  return found
}

const assets = {
  styles: ['/assets/base.css', '/assets/page.css'],
  lateStyles: [],
  fonts: ['/assets/display.woff2'],
  entry: '/assets/index.js',
  modules: ['/assets/load.js'],
  afterwards: ['/assets/react.js'],
}

describe('the head of a page', () => {
  test('names the page’s one address, and the picture for shared links by its whole address', () => {
    const head = headOf({ page: pageAt('/about'), assets, origin: ORIGIN })
    expect(head).toContain('<link rel="canonical" href="https://example.com/about">')
    expect(head).toContain('<meta property="og:image" content="https://example.com/og/about.png">')
  })

  test('names no address where none is known', () => {
    const head = headOf({ page: pageAt('/about'), assets, origin: undefined })
    expect(head).not.toMatch(/canonical|og:url|localhost/)
  })

  test('keeps personal pages out of the lists of search engines, and shares nothing of them', () => {
    const head = headOf({ page: pageAt('/booking/manage'), assets, origin: ORIGIN })
    expect(head).toContain('<meta name="robots" content="noindex">')
    expect(head).not.toMatch(/canonical|og:/)
  })

  test('cannot be broken by what stands in titles, descriptions and data', () => {
    const page = { ...pageAt('/'), title: 'A "b" </title>', description: '"><script>' }
    const data = [{ name: '</script><script>alert(1)</script>' }]
    const head = headOf({ page, assets, origin: ORIGIN, data })
    expect(head).toContain('<title>A &quot;b&quot; &lt;/title&gt;</title>')
    expect(head).not.toContain('<script>')
    const [, block = ''] = head.match(/ld\+json">(.*?)<\/script>/) ?? []
    expect(JSON.parse(block)).toEqual(data[0])
  })

  test('asks for styles and fonts before scripts, and for no script that only takes the page over', () => {
    const head = headOf({ page: pageAt('/'), assets, origin: ORIGIN })
    const order = ['base.css', 'page.css', 'display.woff2', 'index.js', 'load.js']
    const places = order.map((name) => head.indexOf(name))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    expect(head).not.toContain('react.js')
  })
})

describe('the files of a page', () => {
  const built: Manifest = {
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
  const found = assetsOf(built, {
    now: ['client/site/home-page.tsx'],
    later: ['client/contact/contact-form.tsx'],
  })

  test('come with the styles of what a part imports before its own', () => {
    expect(found.styles).toEqual(['/assets/base.css', '/assets/parts.css', '/assets/home.css'])
    expect(found.lateStyles).toEqual(['/assets/form.css'])
  })

  test('leave the code of a later part out', () => {
    expect(found.entry).toBe('/assets/index.js')
    expect(found.modules).toEqual(['/assets/load.js'])
    expect(found.afterwards).toEqual(['/assets/parts.js', '/assets/start.js', '/assets/home.js'])
  })

  test('are looked up by what they were made from, and a gap stops the build', () => {
    expect(sourceOf(built, './assets/home.js')).toBe('client/site/home-page.tsx')
    expect(() => sourceOf(built, './assets/gone.js')).toThrow('no source')
    expect(() => assetsOf(built, { now: ['client/site/gone.tsx'], later: [] })).toThrow('gone.tsx')
  })
})

test('search engines are told the prices at which a booking is made', () => {
  const told = JSON.stringify(pages.map((page) => structuredData(page, ORIGIN)))
  for (const { amount, title } of Object.values(catalogue)) {
    expect(told).toContain(`"name":"${title}"`)
    expect(told).toContain(`"price":${amount / 100},"priceCurrency":"NOK"`)
  }
})

test('the sitemap holds what may be listed and nothing personal, as do the rules for robots', () => {
  const map = sitemap(pages, ORIGIN)
  const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(listed).toContain('https://example.com/services/nordic-luxury-travel')
  expect(listed).toHaveLength(12)
  const barred = [...robots(ORIGIN).matchAll(/Disallow: (.*)/g)].map(([, path = '']) => path)
  for (const { path, index } of pages)
    expect(barred.some((start) => path.startsWith(start))).toBe(!index)
  expect(robots(ORIGIN)).toContain('Sitemap: https://example.com/sitemap.xml')
})

test('the icons that the manifest names are there, in the size that it names', async () => {
  const { icons } = JSON.parse(manifest('A site'))
  expect(icons).toHaveLength(3)
  for (const { src, sizes } of icons) expect(sizeOf(src)).toBe(sizes)
})

describe('the picture for shared links', () => {
  test.each(pages.filter(({ index }) => index).map(({ path }) => path))('of %s', (path) => {
    expect(sizeOf(picturePath(path))).toBe(`${PICTURE.width}x${PICTURE.height}`)
    expect(fs.statSync(publicFile(picturePath(path))).size).toBeLessThanOrEqual(150 * 1024)
  })
})

test('all faces together weigh at most 125 KB', () => {
  const folder = fileURLToPath(new URL('../../client/styles/fonts/', import.meta.url))
  const sizes = fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).size)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(125_000)
})

function publicFile(address: string): string {
  return fileURLToPath(new URL(`../../client/public${address}`, import.meta.url))
}

/** The size of a PNG, read from its first chunk. */
function sizeOf(address: string): string {
  const header = fs.readFileSync(publicFile(address))
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`
}
