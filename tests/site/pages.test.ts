import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { routes } from '#client/app/routes.tsx'
import { pageTitles, toDocumentTitle } from '#shared/content/pages/page-titles.ts'
import { contentPages as contentParts } from '#shared/content/registry.ts'
import { findService } from '#shared/content/services.ts'
import { setSiteContent, siteContent } from '#shared/content/site-content.ts'
import { listPages } from '#shared/site/pages.ts'
import { getRedirect, isPagePath, pagePatterns } from '#shared/site/routes.ts'

const contentPages = [
  '/',
  '/about',
  '/services',
  '/services/nordic-luxury-travel',
  '/services/hospitality-consultancy',
] as const

// Rendered without document and window, so a page has all this without script.
const rendered = await Promise.all(
  contentPages.map(async (path) => ({ path, html: await renderPage(path) })),
)

function matchAll(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, found = '']) => found)
}

test('Every part that the owner writes is marked on a page, as far as it is shown, and nothing else is', async () => {
  const others = await Promise.all(['/contact', '/terms', '/privacy-policy'].map(renderPage))
  const all = [...rendered.map(({ html }) => html), ...others].join('')
  const marked = new Set(matchAll(all, / data-part="([^"]+)"/g))
  const parts = Object.entries(contentParts).flatMap(([page, of]) =>
    Object.keys(of).map((part) => `${page}.${part}`),
  )
  const empty = ['artistry.photographs', 'mastery.client', 'mastery.photographs']
  expect([...marked, ...empty].toSorted()).toEqual(parts.toSorted())
})

describe.each(rendered)('$path, rendered without a browser', ({ html }) => {
  test('has one h1, as its first heading, and skips no heading level', () => {
    const levels = matchAll(html, /<h([1-6])/g).map(Number)
    expect(levels.filter((level) => level === 1)).toEqual([1])
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)).toEqual([])
  })

  test('contains no style or script that the content security policy would block', () => {
    expect(html).not.toMatch(/ style="| on[a-z]+="|<script|<style/)
  })

  test('gives every picture a size and an alt text, and uses every id once', () => {
    const pictures = matchAll(html, /(<img[^>]*>)/g)
    expect(pictures.length).toBeGreaterThan(0)
    for (const picture of pictures) {
      expect(picture).toMatch(/ width="\d+"/)
      expect(picture).toMatch(/ height="\d+"/)
      expect(picture).toMatch(/ alt="/)
    }
    const ids = matchAll(html, / id="([^"]+)"/g)
    expect(ids).toEqual([...new Set(ids)])
  })

  test('links only to pages that exist, and to ids that exist on them', () => {
    const links = matchAll(html, /<a[^>]* href="([^"]*)"/g)
    const inside = links.filter((link) => link.startsWith('/'))
    expect(inside.length).toBeGreaterThan(8)
    for (const link of inside) {
      const { pathname, hash } = new URL(link, 'http://localhost')
      expect(
        isPagePath(pathname) && !getRedirect(pathname, (type) => findService(type) !== undefined),
        link,
      ).toBe(true)
      const target = rendered.find(({ path }) => path === pathname)?.html ?? ''
      if (hash) expect(target, link).toContain(` id="${hash.slice(1)}"`)
    }
    const outside = links.filter((link) => !/^(\/|#|mailto:|tel:|https:\/\/)/.test(link))
    expect(outside).toEqual([])
  })

  test('reaches its other pages without JavaScript: the menu leads to the list in the footer', () => {
    expect(html).toMatch(/<a href="#footer-nav"[^>]*>.*?Menu/)
    expect(html).toContain(' id="footer-nav"')
  })
})

describe('Home', () => {
  const html = rendered[0]?.html ?? ''

  test.each(['hero', 'services', 'contact'])('has the anchor %s', (id) => {
    expect(html).toMatch(new RegExp(`<section[^>]* id="${id}"`))
  })

  test('shows its teasers in a disclosure that is closed by default', () => {
    const [teasers = ''] = matchAll(html, /<details(.*?)<\/details>/g)
    expect(teasers.slice(0, teasers.indexOf('>'))).not.toContain('open')
    expect(matchAll(teasers, /href="([^"]+)"/g)).toEqual([
      '/service/initial-consultation',
      '/service/bespoke-planning',
      '/service/business-consultancy',
    ])
    expect(teasers.match(/BEGIN JOURNEY/g)).toHaveLength(3)
  })

  test('uses the specified link labels verbatim', () => {
    expect(html.match(/>EXPLORE SERVICES</g)).toHaveLength(2)
    expect(html).toContain('>DISCOVER THE STORY<')
    expect(html).toContain('>Begin Your Masterpiece<')
    expect(html.replaceAll(/<\/?em>/g, '')).toContain('We transform travel into art.')
  })
})

describe('The metadata of the pages', () => {
  test('describes every page of the router', () => {
    const described = listPages().map(({ path }) => path)
    const missing = pagePatterns.filter(
      (pattern) =>
        !described.some((path) => path === pattern) &&
        !(pattern === '/service/:serviceType' && described.includes('/service/bespoke-planning')),
    )
    expect(missing).toEqual([])
  })

  test('has unique titles, and descriptions that fit into a search result', () => {
    const listed = listPages().filter(({ isIndexed: index }) => index)
    expect(new Set(listed.map(({ title }) => title)).size).toBe(listed.length)
    expect(new Set(listed.map(({ description }) => description)).size).toBe(listed.length)
    for (const { description } of listed) {
      expect(description.length).toBeGreaterThan(60)
      expect(description.length).toBeLessThanOrEqual(160)
    }
  })

  test('excludes personal pages from search indexes', () => {
    const unlisted = listPages()
      .filter(({ isIndexed: index }) => !index)
      .map(({ path }) => path)
    expect(unlisted).toEqual(
      expect.arrayContaining(['/meeting', '/admin', '/booking/success', '/auth/callback']),
    )
    expect(listPages()[0]?.title).toBe(toDocumentTitle(pageTitles['/']))
  })
})

/** A page's HTML as React renders it without a browser. */
async function renderPage(path: string): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://localhost${path}`))
  if (context instanceof Response) throw new Error(`${path} redirects`)
  const failed = Object.values(context.errors ?? {})[0]
  if (failed) throw failed
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(createElement(StaticRouterProvider, { router, context, hydrate: false }))
}

test.each([
  ['initial-consultation', '/service/bespoke-planning'],
  ['bespoke-planning', '/service/initial-consultation'],
])(
  'While %s is hidden, the buttons of every page lead to a service that can be booked',
  async (type, to) => {
    const site = siteContent()
    const services = site.services.map((one) => ({ ...one, isShown: one.type !== type }))
    const hidden = services.map((one) => ({ ...one, isShown: false }))
    try {
      setSiteContent({ ...site, services })
      const pages = await Promise.all(contentPages.map(renderPage))
      expect(pages.join('')).not.toContain(`/service/${type}`)
      expect(pages[0]).toContain(`href="${to}"`)
      setSiteContent({ ...site, services: hidden })
      expect((await Promise.all(contentPages.map(renderPage))).join('')).not.toContain('/service/')
    } finally {
      setSiteContent(site)
    }
  },
)
