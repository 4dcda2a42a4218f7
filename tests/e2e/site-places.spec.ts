import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e.ts'
import { openReady, untilReady } from '#tests/support/site-pages.ts'

const place = (page: Page) => page.evaluate(() => Math.round(scrollY))

const topOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((node) => Math.round(node.getBoundingClientRect().top))

test('back and forward return to where one was on each page', async ({ page }) => {
  await openReady(page, '/')
  const link = page.locator('main a[href="/about"]').first()
  await link.scrollIntoViewIfNeeded()
  const onHome = await place(page)
  expect(onHome).toBeGreaterThan(500)
  await link.click()
  await expect(page).toHaveTitle(/^About/)
  expect(await place(page)).toBe(0)
  await page.evaluate(() => scrollTo(0, 400))
  await page.goBack()
  await expect.poll(() => place(page)).toBe(onHome)
  await page.goForward()
  await expect.poll(() => place(page)).toBe(400)
})

test('a reload keeps the place', async ({ page }) => {
  await openReady(page, '/')
  await page.evaluate(() => scrollTo(0, 900))
  await page.reload()
  await untilReady(page)
  await expect.poll(() => place(page)).toBe(900)
})

test('an address with a section opens at it before the page is taken over, and stays there', async ({
  page,
}) => {
  await page.route('**/assets/react-*.js', async (route) => {
    await expect.poll(() => topOf(page, 'contact')).toBeLessThan(120)
    await route.continue()
  })
  await page.goto('/#contact')
  await untilReady(page)
  expect(await topOf(page, 'contact')).toBeLessThan(120)
})

test('whoever has scrolled before the script came stays where they are', async ({ page }) => {
  await page.route('**/assets/react-*.js', async (route) => {
    await page.evaluate(() => scrollTo(0, 700))
    await route.continue()
  })
  await openReady(page, '/')
  expect(await place(page)).toBe(700)
})

test('what is typed into Home’s form before its script comes is kept, and the form is taken over', async ({
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
