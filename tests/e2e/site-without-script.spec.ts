import { expect, test } from '#tests/support/browser/e2e.ts'
import { allPages, publicPages } from '#tests/support/browser/site-pages.ts'

test.use({ javaScriptEnabled: false })

test('Every page is complete, and nothing that depends on a script stays hidden', async ({
  page,
}) => {
  for (const path of allPages) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    const hidden = await page.locator('main h1, main h2, main p, main li').evaluateAll((found) =>
      found
        .filter((node) => !node.closest('details, dialog, [hidden], [aria-hidden]'))
        .filter((node) => node.textContent && getComputedStyle(node).opacity !== '1')
        .map((node) => node.textContent),
    )
    expect(hidden, path).toEqual([])
    if (!publicPages.some((one) => one === path)) continue
    await expect(page.locator('h1'), path).toBeVisible()
    await expect(page, path).toHaveTitle(/ · /)
    const wordCount = (await page.locator('main').innerText()).split(/\s+/).length
    expect(wordCount, path).toBeGreaterThan(path.startsWith('/service/') ? 40 : 60)
    expect(await page.locator('main a[href]').count(), path).toBeGreaterThan(0)
  }
})

test('The forms declare where they post to, and can be sent', async ({ page }) => {
  for (const path of ['/', '/contact', '/inquiry-form']) {
    await page.goto(path)
    const form = page.locator('form[method=post]')
    await expect(form, path).toHaveAttribute('action', '/')
    await expect(form.locator('input[name="form-name"]'), path).toHaveCount(1)
    await expect(form.getByRole('button', { name: /send/i }).last(), path).toBeVisible()
  }
})

test('A page that needs JavaScript displays a notice and offers another way', async ({ page }) => {
  for (const path of ['/service/bespoke-planning', '/meeting', '/booking/manage', '/admin']) {
    await page.goto(path)
    await expect(page.getByText(/needs? JavaScript|works with JavaScript/), path).toBeVisible()
    expect(await page.locator('a[href^="mailto:"]').count(), path).toBeGreaterThan(0)
  }
})
