import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { routes } from '#client/app/routes.tsx'
import { pages } from '#shared/site/pages.ts'
import { isPage, pagePatterns, redirectOf } from '#shared/site/routes.ts'
import { documentTitle, titles } from '#shared/site/titles.ts'

const contentPages = [
  '/',
  '/about',
  '/services',
  '/services/nordic-luxury-travel',
  '/services/hospitality-consultancy',
] as const

// Rendered without document and window, so a page has all this without script.
const rendered = await Promise.all(
  contentPages.map(async (path) => ({ path, html: await renderedPage(path) })),
)

function all(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, found = '']) => found)
}

describe.each(rendered)('$path, rendered without a browser', ({ html }) => {
  test('has one first heading, and none that skips a level', () => {
    const levels = all(html, /<h([1-6])/g).map(Number)
    expect(levels.filter((level) => level === 1)).toEqual([1])
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)).toEqual([])
  })

  test('carries no style and no script that the policy would forbid', () => {
    expect(html).not.toMatch(/ style="| on[a-z]+="|<script|<style/)
  })

  test('gives every picture its size and its words, and every id once', () => {
    const pictures = all(html, /(<img[^>]*>)/g)
    expect(pictures.length).toBeGreaterThan(0)
    for (const picture of pictures) {
      expect(picture).toMatch(/ width="\d+"/)
      expect(picture).toMatch(/ height="\d+"/)
      expect(picture).toMatch(/ alt="/)
    }
    const ids = all(html, / id="([^"]+)"/g)
    expect(ids).toEqual([...new Set(ids)])
  })

  test('leads only to pages that exist, and to ids that stand on them', () => {
    const links = all(html, /<a[^>]* href="([^"]*)"/g)
    const inside = links.filter((link) => link.startsWith('/'))
    expect(inside.length).toBeGreaterThan(8)
    for (const link of inside) {
      const { pathname, hash } = new URL(link, 'http://localhost')
      expect(isPage(pathname) && !redirectOf(pathname), link).toBe(true)
      const target = rendered.find(({ path }) => path === pathname)?.html ?? ''
      if (hash) expect(target, link).toContain(` id="${hash.slice(1)}"`)
    }
    const outside = links.filter((link) => !/^(\/|#|mailto:|tel:|https:\/\/)/.test(link))
    expect(outside).toEqual([])
  })

  test('reaches its other pages without script: the menu leads to the list in the footer', () => {
    expect(html).toMatch(/<a href="#footer-nav"[^>]*>.*?Menu/)
    expect(html).toContain(' id="footer-nav"')
  })
})

describe('Home', () => {
  const html = rendered[0]?.html ?? ''

  test.each(['hero', 'services', 'contact'])('has the anchor %s', (id) => {
    expect(html).toMatch(new RegExp(`<section[^>]* id="${id}"`))
  })

  test('keeps its teasers behind a disclosure that is closed until asked for', () => {
    const [teasers = ''] = all(html, /<details(.*?)<\/details>/g)
    expect(teasers.slice(0, teasers.indexOf('>'))).not.toContain('open')
    expect(all(teasers, /href="([^"]+)"/g)).toEqual([
      '/service/initial-consultation',
      '/service/bespoke-planning',
      '/service/business-consultancy',
    ])
    expect(teasers.match(/BEGIN JOURNEY/g)).toHaveLength(3)
  })

  test('carries the labels of its links word for word', () => {
    expect(html.match(/>EXPLORE SERVICES</g)).toHaveLength(2)
    expect(html).toContain('>DISCOVER THE STORY<')
    expect(html).toContain('>Begin Your Masterpiece<')
    expect(html.replaceAll(/<\/?em>/g, '')).toContain('We transform travel into art.')
  })
})

describe('what is told about the pages', () => {
  test('every page of the router is described', () => {
    const described = pages.map(({ path }) => path)
    const missing = pagePatterns.filter(
      (pattern) =>
        !described.some((path) => path === pattern) &&
        !(pattern === '/service/:serviceType' && described.includes('/service/bespoke-planning')),
    )
    expect(missing).toEqual([])
  })

  test('titles differ, and descriptions fit into a search result', () => {
    const listed = pages.filter(({ index }) => index)
    expect(new Set(listed.map(({ title }) => title)).size).toBe(listed.length)
    expect(new Set(listed.map(({ description }) => description)).size).toBe(listed.length)
    for (const { description } of listed) {
      expect(description.length).toBeGreaterThan(60)
      expect(description.length).toBeLessThanOrEqual(160)
    }
  })

  test('what belongs to one person is not listed', () => {
    const unlisted = pages.filter(({ index }) => !index).map(({ path }) => path)
    expect(unlisted).toEqual(
      expect.arrayContaining(['/meeting', '/admin', '/booking/success', '/auth/callback']),
    )
    expect(pages[0]?.title).toBe(documentTitle(titles['/']))
  })
})

/** A page's HTML as React renders it without a browser. */
async function renderedPage(path: string): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://localhost${path}`))
  if (context instanceof Response) throw new Error(`${path} redirects`)
  const failed = Object.values(context.errors ?? {})[0]
  if (failed) throw failed
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(createElement(StaticRouterProvider, { router, context, hydrate: false }))
}
