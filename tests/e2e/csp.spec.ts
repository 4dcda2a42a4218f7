import type { Page } from '@playwright/test'
import { chooseDay, fillDetails } from '#tests/support/booking/booking-pages.ts'
import { waitUntilHydrated } from '#tests/support/browser/site-pages.ts'
import { expect, test } from '#tests/support/payment/card-payments.ts'
import {
  cards,
  fillProviderCard,
  pay,
  submitDetails,
  takeFreshTime,
} from '#tests/support/payment/payment-pages.ts'

test('From Home to a paid booking, no other host is contacted before the payment step, and one security policy covers it all', async ({
  page,
  server,
  stripe,
}) => {
  const violations = await recordViolations(page)
  const seen = { documents: 0, foreign: [] as string[] }
  const own = new URL(server.url).host
  page.on('request', (request) => {
    if (request.resourceType() === 'document' && request.frame() === page.mainFrame())
      seen.documents++
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== own) seen.foreign.push(request.url())
  })
  await page.goto('/')
  await followLink(page, '/services/nordic-luxury-travel', 'A journey drawn around you.')
  await followLink(page, '/service/bespoke-planning', 'Bespoke Planning')
  const { day, time } = takeFreshTime()
  await chooseDay(page, day)
  await page.getByRole('button', { name: time, exact: true }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await fillDetails(page)
  await page.waitForLoadState('networkidle')
  expect(seen).toEqual({ documents: 1, foreign: [] })
  expect(await page.locator('script[src*="stripe"], link[href*="stripe"]').count()).toBe(0)

  await submitDetails(page)
  await fillProviderCard(page, cards.accepted)
  const [first] = stripe.requests
  expect(first).toMatch(/^https:\/\/js\.stripe\.com\/.+\/stripe\.js$/)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  expect(seen.documents).toBe(1)
  expect(new Set(seen.foreign.map((url) => new URL(url).host))).toEqual(
    new Set(['js.stripe.com', 'api.stripe.com']),
  )
  expect(violations).toEqual([])
})

test('The security policy blocks other hosts, inline scripts and styles, and all frames but the payment provider’s', async ({
  page,
  errors,
}) => {
  errors.allow(/Content Security Policy|ERR_BLOCKED_BY_CSP|Failed to fetch/)
  const violations = await recordViolations(page)
  await page.goto('/')
  await page.evaluate(async () => {
    const add = (tag: string, set: Record<string, string>) =>
      document.body.append(Object.assign(document.createElement(tag), set))
    add('script', { src: 'https://example.com/a.js' })
    add('script', { textContent: 'window.intruder = true' })
    add('style', { textContent: 'body { display: none }' })
    add('img', { src: 'https://example.com/a.png' })
    add('iframe', { src: 'https://example.com/' })
    await fetch('https://example.com/').catch(() => {})
  })
  await expect
    .poll(() => [...new Set(violations)].sort())
    .toEqual(['connect-src', 'frame-src', 'img-src', 'script-src-elem', 'style-src-elem'])
  expect(await page.evaluate(() => 'intruder' in window)).toBe(false)
})

/** Collects the policy directives that a page violates, as the browser reports them. */
async function recordViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (directive: string) => violations.push(directive))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      const report: unknown = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function') report(effectiveDirective)
    })
  })
  return violations
}

/** Follows a link of the page through the router. */
async function followLink(page: Page, address: string, heading: string): Promise<void> {
  await waitUntilHydrated(page)
  await page.locator(`main a[href="${address}"]`).first().press('Enter')
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}
