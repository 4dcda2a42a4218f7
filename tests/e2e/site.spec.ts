import { expect, test } from '#tests/support/browser/e2e.ts'

test('An unknown address answers with 404 and still shows the site', async ({ page, errors }) => {
  errors.allow(/404/)
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.locator('#root')).not.toBeEmpty()
})

test('The page is served without inline scripts, compressed, and is revalidated', async ({
  page,
}) => {
  const response = await page.goto('/service/initial-consultation')
  expect(response?.status()).toBe(200)
  expect(response?.headers()['content-encoding']).toBe('br')
  expect(response?.headers()['cache-control']).toBe('no-cache')
  // Data blocks (`ld+json`) are not executed.
  expect(await response?.text()).not.toMatch(/<script(?![^>]*(\bsrc=|(ld\+)?json))/)
})
