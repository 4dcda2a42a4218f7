import { getBusiness } from '#shared/content/site-content.ts'
import { listPages } from '#shared/site/pages.ts'
import { expect, test } from '#tests/support/browser/e2e.ts'
import {
  allPages,
  openHydrated,
  publicPages,
  waitUntilHydrated,
} from '#tests/support/browser/site-pages.ts'

// Any console error fails a test, so a hydration mismatch does, too.

test('Every page hydrates as prerendered, has the menu and the legal links, and fetches nothing from another host', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/404|409|400/)
  const foreign: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(server.url).host)
      foreign.push(request.url())
  })
  for (const path of [...allPages, '/no-such-page']) {
    await openHydrated(page, path)
    await expect(page.locator('h1'), path).toHaveCount(1)
    await page.waitForLoadState('networkidle')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'Privacy Policy' }), path).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Services' }), path).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Menu' }), path).toBeFocused()
  }
  expect(foreign).toEqual([])
})

/** Hosts that the site links to: our social accounts, and the data protection authority. */
const externalHosts = [
  ...(getBusiness().social ?? []).map(({ url }) => new URL(url).host),
  'www.datatilsynet.no',
]

test('Every link of every page works, and leads to other sites only where intended', async ({
  request,
  server,
}) => {
  const known = new Map<string, { status: number; text: string }>()
  for (const path of allPages) {
    const { text } = await read(path)
    expect(text, path).toContain('data-route=')
    const links = [...text.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, link = '']) => link)
    expect(links.length, path).toBeGreaterThan(0)
    for (const link of new Set(links)) {
      const where = `${path} → ${link}`
      const { protocol, host, pathname, hash } = new URL(decodeHtml(link), server.url + path)
      if (protocol === 'mailto:' || protocol === 'tel:') continue
      if (host !== new URL(server.url).host) {
        expect(externalHosts, where).toContain(host)
        continue
      }
      const answer = await read(pathname)
      expect(answer.status, where).toBe(200)
      if (hash) expect(answer.text, where).toContain(` id="${hash.slice(1)}"`)
    }
  }

  async function read(pathname: string) {
    const before = known.get(pathname)
    if (before) return before
    const answer = await request.get(pathname, { maxRedirects: 0 })
    const found = { status: answer.status(), text: await answer.text() }
    known.set(pathname, found)
    return found
  }
})

test('Hydration replaces no heading of the prerendered pages', async ({ page }) => {
  for (const path of ['/', '/about', '/services/hospitality-consultancy', '/terms']) {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const drawn = document.querySelector('h1')
        Object.assign(window, { isStillTheSame: () => drawn === document.querySelector('h1') })
      })
    })
    await openHydrated(page, path)
    expect(await page.evaluate('isStillTheSame()'), path).toBe(true)
  }
})

test('An address unknown to the build is rendered by the browser', async ({ page, errors }) => {
  errors.allow(/404/)
  const response = await page.goto('/About')
  expect(response?.status()).toBe(404)
  await waitUntilHydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /driven the road before I send you/,
  )
})

test('An address without a page answers with a real 404 that is readable without JavaScript', async ({
  request,
}) => {
  const response = await request.get('/no-such-page')
  expect(response.status()).toBe(404)
  const text = await response.text()
  expect(text).toContain('Oops! Something went wrong')
  expect(text).toContain('or was never on the map.')
  expect(text).toContain('<meta name="robots" content="noindex">')
})

test('A moved address redirects, from the server and within the page', async ({
  page,
  request,
}) => {
  const moved = await request.get('/privacy', { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([308, '/privacy-policy'])
  const unknown = await request.get('/service/no-such-service', { maxRedirects: 0 })
  expect([unknown.status(), unknown.headers().location]).toEqual([307, '/'])
  await page.goto('/privacy')
  await expect(page).toHaveURL('/privacy-policy')
})

test('An address with several slashes leads to the page that it means, or to none, and never away', async ({
  page,
  errors,
  server,
}) => {
  errors.allow(/404/)
  for (const [given, shown, heading] of [
    ['//journey/', '/journey/', /journey/i],
    ['/journey//x', '/journey/x', /./],
    ['//about', '/about', /driven the road/],
    ['/%2fjourney', '/%2fjourney', /Oops/],
    ['//site.example/', '/site.example/', /Oops/],
  ] as const) {
    await page.goto(server.url + given)
    expect(page.url(), given).toBe(server.url + shown)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    const links = await page
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const hosts = links.map((link) => new URL(link, page.url()).hostname)
    expect(hosts).not.toContain('site.example')
  }
})

test('Each page has its own title, description and picture in its head', async ({ request }) => {
  for (const { path, title, description } of listPages().filter(({ isIndexed: index }) => index)) {
    const text = await (await request.get(path)).text()
    expect(text.match(/<title>/g), path).toHaveLength(1)
    expect(decodeHtml(text)).toContain(`<title>${title}</title>`)
    expect(decodeHtml(text)).toContain(`<meta name="description" content="${description}">`)
    const [, picture = ''] = text.match(/og:image" content="([^"]+)"/) ?? []
    const answer = await request.get(picture)
    expect([answer.status(), answer.headers()['content-type']], path).toEqual([200, 'image/png'])
    for (const [, data = ''] of text.matchAll(/ld\+json">(.*?)<\/script>/g))
      expect(JSON.parse(data)['@context'], path).toBe('https://schema.org')
  }
})

test('The document title follows navigation within the site', async ({ page }) => {
  await openHydrated(page, '/')
  await expect(page).toHaveTitle(/^Nordic experiences/)
  await page.locator('main a[href="/about"]').first().click()
  await expect(page).toHaveTitle(/^About/)
  await page.goBack()
  await expect(page).toHaveTitle(/^Nordic experiences/)
})

test('The sitemap, robots.txt, web manifest and icons are served', async ({ request }) => {
  const kinds = {
    '/sitemap.xml': 'application/xml',
    '/robots.txt': 'text/plain',
    '/manifest.webmanifest': 'application/manifest+json',
    '/favicon.svg': 'image/svg+xml',
    '/icons/icon-180.png': 'image/png',
  }
  for (const [path, kind] of Object.entries(kinds)) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['content-type'], path).toContain(kind)
  }
  const listed = await (await request.get('/sitemap.xml')).text()
  for (const path of publicPages) expect(listed).toContain(`:3000${path}</loc>`)
})

test('Files with a content hash in their name are cached forever, and a page is revalidated', async ({
  request,
}) => {
  const page = await request.get('/')
  expect(page.headers()['cache-control']).toBe('no-cache')
  const again = await request.get('/', { headers: { 'If-None-Match': page.headers().etag ?? '' } })
  expect(again.status()).toBe(304)
  const parts = [...(await page.text()).matchAll(/"(\/assets\/[^" ]+)"/g)]
  expect(parts.length).toBeGreaterThan(8)
  for (const [, part = ''] of parts) {
    const answer = await request.get(part)
    expect(answer.headers()['cache-control'], part).toContain('immutable')
  }
})

function decodeHtml(html: string): string {
  return html
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
