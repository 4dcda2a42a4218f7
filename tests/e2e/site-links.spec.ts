import type { Page } from '@playwright/test'
import { business } from '#shared/site/business.ts'
import { expect, test } from '#tests/support/e2e.ts'
import { allPages, openReady } from '#tests/support/site-pages.ts'

/** Where we lead on purpose: our own accounts elsewhere, and the authority one may complain to. */
const friends = [...business.social.map(({ url }) => new URL(url).host), 'www.datatilsynet.no']

test('every link of every page leads somewhere, and out of the site only where we mean it', async ({
  page,
  request,
  server,
}) => {
  const own = new URL(server.url).host
  const known = new Map<string, { status: number; text: string }>()
  for (const path of allPages) {
    await openReady(page, path)
    const links = await linksOf(page)
    expect(links.length, path).toBeGreaterThan(0)
    for (const link of links) {
      const where = `${path} → ${link}`
      const { protocol, host, pathname, hash } = new URL(link)
      if (protocol === 'mailto:' || protocol === 'tel:') continue
      if (host !== own) {
        expect(friends, where).toContain(host)
        continue
      }
      const answer = known.get(pathname) ?? (await read(pathname))
      expect(answer.status, where).toBe(200)
      if (hash) expect(answer.text, where).toContain(` id="${hash.slice(1)}"`)
    }
  }

  async function read(pathname: string) {
    const answer = await request.get(pathname, { maxRedirects: 0 })
    const found = { status: answer.status(), text: await answer.text() }
    known.set(pathname, found)
    return found
  }
})

test('a page fetches nothing from another host', async ({ page, server }) => {
  const foreign: string[] = []
  page.on('request', (asked) => {
    const { protocol, host } = new URL(asked.url())
    if (protocol.startsWith('http') && host !== new URL(server.url).host) foreign.push(asked.url())
  })
  for (const path of allPages) {
    await openReady(page, path)
    await page.waitForLoadState('networkidle')
  }
  expect(foreign).toEqual([])
})

function linksOf(page: Page): Promise<string[]> {
  return page
    .locator('a[href]')
    .evaluateAll((found) => [...new Set(found.map((link) => (link as HTMLAnchorElement).href))])
}
