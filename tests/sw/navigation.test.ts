import { describe, expect, test } from 'vitest'
import { listPages } from '#shared/site/pages.ts'
import { planNavigation } from '#sw/rules.ts'

const precached = new Set([
  ...listPages().map(({ path }) => path as string),
  '/404.html',
  '/shell.html',
])

test('Every page of the site is answered with its own file', () => {
  for (const { path } of listPages())
    expect(planNavigation(path, precached)).toEqual({ kind: 'page', address: path })
})

describe('Navigations that the service worker answers like the server', () => {
  test.each([
    ['a slash at the end changes nothing', '/about/', { kind: 'page', address: '/about' }],
    ['a page without a file gets the shell', '/admin/clients', page('/shell.html')],
    ['an old path redirects', '/privacy', { kind: 'redirect', to: '/privacy-policy', status: 308 }],
    ['a service that may be newer is fetched', '/service/none', { kind: 'network' }],
    ['slashes are made one', '//journey/', { kind: 'redirect', to: '/journey/', status: 308 }],
    [
      'an encoded hash is decoded, so that its code does not reach the server',
      '/auth/callback%23reset=Ab1',
      { kind: 'redirect', to: '/auth/callback#reset=Ab1', status: 307 },
    ],
    ['a guest’s link is repaired by its own page', '/journey/Ab1%23x', page('/journey')],
    ['pages that only the server renders are fetched', '/newsletter/confirm', { kind: 'network' }],
    ['so are unknown paths', '/nowhere', { kind: 'network' }],
    ['and file requests', '/about.html', { kind: 'network' }],
  ])('%s', (_what, path, plan) => {
    expect(planNavigation(path, precached)).toEqual(plan)
  })
})

test.each(['/functions/get-calendar', '/healthz', '/readyz'])(
  '%s is not handled by the service worker',
  (path) => {
    expect(planNavigation(path, precached)).toBeUndefined()
  },
)

function page(address: string) {
  return { kind: 'page', address }
}
