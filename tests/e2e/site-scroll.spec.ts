import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { openHydrated, waitUntilHydrated } from '#tests/support/browser/site-pages.ts'

const getScroll = (page: Page) => page.evaluate(() => Math.round(scrollY))

const getTop = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((node) => Math.round(node.getBoundingClientRect().top))

test('Back and forward restore the scroll position of each page', async ({ page }) => {
  await openHydrated(page, '/')
  const link = page.locator('main a[href="/about"]').first()
  await link.scrollIntoViewIfNeeded()
  const onHome = await getScroll(page)
  expect(onHome).toBeGreaterThan(500)
  await link.click()
  await expect(page).toHaveTitle(/^About/)
  expect(await getScroll(page)).toBe(0)
  await page.evaluate(() => scrollTo(0, 400))
  await page.goBack()
  await expect.poll(() => getScroll(page)).toBe(onHome)
  await page.goForward()
  await expect.poll(() => getScroll(page)).toBe(400)
})

test('A reload restores the scroll position', async ({ page }) => {
  await openHydrated(page, '/')
  await page.evaluate(() => scrollTo(0, 900))
  await page.reload()
  await waitUntilHydrated(page)
  await expect.poll(() => getScroll(page)).toBe(900)
})

test('An address with a fragment opens at its section before hydration and stays there', async ({
  page,
}) => {
  await page.route('**/assets/react-*.js', async (route) => {
    await expect.poll(() => getTop(page, 'contact')).toBeLessThan(120)
    await route.continue()
  })
  await page.goto('/#contact')
  await waitUntilHydrated(page)
  expect(await getTop(page, 'contact')).toBeLessThan(120)
})

test('A visitor who scrolled before the script loaded stays at that position', async ({ page }) => {
  await page.route('**/assets/react-*.js', async (route) => {
    await page.evaluate(() => scrollTo(0, 700))
    await route.continue()
  })
  await openHydrated(page, '/')
  expect(await getScroll(page)).toBe(700)
})

test('What is typed into Home’s form before its script loads is preserved, and the form hydrates', async ({
  page,
}) => {
  await page.route('**/assets/contact-form-*.js', async (route) => {
    await page.getByLabel('First name').fill('Elisabeth')
    await route.continue()
  })
  await page.goto('/#contact')
  const form = page.locator('form[method=post]')
  await expect(form).toHaveJSProperty('noValidate', true)
  await expect(page.getByLabel('First name')).toHaveValue('Elisabeth')
})

test('Links pressed in quick succession leave each page at its own scroll position', async ({
  page,
}) => {
  await openHydrated(page, '/terms')
  const footer = page.getByRole('contentinfo')
  // Their code is loaded then, so that the links below lead on at once.
  await footer.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle(/^About/)
  await footer.getByRole('link', { name: 'Contact', exact: true }).click()
  await expect(page).toHaveTitle(/^Contact/)
  await footer.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveTitle(/^Terms/)
  await page.evaluate(() => {
    scrollTo(0, 700)
    for (const path of ['/about', '/contact'])
      document.querySelector<HTMLElement>(`footer a[href="${path}"]`)?.click()
  })
  await expect(page).toHaveTitle(/^Contact/)
  await page.goBack()
  await expect(page).toHaveTitle(/^About/)
  expect(await getScroll(page)).toBe(0)
  await page.goBack()
  await expect(page).toHaveTitle(/^Terms/)
  await expect.poll(() => getScroll(page)).toBe(700)
})

test('The sign-in dialog of a form opens over the form', async ({ page }) => {
  await openHydrated(page, '/')
  const link = page.locator('#contact').getByRole('link', { name: 'Sign in' })
  await link.scrollIntoViewIfNeeded()
  // The form is hydrated once it is near; until then its link loads the page again.
  await expect(page.locator('#contact form')).toHaveJSProperty('noValidate', true)
  const before = await getScroll(page)
  expect(before).toBeGreaterThan(1_000)
  await link.click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  expect(await getScroll(page)).toBe(before)
})
